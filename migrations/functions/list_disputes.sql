-- Lists the disputes of tables anew; those that cannot be read are not listed.
CREATE OR REPLACE FUNCTION list_disputes(p_tables uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO dispute
        SELECT id_of(s.summary ->> 'owner'), s.stream_id, judged.deal, judged.number::integer,
               CASE WHEN judged.ruled THEN 'ruled' ELSE 'open' END, judged.opened_at
        FROM unnest(p_tables) AS wanted, LATERAL (
            SELECT * FROM stream WHERE stream_id = wanted OFFSET 0
        ) AS s, LATERAL (
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
        WHERE id_of(s.summary ->> 'owner') IS NOT NULL
          AND judged.deal IS NOT NULL AND judged.opened_at IS NOT NULL
          AND judged.number ~ '^[1-9][0-9]{0,8}$'
    ON CONFLICT (table_id, deal_id, number) DO UPDATE SET status = excluded.status
        WHERE dispute.status <> excluded.status;
END
$$;
