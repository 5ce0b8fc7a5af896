-- The oldest program, by the newest revision that it knows, that works with this schema. A revision
-- that takes away what older programs use replaces this function. Programs ask for it if the schema
-- is newer than they are.
CREATE FUNCTION oldest_program() RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT '0015'
$$;

REVOKE EXECUTE ON FUNCTION oldest_program FROM PUBLIC;
GRANT EXECUTE ON FUNCTION oldest_program TO fairdeal_service;
