DROP INDEX stream_expiring;
