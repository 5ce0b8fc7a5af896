-- An older schema has the events of every deal.
DO $$
BEGIN
    IF EXISTS (SELECT FROM stream WHERE kind = 'deal' AND status = 'archived') THEN
        RAISE EXCEPTION 'deals are archived: an older schema needs their events';
    END IF;
END
$$;

DROP FUNCTION archive_deal;
DROP INDEX stream_branched;
DROP FUNCTION drop_empty_month;
DROP TRIGGER archived ON stream;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
