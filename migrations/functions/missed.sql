-- What a command that came too late has not seen, or has done before: the events after the version
-- that it expected, or those that it led to the first time, with all their secrets. It is asked in
-- the statement that appends. As it is volatile, it sees what the append itself has waited for.
CREATE OR REPLACE FUNCTION missed(
    p_outcome text, p_stream uuid, p_expected integer, p_first integer, p_last integer
) RETURNS TABLE (version integer, slot text, content bytea, proof bytea, number integer)
LANGUAGE plpgsql VOLATILE SET search_path = public, pg_temp AS $$
DECLARE
    after integer := CASE p_outcome WHEN 'stale' THEN p_expected ELSE p_first - 1 END;
BEGIN
    IF p_outcome IN ('stale', 'replayed') AND after >= 0 THEN
        RETURN QUERY
            SELECT e.version, NULL::text, e.body, e.hash, e.cmd_seq FROM event e
                WHERE e.stream_id = p_stream AND e.version > after AND e.version <= p_last
            UNION ALL
            SELECT s.version, s.slot, s.payload, s.salt, s.audience::integer FROM secret s
                WHERE s.stream_id = p_stream AND s.version > after AND s.version <= p_last
            ORDER BY 1, 2 NULLS FIRST;
    END IF;
END
$$;
GRANT EXECUTE ON FUNCTION missed TO fairdeal_service;
