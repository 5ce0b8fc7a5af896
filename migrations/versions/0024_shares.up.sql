-- Analyses wait in fair shares. `turn` is a virtual time in moves, the start tag of start-time fair
-- queueing: each owner's next analysis begins where the one before it ends, and no earlier than what
-- is being made. Those with the lowest turn come first.
ALTER TABLE analysis ADD COLUMN owner uuid; -- on whom it counts; null: it was requested before
ALTER TABLE analysis ADD COLUMN turn bigint NOT NULL DEFAULT 0;
