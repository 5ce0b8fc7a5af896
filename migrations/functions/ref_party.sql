-- The party of the tables of an owner at which somebody has a ref.
CREATE OR REPLACE FUNCTION ref_party(owner text, ref text) RETURNS uuid
LANGUAGE sql IMMUTABLE AS $$
    SELECT encode(
        substr(sha256(convert_to('fairdeal/1/ref:' || owner || ':' || ref, 'UTF8')), 1, 16), 'hex'
    )::uuid
$$;
