-- Lists streams of which the log has events, for all of their parties. The parties are read of the
-- tables and tournaments of p_seated, and of those that have none.
CREATE OR REPLACE FUNCTION list_streams(p_streams uuid[], p_seated uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    tables uuid[] := ARRAY(SELECT list_tables(p_streams));
    deals  uuid[] := ARRAY(SELECT list_deals(p_streams));
    tournaments uuid[] := ARRAY(SELECT list_tournaments(p_streams));
BEGIN
    PERFORM list_parties(ARRAY(
        SELECT known.stream_id FROM unnest(p_streams) AS wanted, LATERAL (
            SELECT stream_id, kind FROM listing WHERE stream_id = wanted OFFSET 0
        ) AS known
        WHERE known.kind IN ('table', 'tournament') AND (
            known.stream_id = ANY (p_seated)
            OR NOT EXISTS (SELECT FROM party WHERE table_id = known.stream_id)
        )
    ));
    INSERT INTO party_listing
        SELECT those.party, known.kind, known.status, known.opened_at, known.stream_id
        FROM unnest(tables || deals || tournaments) AS wanted, LATERAL (
            SELECT * FROM listing WHERE stream_id = wanted OFFSET 0
        ) AS known, LATERAL (
            SELECT party FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
    ON CONFLICT (stream_id, party) DO UPDATE SET status = excluded.status
        WHERE party_listing.status <> excluded.status;
END
$$;
