DROP INDEX stream_owned;

-- Every key has the newest of its secrets, and may do all again.
CREATE TEMPORARY TABLE kept ON COMMIT DROP AS
    SELECT DISTINCT ON (k.id) k.id, s.hash, k.name, k.created_at, k.revoked_at
    FROM api_key k JOIN api_secret s ON s.key = k.id
    ORDER BY k.id, s.ends_at DESC NULLS FIRST, s.created_at DESC;

DROP TABLE api_secret;
DROP TABLE api_key;

CREATE TABLE api_key (
    id         uuid        PRIMARY KEY,
    hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);
INSERT INTO api_key SELECT id, hash, name, created_at, revoked_at FROM kept;

CREATE TRIGGER revoked_for_ever BEFORE UPDATE ON api_key
    FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse();

GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_key TO fairdeal_service;
