-- The first id of a month: a UUIDv7 begins with the milliseconds since 1970.
CREATE OR REPLACE FUNCTION first_id_of(month timestamp) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT AS $$
    SELECT rpad(lpad(to_hex((extract(epoch FROM month) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;
