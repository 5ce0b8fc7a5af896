"""How many deliveries a second a quick receiver gets."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from uuid import uuid4

from events.postgres import open_pool
from service.access.keyring import Keyring
from service.embedded.process import Program, start, stop
from service.timestamps import now, when
from service.webhooks.deliveries import Deliveries
from service.webhooks.repository import Webhook, WebhookRepository
from tests.bench.processes import processor_seconds, tree
from tests.bench.results import Line, Section, Size, at_least
from tests.bench.stages import Stage, stage
from tests.webhooks.receiving import LOOPBACK, Receiver, receiving

DELIVERIES = 4_000
TABLES = 100
PATIENCE = 120.0

HOW = f"""`python -m service.processes.delivering` as shipped. {DELIVERIES:,} deliveries to one
webhook, about {TABLES} tables in turn, are due when it starts; those of a table go in order. The
receiver is on the same machine and answers at once. The time runs from its first request to its
last one."""


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
        owner, at = uuid4(), now()
        Keyring(pool).add_key(f"key_{owner}", id=owner, name="bench")
        made = Webhook(uuid4(), owner, owner, receiver.url, ["turn.started"], None, when(at))
        WebhookRepository(pool).add(made, limit=100)
        deliveries, tables = Deliveries(pool), [str(uuid4()) for _ in range(TABLES)]
        for number in range(count):
            payload = json.dumps({"data": {"table": tables[number % TABLES]}})
            deliveries.add_test(made.id, uuid4(), payload=payload, at=at - count + number)


def _delivered(on: Stage, receiver: Receiver, count: int) -> tuple[float, float]:
    """The seconds from the first to the last one, and those of the deliverer's processor."""
    with _delivering(on) as process:
        end = time.monotonic() + PATIENCE
        while not receiver.came:
            time.sleep(0.001)
        began, before = time.monotonic(), sum(map(processor_seconds, tree(process)))
        while len(receiver.came) < count and time.monotonic() < end:
            time.sleep(0.001)
        assert len(receiver.came) == count
        after = sum(map(processor_seconds, tree(process)))
        return time.monotonic() - began, after - before


@contextmanager
def _delivering(on: Stage) -> Iterator[int]:
    argv = (sys.executable, "-m", "service.processes.delivering")
    environment = {**on.settings.environment(), "FAIRDEAL_WEBHOOK_NETWORKS": LOOPBACK}
    program = Program(
        name="webhooks", argv=argv, env=environment, log_file=on.folder / "webhooks.log"
    )
    process = start(program)
    try:
        yield process.pid
    finally:
        stop(process, program.stop)
