-- What the log has got is listed: the streams, the positions for their parties, then the disputes.
-- An event that an ended log has is listed already.
CREATE OR REPLACE FUNCTION list_entries() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp AS $$
DECLARE
    streams  uuid[] := ARRAY(SELECT DISTINCT stream_id FROM entries WHERE NOT again);
    seated   uuid[];
    revealed uuid[];
    disputed boolean;
BEGIN
    -- A type that is not named here may change the parties of its table or its tournament.
    SELECT array_agg(DISTINCT happened.stream_id) FILTER (WHERE happened.type NOT IN (
               'table.seat_committed', 'table.seat_ready', 'table.clock_moved', 'table.act_signed',
               'table.deal_opened', 'table.deal_recorded', 'table.deal_voided',
               'table.deal_abandoned', 'table.series_ended',
               'table.dispute_answered',
               'tournament.seed_shown', 'tournament.round_called', 'tournament.round_drawn',
               'tournament.table_opened', 'tournament.result_recorded', 'tournament.board_revealed'
           ) AND dispute_status(happened.type) IS NULL),
           bool_or(dispute_status(happened.type) IS NOT NULL),
           array_agg(DISTINCT happened.stream_id) FILTER (WHERE happened.type = 'table.deal_revealed')
        INTO seated, disputed, revealed
        FROM unnest(streams) AS wanted, LATERAL (
            SELECT kind FROM stream WHERE stream_id = wanted OFFSET 0
        ) AS s, entries, LATERAL (
            SELECT stream_id, type FROM event
            WHERE s.kind IN ('table', 'tournament')
              AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
        ) AS happened
        WHERE entries.stream_id = wanted AND NOT entries.again;
    PERFORM list_streams(streams, coalesce(seated, '{}'));
    INSERT INTO party_position
        SELECT those.party, entries.position
        FROM entries, LATERAL (
            SELECT table_id FROM listing WHERE stream_id = entries.stream_id OFFSET 0
        ) AS known, LATERAL (
            SELECT party, feeds FROM party WHERE table_id = known.table_id OFFSET 0
        ) AS those
        WHERE those.feeds AND NOT entries.again
    ON CONFLICT DO NOTHING;
    IF disputed THEN
        -- The last event of the batch on a dispute says its status. A batch reads no earlier events.
        INSERT INTO dispute
            SELECT id_of(s.summary ->> 'owner'), s.stream_id, said.deal, said.number,
                   (array_agg(said.status ORDER BY said.version DESC))[1], min(said.at)
            FROM entries, LATERAL (
                SELECT * FROM stream WHERE stream_id = entries.stream_id OFFSET 0
            ) AS s, LATERAL (
                SELECT id_of(data_of(body) ->> 'deal') AS deal,
                       number_of(data_of(body) ->> 'dispute') AS number,
                       dispute_status(type) AS status, version, at
                FROM event
                WHERE s.kind = 'table' AND dispute_status(type) IS NOT NULL
                  AND stream_id = entries.stream_id AND version = entries.version OFFSET 0
            ) AS said
            WHERE NOT entries.again AND id_of(s.summary ->> 'owner') IS NOT NULL
              AND s.summary ->> 'covered' IS DISTINCT FROM 'true'
              AND said.deal IS NOT NULL AND said.number IS NOT NULL
            GROUP BY 1, 2, 3, 4
        ON CONFLICT (table_id, deal_id, number) DO UPDATE SET status = excluded.status;
    END IF;
    PERFORM list_disputes(coalesce(revealed, '{}'));
    RETURN NULL;
END
$$;
