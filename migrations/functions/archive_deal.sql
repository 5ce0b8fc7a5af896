-- Archives a deal, if its series has recorded it, the log has all of it, no dispute of it waits, no
-- table that goes on branches from it, and it is as the caller has seen it; says whether. The caller
-- has its evidence in a file and has verified that file. Disputes are read in the record: what is
-- listed can be behind. Plans are kept for a connection, so none may read a table whole: see
-- take_turn.sql.
CREATE OR REPLACE FUNCTION archive_deal(
    p_deal uuid, p_version integer, p_head bytea, p_file text, p_sha256 text
) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
    at_table uuid := (SELECT id_of(summary ->> 'table') FROM stream WHERE stream_id = p_deal);
    done     boolean;
BEGIN
    -- A dispute is appended to the table. Either it is there before this lock, or it comes after the
    -- end. An append locks one stream alone, so it never waits for this while this waits for it.
    PERFORM FROM stream WHERE stream_id = at_table FOR UPDATE;
    PERFORM set_config('fairdeal.writer', 'on', true), set_config('fairdeal.archiver', 'on', true);
    UPDATE stream s SET status = 'archived', summary = s.summary || jsonb_build_object(
        'archive', jsonb_build_object('file', p_file, 'sha256', p_sha256) || (
            SELECT jsonb_build_object(
                'status', coalesce(max(CASE e.type WHEN 'deal.voided' THEN 'voided'
                                                   WHEN 'deal.abandoned' THEN 'abandoned' END),
                                   'over'),
                'started_at', min(e.at) FILTER (WHERE e.type = 'deal.shuffled'),
                'hints', coalesce(jsonb_agg(data_of(e.body) -> 'seat' ORDER BY e.version)
                                  FILTER (WHERE e.type = 'hint.given'), '[]'),
                'opening', jsonb_agg(shown.event) FILTER (WHERE e.version = 1) -> 0,
                'ending', jsonb_agg(shown.event ORDER BY e.version DESC) FILTER (WHERE e.type NOT IN (
                              'deal.revealed', 'deal.move_signed', 'deal.act_signed'
                          )) -> 0
            )
            FROM event e, LATERAL (SELECT jsonb_build_object(
                'type', e.type, 'schema', e.schema, 'data', data_of(e.body)
            ) AS event) AS shown
            WHERE e.stream_id = p_deal
        ))
        WHERE s.stream_id = p_deal AND s.kind = 'deal' AND s.status = 'recorded'
          AND s.version = p_version AND s.head = p_head
          AND EXISTS (SELECT FROM feed f WHERE f.stream_id = p_deal
                      AND f.version = p_version AND f.hash = p_head)
          AND NOT EXISTS (
              SELECT FROM (
                  SELECT DISTINCT ON (data_of(body) ->> 'dispute') dispute_status(type) AS status
                  FROM event
                  WHERE stream_id = at_table AND dispute_status(type) IS NOT NULL
                    AND data_of(body) ->> 'deal' = p_deal::text
                  ORDER BY data_of(body) ->> 'dispute', version DESC
              ) AS last
              WHERE last.status IN ('open', 'appealed')
          )
          AND NOT EXISTS (
              SELECT FROM stream b WHERE b.summary #>> '{branch_of,deal}' = p_deal::text
                                     AND b.status NOT IN ('over', 'closed')
          );
    done := FOUND;
    IF done THEN
        DELETE FROM secret WHERE stream_id = p_deal;
        DELETE FROM event WHERE stream_id = p_deal;
        DELETE FROM party_position WHERE (party, position) IN (
            SELECT t.party, f.position FROM feed f, listing l, party t
            WHERE f.stream_id = p_deal AND l.stream_id = p_deal AND t.table_id = l.table_id
        );
    END IF;
    PERFORM set_config('fairdeal.writer', '', true), set_config('fairdeal.archiver', '', true);
    RETURN done;
END
$$;
