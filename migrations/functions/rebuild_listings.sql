-- Builds the projection again from the whole log, while the sequencer waits.
CREATE OR REPLACE FUNCTION rebuild_listings() RETURNS void
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    streams uuid[];
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    DELETE FROM dispute;
    DELETE FROM party_position;
    DELETE FROM party_listing;
    DELETE FROM party;
    DELETE FROM listing;
    streams := ARRAY(SELECT stream_id FROM feed WHERE version = 1 AND NOT again);
    PERFORM list_streams(streams, streams);
    PERFORM list_disputes(ARRAY(SELECT stream_id FROM listing WHERE kind = 'table'));
END
$$;
