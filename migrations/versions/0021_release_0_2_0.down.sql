-- Programs of 0.2.0 are served on, or not, as they were.
DROP VIEW alembic_version;
CREATE TABLE alembic_version (
    version_num varchar(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY
);
INSERT INTO alembic_version SELECT CASE WHEN oldest_program() <= '0007' THEN '0007' ELSE '0020' END;
GRANT SELECT ON alembic_version TO fairdeal_service;

CREATE OR REPLACE FUNCTION oldest_program() RETURNS text
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN EXISTS (SELECT FROM public.stream WHERE kind = 'deal' AND status = 'archived') THEN '0019'
        WHEN EXISTS (SELECT FROM public.log_break) THEN '0017'
        ELSE '0015'
    END
$$;
