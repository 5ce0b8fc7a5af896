-- What people say to each other at a table, and who is present: beside the record, and no part of it.

CREATE TABLE phrase (
    table_id uuid NOT NULL,
    number bigint NOT NULL CHECK (number > 0),
    seat smallint NOT NULL,
    taken bigint NOT NULL, -- the position of the `table.seat_taken` of the person
    phrase text NOT NULL,
    said_at bigint NOT NULL, -- in µs since the epoch
    command_id uuid NOT NULL,
    kept boolean NOT NULL DEFAULT false, -- a report has it
    PRIMARY KEY (table_id, number)
);
CREATE UNIQUE INDEX ON phrase (table_id, command_id);
CREATE INDEX ON phrase (said_at);

CREATE TABLE phrase_report (
    table_id uuid NOT NULL,
    seat smallint NOT NULL, -- who reports
    number bigint NOT NULL, -- the phrase
    owner uuid NOT NULL, -- of the table
    reported_at bigint NOT NULL,
    PRIMARY KEY (table_id, seat, number)
);
CREATE INDEX ON phrase_report (owner, reported_at);
CREATE INDEX ON phrase_report (reported_at);

-- A process says of its open streams which seats are there. It says so again from time to time.
CREATE UNLOGGED TABLE present (
    table_id uuid NOT NULL,
    seat smallint NOT NULL,
    process uuid NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (table_id, seat, process)
);
CREATE INDEX ON present (until);

GRANT SELECT, INSERT, UPDATE, DELETE ON phrase, phrase_report, present TO fairdeal_service;
