-- The log of all events: one order, a Merkle tree over it, signed checkpoints. One sequencer at a
-- time adds to it, by put_batch() alone.

-- That a stream has come to a version. No key, no sequence, no index: appends do not meet here.
-- Rows come and go, and the table is to stay small.
CREATE TABLE outbox (
    stream_id uuid        NOT NULL,
    version   integer     NOT NULL,
    head      bytea       NOT NULL, -- the chain head after that version, as the append left it
    at        timestamptz NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 100000
);

-- The entries: position 0, 1, 2, … without a gap.
CREATE TABLE feed (
    position  bigint  PRIMARY KEY,
    stream_id uuid    NOT NULL,
    version   integer NOT NULL,
    hash      bytea   NOT NULL,
    UNIQUE (stream_id, version)
);

-- Hashes of complete subtrees, of 256 ^ n entries: a tree over the feed in steps of eight levels.
CREATE TABLE log_node (
    level    smallint NOT NULL CHECK (level > 0 AND level % 8 = 0),
    position bigint   NOT NULL,
    hash     bytea    NOT NULL,
    PRIMARY KEY (level, position)
);

CREATE TABLE checkpoint (
    size bigint      PRIMARY KEY,
    root bytea       NOT NULL,
    note text        NOT NULL,
    at   timestamptz NOT NULL DEFAULT now()
);

-- Streams that are not logged on, as their chain does not hold at that version. Once the owner has
-- found out why, and has mended it, he deletes the row; the sequencer then tries again.
CREATE TABLE log_fault (
    stream_id uuid        PRIMARY KEY,
    version   integer     NOT NULL,
    fault     text        NOT NULL,
    at        timestamptz NOT NULL DEFAULT now()
);

-- Whoever has locked its only row is the sequencer.
CREATE TABLE sequencer (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only)
);
INSERT INTO sequencer DEFAULT VALUES;


-- Append-only ------------------------------------------------------------------------------------

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON feed
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON log_node
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON checkpoint
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sequencer
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE ON outbox
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE ON log_fault
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER functions_only BEFORE DELETE ON outbox
    FOR EACH ROW WHEN (current_setting('fairdeal.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON feed       EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_node   EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON checkpoint EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON sequencer  EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON outbox     EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_fault  EXECUTE FUNCTION refuse();


-- What is to be logged ---------------------------------------------------------------------------
-- A trigger of the stream, not a line of append(): so an append that is on its way while this
-- migration runs is seen too, by the trigger or by the INSERT below, which waits for it.

CREATE FUNCTION to_be_logged() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox VALUES (NEW.stream_id, NEW.version, NEW.head, NEW.updated_at);
    RETURN NULL;
END
$$;

CREATE TRIGGER to_be_logged AFTER UPDATE OF version ON stream
    FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION to_be_logged();

INSERT INTO outbox SELECT stream_id, version, head, updated_at FROM stream ORDER BY opened_at;


-- The sequencer's functions ----------------------------------------------------------------------

-- Takes the turn until the end of the transaction, if nobody has it. Who then falls silent loses it
-- with the transaction; nothing that he does is durable later than it is visible.
CREATE FUNCTION take_turn() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', '5s', true),
            set_config('statement_timeout', '30s', true),
            set_config('synchronous_commit', 'on', true);
    PERFORM FROM sequencer FOR UPDATE SKIP LOCKED;
    RETURN FOUND;
END
$$;

-- Adds a batch: entries after the p_size that there are, hashes, the checkpoint over all of them,
-- streams that are not logged on; and takes what is done out of the outbox.
CREATE FUNCTION put_batch(
    p_size bigint, p_streams uuid[], p_versions integer[], p_hashes bytea[],
    p_levels integer[], p_positions bigint[], p_nodes bytea[],
    p_checkpoint bigint, p_root bytea, p_note text, -- NULL: no checkpoint
    p_broken uuid[], p_at integer[], p_faults text[],
    p_done text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET fairdeal.writer = 'on' AS $$
DECLARE
    size bigint;
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    SELECT coalesce(max(position) + 1, 0) INTO size FROM feed;
    IF size <> p_size OR p_size + cardinality(p_streams) <> coalesce(p_checkpoint, p_size) THEN
        RAISE EXCEPTION 'a batch on % entries does not fit a log of %', p_size, size
            USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO feed
        SELECT p_size + e.place - 1, e.stream_id, e.version, e.hash
        FROM unnest(p_streams, p_versions, p_hashes)
            WITH ORDINALITY AS e (stream_id, version, hash, place);
    INSERT INTO log_node SELECT * FROM unnest(p_levels, p_positions, p_nodes);
    IF p_checkpoint IS NOT NULL THEN
        INSERT INTO checkpoint VALUES (p_checkpoint, p_root, p_note);
    END IF;
    INSERT INTO log_fault SELECT * FROM unnest(p_broken, p_at, p_faults) ON CONFLICT DO NOTHING;
    DELETE FROM outbox WHERE ctid = ANY (p_done::tid[]);
END
$$;


-- Privileges -------------------------------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION take_turn, put_batch FROM PUBLIC;
GRANT EXECUTE ON FUNCTION take_turn, put_batch TO fairdeal_service;
GRANT SELECT ON outbox, feed, log_node, checkpoint, log_fault TO fairdeal_service;
