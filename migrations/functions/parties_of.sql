-- The parties of a table or a tournament, as its events and its summary name them. A table whose
-- boards are covered is listed for nobody but its own seats.
CREATE OR REPLACE FUNCTION parties_of(p_table uuid) RETURNS TABLE (party uuid, feeds boolean)
LANGUAGE sql STABLE AS $$
    WITH known AS (
        SELECT * FROM stream
        WHERE stream_id = p_table AND summary ->> 'covered' IS DISTINCT FROM 'true'
    )
    SELECT p_table, true
    UNION
    SELECT id_of(summary ->> 'owner'), true FROM known
        WHERE id_of(summary ->> 'owner') IS NOT NULL
    UNION
    SELECT '00000000-0000-0000-0000-000000000000'::uuid, false FROM known
        WHERE summary ->> 'visibility' = 'public'
          AND summary ->> 'test' IS DISTINCT FROM 'true'
          AND coalesce(summary ->> 'watch_delay', '0') = '0'
    UNION
    SELECT ref_party(summary ->> 'owner', refs.ref), false FROM known,
        jsonb_array_elements_text(
            CASE jsonb_typeof(summary -> 'refs') WHEN 'array' THEN summary -> 'refs' ELSE '[]' END
        ) AS refs (ref)
        WHERE summary ->> 'owner' IS NOT NULL
    UNION
    SELECT noted_party(notes.kind, s.summary ->> 'owner', notes.noted), false
    FROM known s, LATERAL (
        SELECT 'table-ref' AS kind, s.summary ->> 'ref' AS noted
        UNION ALL
        SELECT 'note', note.name || '=' || note.value FROM jsonb_each_text(
            CASE jsonb_typeof(s.summary -> 'metadata')
                WHEN 'object' THEN s.summary -> 'metadata' ELSE '{}' END
        ) AS note (name, value)
    ) AS notes
    WHERE s.summary ->> 'owner' IS NOT NULL AND notes.noted IS NOT NULL
    UNION
    SELECT id_of(seats.data ->> 'holder'), true FROM (
        SELECT DISTINCT ON (data_of(body) -> 'seat') type, data_of(body) AS data FROM event
        WHERE stream_id IN (SELECT known.stream_id FROM known)
          AND type IN ('table.seat_taken', 'table.seat_left')
        ORDER BY data_of(body) -> 'seat', version DESC
    ) AS seats
    WHERE seats.type = 'table.seat_taken' AND id_of(seats.data ->> 'holder') IS NOT NULL
$$;
