DROP INDEX webhook_delivery_in_order;
