-- Drops the partitions of a month if nothing is left in them; says whether. A table that is not over
-- yet can open another deal: the default partition takes it.
CREATE OR REPLACE FUNCTION drop_empty_month(month timestamp) RETURNS boolean
LANGUAGE plpgsql SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    events  text := 'event' || to_char(month, '_YYYY_MM');
    secrets text := 'secret' || to_char(month, '_YYYY_MM');
    used    boolean;
BEGIN
    IF to_regclass(events) IS NULL OR to_regclass(secrets) IS NULL THEN
        RETURN false;
    END IF;
    EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM %I)', events, secrets)
        INTO used;
    IF used THEN
        RETURN false;
    END IF;
    LOCK TABLE ONLY event, ONLY secret IN ACCESS EXCLUSIVE MODE; -- then nothing is appended
    EXECUTE format('SELECT EXISTS (SELECT FROM %I) OR EXISTS (SELECT FROM %I)', events, secrets)
        INTO used;
    IF NOT used THEN
        EXECUTE format('DROP TABLE %I, %I', events, secrets);
    END IF;
    RETURN NOT used;
END
$$;
