-- Notes where a stream stands, without an event; says whether it still is at that version.
CREATE OR REPLACE FUNCTION mark(p_stream uuid, p_version integer, p_status text) RETURNS boolean
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
GRANT EXECUTE ON FUNCTION mark TO fairdeal_service;
