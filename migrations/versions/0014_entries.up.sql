-- A batch costs what it adds to a table, and not what the table has.
--
-- Every batch with an event of a table read all events of the table: for its parties, and with a
-- dispute or a ruling for all of its disputes again. Over a series that is quadratic. Now the parties
-- are read if an event may have changed them, and of the disputes those that the batch brings.

-- The number of a dispute as it is written.
CREATE FUNCTION number_of(written text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN written ~ '^[1-9][0-9]{0,8}$' THEN written::integer END
$$;

-- Lists tables anew, if they wait for players or their status is another one; returns them. When the
-- seats were taken does not change again.
CREATE OR REPLACE FUNCTION list_tables(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY INSERT INTO listing
        SELECT s.stream_id, s.kind, s.stream_id, shown_status(s.kind, s.status), s.opened_at,
               CASE WHEN NOT s.summary -> 'seats' @> '[null]'
                    THEN coalesce(known.started_at, happened.seated) END,
               CASE WHEN s.status IN ('over', 'closed') THEN happened.ended END
        FROM unnest(p_streams) AS wanted,
        LATERAL (SELECT * FROM stream WHERE stream_id = wanted OFFSET 0) AS s
        LEFT JOIN LATERAL (SELECT * FROM listing WHERE stream_id = s.stream_id OFFSET 0) AS known
            ON true,
        LATERAL (
            SELECT max(e.at) FILTER (WHERE e.type = 'table.seat_taken') AS seated,
                   min(e.at) FILTER (
                       WHERE e.type IN ('table.series_ended', 'table.closed')
                          OR e.type = 'table.deal_recorded'
                         AND jsonb_typeof(s.summary -> 'branch_of') = 'object'
                   ) AS ended
            FROM event e
            WHERE e.stream_id = s.stream_id
              AND (known.started_at IS NULL OR s.status IN ('over', 'closed'))
        ) AS happened
        WHERE s.kind = 'table' AND jsonb_typeof(s.summary -> 'seats') = 'array'
          AND (known.status IS DISTINCT FROM shown_status(s.kind, s.status) OR s.status = 'open')
    ON CONFLICT (stream_id) DO UPDATE SET
        status = excluded.status,
        started_at = excluded.started_at,
        finished_at = excluded.finished_at
    RETURNING stream_id;
END
$$;

-- Lists streams of which the log has events, for all of their parties. The parties are read of the
-- tables of p_seated, and of those that have none.
CREATE FUNCTION list_streams(p_streams uuid[], p_seated uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    tables uuid[] := ARRAY(SELECT list_tables(p_streams));
    deals  uuid[] := ARRAY(SELECT list_deals(p_streams));
BEGIN
    PERFORM list_parties(ARRAY(
        SELECT known.stream_id FROM unnest(p_streams) AS wanted, LATERAL (
            SELECT stream_id, kind FROM listing WHERE stream_id = wanted OFFSET 0
        ) AS known
        WHERE known.kind = 'table' AND (
            known.stream_id = ANY (p_seated)
            OR NOT EXISTS (SELECT FROM party WHERE table_id = known.stream_id)
        )
    ));
    INSERT INTO party_listing
        SELECT those.party, known.kind, known.status, known.opened_at, known.stream_id
        FROM unnest(tables || deals) AS wanted, LATERAL (
            SELECT * FROM listing WHERE stream_id = wanted OFFSET 0
        ) AS known, LATERAL (
            SELECT party FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
    ON CONFLICT (stream_id, party) DO UPDATE SET status = excluded.status
        WHERE party_listing.status <> excluded.status;
END
$$;

-- What the log has got is listed: the streams, the positions for their parties, then the disputes.
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

-- Builds the projection again from the whole log, while the sequencer waits.
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

DROP FUNCTION list_streams(uuid[]);
REVOKE EXECUTE ON FUNCTION list_streams, number_of FROM PUBLIC;
