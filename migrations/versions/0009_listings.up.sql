-- A projection of the log: which tables and deals there are, for whom, and at which positions of
-- the log they have events. It is derived from `stream`, `event` and `feed`, is never the truth, and
-- can be built again at any time. The sequencer's batch keeps it, in its own transaction, by a
-- trigger of `feed`: an append does nothing for it.

-- A table or a deal of which the log has an event.
CREATE TABLE listing (
    stream_id   uuid        PRIMARY KEY,
    kind        text        NOT NULL,
    table_id    uuid        NOT NULL, -- of a table: itself
    status      text        NOT NULL, -- as the API shows it
    opened_at   timestamptz NOT NULL,
    started_at  timestamptz,          -- a table: all seats were taken; a deal: the pack was shuffled
    finished_at timestamptz
);
CREATE INDEX listing_table ON listing (table_id);
CREATE INDEX listing_finished ON listing (kind, finished_at, stream_id)
    WHERE finished_at IS NOT NULL;

-- The parties of a table: its owner and the keys that hold its seats; the table itself, for its
-- seats; 00000000-0000-0000-0000-000000000000, the public, if the table is public; and for every ref
-- that the owner has given to a person who is not erased, an id that follows from owner and ref.
CREATE TABLE party (
    table_id uuid    NOT NULL,
    party    uuid    NOT NULL,
    feeds    boolean NOT NULL, -- whether it has positions: the public and refs have lists alone
    PRIMARY KEY (table_id, party)
);

-- The tables and deals of a party, in the order of lists.
CREATE TABLE party_listing (
    party     uuid        NOT NULL,
    kind      text        NOT NULL,
    status    text        NOT NULL,
    opened_at timestamptz NOT NULL,
    stream_id uuid        NOT NULL,
    PRIMARY KEY (stream_id, party)
);
CREATE INDEX party_listed ON party_listing (party, kind, status, opened_at, stream_id);

-- The positions in the log at which the tables and deals of a party have events.
CREATE TABLE party_position (
    party    uuid   NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (party, position)
);


-- Reading what is stored ---------------------------------------------------------------------------
-- Whatever stands in a summary or a body, the log goes on: what cannot be read is nothing.

CREATE FUNCTION data_of(body bytea) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN convert_from(body, 'UTF8')::jsonb -> 'data';
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;

CREATE FUNCTION id_of(written text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN written ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN written::uuid END
$$;

-- The status that the API shows for one that the store has; how a deal ended is seen in its events.
CREATE FUNCTION shown_status(kind text, status text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN kind = 'table' AND status IN ('committing', 'due') THEN 'playing'
        WHEN kind = 'deal' AND status IN ('bots', 'persons', 'timed') THEN 'playing'
        WHEN kind = 'deal' AND status = 'recorded' THEN 'over' -- and counted in its series
        ELSE status
    END
$$;

-- The party of the tables of an owner at which somebody has a ref.
CREATE FUNCTION ref_party(owner text, ref text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(
        substr(sha256(convert_to('fairdeal/1/ref:' || owner || ':' || ref, 'UTF8')), 1, 16), 'hex'
    )::uuid
$$;

-- The parties of a table as its events and its summary name them.
CREATE FUNCTION parties_of(p_table uuid) RETURNS TABLE (party uuid, feeds boolean)
LANGUAGE sql STABLE AS $$
    SELECT p_table, true
    UNION
    SELECT id_of(summary ->> 'owner'), true FROM stream
        WHERE stream_id = p_table AND id_of(summary ->> 'owner') IS NOT NULL
    UNION
    SELECT '00000000-0000-0000-0000-000000000000'::uuid, false FROM stream
        WHERE stream_id = p_table AND summary ->> 'visibility' = 'public'
    UNION
    SELECT ref_party(summary ->> 'owner', refs.ref), false FROM stream,
        jsonb_array_elements_text(
            CASE jsonb_typeof(summary -> 'refs') WHEN 'array' THEN summary -> 'refs' ELSE '[]' END
        ) AS refs (ref)
        WHERE stream_id = p_table AND summary ->> 'owner' IS NOT NULL
    UNION
    SELECT id_of(seats.data ->> 'holder'), true FROM (
        SELECT DISTINCT ON (data_of(body) -> 'seat') type, data_of(body) AS data FROM event
        WHERE stream_id = p_table AND type IN ('table.seat_taken', 'table.seat_left')
        ORDER BY data_of(body) -> 'seat', version DESC
    ) AS seats
    WHERE seats.type = 'table.seat_taken' AND id_of(seats.data ->> 'holder') IS NOT NULL
$$;


-- Writing ------------------------------------------------------------------------------------------

-- Lists tables anew, if they wait for players or their status is another one; returns them.
CREATE FUNCTION list_tables(p_streams uuid[]) RETURNS SETOF uuid
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

-- Lists deals anew, if their status is another one; returns them.
CREATE FUNCTION list_deals(p_streams uuid[]) RETURNS SETOF uuid
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

-- Brings the parties of tables up to date, and what is listed for those who have come or gone.
CREATE FUNCTION list_parties(p_tables uuid[]) RETURNS void
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

-- Lists streams of which the log has events, for all of their parties.
CREATE FUNCTION list_streams(p_streams uuid[]) RETURNS void
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

-- What the log has got is listed: the streams, then the positions for their parties.
CREATE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM list_streams(ARRAY(SELECT DISTINCT stream_id FROM entries));
    INSERT INTO party_position
        SELECT party.party, entries.position
        FROM entries JOIN listing USING (stream_id) JOIN party USING (table_id)
        WHERE party.feeds
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- Builds the projection again from the whole log, while the sequencer waits.
CREATE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    PERFORM list_streams(ARRAY(SELECT stream_id FROM feed WHERE version = 1));
END
$$;

-- The log does not grow between this statement and the end of the migration.
CREATE TRIGGER listed AFTER INSERT ON feed REFERENCING NEW TABLE AS entries
    FOR EACH STATEMENT EXECUTE FUNCTION list_entries();

SET LOCAL statement_timeout = 0;
SELECT rebuild_listings();


-- Privileges ---------------------------------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION rebuild_listings, list_entries, list_streams, list_parties, list_tables,
    list_deals, parties_of, ref_party, data_of, id_of, shown_status FROM PUBLIC;
GRANT SELECT ON listing, party, party_listing, party_position TO fairdeal_service;
