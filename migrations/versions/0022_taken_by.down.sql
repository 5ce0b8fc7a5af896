ALTER TABLE webhook_delivery DROP COLUMN taken_by;
