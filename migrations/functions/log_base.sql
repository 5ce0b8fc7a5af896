-- The first position of the log that is being written.
CREATE OR REPLACE FUNCTION log_base() RETURNS bigint
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (SELECT coalesce(max(number), 0)::bigint << 40 FROM public.log_break);
END
$$;
GRANT EXECUTE ON FUNCTION log_base TO fairdeal_service;
