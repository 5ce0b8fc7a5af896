-- Deals whose evidence is in an archive outside of this database. The stream of such a deal keeps its
-- row, with its version and its head. Its status is 'archived', and its summary says in `archive`
-- where the evidence is, and what lists show. Its events and secrets are gone. The log keeps its
-- entries.

-- Only archive_deal() deletes events, and only the owner of the tables may call it.
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW
    WHEN (current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (
        (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
        AND current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on'
    )
    EXECUTE FUNCTION refuse();

-- Nothing is appended to what is archived.
CREATE TRIGGER archived BEFORE UPDATE ON stream
    FOR EACH ROW WHEN (OLD.status = 'archived') EXECUTE FUNCTION refuse();

-- The deals that tables branch from; few tables are branches.
CREATE INDEX stream_branched ON stream ((summary #>> '{branch_of,deal}'))
    WHERE (summary #>> '{branch_of,deal}') IS NOT NULL;

-- Archives a deal, if its series has recorded it, the log has all of it, no dispute of it is open, no
-- table that goes on branches from it, and it is as the caller has seen it; says whether. The caller
-- has its evidence in a file and has verified that file. Disputes are read in the record: what is
-- listed can be behind. Plans are kept for a connection, so none may read a table whole: see
-- migration 0013.
CREATE FUNCTION archive_deal(
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
              SELECT FROM event o
              WHERE o.stream_id = at_table AND o.type = 'table.dispute_opened'
                AND data_of(o.body) ->> 'deal' = p_deal::text
                AND NOT EXISTS (
                    SELECT FROM event r
                    WHERE r.stream_id = at_table AND r.type = 'table.dispute_ruled'
                      AND data_of(r.body) ->> 'deal' = p_deal::text
                      AND data_of(r.body) ->> 'dispute' = data_of(o.body) ->> 'dispute'
                )
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

-- Drops the partitions of a month if nothing is left in them; says whether. A table that is not over
-- yet can open another deal: the default partition takes it.
CREATE FUNCTION drop_empty_month(month timestamp) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    events  text := 'event' || to_char(month, '_YYYY_MM');
    secrets text := 'secret' || to_char(month, '_YYYY_MM');
    used    boolean;
BEGIN
    IF to_regclass(events) IS NULL OR to_regclass(secrets) IS NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM %I)', events, secrets)
        INTO used;
    IF used THEN
        RETURN false;
    END IF;
    LOCK TABLE ONLY event, ONLY secret IN ACCESS EXCLUSIVE MODE; -- then nothing is appended
    EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM %I)', events, secrets)
        INTO used;
    IF NOT used THEN
        EXECUTE format('DROP TABLE %I, %I', events, secrets);
    END IF;
    RETURN NOT used;
END
$$;


-- The projection ---------------------------------------------------------------------------------
-- What is read of the events of a deal is in its summary once it is archived. Its events have no
-- positions for the parties of its table: they are not shown to anybody.

CREATE OR REPLACE FUNCTION shown_status(kind text, status text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN kind = 'table' AND status IN ('committing', 'due') THEN 'playing'
        WHEN kind = 'deal' AND status IN ('bots', 'persons', 'timed') THEN 'playing'
        WHEN kind = 'deal' AND status IN ('recorded', 'archived') THEN 'over'
        ELSE status
    END
$$;

-- Lists deals anew, if their status is another one; returns them.
CREATE OR REPLACE FUNCTION list_deals(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY INSERT INTO listing
        SELECT s.stream_id, s.kind, id_of(s.summary ->> 'table'),
               CASE standing.status WHEN 'over' THEN happened.ended ELSE standing.status END,
               s.opened_at, happened.shuffled,
               CASE standing.status WHEN 'over' THEN s.updated_at END
        FROM unnest(p_streams) AS wanted,
        LATERAL (SELECT * FROM stream WHERE stream_id = wanted OFFSET 0) AS s
        LEFT JOIN LATERAL (SELECT * FROM listing WHERE stream_id = s.stream_id OFFSET 0) AS known
            ON true,
        LATERAL (SELECT shown_status(s.kind, s.status) AS status) AS standing,
        LATERAL (
            SELECT coalesce(min(e.at) FILTER (WHERE e.type = 'deal.shuffled'),
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

-- Brings the parties of tables up to date, and what is listed for those who have come or gone.
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
                    SELECT position FROM feed
                    WHERE stream_id = listing.stream_id AND NOT again OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id AND changed.feeds
                  AND NOT EXISTS (SELECT FROM stream s WHERE s.stream_id = listing.stream_id
                                  AND s.status = 'archived')
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


-- Older programs answer 500 to readers of archived deals, and take positions for sizes once a log was
-- begun anew.
CREATE OR REPLACE FUNCTION oldest_program() RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN EXISTS (SELECT FROM public.stream WHERE kind = 'deal' AND status = 'archived') THEN '0019'
        WHEN EXISTS (SELECT FROM public.log_break) THEN '0017'
        ELSE '0015'
    END
$$;

REVOKE EXECUTE ON FUNCTION archive_deal, drop_empty_month FROM PUBLIC;
