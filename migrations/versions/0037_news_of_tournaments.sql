-- Tournaments that are in the log, as the trigger lists those to come.
SELECT list_streams(ARRAY(
    SELECT f.stream_id FROM feed f JOIN stream s USING (stream_id)
    WHERE f.version = 1 AND NOT f.again AND s.kind = 'tournament'
), '{}');
