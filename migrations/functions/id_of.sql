-- An id as it is written; null: it is none.
CREATE OR REPLACE FUNCTION id_of(written text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN written ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN written::uuid END
$$;
