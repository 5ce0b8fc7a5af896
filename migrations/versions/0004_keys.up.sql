-- A key may make others, which act for the same integrator and may do no more than it may itself.
-- What it is known by can be rotated: a secret is a row of its own, and the one before ends later.

ALTER TABLE api_key
    ADD COLUMN maker  uuid REFERENCES api_key, -- null: the command line has made it
    ADD COLUMN root   uuid REFERENCES api_key, -- the one that the command line has made: the owner
    ADD COLUMN scopes text[];                  -- null: all that there are

ALTER TABLE api_key DISABLE TRIGGER revoked_for_ever;
UPDATE api_key SET root = id;
ALTER TABLE api_key ENABLE TRIGGER revoked_for_ever;
ALTER TABLE api_key ALTER COLUMN root SET NOT NULL;

CREATE INDEX api_key_made ON api_key (maker);
CREATE INDEX api_key_root ON api_key (root);

CREATE TABLE api_secret (
    hash        bytea       PRIMARY KEY CHECK (length(hash) = 32),
    key         uuid        NOT NULL REFERENCES api_key,
    command     uuid        NOT NULL UNIQUE, -- that brought it about: again, it finds this row
    fingerprint bytea,
    created_at  timestamptz NOT NULL DEFAULT now(),
    ends_at     timestamptz
);
CREATE INDEX api_secret_key ON api_secret (key);

INSERT INTO api_secret (hash, key, command, created_at)
    SELECT hash, id, id, created_at FROM api_key;
ALTER TABLE api_key DROP COLUMN hash;

CREATE TRIGGER ends_for_ever BEFORE UPDATE ON api_secret
    FOR EACH ROW
    WHEN (OLD.ends_at IS NOT NULL AND (NEW.ends_at IS NULL OR NEW.ends_at > OLD.ends_at))
    EXECUTE FUNCTION refuse();

GRANT SELECT, INSERT, UPDATE (ends_at) ON api_secret TO fairdeal_service;

-- How many tables an owner has open. A summary changes while people sit down, not while they play.
CREATE INDEX stream_owned ON stream ((summary ->> 'owner'), status)
    WHERE (summary ->> 'owner') IS NOT NULL;
