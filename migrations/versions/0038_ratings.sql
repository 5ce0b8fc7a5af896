-- The ratings of an owner's people and of bots, derived from the log. They are no part of the record:
-- without these tables they are derived again.
CREATE TABLE rating (
    owner      uuid             NOT NULL,
    game       text             NOT NULL,
    player     text             NOT NULL, -- "ref:" and the owner's id, or "bot:", level and version
    id         uuid             NOT NULL, -- orders equal ratings in a list
    place      bigint           NOT NULL, -- of the mean in the order of lists
    mean       double precision NOT NULL,
    deviation  double precision NOT NULL,
    series     integer          NOT NULL,
    changed_at bigint           NOT NULL, -- in µs since the epoch
    PRIMARY KEY (owner, game, player)
);
CREATE INDEX rating_listed ON rating (owner, place, id);

-- The series that count, so that a person who is erased is found.
CREATE TABLE rated_series (
    table_id uuid   PRIMARY KEY,
    owner    uuid   NOT NULL,
    game     text   NOT NULL,
    players  text[] NOT NULL -- by seats; null: erased
);

-- The next position of the log that is to be read.
CREATE TABLE rating_reader (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
    position bigint  NOT NULL
);
INSERT INTO rating_reader (position) VALUES (0);

GRANT SELECT, INSERT, UPDATE, DELETE ON rating, rated_series TO fairdeal_service;
GRANT SELECT, UPDATE (position) ON rating_reader TO fairdeal_service;
