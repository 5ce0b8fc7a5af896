-- The status that the API shows for one that the store has; how a deal ended is seen in its events.
CREATE OR REPLACE FUNCTION shown_status(kind text, status text) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN kind = 'table' AND status IN ('committing', 'due') THEN 'playing'
        WHEN kind = 'deal' AND status IN ('bots', 'persons', 'timed') THEN 'playing'
        WHEN kind = 'deal' AND status IN ('recorded', 'covered', 'archived') THEN 'over'
        ELSE status
    END
$$;
