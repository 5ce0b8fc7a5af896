-- Tournaments are listed for all who may find them, and by what their owners noted.
SELECT list_parties(ARRAY(SELECT stream_id FROM listing WHERE kind = 'tournament'));
