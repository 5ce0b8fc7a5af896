"""The order of deliveries: a webhook gets the news of one table, and of its deals, in order.

A delivery waits while an earlier one of the same webhook and table waits: until that one is
delivered, or given up. So the receiver gets each for the first time in the order of the log. A
delivery that its owner has asked for again neither waits nor makes others wait.

A delivery that has to wait gets no earlier time than the one before it (`INHERITED`,
`POSTPONE`). This makes the choice of what is due quick; the order does not depend on it.
"""

from typing import Final

# ruff: noqa: S608 - statements are put together from constants alone

_NAME: Final = "({webhook}::text || ({payload}::jsonb #>> '{{data,table}}'))"
"""The name of a line: of a webhook and a table. A test delivery has no table, so it has no line."""
_LINE: Final = """
CASE WHEN e.status = 'waiting' AND e.redeliveries = '{}'
THEN e.webhook_id::text || (e.payload::jsonb #>> '{data,table}') END
"""
"""The line in which the delivery ``e`` waits; `webhook_delivery_in_order` is its index."""

IS_FIRST: Final = f"""
(d.redeliveries <> '{{}}' OR NOT EXISTS (
    SELECT FROM webhook_delivery e
    WHERE {_LINE} = {_NAME.format(webhook="d.webhook_id", payload="d.payload")}
      AND e.position < d.position
))
"""
"""Whether the delivery ``d`` has no earlier one to wait for."""

INHERITED: Final = f"""
greatest(new.due, (
    SELECT e.next_at FROM webhook_delivery e
    WHERE {_LINE} = {_NAME.format(webhook="w.id", payload="new.payload")}
    ORDER BY e.position DESC LIMIT 1
))
"""
"""When a ``new`` delivery to the webhook ``w`` is due."""

POSTPONE: Final = f"""
UPDATE webhook_delivery e SET next_at = %(next_at)s
WHERE {_LINE} = {_NAME.format(webhook="%(webhook)s::uuid", payload="%(payload)s::text")}
  AND e.position > %(position)s AND e.next_at < %(next_at)s
  AND EXISTS (SELECT FROM webhook_delivery d WHERE d.id = %(id)s AND d.redeliveries = '{{}}')
"""
"""Let the later ones wait until a delivery is attempted again, unless it was asked for again."""

HASTEN: Final = f"""
UPDATE webhook_delivery e SET next_at = %(now)s
WHERE {_LINE} = {_NAME.format(webhook="%(webhook)s::uuid", payload="%(payload)s::text")}
  AND e.next_at > %(now)s
"""
"""Make a line due at once: the owner has asked for one of its deliveries, as the receiver works."""

PULL_IN: Final = """
WITH ahead AS (
    SELECT w.id AS webhook_id FROM webhook w WHERE EXISTS (
        SELECT FROM webhook_delivery d WHERE d.webhook_id = w.id AND d.status = 'waiting'
          AND coalesce((d.tries -> -1 ->> 'at')::timestamptz, d.noted_at) > %(now)s
    ) ORDER BY w.id FOR NO KEY UPDATE
), rested AS (
    UPDATE webhook w SET rest_until = NULL,
        failing_since = CASE WHEN w.failing_since > %(now)s THEN %(now)s ELSE w.failing_since END
    FROM ahead WHERE w.id = ahead.webhook_id
)
UPDATE webhook_delivery d SET
    next_at = CASE WHEN ahead.webhook_id IS NULL THEN d.next_at ELSE least(d.next_at, %(now)s) END,
    taken_until = CASE WHEN d.taken_until <= %(latest)s THEN d.taken_until END
FROM webhook_delivery one LEFT JOIN ahead USING (webhook_id)
WHERE one.id = d.id AND d.status = 'waiting'
  AND (d.taken_until > %(latest)s OR (ahead.webhook_id IS NOT NULL AND d.next_at > %(now)s))
"""
"""Make due what was set at a time that has not come, by a clock that was ahead.

A line may have been postponed with it, so all waiting deliveries of such a webhook are due. Its
webhooks are locked first, as everywhere: otherwise two statements could wait for each other.
"""
