-- When each kind of background process last did its work. None of this is part of the record.
CREATE TABLE heartbeat (
    name  text        PRIMARY KEY, -- 'sweep', 'sequencer' or 'webhooks'
    at    timestamptz NOT NULL DEFAULT now(),
    fault text                     -- why it refuses to go on
);

GRANT SELECT, INSERT, UPDATE ON heartbeat TO fairdeal_service;
