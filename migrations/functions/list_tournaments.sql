-- Lists tournaments anew, if their status is another one; returns them.
CREATE OR REPLACE FUNCTION list_tournaments(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY INSERT INTO listing
        SELECT s.stream_id, s.kind, s.stream_id, s.status, s.opened_at, NULL, NULL
        FROM unnest(p_streams) AS wanted,
        LATERAL (SELECT * FROM stream WHERE stream_id = wanted OFFSET 0) AS s
        LEFT JOIN LATERAL (SELECT * FROM listing WHERE stream_id = s.stream_id OFFSET 0) AS known
            ON true
        WHERE s.kind = 'tournament' AND known.status IS DISTINCT FROM s.status
    ON CONFLICT (stream_id) DO UPDATE SET status = excluded.status
    RETURNING stream_id;
END
$$;
