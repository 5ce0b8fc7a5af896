"""Loading, verifying and folding 200 events."""

import random
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from statistics import median
from typing import Any
from uuid import UUID, uuid4

import orjson
import psycopg

from domain.kernel.deal import Opened
from domain.kernel.event import Event, to_data
from domain.kernel.game import fold
from events.chain import commitment, genesis, link, verify
from events.record import FULL, CommandMetadata, NewEvent, Secret
from events.store import EventStore
from lab.bench.dealing import random_deal
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size, at_most
from lab.bench.stages import stage
from lab.bench.tables import GOAT
from service import ids
from service.streams import event_of

EVENTS = 200
GROUPS = 5

HOW = f"""A Goat deal has 40 to 60 events, so {EVENTS} of them are several deals played at
random, one after another in one stream of PostgreSQL. Loaded by one query with all secrets, as
the full record: its hash chain and the opening of every commitment are verified, the events
decoded, and each deal folded from its own opening. Processor time of one thread and of PostgreSQL;
medians. The bound is the least of any event store with these hashes: one SELECT of the events and
their secrets, each event's JSON parsed, the chain and the openings hashed; no more."""
LEAST = """
SELECT version, NULL AS slot, body, hash FROM event WHERE stream_id = %s
UNION ALL
SELECT version, slot, payload, salt FROM secret WHERE stream_id = %s
ORDER BY version, slot NULLS FIRST
"""


def run(size: Size) -> Section:
    """Measure the whole, and its steps separately."""
    tries = max(int(60 * size.seconds), 3)
    with stage() as on:
        stream = _recorded(on.store)
        records = on.store.load(stream, viewer=FULL)
        assert len(records) == EVENTS
        events = [event_of(record) for record in records]
        openings = sum(len(record.openings) for record in records)
        clock = partial(_used, on.database_process)
        whole = _milliseconds(lambda: _read(on.store, stream), tries, clock)
        steps = {
            "load": lambda: on.store.load(stream, viewer=FULL),
            f"verify, with {openings} openings": lambda: verify(records, stream=stream),
            "decode": lambda: [event_of(record) for record in records],
            "fold": lambda: _folded(events),
        }
        with psycopg.connect(on.database, autocommit=True) as connection:
            least = _milliseconds(lambda: _least(connection, stream), tries, clock)
        share = len(events) / sum(isinstance(event, Opened) for event in events)
        lines = [
            Line("the bound: selected, parsed and hashed alone", least, "ms"),
            Line(f"a deal's share of it, {share:.0f} events", whole * share / EVENTS, "ms"),
        ]
        lines += [
            Line(f"of it: {name}", _milliseconds(step, tries, clock), "ms")
            for name, step in steps.items()
        ]
    return Section(
        f"Load, verify and fold {EVENTS} events",
        HOW,
        [Line(f"load, verify and fold {EVENTS} events", whole, "ms", at_most(1)), *lines],
    )


def _read(store: EventStore, stream: UUID) -> list[Any]:
    records = store.load(stream, viewer=FULL)
    verify(records, stream=stream, head=records[-1].hash)
    return _folded([event_of(record) for record in records])


def _least(connection: "psycopg.Connection[Any]", stream: UUID) -> None:
    """Do what the bound does."""
    head, count = genesis(stream), 0
    found = connection.execute(LEAST, (stream, stream), prepare=True, binary=True)
    for _, slot, content, other in found:
        if slot is None:
            orjson.loads(content)
            head, count = link(head, content), count + 1
            assert head == other
        else:
            commitment(other, content)
    assert count == EVENTS


def _folded(events: Sequence[Event]) -> list[Any]:
    starts = [place for place, event in enumerate(events) if isinstance(event, Opened)]
    return [fold(GOAT, events[start:end]) for start, end in pairwise([*starts, len(events)])]


def _recorded(store: EventStore) -> UUID:
    """A recorded stream of so many events, each command with its consequences."""
    stream = ids.deal_id(b"", uuid4(), 1, at=time.time_ns() // 1000)
    chance = random.Random(7)
    events: list[Event] = []
    while len(events) < EVENTS:
        events += random_deal(GOAT, chance)
    for version, event in enumerate(events[:EVENTS]):
        command = CommandMetadata(id=uuid4(), actor="seat:1", at=time.time_ns() // 1000)
        store.append(
            stream,
            kind="deal",
            expected=version,
            command=command,
            events=[NewEvent(event.TYPE, event.VERSION, to_data(event, seal=Secret))],
            status="persons",
            summary={},
        )
    return stream


def _milliseconds(work: Callable[[], object], tries: int, clock: Callable[[], float]) -> float:
    """The median of the durations in milliseconds, of some runs each."""
    took: list[float] = []
    for _ in range(GROUPS):
        start = clock()
        for _ in range(tries):
            work()
        took.append((clock() - start) / tries)
    return 1000 * median(took)


def _used(database: int) -> float:
    """The processor time that this thread and PostgreSQL have used, in seconds."""
    return time.thread_time() + processor_seconds(*tree(database))
