DROP TRIGGER to_be_logged ON stream;
DROP TABLE outbox, feed, log_node, checkpoint, log_fault, sequencer;
DROP FUNCTION to_be_logged, take_turn, put_batch;
