CREATE OR REPLACE FUNCTION erase_person() RETURNS trigger
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

DROP TRIGGER erase_person ON event_tables;
CREATE TRIGGER erase_person AFTER INSERT ON event_tables
    FOR EACH ROW WHEN (NEW.type = 'table.person_erased') EXECUTE FUNCTION erase_person();
