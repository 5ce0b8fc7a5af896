-- The supervisor whose process attempts a delivery. When that process dies, the next one that the
-- supervisor starts attempts it again at once, and does not wait until `taken_until`.
ALTER TABLE webhook_delivery ADD COLUMN taken_by text;
