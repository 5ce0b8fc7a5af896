-- Adds a batch: entries after the p_size that there are, hashes, the checkpoint over all of them,
-- streams that are no longer logged; and takes what is done out of the outbox.
CREATE OR REPLACE FUNCTION put_batch(
    p_size bigint, p_streams uuid[], p_versions integer[], p_hashes bytea[],
    p_levels integer[], p_positions bigint[], p_nodes bytea[],
    p_checkpoint bigint, p_root bytea, p_note text, -- NULL: no checkpoint
    p_broken uuid[], p_at integer[], p_faults text[],
    p_done text[]
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    base bigint;
    size bigint;
BEGIN
    PERFORM FROM sequencer FOR UPDATE;
    base := log_base();
    SELECT greatest(max(position) + 1 - base, 0) INTO size FROM feed;
    IF size <> p_size OR p_size + cardinality(p_streams) <> coalesce(p_checkpoint, p_size) THEN
        RAISE EXCEPTION 'a batch on % entries does not fit a log of %', p_size, size
            USING ERRCODE = 'serialization_failure';
    END IF;
    INSERT INTO feed
        SELECT base + p_size + e.place - 1, e.stream_id, e.version, e.hash,
               base > 0 AND EXISTS (
                   SELECT FROM log_break b, LATERAL (
                       SELECT FROM feed
                       WHERE stream_id = e.stream_id AND position >> 40 = b.number - 1
                         AND version = e.version OFFSET 0
                   ) AS known
               )
        FROM unnest(p_streams, p_versions, p_hashes)
            WITH ORDINALITY AS e (stream_id, version, hash, place);
    INSERT INTO log_node
        SELECT n.level, (base >> n.level) + n.position, n.hash
        FROM unnest(p_levels, p_positions, p_nodes) AS n (level, position, hash);
    IF p_checkpoint IS NOT NULL THEN
        INSERT INTO checkpoint VALUES (base + p_checkpoint, p_root, p_note);
    END IF;
    INSERT INTO log_fault SELECT * FROM unnest(p_broken, p_at, p_faults) ON CONFLICT DO NOTHING;
    PERFORM set_config('fairdeal.writer', 'on', true);
    DELETE FROM outbox WHERE ctid = ANY (p_done::tid[]);
    PERFORM set_config('fairdeal.writer', '', true);
END
$$;
GRANT EXECUTE ON FUNCTION put_batch TO fairdeal_service;
