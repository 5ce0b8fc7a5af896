DROP TRIGGER listed ON feed;
DROP FUNCTION rebuild_listings, list_entries, list_streams, list_parties, list_tables, list_deals,
    parties_of, ref_party, data_of, id_of, shown_status;
DROP TABLE party_position, party_listing, party, listing;
