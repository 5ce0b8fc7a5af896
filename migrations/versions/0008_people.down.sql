ALTER TABLE api_key DROP COLUMN default_visibility;
DROP INDEX stream_refs;
DROP TRIGGER erase_person ON event_tables;
DROP FUNCTION erase_person;
DROP TRIGGER append_only ON secret;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW EXECUTE FUNCTION refuse();
