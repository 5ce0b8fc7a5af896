-- A log that has ended stays where it is, and the next one begins at a position of its own.
--
-- Log 0 has the positions from 0 on, and log n those from n << 40 on: in `feed`, as the sizes of
-- `checkpoint`, and in `log_node` shifted by the level. So each position of a reader is of one log,
-- every proof in an ended log can still be made, and nothing is moved or deleted. The shift is also
-- in `events.translog.store`.

-- Each log that was begun anew, and the end of the log before it.
CREATE TABLE log_break (
    number    integer     PRIMARY KEY CHECK (number > 0), -- of the log that began
    origin    text        NOT NULL UNIQUE, -- its name
    ended     text        NOT NULL, -- the name of the log before it
    size      bigint      NOT NULL, -- of that log at its last checkpoint in this database
    root      bytea       NOT NULL,
    note      text        NOT NULL, -- that checkpoint
    published text,                 -- a larger checkpoint of it that others have, if one is known
    at        timestamptz NOT NULL,
    reason    text        NOT NULL,
    statement text        NOT NULL  -- the break, signed by the key of the new log
);
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON log_break
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_break EXECUTE FUNCTION refuse();

-- The first position of the log that is being written.
CREATE FUNCTION log_base() RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT coalesce(max(number), 0)::bigint << 40 FROM public.log_break);
END
$$;

-- No turn of a sequencer is under way until the end of the migration. Readers of the log wait only
-- after the index is made, for a moment.
SET LOCAL statement_timeout = 0;
SELECT FROM sequencer FOR UPDATE;

-- An event is in each log once.
CREATE UNIQUE INDEX feed_event ON feed (stream_id, (position >> 40), version);
ALTER TABLE feed DROP CONSTRAINT feed_stream_id_version_key;

-- Whether an ended log has the event already: then it is no news.
ALTER TABLE feed ADD COLUMN again boolean NOT NULL DEFAULT false;


-- The functions of migrations 0003, 0013 and 0014, for logs that begin after position 0 ----------

-- Adds a batch: entries after the p_size that there are, hashes, the checkpoint over all of them,
-- streams that are no longer logged; and takes what is done out of the outbox.
CREATE OR REPLACE FUNCTION put_batch(
    p_size bigint, p_streams uuid[], p_versions integer[], p_hashes bytea[],
    p_levels integer[], p_positions bigint[], p_nodes bytea[],
    p_checkpoint bigint, p_root bytea, p_note text, -- NULL: no checkpoint
    p_broken uuid[], p_at integer[], p_faults text[],
    p_done text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    base bigint;
    size bigint;
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    base := log_base();
    SELECT greatest(max(position) + 1 - base, 0) INTO size FROM feed;
    IF size <> p_size OR p_size + cardinality(p_streams) <> coalesce(p_checkpoint, p_size) THEN
        RAISE EXCEPTION 'a batch on % entries does not fit a log of %', p_size, size
            USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO feed
        SELECT base + p_size + e.place - 1, e.stream_id, e.version, e.hash,
               base > 0 AND EXISTS (
                   SELECT FROM log_break b, LATERAL (
                       SELECT FROM feed
                       WHERE stream_id = e.stream_id AND position >> 40 = b.number - 1
                         AND version = e.version OFFSET 0
                   ) AS known
               )
        FROM unnest(p_streams, p_versions, p_hashes)
            WITH ORDINALITY AS e (stream_id, version, hash, place);
    INSERT INTO log_node
        SELECT n.level, (base >> n.level) + n.position, n.hash
        FROM unnest(p_levels, p_positions, p_nodes) AS n (level, position, hash);
    IF p_checkpoint IS NOT NULL THEN
        INSERT INTO checkpoint VALUES (base + p_checkpoint, p_root, p_note);
    END IF;
    INSERT INTO log_fault SELECT * FROM unnest(p_broken, p_at, p_faults) ON CONFLICT DO NOTHING;
    PERFORM set_config('fairdeal.writer', 'on', true);
    DELETE FROM outbox WHERE ctid = ANY (p_done::tid[]);
    PERFORM set_config('fairdeal.writer', '', true);
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

-- What the log has got is listed: the streams, the positions for their parties, then the disputes.
-- An event that an ended log has is listed already.
CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    streams uuid[] := ARRAY(SELECT DISTINCT stream_id FROM entries WHERE NOT again);
    seated   uuid[];
    disputed boolean;
BEGIN
    -- A type that is not named here may change the parties of its table.
    SELECT array_agg(DISTINCT happened.stream_id) FILTER (WHERE happened.type NOT IN (
               'table.seat_committed', 'table.seat_ready', 'table.clock_moved', 'table.act_signed',
               'table.deal_opened', 'table.deal_recorded', 'table.deal_voided',
               'table.deal_abandoned', 'table.series_ended',
               'table.dispute_opened', 'table.dispute_answered', 'table.dispute_ruled'
           )),
           bool_or(happened.type IN ('table.dispute_opened', 'table.dispute_ruled'))
        INTO seated, disputed
        FROM unnest(streams) AS wanted, LATERAL (
            SELECT kind FROM stream WHERE stream_id = wanted OFFSET 0
        ) AS s, entries, LATERAL (
            SELECT stream_id, type FROM event
            WHERE s.kind = 'table'
              AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
        ) AS happened
        WHERE entries.stream_id = wanted AND NOT entries.again;
    PERFORM list_streams(streams, coalesce(seated, '{}'));
    INSERT INTO party_position
        SELECT those.party, entries.position
        FROM entries, LATERAL (
            SELECT table_id FROM listing WHERE stream_id = entries.stream_id OFFSET 0
        ) AS known, LATERAL (
            SELECT party, feeds FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
        WHERE those.feeds AND NOT entries.again
    ON CONFLICT DO NOTHING;
    IF disputed THEN
        INSERT INTO dispute
            SELECT id_of(s.summary ->> 'owner'), s.stream_id, said.deal, said.number, 'open', said.at
            FROM entries, LATERAL (
                SELECT * FROM stream WHERE stream_id = entries.stream_id OFFSET 0
            ) AS s, LATERAL (
                SELECT at, id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number
                FROM event
                WHERE s.kind = 'table' AND type = 'table.dispute_opened'
                  AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
            ) AS said
            WHERE NOT entries.again AND id_of(s.summary ->> 'owner') IS NOT NULL
              AND said.deal IS NOT NULL AND said.number IS NOT NULL
        ON CONFLICT DO NOTHING;
        UPDATE dispute d SET status = 'ruled'
            FROM entries, LATERAL (
                SELECT stream_id, id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number
                FROM event
                WHERE type = 'table.dispute_ruled'
                  AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
            ) AS said
            WHERE NOT entries.again AND d.table_id = said.stream_id AND d.deal_id = said.deal
              AND d.number = said.number AND d.status <> 'ruled';
    END IF;
    RETURN NULL;
END
$$;

-- Builds the projection again from the whole log, while the sequencer waits.
CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    streams uuid[];
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM dispute;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    streams := ARRAY(SELECT stream_id FROM feed WHERE version = 1 AND NOT again);
    PERFORM list_streams(streams, streams);
    PERFORM list_disputes(ARRAY(SELECT stream_id FROM listing WHERE kind = 'table'));
END
$$;


-- Older programs take positions for sizes once a log was begun anew.
CREATE OR REPLACE FUNCTION oldest_program() RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN EXISTS (SELECT FROM public.log_break) THEN '0017' ELSE '0015' END
$$;


-- Privileges --------------------------------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION log_base FROM PUBLIC;
GRANT EXECUTE ON FUNCTION log_base TO fairdeal_service;
GRANT SELECT ON log_break TO fairdeal_service;
