-- Appends the events of a command with their secrets. No ordinary outcome is an error:
--   appended  from first_version to last_version, which have these hashes;
--   replayed  the command has had its effect before: from first_version to last_version;
--   reused    it has, but for a request with another fingerprint;
--   stale     the stream is not at the expected version but at last_version, or there is none (0).
-- Only the row of the stream is locked: streams never wait for each other.
CREATE OR REPLACE FUNCTION append(
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
GRANT EXECUTE ON FUNCTION append TO fairdeal_service;
