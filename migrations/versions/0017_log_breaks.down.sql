-- An older schema has one log from position 0 on.
DO $$
BEGIN
    IF EXISTS (SELECT FROM log_break) THEN
        RAISE EXCEPTION 'the log was begun anew: an older schema cannot hold two logs';
    END IF;
END
$$;

SET LOCAL statement_timeout = 0;
SELECT FROM sequencer FOR UPDATE;

CREATE OR REPLACE FUNCTION list_parties(p_tables uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    FOR changed IN
        WITH now AS MATERIALIZED (
            SELECT wanted AS table_id, o.party, o.feeds
            FROM unnest(p_tables) AS wanted, LATERAL parties_of(wanted) AS o
        ), gone AS (
            DELETE FROM party p WHERE p.table_id = ANY (p_tables)
                AND (p.table_id, p.party) NOT IN (SELECT now.table_id, now.party FROM now)
            RETURNING p.table_id, p.party, p.feeds
        ), come AS (
            INSERT INTO party SELECT * FROM now
            ON CONFLICT DO NOTHING RETURNING party.table_id, party.party, party.feeds
        )
        SELECT true AS here, come.* FROM come UNION ALL SELECT false, gone.* FROM gone
    LOOP
        IF changed.here THEN
            INSERT INTO party_listing
                SELECT changed.party, kind, status, opened_at, stream_id FROM listing
                    WHERE table_id = changed.table_id
                ON CONFLICT DO NOTHING;
            INSERT INTO party_position
                SELECT changed.party, logged.position FROM listing, LATERAL (
                    SELECT position FROM feed WHERE stream_id = listing.stream_id OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id AND changed.feeds
                ON CONFLICT DO NOTHING;
        ELSE
            DELETE FROM party_listing l USING listing
                WHERE listing.table_id = changed.table_id
                  AND l.stream_id = listing.stream_id AND l.party = changed.party;
            DELETE FROM party_position p WHERE p.party = changed.party AND p.position IN (
                SELECT logged.position FROM listing, LATERAL (
                    SELECT position FROM feed WHERE stream_id = listing.stream_id OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id
            );
        END IF;
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    streams uuid[] := ARRAY(SELECT DISTINCT stream_id FROM entries);
    seated   uuid[];
    disputed boolean;
BEGIN
    -- A type that is not named here may change the parties of its table.
    SELECT array_agg(DISTINCT happened.stream_id) FILTER (WHERE happened.type NOT IN (
               'table.seat_committed', 'table.seat_ready', 'table.clock_moved', 'table.act_signed',
               'table.deal_opened', 'table.deal_recorded', 'table.deal_voided',
               'table.deal_abandoned', 'table.series_ended',
               'table.dispute_opened', 'table.dispute_answered', 'table.dispute_ruled'
           )),
           bool_or(happened.type IN ('table.dispute_opened', 'table.dispute_ruled'))
        INTO seated, disputed
        FROM unnest(streams) AS wanted, LATERAL (
            SELECT kind FROM stream WHERE stream_id = wanted OFFSET 0
        ) AS s, entries, LATERAL (
            SELECT stream_id, type FROM event
            WHERE s.kind = 'table'
              AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
        ) AS happened
        WHERE entries.stream_id = wanted;
    PERFORM list_streams(streams, coalesce(seated, '{}'));
    INSERT INTO party_position
        SELECT those.party, entries.position
        FROM entries, LATERAL (
            SELECT table_id FROM listing WHERE stream_id = entries.stream_id OFFSET 0
        ) AS known, LATERAL (
            SELECT party, feeds FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
        WHERE those.feeds
    ON CONFLICT DO NOTHING;
    IF disputed THEN
        INSERT INTO dispute
            SELECT id_of(s.summary ->> 'owner'), s.stream_id, said.deal, said.number, 'open', said.at
            FROM entries, LATERAL (
                SELECT * FROM stream WHERE stream_id = entries.stream_id OFFSET 0
            ) AS s, LATERAL (
                SELECT at, id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number
                FROM event
                WHERE s.kind = 'table' AND type = 'table.dispute_opened'
                  AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
            ) AS said
            WHERE id_of(s.summary ->> 'owner') IS NOT NULL
              AND said.deal IS NOT NULL AND said.number IS NOT NULL
        ON CONFLICT DO NOTHING;
        UPDATE dispute d SET status = 'ruled'
            FROM entries, LATERAL (
                SELECT stream_id, id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number
                FROM event
                WHERE type = 'table.dispute_ruled'
                  AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
            ) AS said
            WHERE d.table_id = said.stream_id AND d.deal_id = said.deal
              AND d.number = said.number AND d.status <> 'ruled';
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    streams uuid[];
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM dispute;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    streams := ARRAY(SELECT stream_id FROM feed WHERE version = 1);
    PERFORM list_streams(streams, streams);
    PERFORM list_disputes(ARRAY(SELECT stream_id FROM listing WHERE kind = 'table'));
END
$$;

ALTER TABLE feed ADD CONSTRAINT feed_stream_id_version_key UNIQUE (stream_id, version);
DROP INDEX feed_event;
ALTER TABLE feed DROP COLUMN again;
DROP FUNCTION log_base;
DROP TABLE log_break;
