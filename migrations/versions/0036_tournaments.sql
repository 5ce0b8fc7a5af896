-- The openings of a player of a tournament are deleted when the player is erased.
CREATE OR REPLACE TRIGGER erase_person AFTER INSERT ON event_tables
    FOR EACH ROW WHEN (
        NEW.type IN (
            'table.person_erased', 'table.invitation_withdrawn', 'tournament.person_erased'
        )
    )
    EXECUTE FUNCTION erase_person();
