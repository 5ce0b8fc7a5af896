-- The oldest program, by the newest revision that it knows, that works with this schema. A revision
-- that takes away what older programs use raises it. Programs ask if the schema is newer than they.
CREATE OR REPLACE FUNCTION oldest_program() RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT '0030'
$$;
GRANT EXECUTE ON FUNCTION oldest_program TO fairdeal_service;
