-- Notes that a stream has come to a version. A trigger calls it, so no way to append forgets it.
CREATE OR REPLACE FUNCTION to_be_logged() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO outbox VALUES (NEW.stream_id, NEW.version, NEW.head, NEW.updated_at);
    RETURN NULL;
END
$$;
