-- An older schema has one log from position 0 on.
DO $$
BEGIN
    IF EXISTS (SELECT FROM log_break) THEN
        RAISE EXCEPTION 'the log was begun anew: an older schema cannot hold two logs';
    END IF;
END
$$;

SET LOCAL statement_timeout = 0;
SELECT FROM sequencer FOR UPDATE;

ALTER TABLE feed ADD CONSTRAINT feed_stream_id_version_key UNIQUE (stream_id, version);
DROP INDEX feed_event;
ALTER TABLE feed DROP COLUMN again;
DROP FUNCTION log_base;
DROP TABLE log_break;
