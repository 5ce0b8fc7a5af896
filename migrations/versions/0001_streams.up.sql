-- Streams of events that only grow. The service may read them; it writes through append() alone.

-- The lock of a stream, its optimistic check and its ETag. status and summary are derived from the
-- events, for lists and for finding work; they are never the truth.
CREATE TABLE stream (
    stream_id  uuid        PRIMARY KEY,
    kind       text        NOT NULL,
    version    integer     NOT NULL,
    head       bytea       NOT NULL,
    status     text        NOT NULL,
    summary    jsonb       NOT NULL,
    opened_at  timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 70); -- room for the next version on the same page, without index entries

CREATE INDEX stream_found ON stream (kind, status, opened_at, stream_id);

-- body is the exact canonical JSON that is hashed; the other columns only help to find it.
CREATE TABLE event (
    stream_id   uuid        NOT NULL,
    version     integer     NOT NULL,
    command_id  uuid        NOT NULL,
    cmd_seq     integer     NOT NULL,
    type        text        NOT NULL,
    schema      integer     NOT NULL,
    body        bytea       NOT NULL,
    hash        bytea       NOT NULL,
    at          timestamptz NOT NULL,
    fingerprint bytea, -- of the request, on the first event of a command
    PRIMARY KEY (stream_id, version),
    UNIQUE (stream_id, command_id, cmd_seq)
) PARTITION BY RANGE (stream_id);

-- What the commitments in an event's body stand for, each for those who may read it.
CREATE TABLE secret (
    stream_id uuid     NOT NULL,
    version   integer  NOT NULL,
    slot      text     COLLATE "C" NOT NULL,
    audience  smallint NOT NULL, -- a seat; -1: nobody yet
    salt      bytea    NOT NULL,
    payload   bytea    NOT NULL,
    PRIMARY KEY (stream_id, version, slot)
) PARTITION BY RANGE (stream_id);


-- Append-only ------------------------------------------------------------------------------------

CREATE FUNCTION refuse() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: the record only grows', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END
$$;

-- Triggers for rows are inherited by every partition, triggers for TRUNCATE are not.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE DELETE ON stream
    FOR EACH ROW EXECUTE FUNCTION refuse();
-- A function that may write sets fairdeal.writer for its own statement and resets it after that, so
-- that no later statement of the transaction passes; an error rolls the setting back.
CREATE TRIGGER functions_only BEFORE UPDATE ON stream
    FOR EACH ROW WHEN (current_setting('fairdeal.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON stream EXECUTE FUNCTION refuse();


-- Partitions -------------------------------------------------------------------------------------
-- A deal's id is a UUIDv7: its first 48 bits are the milliseconds since 1970, so a month of deals
-- is a range of ids that can be detached as one. The ids of tables begin with f. Whatever else
-- comes is kept by the default partition: no append ever fails for want of a partition.

CREATE TABLE event_default  PARTITION OF event  DEFAULT;
CREATE TABLE secret_default PARTITION OF secret DEFAULT;
CREATE TABLE event_tables   PARTITION OF event
    FOR VALUES FROM ('f0000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE TABLE secret_tables  PARTITION OF secret
    FOR VALUES FROM ('f0000000-0000-0000-0000-000000000000') TO (MAXVALUE);

CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event_default  EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret_default EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event_tables   EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret_tables  EXECUTE FUNCTION refuse();

CREATE FUNCTION first_id_of(month timestamp) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT rpad(lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- Creates the partition of a month. It is made apart and then attached, which holds nobody up but
-- those who use the default partition. Rows that came there before their month had a partition
-- move into it; only for that move the default partition lets go of rows.
CREATE FUNCTION create_partition(parent text, month timestamp) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    part  text := parent || to_char(month, '_YYYY_MM');
    spare text := parent || '_default';
    lower uuid := first_id_of(month);
    upper uuid := first_id_of(month + interval '1 month');
    early boolean;
BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', spare);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE stream_id >= $1 AND stream_id < $2)', spare)
        INTO early USING lower, upper;
    IF early THEN
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER append_only', spare);
        EXECUTE format(
            'WITH moved AS (DELETE FROM %I WHERE stream_id >= $1 AND stream_id < $2 RETURNING *)
             INSERT INTO %I SELECT * FROM moved', spare, part
        ) USING lower, upper;
        EXECUTE format('ALTER TABLE %I ENABLE TRIGGER append_only', spare);
    END IF;
    EXECUTE format(
        'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, lower, upper
    );
    EXECUTE format(
        'CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse()', part
    );
END
$$;

-- Creates what is missing of the partitions of this month (UTC) and of so many months ahead, and
-- returns how many that were; of two years at most. Anybody may call it, at any time; callers take turns.
CREATE FUNCTION ensure_partitions(months_ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    missing record;
    created integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('fairdeal.ensure_partitions', 0));
    months_ahead := least(months_ahead, 24);
    FOR missing IN
        SELECT parent, month
        FROM unnest(ARRAY['event', 'secret']) AS parent,
             generate_series(0, months_ahead) AS ahead,
             LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')
                             + make_interval(months => ahead)) AS m (month)
        WHERE to_regclass(parent || to_char(month, '_YYYY_MM')) IS NULL
    LOOP
        PERFORM create_partition(missing.parent, missing.month);
        created := created + 1;
    END LOOP;
    RETURN created;
END
$$;

SELECT ensure_partitions(3);


-- Writing ----------------------------------------------------------------------------------------

-- Appends the events of a command with their secrets. No ordinary outcome is an error:
--   appended  from first_version to last_version, which have these hashes;
--   replayed  the command has had its effect before: from first_version to last_version;
--   reused    it has, but for a request with another fingerprint;
--   stale     the stream is not at the expected version but at last_version, or there is none (0).
-- Only the row of the stream is locked: streams never wait for each other.
CREATE FUNCTION append(
    p_stream uuid, p_kind text, p_expected integer,
    p_command uuid, p_fingerprint bytea, p_at timestamptz,
    p_types text[], p_schemas integer[], p_bodies bytea[],
    -- the secrets: of which event (from 1), where in it, for whom, and what
    p_events integer[], p_slots text[], p_audiences integer[], p_salts bytea[], p_payloads bytea[],
    p_status text, p_summary jsonb,
    OUT outcome text, OUT first_version integer, OUT last_version integer, OUT hashes bytea[]
)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    link         bytea;
    bytes        bytea;
    same_request boolean;
    writer       text;
BEGIN
    IF p_expected = 0 THEN
        INSERT INTO stream VALUES (
            p_stream, p_kind, 0, sha256('fairdeal/1/genesis'::bytea || uuid_send(p_stream)),
            p_status, p_summary, p_at, p_at
        ) ON CONFLICT DO NOTHING;
    END IF;

    SELECT s.version, s.head INTO last_version, link
        FROM stream s WHERE s.stream_id = p_stream FOR UPDATE;

    IF last_version = p_expected THEN
        FOREACH bytes IN ARRAY p_bodies LOOP
            link := sha256('\x02'::bytea || link || sha256(bytes));
            hashes := hashes || link;
        END LOOP;

        -- The unique index answers whether the command is new: no query asks it before.
        INSERT INTO event VALUES (
            p_stream, p_expected + 1, p_command, 0,
            p_types[1], p_schemas[1], p_bodies[1], hashes[1], p_at, p_fingerprint
        ) ON CONFLICT (stream_id, command_id, cmd_seq) DO NOTHING;

        IF FOUND THEN
            first_version := p_expected + 1;
            last_version := p_expected + cardinality(p_bodies);
            IF last_version > first_version THEN
                INSERT INTO event
                    SELECT p_stream, p_expected + e.place, p_command, e.place - 1,
                           e.type, e.schema, e.body, e.hash, p_at, NULL
                    FROM unnest(p_types, p_schemas, p_bodies, hashes)
                        WITH ORDINALITY AS e (type, schema, body, hash, place)
                    WHERE e.place > 1;
            END IF;
            IF cardinality(p_events) > 0 THEN
                INSERT INTO secret
                    SELECT p_stream, p_expected + c.event, c.slot, c.audience, c.salt, c.payload
                    FROM unnest(p_events, p_slots, p_audiences, p_salts, p_payloads)
                        AS c (event, slot, audience, salt, payload);
            END IF;
            writer := set_config('fairdeal.writer', 'on', true); -- PERFORM costs twice as much
            UPDATE stream s
                SET version = append.last_version, head = link,
                    status = p_status, summary = p_summary, updated_at = p_at
                WHERE s.stream_id = p_stream;
            writer := set_config('fairdeal.writer', '', true);
            outcome := 'appended';
            RETURN;
        END IF;
    END IF;

    SELECT e.version, e.fingerprint IS NOT DISTINCT FROM p_fingerprint
        INTO first_version, same_request
        FROM event e
        WHERE e.stream_id = p_stream AND e.command_id = p_command AND e.cmd_seq = 0;

    IF NOT FOUND THEN
        outcome := 'stale';
        last_version := coalesce(last_version, 0);
    ELSIF same_request THEN
        outcome := 'replayed';
        SELECT max(e.version) INTO last_version
            FROM event e WHERE e.stream_id = p_stream AND e.command_id = p_command;
    ELSE
        outcome := 'reused';
    END IF;
END
$$;

-- Notes where a stream stands, without an event; says whether it still is at that version.
CREATE FUNCTION mark(p_stream uuid, p_version integer, p_status text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    done boolean;
BEGIN
    PERFORM set_config('fairdeal.writer', 'on', true);
    UPDATE stream SET status = p_status WHERE stream_id = p_stream AND version = p_version;
    done := FOUND;
    PERFORM set_config('fairdeal.writer', '', true);
    RETURN done;
END
$$;


-- Privileges -------------------------------------------------------------------------------------

REVOKE EXECUTE ON FUNCTION append, mark, create_partition, ensure_partitions FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append, mark, ensure_partitions TO fairdeal_service;
GRANT SELECT ON stream, event, secret TO fairdeal_service;
