-- Programs of the release 0.2.0 run on this schema. They compare the revision in `alembic_version`
-- with their own for equality, when they start and in `/readyz`. So they are told their own, as long
-- as the schema serves them. The revision itself is in `schema_version`.

CREATE OR REPLACE FUNCTION oldest_program() RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN EXISTS (SELECT FROM public.stream WHERE kind = 'deal' AND status = 'archived') THEN '0019'
        WHEN EXISTS (SELECT FROM public.log_break) THEN '0017'
        ELSE '0007'
    END
$$;

-- A prepared statement goes on with the view, because the type is the same.
DROP TABLE alembic_version;
CREATE VIEW alembic_version AS
    SELECT CASE WHEN oldest_program() <= '0007' THEN '0007' ELSE version_num END::varchar(32)
           AS version_num
    FROM schema_version;

GRANT SELECT ON alembic_version TO fairdeal_service;
