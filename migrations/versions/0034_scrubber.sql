-- The place of the scrubber, which compares all records at rest with the log, over and over. It is
-- no part of the record: without the row, the next step begins another first pass.
CREATE TABLE scrub (
    is_only   boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    number    bigint  NOT NULL, -- of the pass, from 1
    log       integer NOT NULL, -- the number of the log
    size      bigint  NOT NULL, -- the entries that were read in this pass
    edge      bytea[] NOT NULL, -- the right edge of the tree over them
    stream_id uuid,             -- the last stream whose row was read; null: entries are read
    begun     bigint  NOT NULL, -- in µs since the epoch
    moved     bigint  NOT NULL, -- when the place was last moved
    ended     bigint            -- when the pass before it ended; null: this is the first one
);

-- Streams that do not hold; the id 0 is the log itself. A pass that finds one whole again deletes it.
CREATE TABLE record_fault (
    stream_id uuid    PRIMARY KEY,
    version   integer NOT NULL, -- the first version at which it shows
    fault     text    NOT NULL,
    number    bigint  NOT NULL, -- the last pass that has found it
    found     bigint  NOT NULL  -- when it was first found, in µs since the epoch
);

GRANT SELECT, INSERT, UPDATE ON scrub TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON record_fault TO fairdeal_service;
