-- People. The name of a person, and what the owner of a table has noted, are secrets of the record:
-- the event has a salted commitment, the value is a row of secret. Audiences: -2 is everybody who
-- may see the stream, -3 the owner of the table. Only rows of these two can be deleted, and only by
-- the event that says so.

DROP TRIGGER append_only ON secret;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();

-- Deletes what a recorded erasure names: the openings of one event of the same stream. It runs
-- within the append of the erasure, so that both happen or neither does.
CREATE FUNCTION erase_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('fairdeal.eraser', 'on', true);
    DELETE FROM secret s
        WHERE s.stream_id = NEW.stream_id
          AND s.version = (convert_from(NEW.body, 'UTF8')::jsonb #>> '{data,taken}')::integer
          AND s.audience < -1;
    PERFORM set_config('fairdeal.eraser', '', true);
    RETURN NULL;
END
$$;

-- Only tables have persons: appends to deals do not look for it.
CREATE TRIGGER erase_person AFTER INSERT ON event_tables
    FOR EACH ROW WHEN (NEW.type = 'table.person_erased') EXECUTE FUNCTION erase_person();

REVOKE EXECUTE ON FUNCTION erase_person FROM PUBLIC;

-- The tables of an owner at which somebody has a ref: a summary names every ref of its table.
CREATE INDEX stream_refs ON stream USING gin ((summary -> 'refs'))
    WHERE summary -> 'refs' <> '[]';

-- How tables are opened with a key where the request does not say. Older keys open public ones.
ALTER TABLE api_key
    ADD COLUMN default_visibility text NOT NULL DEFAULT 'public'
        CHECK (default_visibility IN ('public', 'private'));
ALTER TABLE api_key ALTER COLUMN default_visibility SET DEFAULT 'private';
