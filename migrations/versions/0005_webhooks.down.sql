DROP TABLE webhook_delivery, webhook, webhook_reader, webhook_tally;
