-- True if the caller's transaction is now the only one that logs; false if another one is.
CREATE OR REPLACE FUNCTION take_turn() RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', '5s', true),
            set_config('statement_timeout', '30s', true),
            set_config('synchronous_commit', 'on', true),
            set_config('enable_seqscan', 'off', true);
    PERFORM FROM sequencer FOR UPDATE SKIP LOCKED;
    RETURN FOUND;
END
$$;
GRANT EXECUTE ON FUNCTION take_turn TO fairdeal_service;
