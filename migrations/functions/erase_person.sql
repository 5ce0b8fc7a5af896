-- Deletes what a recorded erasure names: the openings of one event of the same stream, and of the
-- invitation by which an erased person sat down. It runs within the append of the erasure.
CREATE OR REPLACE FUNCTION erase_person() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    data   jsonb   := convert_from(NEW.body, 'UTF8')::jsonb -> 'data';
    erased integer := coalesce(data ->> 'taken', data ->> 'invited')::integer;
BEGIN
    PERFORM set_config('fairdeal.eraser', 'on', true);
    DELETE FROM secret s
        WHERE s.stream_id = NEW.stream_id AND s.version = erased AND s.audience < -1;
    IF NEW.type = 'table.person_erased' THEN
        DELETE FROM secret s USING event taken, event invited
            WHERE taken.stream_id = NEW.stream_id AND taken.version = erased
              AND invited.stream_id = NEW.stream_id AND invited.version < erased
              AND invited.type = 'table.invited'
              AND convert_from(taken.body, 'UTF8')::jsonb ->> 'actor'
                  = 'invitation:' || (data_of(invited.body) ->> 'invitation')
              AND s.stream_id = NEW.stream_id AND s.version = invited.version AND s.audience < -1;
    END IF;
    PERFORM set_config('fairdeal.eraser', '', true);
    RETURN NULL;
END
$$;
