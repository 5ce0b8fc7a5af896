-- The status of a dispute after an event of its table; NULL: the event changes none.
CREATE OR REPLACE FUNCTION dispute_status(type text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE type WHEN 'table.dispute_opened' THEN 'open'
                     WHEN 'table.dispute_withdrawn' THEN 'withdrawn'
                     WHEN 'table.dispute_ruled' THEN 'ruled'
                     WHEN 'table.dispute_appealed' THEN 'appealed' END
$$;
