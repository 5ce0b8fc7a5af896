-- People who wait for others to play with. None of this is part of the record: a row is deleted a
-- minute after its page was last heard, or an hour after its person was given a seat.
CREATE TABLE queue (
    place      bytea       PRIMARY KEY, -- the hash of the secret that the page has
    ref        text        NOT NULL,    -- the keyed digest of the address
    game       text        NOT NULL,
    target     integer     NOT NULL,    -- what ends the series
    name       text        NOT NULL,
    level      text,                    -- of the bots that may fill the table; null: none may
    arrived    bigserial   NOT NULL,    -- the order of arrival
    arrived_at timestamptz NOT NULL DEFAULT now(),
    heard_at   timestamptz NOT NULL DEFAULT now(),
    match      uuid,                    -- of those who play together; null: they wait
    seat       integer,
    matched_at timestamptz,
    has_left   boolean     NOT NULL DEFAULT false, -- a late request does not bring the person back
    CHECK ((match IS NULL) = (seat IS NULL) AND (match IS NULL) = (matched_at IS NULL)),
    UNIQUE (match, seat)
);

GRANT SELECT, INSERT, UPDATE, DELETE ON queue TO fairdeal_service;
GRANT USAGE ON SEQUENCE queue_arrived_seq TO fairdeal_service;
