CREATE OR REPLACE FUNCTION take_turn() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', '5s', true),
            set_config('statement_timeout', '30s', true),
            set_config('synchronous_commit', 'on', true);
    PERFORM FROM sequencer FOR UPDATE SKIP LOCKED;
    RETURN FOUND;
END
$$;

CREATE OR REPLACE FUNCTION list_tables(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
    INSERT INTO listing
        SELECT s.stream_id, s.kind, s.stream_id, shown_status(s.kind, s.status), s.opened_at,
               CASE WHEN NOT s.summary -> 'seats' @> '[null]' THEN happened.seated END,
               CASE WHEN s.status IN ('over', 'closed') THEN happened.ended END
        FROM unnest(p_streams) AS wanted
        JOIN stream s ON s.stream_id = wanted
        LEFT JOIN listing known ON known.stream_id = wanted,
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
    RETURNING stream_id
$$;

CREATE OR REPLACE FUNCTION list_deals(p_streams uuid[]) RETURNS SETOF uuid
LANGUAGE sql AS $$
    INSERT INTO listing
        SELECT s.stream_id, s.kind, id_of(s.summary ->> 'table'),
               CASE standing.status WHEN 'over' THEN happened.ended ELSE standing.status END,
               s.opened_at, happened.shuffled,
               CASE standing.status WHEN 'over' THEN s.updated_at END
        FROM unnest(p_streams) AS wanted
        JOIN stream s ON s.stream_id = wanted
        LEFT JOIN listing known ON known.stream_id = wanted,
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
    RETURNING stream_id
$$;

CREATE OR REPLACE FUNCTION list_parties(p_tables uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    gone record;
    come record;
BEGIN
    FOR gone IN
        DELETE FROM party p WHERE p.table_id = ANY (p_tables)
            AND p.party NOT IN (SELECT o.party FROM parties_of(p.table_id) AS o)
        RETURNING p.table_id, p.party
    LOOP
        DELETE FROM party_listing l USING listing
            WHERE listing.table_id = gone.table_id
              AND l.stream_id = listing.stream_id AND l.party = gone.party;
        DELETE FROM party_position p USING listing, feed
            WHERE listing.table_id = gone.table_id AND feed.stream_id = listing.stream_id
              AND p.position = feed.position AND p.party = gone.party;
    END LOOP;
    FOR come IN
        INSERT INTO party
            SELECT wanted, o.party, o.feeds
            FROM unnest(p_tables) AS wanted, LATERAL parties_of(wanted) AS o
        ON CONFLICT DO NOTHING RETURNING party.table_id, party.party, party.feeds
    LOOP
        INSERT INTO party_listing
            SELECT come.party, kind, status, opened_at, stream_id FROM listing
                WHERE table_id = come.table_id
            ON CONFLICT DO NOTHING;
        INSERT INTO party_position
            SELECT come.party, feed.position FROM listing JOIN feed USING (stream_id)
                WHERE listing.table_id = come.table_id AND come.feeds
            ON CONFLICT DO NOTHING;
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION list_streams(p_streams uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    tables uuid[] := ARRAY(SELECT list_tables(p_streams));
    deals  uuid[] := ARRAY(SELECT list_deals(p_streams));
BEGIN
    PERFORM list_parties(ARRAY( -- a person can be erased at any time
        SELECT stream_id FROM listing WHERE stream_id = ANY (p_streams) AND kind = 'table'
    ));
    INSERT INTO party_listing
        SELECT party.party, listing.kind, listing.status, listing.opened_at, listing.stream_id
        FROM listing JOIN party USING (table_id)
        WHERE listing.stream_id = ANY (tables || deals)
    ON CONFLICT (stream_id, party) DO UPDATE SET status = excluded.status
        WHERE party_listing.status <> excluded.status;
END
$$;

CREATE OR REPLACE FUNCTION list_disputes(p_tables uuid[]) RETURNS void
LANGUAGE sql AS $$
    INSERT INTO dispute
        SELECT id_of(s.summary ->> 'owner'), s.stream_id, judged.deal, judged.number::integer,
               CASE WHEN judged.ruled THEN 'ruled' ELSE 'open' END, judged.opened_at
        FROM stream s, LATERAL (
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
        WHERE s.stream_id = ANY (p_tables) AND id_of(s.summary ->> 'owner') IS NOT NULL
          AND judged.deal IS NOT NULL AND judged.opened_at IS NOT NULL
          AND judged.number ~ '^[1-9][0-9]{0,8}$'
    ON CONFLICT (table_id, deal_id, number) DO UPDATE SET status = excluded.status
        WHERE dispute.status <> excluded.status
$$;

CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM list_streams(ARRAY(SELECT DISTINCT stream_id FROM entries));
    INSERT INTO party_position
        SELECT party.party, entries.position
        FROM entries JOIN listing USING (stream_id) JOIN party USING (table_id)
        WHERE party.feeds
    ON CONFLICT DO NOTHING;
    PERFORM list_disputes(ARRAY(
        SELECT DISTINCT stream_id
        FROM entries JOIN listing USING (stream_id) JOIN event USING (stream_id, version)
        WHERE listing.kind = 'table'
          AND event.type IN ('table.dispute_opened', 'table.dispute_ruled')
    ));
    RETURN NULL;
END
$$;
