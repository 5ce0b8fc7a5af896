-- Lists the disputes of tables anew; those that cannot be read, or are of covered boards, are not
-- listed.
CREATE OR REPLACE FUNCTION list_disputes(p_tables uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dispute
        SELECT id_of(s.summary ->> 'owner'), s.stream_id, judged.deal, judged.number,
               judged.status, judged.opened_at
        FROM unnest(p_tables) AS wanted, LATERAL (
            SELECT * FROM stream WHERE stream_id = wanted OFFSET 0
        ) AS s, LATERAL (
            SELECT deal, number, (array_agg(status ORDER BY version DESC))[1] AS status,
                   min(at) FILTER (WHERE status = 'open') AS opened_at
            FROM (
                SELECT id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number,
                       dispute_status(type) AS status, version, at
                FROM event
                WHERE stream_id = s.stream_id AND dispute_status(type) IS NOT NULL
            ) AS said
            GROUP BY 1, 2
        ) AS judged
        WHERE s.summary ->> 'covered' IS DISTINCT FROM 'true'
          AND id_of(s.summary ->> 'owner') IS NOT NULL AND judged.deal IS NOT NULL
          AND judged.number IS NOT NULL AND judged.opened_at IS NOT NULL
    ON CONFLICT (table_id, deal_id, number) DO UPDATE SET status = excluded.status
        WHERE dispute.status <> excluded.status;
END
$$;
