-- A key or token has 256 random bits, so a plain SHA-256 of it can be kept and looked up.

CREATE TABLE api_key (
    id         uuid        PRIMARY KEY,
    hash       bytea       NOT NULL UNIQUE CHECK (length(hash) = 32),
    name       text        NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

CREATE TABLE seat_token (
    hash       bytea       PRIMARY KEY CHECK (length(hash) = 32),
    table_id   uuid        NOT NULL,
    seat       integer     NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, UPDATE (revoked_at) ON api_key TO fairdeal_service;
GRANT SELECT, INSERT ON seat_token TO fairdeal_service;
GRANT SELECT ON alembic_version TO fairdeal_service; -- so that it can tell whether it fits
