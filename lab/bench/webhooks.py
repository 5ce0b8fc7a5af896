"""How many deliveries a second a quick receiver gets."""

import json
import time
from contextlib import closing
from dataclasses import replace
from uuid import uuid4

from events.postgres import open_pool
from lab.bench.processes import processor_seconds
from lab.bench.results import Line, Section, Size, at_least
from lab.bench.stages import Stage, background, stage
from service.access.keyring import Keyring
from service.runtime import SYSTEM
from service.timestamps import when
from service.webhooks.deliveries import Deliveries
from service.webhooks.repository import Webhook, WebhookRepository
from tests.webhooks.receiving import LOOPBACK, Receiver, receiving

DELIVERIES = 4_000
TABLES = 100
PATIENCE = 120.0

HOW = f"""`python -m run.processes.delivering` as shipped. {DELIVERIES:,} deliveries to one
webhook, about {TABLES} tables in turn, are due when it starts; the deliveries of a table go in
order. The receiver is on the same machine and answers at once. The time runs from its first request
to its last one."""


def run(size: Size) -> Section:
    """Deliver to a quick receiver."""
    count = DELIVERIES if size.whole else 20
    with stage() as on, receiving() as receiver:
        _due(on, receiver, count=count)
        seconds, used = _delivered(on, receiver, count)
    lines = [
        Line("deliveries a second to a quick receiver", count / seconds, "", at_least(200)),
        Line("processor time of a delivery", 1e3 * used / count, "ms"),
    ]
    return Section("Webhooks", HOW, lines)


def _due(on: Stage, receiver: Receiver, *, count: int) -> None:
    """Deliveries that are due to a new webhook."""
    with closing(open_pool(on.database, size=2)) as pool:
        owner, at = uuid4(), SYSTEM.now()
        Keyring(pool, SYSTEM).add_key(f"key_{owner}", id=owner, name="bench")
        made = Webhook(uuid4(), owner, owner, receiver.url, ["turn.started"], None, when(at))
        WebhookRepository(pool).add(made, limit=100)
        deliveries, tables = Deliveries(pool), [str(uuid4()) for _ in range(TABLES)]
        for number in range(count):
            payload = json.dumps({"data": {"table": tables[number % TABLES]}})
            deliveries.add_test(made.id, uuid4(), payload=payload, at=at - count + number)


def _delivered(on: Stage, receiver: Receiver, count: int) -> tuple[float, float]:
    """The seconds from the first to the last delivery, and the deliverer's processor seconds."""
    allowed = on._replace(settings=replace(on.settings, webhook_networks=LOOPBACK))
    with background(allowed, "delivering") as process:
        end = time.monotonic() + PATIENCE

        def await_deliveries(number: int) -> tuple[float, float]:
            """Wait for so many; the time then, and the deliverer's processor seconds."""
            while len(receiver.came) < number:
                assert time.monotonic() < end, "the deliverer does not deliver"
                time.sleep(0.001)
            return time.monotonic(), processor_seconds(process)

        began, before = await_deliveries(1)
        ended, after = await_deliveries(count)
        return ended - began, after - before
