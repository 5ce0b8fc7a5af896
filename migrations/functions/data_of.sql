-- The data of an event; an unreadable body has none. Whatever stands in it, the log goes on.
CREATE OR REPLACE FUNCTION data_of(body bytea) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN convert_from(body, 'UTF8')::jsonb -> 'data';
EXCEPTION WHEN data_exception THEN
    RETURN NULL;
END
$$;
