DROP TABLE secret, event, stream;
DROP FUNCTION append, mark, ensure_partitions, create_partition, first_id_of, refuse;
