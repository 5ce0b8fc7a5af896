-- Creates the partition of a month. It is made apart and then attached, which holds nobody up but
-- those who use the default partition. Rows that came there before their month had a partition
-- move into it; only for that move the default partition lets go of rows.
CREATE OR REPLACE FUNCTION create_partition(parent text, month timestamp) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    part  text := parent || to_char(month, '_YYYY_MM');
    spare text := parent || '_default';
    lower uuid := first_id_of(month);
    upper uuid := first_id_of(month + interval '1 month');
    early boolean;
BEGIN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', spare);
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, parent);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE stream_id >= $1 AND stream_id < $2)', spare)
        INTO early USING lower, upper;
    IF early THEN
        EXECUTE format('ALTER TABLE %I DISABLE TRIGGER append_only', spare);
        EXECUTE format(
            'WITH moved AS (DELETE FROM %I WHERE stream_id >= $1 AND stream_id < $2 RETURNING *)
             INSERT INTO %I SELECT * FROM moved', spare, part
        ) USING lower, upper;
        EXECUTE format('ALTER TABLE %I ENABLE TRIGGER append_only', spare);
    END IF;
    EXECUTE format(
        'ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, lower, upper
    );
    EXECUTE format(
        'CREATE TRIGGER no_truncate BEFORE TRUNCATE ON %I EXECUTE FUNCTION refuse()', part
    );
END
$$;
