-- Lists deals anew, if their status is another one; returns them.
CREATE OR REPLACE FUNCTION list_deals(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY INSERT INTO listing
        SELECT s.stream_id, s.kind, id_of(s.summary ->> 'table'),
               CASE standing.status WHEN 'over' THEN happened.ended ELSE standing.status END,
               s.opened_at, happened.shuffled,
               CASE standing.status WHEN 'over' THEN coalesce(happened.played, s.updated_at) END
        FROM unnest(p_streams) AS wanted,
        LATERAL (SELECT * FROM stream WHERE stream_id = wanted OFFSET 0) AS s
        LEFT JOIN LATERAL (SELECT * FROM listing WHERE stream_id = s.stream_id OFFSET 0) AS known
            ON true,
        LATERAL (SELECT shown_status(s.kind, s.status) AS status) AS standing,
        LATERAL (
            SELECT max(e.at) FILTER (WHERE e.type <> 'deal.revealed') AS played,
                   coalesce(min(e.at) FILTER (WHERE e.type = 'deal.shuffled'),
                            (s.summary #>> '{archive,started_at}')::timestamptz) AS shuffled,
                   coalesce(max(CASE e.type WHEN 'deal.voided' THEN 'voided'
                                            WHEN 'deal.abandoned' THEN 'abandoned' END),
                            s.summary #>> '{archive,status}', 'over') AS ended
            FROM event e WHERE e.stream_id = s.stream_id
        ) AS happened
        WHERE s.kind = 'deal' AND id_of(s.summary ->> 'table') IS NOT NULL
          AND known.finished_at IS NULL
          AND known.status IS DISTINCT FROM standing.status
    ON CONFLICT (stream_id) DO UPDATE SET
        status = excluded.status,
        started_at = excluded.started_at,
        finished_at = excluded.finished_at
    RETURNING stream_id;
END
$$;
