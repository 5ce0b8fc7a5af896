-- Disputes by owner and by table: a part of the projection of migration 0009, which is kept and
-- built again with it.

CREATE TABLE dispute (
    owner     uuid        NOT NULL, -- of the table
    table_id  uuid        NOT NULL,
    deal_id   uuid        NOT NULL,
    number    integer     NOT NULL, -- 1 for the deal's first
    status    text        NOT NULL, -- open or ruled
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (table_id, deal_id, number)
);
CREATE INDEX dispute_of_owner ON dispute (owner, status, opened_at, deal_id, number);
CREATE INDEX dispute_of_table ON dispute (table_id, status, opened_at, deal_id, number);

-- Lists the disputes of tables anew; those that cannot be read are not listed.
CREATE FUNCTION list_disputes(p_tables uuid[]) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO dispute
        SELECT id_of(s.summary ->> 'owner'), s.stream_id, judged.deal, judged.number::integer,
               CASE WHEN judged.ruled THEN 'ruled' ELSE 'open' END, judged.opened_at
        FROM stream s, LATERAL (
            SELECT id_of(said.data ->> 'deal') AS deal, said.data ->> 'dispute' AS number,
                   bool_or(said.type = 'table.dispute_ruled') AS ruled,
                   min(said.at) FILTER (WHERE said.type = 'table.dispute_opened') AS opened_at
            FROM (
                SELECT type, at, data_of(body) AS data FROM event
                WHERE stream_id = s.stream_id
                  AND type IN ('table.dispute_opened', 'table.dispute_ruled')
            ) AS said
            GROUP BY 1, 2
        ) AS judged
        WHERE s.stream_id = ANY (p_tables) AND id_of(s.summary ->> 'owner') IS NOT NULL
          AND judged.deal IS NOT NULL AND judged.opened_at IS NOT NULL
          AND judged.number ~ '^[1-9][0-9]{0,8}$'
    ON CONFLICT (table_id, deal_id, number) DO UPDATE SET status = excluded.status
        WHERE dispute.status <> excluded.status
$$;

-- What the log has got is listed: the streams, the positions for their parties, then the disputes.
CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM list_streams(ARRAY(SELECT DISTINCT stream_id FROM entries));
    INSERT INTO party_position
        SELECT party.party, entries.position
        FROM entries JOIN listing USING (stream_id) JOIN party USING (table_id)
        WHERE party.feeds
    ON CONFLICT DO NOTHING;
    PERFORM list_disputes(ARRAY(
        SELECT DISTINCT stream_id
        FROM entries JOIN listing USING (stream_id) JOIN event USING (stream_id, version)
        WHERE listing.kind = 'table'
          AND event.type IN ('table.dispute_opened', 'table.dispute_ruled')
    ));
    RETURN NULL;
END
$$;

-- Builds the projection again from the whole log, while the sequencer waits.
CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM dispute;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    PERFORM list_streams(ARRAY(SELECT stream_id FROM feed WHERE version = 1));
    PERFORM list_disputes(ARRAY(SELECT stream_id FROM listing WHERE kind = 'table'));
END
$$;

-- The log does not grow between this statement and the end of the migration.
SET LOCAL statement_timeout = 0;
SELECT FROM sequencer FOR UPDATE;
SELECT list_disputes(ARRAY(SELECT stream_id FROM listing WHERE kind = 'table'));

REVOKE EXECUTE ON FUNCTION list_disputes FROM PUBLIC;
GRANT SELECT ON dispute TO fairdeal_service;
