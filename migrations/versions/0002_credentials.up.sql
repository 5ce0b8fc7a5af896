-- A key has 256 random bits, so a plain SHA-256 of it can be kept and looked up. The tokens of seats
-- are in the streams of their tables.

CREATE TABLE api_key (
    id         uuid        PRIMARY KEY,
    hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

CREATE TRIGGER revoked_for_ever BEFORE UPDATE ON api_key
    FOR EACH ROW WHEN (OLD.revoked_at IS NOT NULL) EXECUTE FUNCTION refuse();

GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_key TO fairdeal_service;
GRANT SELECT ON alembic_version TO fairdeal_service; -- so that it can tell whether it fits
