-- The tables of release 0.3.0. Functions are in migrations/functions, and are there already.


-- Streams -----------------------------------------------------------------------------------------
-- Streams of events that only grow. The service may read them; it writes through functions alone.

-- The lock of a stream, its optimistic check and its ETag. status and summary are derived from the
-- events, for lists and for finding work; they are never the truth.
CREATE TABLE stream (
    stream_id  uuid        PRIMARY KEY,
    kind       text        NOT NULL,
    version    integer     NOT NULL,
    head       bytea       NOT NULL,
    status     text        NOT NULL,
    summary    jsonb       NOT NULL,
    opened_at  timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
) WITH (fillfactor = 70); -- room for the next version on the same page, without index entries

CREATE INDEX stream_found ON stream (kind, status, opened_at, stream_id);
-- The tables that an owner has open. A summary changes while people sit down, not while they play.
CREATE INDEX stream_owned ON stream ((summary ->> 'owner'), status)
    WHERE (summary ->> 'owner') IS NOT NULL;
-- The deals whose time runs, by the end of it: the sweep reads those that end before long.
CREATE INDEX stream_expiring ON stream (((summary ->> 'until')::bigint), stream_id)
    WHERE (summary ->> 'until') IS NOT NULL;
-- The tables of an owner at which somebody has a ref: a summary names every ref of its table.
CREATE INDEX stream_refs ON stream USING gin ((summary -> 'refs'))
    WHERE summary -> 'refs' <> '[]';
-- The deals that tables branch from; few tables are branches.
CREATE INDEX stream_branched ON stream ((summary #>> '{branch_of,deal}'))
    WHERE (summary #>> '{branch_of,deal}') IS NOT NULL;

-- body is the exact canonical JSON that is hashed; the other columns only help to find it.
CREATE TABLE event (
    stream_id   uuid        NOT NULL,
    version     integer     NOT NULL,
    command_id  uuid        NOT NULL,
    cmd_seq     integer     NOT NULL,
    type        text        NOT NULL,
    schema      integer     NOT NULL,
    body        bytea       NOT NULL,
    hash        bytea       NOT NULL,
    at          timestamptz NOT NULL,
    fingerprint bytea, -- of the request, on the first event of a command
    PRIMARY KEY (stream_id, version),
    UNIQUE (stream_id, command_id, cmd_seq)
) PARTITION BY RANGE (stream_id);

-- What the commitments in an event's body stand for, each for those who may read it. While a deal is
-- in play the service encrypts payloads: it has the key, and the database has not. A plain payload
-- is JSON, and an encrypted one begins with the byte 1.
CREATE TABLE secret (
    stream_id uuid     NOT NULL,
    version   integer  NOT NULL,
    slot      text     COLLATE "C" NOT NULL,
    audience  smallint NOT NULL, -- a seat; -1: nobody yet; -2: whoever sees the stream; -3: the owner
    salt      bytea    NOT NULL,
    payload   bytea    NOT NULL,
    PRIMARY KEY (stream_id, version, slot)
) PARTITION BY RANGE (stream_id);

-- A function that may write sets fairdeal.writer for its own statement and resets it after that, so
-- that no later statement of the transaction passes; an error rolls the setting back. So do the
-- archiver, the eraser (of what is for everybody, or for the owner) and the encrypter.
-- Triggers for rows are inherited by every partition, triggers for TRUNCATE are not.
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW
    WHEN (current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (
        (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
        AND current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on'
        AND current_setting('fairdeal.encrypter', true) IS DISTINCT FROM 'on'
    )
    EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE DELETE ON stream
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER archived BEFORE UPDATE ON stream
    FOR EACH ROW WHEN (OLD.status = 'archived') EXECUTE FUNCTION refuse();
CREATE TRIGGER functions_only BEFORE UPDATE ON stream
    FOR EACH ROW WHEN (current_setting('fairdeal.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON stream EXECUTE FUNCTION refuse();

-- A deal's id is a UUIDv7: its first 48 bits are the milliseconds since 1970, so a month of deals
-- is a range of ids that can be detached as one. The ids of tables begin with f. Whatever else
-- comes is kept by the default partition: no append ever fails for want of a partition.
CREATE TABLE event_default  PARTITION OF event  DEFAULT;
CREATE TABLE secret_default PARTITION OF secret DEFAULT;
CREATE TABLE event_tables   PARTITION OF event
    FOR VALUES FROM ('f0000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE TABLE secret_tables  PARTITION OF secret
    FOR VALUES FROM ('f0000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event_default  EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret_default EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON event_tables   EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON secret_tables  EXECUTE FUNCTION refuse();
SELECT ensure_partitions(3);

-- Only tables have persons: appends to deals do not look for it.
CREATE TRIGGER erase_person AFTER INSERT ON event_tables
    FOR EACH ROW WHEN (NEW.type IN ('table.person_erased', 'table.invitation_withdrawn'))
    EXECUTE FUNCTION erase_person();

GRANT SELECT ON stream, event, secret TO fairdeal_service;


-- Keys --------------------------------------------------------------------------------------------
-- A key may make others, which act for the same integrator and may do no more than it may itself.

CREATE TABLE api_key (
    id         uuid        PRIMARY KEY,
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz,
    maker      uuid        REFERENCES api_key, -- null: the command line has made it
    root       uuid        NOT NULL REFERENCES api_key, -- made by the command line: the owner
    scopes     text[],     -- null: all that there are
    default_visibility text NOT NULL DEFAULT 'private' -- of tables, where a request says nothing
        CHECK (default_visibility IN ('public', 'private')),
    test       boolean     NOT NULL DEFAULT false -- all tables of a test key are tests, for ever
);
CREATE INDEX api_key_made ON api_key (maker);
CREATE INDEX api_key_root ON api_key (root);
CREATE TRIGGER revoked_for_ever BEFORE UPDATE ON api_key
    FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse();

-- What a key is known by. It has 256 random bits, so a plain SHA-256 of it can be kept and looked
-- up. It can be rotated: the one before ends later. The tokens of seats are in their tables' streams.
CREATE TABLE api_secret (
    hash        bytea       PRIMARY KEY CHECK (length(hash) = 32),
    key         uuid        NOT NULL REFERENCES api_key,
    command     uuid        NOT NULL UNIQUE, -- that brought it about: again, it finds this row
    fingerprint bytea,
    created_at  timestamptz NOT NULL DEFAULT now(),
    ends_at     timestamptz
);
CREATE INDEX api_secret_key ON api_secret (key);
CREATE TRIGGER ends_for_ever BEFORE UPDATE ON api_secret
    FOR EACH ROW
    WHEN (OLD.ends_at IS NOT NULL AND (NEW.ends_at IS NULL OR NEW.ends_at > OLD.ends_at))
    EXECUTE FUNCTION refuse();

GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_key TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE (ends_at) ON api_secret TO fairdeal_service;


-- The log -----------------------------------------------------------------------------------------
-- The log of all events: one order, a Merkle tree over it, signed checkpoints. One sequencer at a
-- time adds to it, by put_batch() alone.

-- That a stream has come to a version. No key, no sequence, no index: appends do not meet here.
-- Rows come and go, and the table is to stay small.
CREATE TABLE outbox (
    stream_id uuid        NOT NULL,
    version   integer     NOT NULL,
    head      bytea       NOT NULL, -- the chain head after that version, as the append left it
    at        timestamptz NOT NULL
) WITH (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 100000
);
CREATE TRIGGER to_be_logged AFTER UPDATE OF version ON stream
    FOR EACH ROW WHEN (NEW.version <> OLD.version) EXECUTE FUNCTION to_be_logged();

-- The entries. Log 0 has the positions 0, 1, 2, … without a gap. A log that is begun anew has those
-- from n << 40 on, if it is the n-th: here, as the sizes of `checkpoint`, and in `log_node` shifted
-- by the level. So each position is of one log, every proof in an ended log can still be made, and
-- nothing is moved or deleted. The shift is also in `events.translog.store`.
CREATE TABLE feed (
    position  bigint  PRIMARY KEY,
    stream_id uuid    NOT NULL,
    version   integer NOT NULL,
    hash      bytea   NOT NULL,
    again     boolean NOT NULL DEFAULT false -- an ended log has the event already: it is no news
);
-- An event is in each log once.
CREATE UNIQUE INDEX feed_event ON feed (stream_id, (position >> 40), version);

-- Hashes of complete subtrees, of 256 ^ n entries: a tree over the feed in steps of eight levels.
CREATE TABLE log_node (
    level    smallint NOT NULL CHECK (level > 0 AND level % 8 = 0),
    position bigint   NOT NULL,
    hash     bytea    NOT NULL,
    PRIMARY KEY (level, position)
);

CREATE TABLE checkpoint (
    size bigint      PRIMARY KEY,
    root bytea       NOT NULL,
    note text        NOT NULL,
    at   timestamptz NOT NULL DEFAULT now()
);

-- Streams that are not logged on, as their chain does not hold at that version. Once the owner has
-- found out why, and has mended it, he deletes the row; the sequencer then tries again.
CREATE TABLE log_fault (
    stream_id uuid        PRIMARY KEY,
    version   integer     NOT NULL,
    fault     text        NOT NULL,
    at        timestamptz NOT NULL DEFAULT now()
);

-- Each log that was begun anew, and the end of the log before it.
CREATE TABLE log_break (
    number    integer     PRIMARY KEY CHECK (number > 0), -- of the log that began
    origin    text        NOT NULL UNIQUE, -- its name
    ended     text        NOT NULL, -- the name of the log before it
    size      bigint      NOT NULL, -- of that log at its last checkpoint in this database
    root      bytea       NOT NULL,
    note      text        NOT NULL, -- that checkpoint
    published text,                 -- a larger checkpoint of it that others have, if one is known
    at        timestamptz NOT NULL,
    reason    text        NOT NULL,
    statement text        NOT NULL  -- the break, signed by the key of the new log
);

-- Whoever has locked its only row is the sequencer.
CREATE TABLE sequencer (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only)
);
INSERT INTO sequencer DEFAULT VALUES;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON feed
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON log_node
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON checkpoint
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON sequencer
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON log_break
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE ON outbox
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER append_only BEFORE UPDATE ON log_fault
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER functions_only BEFORE DELETE ON outbox
    FOR EACH ROW WHEN (current_setting('fairdeal.writer', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON feed       EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_node   EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON checkpoint EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON sequencer  EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON outbox     EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_fault  EXECUTE FUNCTION refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON log_break  EXECUTE FUNCTION refuse();

GRANT SELECT ON outbox, feed, log_node, checkpoint, log_fault, log_break TO fairdeal_service;


-- Lists -------------------------------------------------------------------------------------------
-- A projection of the log: which tables, deals and disputes there are, for whom, and at which
-- positions of the log they have events. It is derived from `stream`, `event` and `feed`, is never
-- the truth, and can be built again at any time. The sequencer's batch keeps it, in its own
-- transaction, by a trigger of `feed`: an append does nothing for it.

-- A table or a deal of which the log has an event.
CREATE TABLE listing (
    stream_id   uuid        PRIMARY KEY,
    kind        text        NOT NULL,
    table_id    uuid        NOT NULL, -- of a table: itself
    status      text        NOT NULL, -- as the API shows it
    opened_at   timestamptz NOT NULL,
    started_at  timestamptz,          -- a table: all seats were taken; a deal: the pack was shuffled
    finished_at timestamptz
);
CREATE INDEX listing_table ON listing (table_id);
CREATE INDEX listing_finished ON listing (kind, finished_at, stream_id)
    WHERE finished_at IS NOT NULL;

-- The parties of a table: see parties_of().
CREATE TABLE party (
    table_id uuid    NOT NULL,
    party    uuid    NOT NULL,
    feeds    boolean NOT NULL, -- whether it has positions: others have lists alone
    PRIMARY KEY (table_id, party)
);

-- The tables and deals of a party, in the order of lists.
CREATE TABLE party_listing (
    party     uuid        NOT NULL,
    kind      text        NOT NULL,
    status    text        NOT NULL,
    opened_at timestamptz NOT NULL,
    stream_id uuid        NOT NULL,
    PRIMARY KEY (stream_id, party)
);
CREATE INDEX party_listed ON party_listing (party, kind, status, opened_at, stream_id);

-- The positions in the log at which the tables and deals of a party have events.
CREATE TABLE party_position (
    party    uuid   NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (party, position)
);

CREATE TABLE dispute (
    owner     uuid        NOT NULL, -- of the table
    table_id  uuid        NOT NULL,
    deal_id   uuid        NOT NULL,
    number    integer     NOT NULL, -- 1 for the deal's first
    status    text        NOT NULL, -- open or ruled
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (table_id, deal_id, number)
);
CREATE INDEX dispute_of_owner ON dispute (owner, status, opened_at, deal_id, number);
CREATE INDEX dispute_of_table ON dispute (table_id, status, opened_at, deal_id, number);

CREATE TRIGGER listed AFTER INSERT ON feed REFERENCING NEW TABLE AS entries
    FOR EACH STATEMENT EXECUTE FUNCTION list_entries();

GRANT SELECT ON listing, party, party_listing, party_position, dispute TO fairdeal_service;


-- Webhooks ----------------------------------------------------------------------------------------
-- None of this is part of the record: rows are changed, and old ones deleted.

-- The secret and the keys of a webhook follow from its id and the service's secret: none is kept.
CREATE TABLE webhook (
    id            uuid        PRIMARY KEY,
    owner         uuid        NOT NULL REFERENCES api_key,
    maker         uuid        NOT NULL REFERENCES api_key, -- once it is revoked, nothing is told
    url           text        NOT NULL,
    events        text[]      NOT NULL,
    fingerprint   bytea, -- of the request that made it
    created_at    timestamptz NOT NULL,
    disabled_at   timestamptz,
    reason        text, -- why it was disabled
    failing_since timestamptz, -- the first failure since something was delivered
    slow          boolean     NOT NULL DEFAULT false, -- what was delivered last took long
    rest_until    timestamptz, -- its receiver asked to be left alone
    deleted_at    timestamptz, -- the row stays, so that a repeated request finds what it had made
    CHECK ((disabled_at IS NULL) = (reason IS NULL)),
    CHECK (reason IN ('by_owner', 'gone', 'failing'))
);
CREATE INDEX webhook_owned ON webhook (owner, created_at) WHERE deleted_at IS NULL;

-- What an entry of the feed made a webhook be told: once, by the primary key.
CREATE TABLE webhook_delivery (
    webhook_id   uuid        NOT NULL REFERENCES webhook,
    position     bigint      NOT NULL, -- in the feed
    type         text        NOT NULL,
    id           uuid        NOT NULL UNIQUE, -- follows from these three; the header webhook-id
    payload      text        NOT NULL, -- the same in every try
    status       text        NOT NULL DEFAULT 'waiting'
                             CHECK (status IN ('waiting', 'delivered', 'dead')),
    noted_at     timestamptz NOT NULL,
    failures     integer     NOT NULL DEFAULT 0, -- of the schedule that it is on
    next_at      timestamptz NOT NULL,
    taken_until  timestamptz, -- somebody is at it; whoever falls silent loses it then
    tries        jsonb       NOT NULL DEFAULT '[]', -- the last of them, the newest last
    redeliveries uuid[]      NOT NULL DEFAULT '{}', -- the commands that asked for one
    taken_by     text, -- the supervisor whose process is at it: the next process takes it at once
    PRIMARY KEY (webhook_id, position, type)
) WITH (fillfactor = 70);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_at)
    WHERE status = 'waiting';
CREATE INDEX webhook_delivery_noted ON webhook_delivery (noted_at);
-- The line in which a delivery waits (service/webhooks/in_order.py): of its webhook and table.
-- No other index fits the expression, so the plan is the same whatever the statistics say.
CREATE INDEX webhook_delivery_in_order ON webhook_delivery ((
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
), position) WHERE (
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
) IS NOT NULL;

-- The next position of the feed that is to be read. Whoever has locked its only row is the reader.
CREATE TABLE webhook_reader (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
    position bigint  NOT NULL
);
INSERT INTO webhook_reader (position) VALUES (0);

CREATE TABLE webhook_tally (
    outcome text   PRIMARY KEY,
    tries   bigint NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON webhook TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO fairdeal_service;
GRANT SELECT, UPDATE (position) ON webhook_reader TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE ON webhook_tally TO fairdeal_service;


-- Analyses ----------------------------------------------------------------------------------------
-- Analyses of finished deals follow from the record and a method, and can be made again: they are no
-- part of the record. They wait in fair shares: `turn` is a virtual time in moves, the start tag of
-- start-time fair queueing. Each owner's next analysis begins where the one before it ends, and no
-- earlier than what is being made. Those with the lowest turn come first.
CREATE TABLE analysis (
    deal_id      uuid        NOT NULL,
    method       text        NOT NULL, -- the policy with its version and budget
    moves        integer     NOT NULL, -- of the deal
    done         integer     NOT NULL DEFAULT 0, -- so many of them were reviewed
    reviews      jsonb       NOT NULL DEFAULT '[]', -- of those whose player had a choice
    requested_at timestamptz NOT NULL DEFAULT now(),
    started_at   timestamptz, -- when a task was announced or had a result; null: it waits
    tries        integer     NOT NULL DEFAULT 0, -- so many tasks were announced since the last result
    owner        uuid, -- on whom it counts; null: it was requested before there were shares
    turn         bigint      NOT NULL DEFAULT 0,
    PRIMARY KEY (deal_id, method),
    CHECK (done BETWEEN 0 AND moves)
);
CREATE INDEX analysis_unfinished ON analysis (started_at) WHERE done < moves;

GRANT SELECT, INSERT, UPDATE ON analysis TO fairdeal_service;


-- Processes ---------------------------------------------------------------------------------------
-- When each kind of background process last did its work; no part of the record.
CREATE TABLE heartbeat (
    name  text        PRIMARY KEY, -- 'sweep', 'sequencer' or 'webhooks'
    at    timestamptz NOT NULL DEFAULT now(),
    fault text                     -- why it refuses to go on
);

GRANT SELECT, INSERT, UPDATE ON heartbeat TO fairdeal_service;
