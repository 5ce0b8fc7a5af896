-- What was encrypted stays so; programs of before cannot read it where it is for seats.
DROP FUNCTION encrypt_secrets;
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (
        (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
        AND current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on'
    )
    EXECUTE FUNCTION refuse();
