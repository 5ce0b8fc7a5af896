-- A batch costs the same however much is in the log.
--
-- PostgreSQL plans a statement of a function once for each connection, and a sequencer keeps its
-- connection. Plans that were made while a table was small read it whole for ever, or until the next
-- ANALYZE. So the sequencer's transactions do not read tables whole, and the functions that keep the
-- projection look up each row by its key (`OFFSET 0` keeps the planner from another order).
-- Functions in SQL, which are planned at each call before PostgreSQL 18, are in PL/pgSQL, and the
-- parties of a table are read once. What they do is the same.

-- True if the caller's transaction is now the only one that logs; false if another one is.
CREATE OR REPLACE FUNCTION take_turn() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', '5s', true),
            set_config('statement_timeout', '30s', true),
            set_config('synchronous_commit', 'on', true),
            set_config('enable_seqscan', 'off', true);
    PERFORM FROM sequencer FOR UPDATE SKIP LOCKED;
    RETURN FOUND;
END
$$;

-- Lists tables anew, if they wait for players or their status is another one; returns them.
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
            SELECT min(e.at) FILTER (WHERE e.type = 'deal.shuffled') AS shuffled,
                   coalesce(max(CASE e.type WHEN 'deal.voided' THEN 'voided'
                                            WHEN 'deal.abandoned' THEN 'abandoned' END),
                            'over') AS ended
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
                    SELECT position FROM feed WHERE stream_id = listing.stream_id OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id AND changed.feeds
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

-- Lists streams of which the log has events, for all of their parties.
CREATE OR REPLACE FUNCTION list_streams(p_streams uuid[]) RETURNS void
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

-- What the log has got is listed: the streams, the positions for their parties, then the disputes.
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
