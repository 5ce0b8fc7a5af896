-- The deals whose time runs, by the end of it: the sweep reads those that end before long, and no
-- others. A deal that is over, or that is played without a clock, names no such moment.
CREATE INDEX stream_expiring ON stream (((summary ->> 'until')::bigint), stream_id)
    WHERE (summary ->> 'until') IS NOT NULL;
