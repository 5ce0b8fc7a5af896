-- The parties of a table as its events and its summary name them; of a tournament, itself and its
-- owner.
CREATE OR REPLACE FUNCTION parties_of(p_table uuid) RETURNS TABLE (party uuid, feeds boolean)
LANGUAGE sql STABLE AS $$
    SELECT p_table, true
    UNION
    SELECT id_of(summary ->> 'owner'), true FROM stream
        WHERE stream_id = p_table AND id_of(summary ->> 'owner') IS NOT NULL
    UNION
    SELECT '00000000-0000-0000-0000-000000000000'::uuid, false FROM stream
        WHERE stream_id = p_table AND kind = 'table' AND summary ->> 'visibility' = 'public'
          AND summary ->> 'test' IS DISTINCT FROM 'true'
          AND coalesce(summary ->> 'watch_delay', '0') = '0'
    UNION
    SELECT ref_party(summary ->> 'owner', refs.ref), false FROM stream,
        jsonb_array_elements_text(
            CASE jsonb_typeof(summary -> 'refs') WHEN 'array' THEN summary -> 'refs' ELSE '[]' END
        ) AS refs (ref)
        WHERE stream_id = p_table AND kind = 'table' AND summary ->> 'owner' IS NOT NULL
    UNION
    SELECT noted_party(notes.kind, s.summary ->> 'owner', notes.noted), false
    FROM stream s, LATERAL (
        SELECT 'table-ref' AS kind, s.summary ->> 'ref' AS noted
        UNION ALL
        SELECT 'note', note.name || '=' || note.value FROM jsonb_each_text(
            CASE jsonb_typeof(s.summary -> 'metadata')
                WHEN 'object' THEN s.summary -> 'metadata' ELSE '{}' END
        ) AS note (name, value)
    ) AS notes
    WHERE s.stream_id = p_table AND s.kind = 'table'
      AND s.summary ->> 'owner' IS NOT NULL AND notes.noted IS NOT NULL
    UNION
    SELECT id_of(seats.data ->> 'holder'), true FROM (
        SELECT DISTINCT ON (data_of(body) -> 'seat') type, data_of(body) AS data FROM event
        WHERE stream_id = p_table AND type IN ('table.seat_taken', 'table.seat_left')
        ORDER BY data_of(body) -> 'seat', version DESC
    ) AS seats
    WHERE seats.type = 'table.seat_taken' AND id_of(seats.data ->> 'holder') IS NOT NULL
$$;
