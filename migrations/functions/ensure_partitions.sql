-- Creates what is missing of the partitions of this month (UTC) and of so many months ahead, and
-- returns how many that were; of two years at most. Anybody may call it, at any time; callers take turns.
CREATE OR REPLACE FUNCTION ensure_partitions(months_ahead integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    missing record;
    created integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('fairdeal.ensure_partitions', 0));
    months_ahead := least(months_ahead, 24);
    FOR missing IN
        SELECT parent, month
        FROM unnest(ARRAY['event', 'secret']) AS parent,
             generate_series(0, months_ahead) AS ahead,
             LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'UTC')
                             + make_interval(months => ahead)) AS m (month)
        WHERE to_regclass(parent || to_char(month, '_YYYY_MM')) IS NULL
    LOOP
        PERFORM create_partition(missing.parent, missing.month);
        created := created + 1;
    END LOOP;
    RETURN created;
END
$$;
GRANT EXECUTE ON FUNCTION ensure_partitions TO fairdeal_service;
