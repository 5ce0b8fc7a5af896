-- The party of the tables on which an owner noted something.
CREATE OR REPLACE FUNCTION noted_party(kind text, owner text, noted text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(
        substr(sha256(convert_to('fairdeal/1/' || kind || ':' || owner || ':' || noted, 'UTF8')), 1, 16),
        'hex'
    )::uuid
$$;
