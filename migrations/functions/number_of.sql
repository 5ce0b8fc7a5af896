-- The number of a dispute as it is written.
CREATE OR REPLACE FUNCTION number_of(written text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN written ~ '^[1-9][0-9]{0,8}$' THEN written::integer END
$$;
