-- The line in which a delivery waits (service/webhooks/in_order.py): of its webhook and table.
-- Without this index the programs work too, but slowly where many deliveries are kept.
-- No other index fits the expression, so the plan is the same whatever the statistics say.
CREATE INDEX webhook_delivery_in_order ON webhook_delivery ((
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
), position) WHERE (
    CASE WHEN status = 'waiting' AND redeliveries = '{}'
    THEN webhook_id::text || (payload::jsonb #>> '{data,table}') END
) IS NOT NULL;
