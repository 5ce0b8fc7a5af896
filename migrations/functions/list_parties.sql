-- Brings the parties of tables up to date, and what is listed for those who have come or gone.
CREATE OR REPLACE FUNCTION list_parties(p_tables uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    changed record;
BEGIN
    FOR changed IN
        WITH now AS MATERIALIZED (
            SELECT wanted AS table_id, o.party, o.feeds
            FROM unnest(p_tables) AS wanted, LATERAL parties_of(wanted) AS o
        ), gone AS (
            DELETE FROM party p WHERE p.table_id = ANY (p_tables)
                AND (p.table_id, p.party) NOT IN (SELECT now.table_id, now.party FROM now)
            RETURNING p.table_id, p.party, p.feeds
        ), come AS (
            INSERT INTO party SELECT * FROM now
            ON CONFLICT DO NOTHING RETURNING party.table_id, party.party, party.feeds
        )
        SELECT true AS here, come.* FROM come UNION ALL SELECT false, gone.* FROM gone
    LOOP
        IF changed.here THEN
            INSERT INTO party_listing
                SELECT changed.party, kind, status, opened_at, stream_id FROM listing
                    WHERE table_id = changed.table_id
                ON CONFLICT DO NOTHING;
            INSERT INTO party_position
                SELECT changed.party, logged.position FROM listing, LATERAL (
                    SELECT position FROM feed
                    WHERE stream_id = listing.stream_id AND NOT again OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id AND changed.feeds
                  AND NOT EXISTS (SELECT FROM stream s WHERE s.stream_id = listing.stream_id
                                  AND s.status = 'archived')
                ON CONFLICT DO NOTHING;
        ELSE
            DELETE FROM party_listing l USING listing
                WHERE listing.table_id = changed.table_id
                  AND l.stream_id = listing.stream_id AND l.party = changed.party;
            DELETE FROM party_position p WHERE p.party = changed.party AND p.position IN (
                SELECT logged.position FROM listing, LATERAL (
                    SELECT position FROM feed WHERE stream_id = listing.stream_id OFFSET 0
                ) AS logged
                WHERE listing.table_id = changed.table_id
            );
        END IF;
    END LOOP;
END
$$;
