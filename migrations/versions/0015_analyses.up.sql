-- Analyses of finished deals. They follow from the record and a method, and can be made again: none
-- of this is part of the record.
CREATE TABLE analysis (
    deal_id      uuid        NOT NULL,
    method       text        NOT NULL, -- the policy with its version and budget
    moves        integer     NOT NULL, -- of the deal
    done         integer     NOT NULL DEFAULT 0, -- so many of them were reviewed
    reviews      jsonb       NOT NULL DEFAULT '[]', -- of those whose player had a choice
    requested_at timestamptz NOT NULL DEFAULT now(),
    started_at   timestamptz, -- when a task was announced or had a result; null: it waits
    tries        integer     NOT NULL DEFAULT 0, -- so many tasks were announced since the last result
    PRIMARY KEY (deal_id, method),
    CHECK (done BETWEEN 0 AND moves)
);
CREATE INDEX analysis_unfinished ON analysis (started_at) WHERE done < moves;

GRANT SELECT, INSERT, UPDATE ON analysis TO fairdeal_service;
