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
