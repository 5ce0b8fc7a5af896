-- Encrypts secrets in place, where they are as the caller has read them.
CREATE OR REPLACE FUNCTION encrypt_secrets(
    p_streams uuid[], p_versions integer[], p_slots text[], p_plain bytea[], p_encrypted bytea[]
) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    changed integer;
BEGIN
    PERFORM set_config('fairdeal.encrypter', 'on', true);
    UPDATE secret s SET payload = given.encrypted
        FROM unnest(p_streams, p_versions, p_slots, p_plain, p_encrypted)
            AS given (stream_id, version, slot, plain, encrypted)
        WHERE s.stream_id = given.stream_id AND s.version = given.version
          AND s.slot = given.slot AND s.payload = given.plain
          AND get_byte(s.payload, 0) <> 1 AND get_byte(given.encrypted, 0) = 1;
    GET DIAGNOSTICS changed = ROW_COUNT;
    PERFORM set_config('fairdeal.encrypter', '', true);
    RETURN changed;
END
$$;
GRANT EXECUTE ON FUNCTION encrypt_secrets TO fairdeal_service;
