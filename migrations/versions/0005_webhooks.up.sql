-- Webhooks. None of this is part of the record: rows are changed, and old ones deleted.

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
    PRIMARY KEY (webhook_id, position, type)
) WITH (fillfactor = 70);
CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_at)
    WHERE status = 'waiting';
CREATE INDEX webhook_delivery_noted ON webhook_delivery (noted_at);

-- The next position of the feed that is to be read. Whoever has locked its only row is the reader.
CREATE TABLE webhook_reader (
    the_only boolean PRIMARY KEY DEFAULT true CHECK (the_only),
    position bigint  NOT NULL
);
INSERT INTO webhook_reader (position) SELECT coalesce(max(position) + 1, 0) FROM feed;

CREATE TABLE webhook_tally (
    outcome text   PRIMARY KEY,
    tries   bigint NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON webhook TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_delivery TO fairdeal_service;
GRANT SELECT, UPDATE (position) ON webhook_reader TO fairdeal_service;
GRANT SELECT, INSERT, UPDATE ON webhook_tally TO fairdeal_service;
