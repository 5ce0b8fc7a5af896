"""The price of each operation beside the processor time that it takes."""

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from lab.bench.results import Line, Section, Size, at_most
from service.access.budgets import Account, LocalCounters, Spent
from service.api.app import create_app
from service.settings import Settings
from tests.api.operations import CASES, Case, addressed
from tests.api.playing import PERSONS, Client, Opened
from tests.memory.context import memory_context
from tests.simulation.runtime import RUNTIME

TIMES: Final = 3
UNIT: Final = 4.0
"""Milliseconds that a request of price 1 may take."""
MORE: Final = (
    "/v1/deals/{deal}/frames?legal=both&view=seat:0",
    "/v1/deals/{deal}/frames?limit=20",
    "/v1/deals/{deal}/events?views=true&legal=both",
    "/v1/deals/{deal}?expand=table,series,events&legal=both",
    "/v1/deals/{deal}?at=9&legal=both",
    "/v1/deals/{deal}/bundle?receipts=true",
    "/v1/deals/{deal}/audit",
    "/v1/deals/{deal}/transcript",
    "/v1/deals/{deal}/openings?view=full",
)
"""Costly forms of operations, at a deal that is over."""

HOW: Final = f"""Every operation that reads, and costly forms of some, at a long deal that is over:
in one process on a database in memory, so the time is that of the web alone. The price is what is
charged, by operation and size. A price of 1 should pay for {UNIT:g} ms; what is made once and kept
is measured when it is made. The best of {TIMES}."""


class Counted(LocalCounters):
    """Counters that note what they count."""

    price = 0

    def spend(self, *accounts: Account, price: int = 1) -> Spent:
        self.price += price
        return super().spend(*accounts, price=price)

    def charge(self, *accounts: Account, price: int) -> Spent:
        self.price += price
        return super().charge(*accounts, price=price)


class Cost(NamedTuple):
    """The price of an operation."""

    path: str
    status: int
    size: int
    price: int
    milliseconds: float


def run(size: Size) -> Section:
    """Measure each operation."""
    context = memory_context()
    app = create_app(context, Settings(given_secret=bytes(32)))
    app.counters = counters = Counted(RUNTIME)
    client = Client(app.test_client(), context)
    options: Any = {"options": {}} if size.whole else {}
    table = client.open(game="svoi_kozyri", seats=PERSONS[:2], **options)
    client.play(table, Random(0))
    client.sequence()
    costs = sorted(_costs(client, table, counters), key=lambda each: -each.milliseconds)
    worst = max(each.milliseconds / max(1, each.price) for each in costs)
    rows = [
        (each.path, str(each.status), f"{each.size:,}", str(each.price), f"{each.milliseconds:.2f}")
        for each in costs
    ]
    columns = ("request", "status", "bytes", "price", "ms")
    lines = [Line("milliseconds for a price of 1, at most", worst, "ms", at_most(UNIT))]
    return Section("Prices", HOW, lines, columns, rows)


def _costs(client: Client, table: Opened, counters: Counted) -> Iterator[Cost]:
    paths = [each.path for each in _reads(CASES)]
    for path in dict.fromkeys((*paths, *MORE)):
        yield _cost(client, addressed(client, table, 0, path), path, table.owner, counters)


def _reads(cases: Sequence[Case]) -> Iterator[Case]:
    return (each for each in cases if each.method == "GET" and each.path.startswith("/v1/"))


def _cost(client: Client, address: str, path: str, who: str, counters: Counted) -> Cost:
    app: Any = client.flask.application
    best = None
    for _ in range(TIMES):
        app.cache.clear()
        RUNTIME.pass_time(600)
        counters.price = 0
        began = time.thread_time()
        answer = client.send("GET", address, who)
        seconds = time.thread_time() - began
        cost = Cost(path, answer.status_code, len(answer.data), counters.price, 1000 * seconds)
        best = cost if best is None or cost.milliseconds < best.milliseconds else best
    assert best is not None
    return best
