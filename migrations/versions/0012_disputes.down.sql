-- What the log has got is listed: the streams, then the positions for their parties.
CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM list_streams(ARRAY(SELECT DISTINCT stream_id FROM entries));
    INSERT INTO party_position
        SELECT party.party, entries.position
        FROM entries JOIN listing USING (stream_id) JOIN party USING (table_id)
        WHERE party.feeds
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END
$$;

-- Builds the projection again from the whole log, while the sequencer waits.
CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    PERFORM list_streams(ARRAY(SELECT stream_id FROM feed WHERE version = 1));
END
$$;

DROP FUNCTION list_disputes;
DROP TABLE dispute;
