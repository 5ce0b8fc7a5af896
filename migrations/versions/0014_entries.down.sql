CREATE OR REPLACE FUNCTION list_tables(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY INSERT INTO listing
        SELECT s.stream_id, s.kind, s.stream_id, shown_status(s.kind, s.status), s.opened_at,
               CASE WHEN NOT s.summary -> 'seats' @> '[null]' THEN happened.seated END,
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
            FROM event e WHERE e.stream_id = s.stream_id
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

CREATE FUNCTION list_streams(p_streams uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    tables uuid[] := ARRAY(SELECT list_tables(p_streams));
    deals  uuid[] := ARRAY(SELECT list_deals(p_streams));
BEGIN
    PERFORM list_parties(ARRAY( -- a person can be erased at any time
        SELECT known.stream_id FROM unnest(p_streams) AS wanted, LATERAL (
            SELECT stream_id, kind FROM listing WHERE stream_id = wanted OFFSET 0
        ) AS known WHERE known.kind = 'table'
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

CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM list_streams(ARRAY(SELECT DISTINCT stream_id FROM entries));
    INSERT INTO party_position
        SELECT those.party, entries.position
        FROM entries, LATERAL (
            SELECT table_id FROM listing WHERE stream_id = entries.stream_id OFFSET 0
        ) AS known, LATERAL (
            SELECT party, feeds FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
        WHERE those.feeds
    ON CONFLICT DO NOTHING;
    PERFORM list_disputes(ARRAY(
        SELECT DISTINCT entries.stream_id
        FROM entries, LATERAL (
            SELECT kind FROM listing WHERE stream_id = entries.stream_id OFFSET 0
        ) AS known, LATERAL (
            SELECT type FROM event
            WHERE known.kind = 'table'
              AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
        ) AS happened
        WHERE happened.type IN ('table.dispute_opened', 'table.dispute_ruled')
    ));
    RETURN NULL;
END
$$;

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

DROP FUNCTION list_streams(uuid[], uuid[]), number_of(text);
REVOKE EXECUTE ON FUNCTION list_streams FROM PUBLIC;
