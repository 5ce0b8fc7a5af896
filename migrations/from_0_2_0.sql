-- Brings a database of release 0.2.0, or of a commit between it and 0.3.0, to the tables of
-- `versions/0030_baseline.sql`. All programs are stopped. What is there already stays as it is.

SET LOCAL statement_timeout = 0;
SELECT FROM sequencer FOR UPDATE; -- nothing is logged meanwhile

-- Release 0.2.0 had its revision there; schema_version has it now.
DO $$
BEGIN
    IF (SELECT relkind FROM pg_class WHERE oid = to_regclass('public.alembic_version')) = 'v' THEN
        DROP VIEW alembic_version;
    ELSE
        DROP TABLE IF EXISTS alembic_version;
    END IF;
END
$$;


-- Streams -----------------------------------------------------------------------------------------

CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON event
    FOR EACH ROW
    WHEN (current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on')
    EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON secret
    FOR EACH ROW
    WHEN (
        (OLD.audience >= -1 OR current_setting('fairdeal.eraser', true) IS DISTINCT FROM 'on')
        AND current_setting('fairdeal.archiver', true) IS DISTINCT FROM 'on'
        AND current_setting('fairdeal.encrypter', true) IS DISTINCT FROM 'on'
    )
    EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER archived BEFORE UPDATE ON stream
    FOR EACH ROW WHEN (OLD.status = 'archived') EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER erase_person AFTER INSERT ON event_tables
    FOR EACH ROW WHEN (NEW.type IN ('table.person_erased', 'table.invitation_withdrawn'))
    EXECUTE FUNCTION erase_person();
CREATE INDEX IF NOT EXISTS stream_refs ON stream USING gin ((summary -> 'refs'))
    WHERE summary -> 'refs' <> '[]';
CREATE INDEX IF NOT EXISTS stream_branched ON stream ((summary #>> '{branch_of,deal}'))
    WHERE (summary #>> '{branch_of,deal}') IS NOT NULL;


-- Keys --------------------------------------------------------------------------------------------
-- Keys of before open public tables where a request says nothing.

ALTER TABLE api_key
    ADD COLUMN IF NOT EXISTS default_visibility text NOT NULL DEFAULT 'public'
        CHECK (default_visibility IN ('public', 'private')),
    ADD COLUMN IF NOT EXISTS test boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ALTER COLUMN default_visibility SET DEFAULT 'private';


-- The log -----------------------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS log_break (
    number    integer     PRIMARY KEY CHECK (number > 0),
    origin    text        NOT NULL UNIQUE,
    ended     text        NOT NULL,
    size      bigint      NOT NULL,
    root      bytea       NOT NULL,
    note      text        NOT NULL,
    published text,
    at        timestamptz NOT NULL,
    reason    text        NOT NULL,
    statement text        NOT NULL
);
CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON log_break
    FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE OR REPLACE TRIGGER no_truncate BEFORE TRUNCATE ON log_break EXECUTE FUNCTION refuse();
CREATE UNIQUE INDEX IF NOT EXISTS feed_event ON feed (stream_id, (position >> 40), version);
ALTER TABLE feed DROP CONSTRAINT IF EXISTS feed_stream_id_version_key;
ALTER TABLE feed ADD COLUMN IF NOT EXISTS again boolean NOT NULL DEFAULT false;
GRANT SELECT ON log_break TO fairdeal_service;


-- Lists: they are made anew from the log at the end ---------------------------------------------

CREATE TABLE IF NOT EXISTS listing (
    stream_id   uuid        PRIMARY KEY,
    kind        text        NOT NULL,
    table_id    uuid        NOT NULL,
    status      text        NOT NULL,
    opened_at   timestamptz NOT NULL,
    started_at  timestamptz,
    finished_at timestamptz
);
CREATE INDEX IF NOT EXISTS listing_table ON listing (table_id);
CREATE INDEX IF NOT EXISTS listing_finished ON listing (kind, finished_at, stream_id)
    WHERE finished_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS party (
    table_id uuid    NOT NULL,
    party    uuid    NOT NULL,
    feeds    boolean NOT NULL,
    PRIMARY KEY (table_id, party)
);
CREATE TABLE IF NOT EXISTS party_listing (
    party     uuid        NOT NULL,
    kind      text        NOT NULL,
    status    text        NOT NULL,
    opened_at timestamptz NOT NULL,
    stream_id uuid        NOT NULL,
    PRIMARY KEY (stream_id, party)
);
CREATE INDEX IF NOT EXISTS party_listed
    ON party_listing (party, kind, status, opened_at, stream_id);
CREATE TABLE IF NOT EXISTS party_position (
    party    uuid   NOT NULL,
    position bigint NOT NULL,
    PRIMARY KEY (party, position)
);
CREATE TABLE IF NOT EXISTS dispute (
    owner     uuid        NOT NULL,
    table_id  uuid        NOT NULL,
    deal_id   uuid        NOT NULL,
    number    integer     NOT NULL,
    status    text        NOT NULL,
    opened_at timestamptz NOT NULL,
    PRIMARY KEY (table_id, deal_id, number)
);
CREATE INDEX IF NOT EXISTS dispute_of_owner
    ON dispute (owner, status, opened_at, deal_id, number);
CREATE INDEX IF NOT EXISTS dispute_of_table
    ON dispute (table_id, status, opened_at, deal_id, number);
DROP FUNCTION IF EXISTS list_streams(uuid[]);
CREATE OR REPLACE TRIGGER listed AFTER INSERT ON feed REFERENCING NEW TABLE AS entries
    FOR EACH STATEMENT EXECUTE FUNCTION list_entries();
GRANT SELECT ON listing, party, party_listing, party_position, dispute TO fairdeal_service;
SELECT rebuild_listings();


-- Webhooks ----------------------------------------------------------------------------------------

ALTER TABLE webhook_delivery ADD COLUMN IF NOT EXISTS taken_by text;
CREATE INDEX IF NOT EXISTS webhook_delivery_in_order ON webhook_delivery ((
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
), position) WHERE (
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
) IS NOT NULL;


-- Analyses and processes --------------------------------------------------------------------------

CREATE TABLE IF NOT EXISTS analysis (
    deal_id      uuid        NOT NULL,
    method       text        NOT NULL,
    moves        integer     NOT NULL,
    done         integer     NOT NULL DEFAULT 0,
    reviews      jsonb       NOT NULL DEFAULT '[]',
    requested_at timestamptz NOT NULL DEFAULT now(),
    started_at   timestamptz,
    tries        integer     NOT NULL DEFAULT 0,
    PRIMARY KEY (deal_id, method),
    CHECK (done BETWEEN 0 AND moves)
);
ALTER TABLE analysis
    ADD COLUMN IF NOT EXISTS owner uuid,
    ADD COLUMN IF NOT EXISTS turn bigint NOT NULL DEFAULT 0;
CREATE INDEX IF NOT EXISTS analysis_unfinished ON analysis (started_at) WHERE done < moves;
CREATE TABLE IF NOT EXISTS heartbeat (
    name  text        PRIMARY KEY,
    at    timestamptz NOT NULL DEFAULT now(),
    fault text
);
GRANT SELECT, INSERT, UPDATE ON analysis, heartbeat TO fairdeal_service;
