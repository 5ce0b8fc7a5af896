"""The cost of each operation in a database of ten thousand events, and of a thousand times as many.

The sizes are reached one after another in one database: the first ones through the store, the
others by the bulk path (`lab.bench.bulk`). At each a sample is verified, then all is measured.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from random import Random
from typing import Any, Final, Generic, LiteralString, NamedTuple, TypeVar
from uuid import UUID

import psycopg

from domain.fairness.tree import NOTHING, grown
from domain.kernel.event import FULL
from domain.kernel.moves import say
from events.postgres import Pool, ask, open_pool
from events.record import Recorded
from events.translog.sequencer import Sequencer
from lab.bench.appends import appending
from lab.bench.bulk import fill_in_bulk
from lab.bench.filling import OWNERS, TOGETHER, Filler, command, context_on, log_all, with_owners
from lab.bench.measuring import percentile
from lab.bench.processes import processor_seconds
from lab.bench.results import Section, Size
from lab.bench.sequencing import until_idle, until_signed
from lab.bench.stages import Stage, background, stage
from run.embedded import postgres
from service.access.credentials import Anonymous, ApiKey
from service.context import Context
from service.deals.moves import play_move
from service.disputes.representation import find_disputes
from service.lists.queries import Wanted, find_deals, find_tables
from service.live.notices import FollowedEvents, Notices
from service.proof.bundles import bundle
from service.repository import StreamRepository
from service.runtime import SYSTEM
from service.streams import DEALS, Deal, grown_by
from verifier.bundle import DEAL, TABLE
from verifier.evidence import Evidence
from verifier.verdicts import FAILS, HOLDS, NONE
from verifier.verify import verify

T = TypeVar("T")

BULK_FROM: Final = 100_000
"""Larger databases are filled by the bulk path."""
SMALLEST: Final = 10_000
"""Smaller databases have too few tables and disputes to fill a page."""
STEP: Final = 10
PAGE: Final = 10
"""Lines of a page of a list."""
LOGGED: Final = 20
"""The events after which the log goes on. A batch has the entries of a stream together."""
EVENTS: Final = 100
"""Events of a page of `/me/events`."""
WITHIN: Final = 0.15
SLICES: Final = 5
SAMPLE: Final = 400
"""Streams of each kind from which operations choose."""
VERIFIED: Final = 40
SIGNED: Final = 40
ENTRIES: Final = 10_000
"""Entries of the log that are read at a time."""

BUFFERS: Final = "SELECT sum(hits) + sum(read_bytes) / 8192 FROM pg_stat_get_backend_io(%s)"
SPACE: Final = """
SELECT sum(pg_total_relation_size(oid)) FROM pg_class
WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""

REFERENCE: Final = "SELECT sum(length(sha256(n::text::bytea))) FROM generate_series(1, 300) AS n"

HOW: Final = f"""Persons play Goat at tables of {OWNERS} owners by moves of chance; some tables are
open, some stand still, some have disputes. Up to {BULK_FROM:,} events all goes through the store
and the sequencer. Beyond, processes play on a store in memory, and copy the rows. At each size the
tables are vacuumed and analysed, {VERIFIED} deals and tables are verified with their proofs, and
the root of the log is computed again. Then each operation is done on streams of chance, through one
connection, in {SLICES} slices. Processor time of this thread and of the backend: the least of the
slices. Buffers: those that the backend found in its cache, or read; the mean. The process has to
load what it needs; only a move finds its deal remembered. A page of a list has {PAGE} lines, one of
`/me/events` {EVENTS} events. The first lines are work that cannot grow: on a busy machine its
processor time does. An index that is one level deeper costs one buffer more for each row that is
looked up; a proof reads another run of hashes for each 256 times as many entries. The cache of the
database (`shared_buffers`) has {{cache}}: in a larger database it reads more buffers from the
system, which costs time."""


class Operation(NamedTuple, Generic[T]):
    """An operation: it is prepared by what does not count, and done."""

    name: str
    prepare: Callable[[], T]
    work: Callable[[T], object]
    times: int = 40
    """How often in a slice."""


class Cost(NamedTuple):
    """The cost of an operation."""

    own: float
    """Processor time of this thread, in µs."""
    database: float
    """Processor time of the backend, in µs."""
    buffers: float


class Growth(NamedTuple):
    """The results at a size."""

    events: int
    costs: Mapping[str, Cost]
    more: Mapping[str, float]


def run(size: Size) -> Section:
    """Measure at each size up to the wanted one."""
    *_, last = sections(size)
    return last


def sections(size: Size) -> Iterator[Section]:
    """Measure at each size up to the wanted one: after each, the results so far."""
    wanted = [*sizes(size.events)]
    found = list[Growth]()
    cached = {**postgres.SETTINGS, "shared_buffers": size.cache}
    with (
        stage(connections=4, postgres_settings=cached) as on,
        closing(open_pool(on.database, size=4)) as pool,
    ):
        context = context_on(pool, on.settings)
        filled = _Filled(on, context, together=min(1 + wanted[0] // 1000, TOGETHER))
        for events in wanted:
            found.append(filled.at(events, size))
            yield _section(found, HOW.format(cache=size.cache))


def sizes(to: int) -> Iterator[int]:
    """At most four sizes, each ten times the one before."""
    smaller = (to // STEP**n for n in (3, 2, 1))
    yield from (events for events in smaller if events >= SMALLEST)
    yield to


class _Filled:
    """A database that is filled step by step, and measured."""

    def __init__(self, on: Stage, context: Context, *, together: int) -> None:
        self._on = on
        self._context = context
        self._owners = with_owners(context)
        self._filler = Filler(context, self._owners, Random(1), together=together)
        self._sequencer = Sequencer(context.translog.store, context.translog.key)
        self._chance = Random(2)
        self._known: tuple[Recorded, ...] = ()

    def at(self, events: int, size: Size) -> Growth:
        """Fill it up to a size, verify a sample, and measure."""
        rate = self._fill(events)
        self._tidy()
        self._verify(VERIFIED if size.whole else 2)
        there = self._size()
        print(f"{there:,} events: filled with {rate:,.0f} a second, verified", flush=True)
        more = {"filled, events/s": rate, **self._space(there)}
        with closing(open_pool(self._on.database, size=1)) as pool:
            costs = dict(self._costs(context_on(pool, self._on.settings), size))
        log_all(self._sequencer)
        if size.whole:
            more |= self._lag()
        return Growth(there, costs, more)

    # --- Filling ----------------------------------------------------------------------------------

    def _size(self) -> int:
        tip = self._context.translog.store.checkpoint()
        return 0 if tip is None else tip.size

    def _fill(self, events: int) -> float:
        """Fill it up to a size; the events of a second."""
        wanted, began = events - self._size(), time.perf_counter()
        if events > BULK_FROM:
            made = fill_in_bulk(self._on.settings, self._owners, wanted)
        else:
            made = 0
            while made < wanted:  # a batch of the log is short, as in a service that runs
                made += self._filler.play(min(LOGGED, wanted - made))
                log_all(self._sequencer)
        return made / (time.perf_counter() - began)

    def _tidy(self) -> None:
        """Do now what autovacuum does some time later."""
        with self._owner() as owner:
            owner.execute("VACUUM (ANALYZE)")
            owner.execute("CHECKPOINT")

    def _space(self, events: int) -> dict[str, float]:
        """The bytes of an event and of a deal, with all that belongs to it."""
        with self._owner() as owner:
            [(every,)] = owner.execute(SPACE).fetchall()
            [(deals,)] = owner.execute("SELECT count(*) FROM listing WHERE kind = 'deal'")
            [(plain,)] = owner.execute("SELECT count(*) FROM event").fetchall()
        assert plain == events, "every event is logged"
        return {"bytes an event": every / events, "bytes a deal": every / deals}

    def _owner(self) -> psycopg.Connection[Any]:
        return psycopg.connect(self._on.database, autocommit=True)

    # --- Verifying --------------------------------------------------------------------------------

    def _verify(self, count: int) -> None:
        """Verify some deals and tables with their proofs, and the root of the whole log."""
        context = replace(self._context, streams=StreamRepository(self._context.store, SYSTEM))
        trusting = Evidence(key=context.translog.verifier)
        for deal in self._some("kind = 'deal' AND status = 'over'", count):
            found = context.streams.deal(deal, viewer=FULL)
            assert found is not None, "it is listed"
            verdicts = verify(trusting.case(bundle(context.translog, found, kind=DEAL)))
            assert {each.status for each in verdicts} <= {HOLDS, NONE}, verdicts
        for table in self._some("kind = 'table'", count):
            series = context.streams.table(table)
            assert series is not None, "it is listed"
            verdicts = verify(trusting.case(bundle(context.translog, series, kind=TABLE)))
            assert FAILS not in {each.status for each in verdicts}, verdicts
        signed, tip = context.translog.checkpoint(), NOTHING
        for first in range(0, signed.size, ENTRIES):
            part = range(first, min(first + ENTRIES, signed.size))
            leaves = [entry.leaf for entry in context.translog.store.entries(part)]
            tip, _ = grown(tip, leaves)
        assert (tip.size, tip.root) == (signed.size, signed.root), "the log is not the signed one"

    def _some(self, which: LiteralString, count: int) -> list[UUID]:
        """Streams of chance."""
        query = f"SELECT stream_id FROM listing WHERE {which} ORDER BY random() LIMIT %s"
        with self._owner() as owner:
            return [each for (each,) in owner.execute(query, [count])]

    # --- Measuring --------------------------------------------------------------------------------

    def _costs(self, context: Context, size: Size) -> Iterator[tuple[str, Cost]]:
        slices = SLICES if size.whole else 1
        with context.credentials.pool.connection() as connection:
            backend = connection.info.backend_pid
        with self._owner() as owner:
            for operation in self._operations(context):
                times = operation.times if size.whole else 2
                measured = _Measured(owner, context.credentials.pool, backend)
                yield operation.name, measured.cost(operation, slices, times)

    def _operations(self, context: Context) -> Iterator[Operation[Any]]:
        """The operations, each on streams of chance."""
        chance, store, translog = self._chance, context.store, context.translog
        deals = self._some("kind = 'deal' AND status = 'over'", SAMPLE)
        tables = self._some("kind = 'table' AND status = 'over'", SAMPLE)
        tables = tables or self._some("kind = 'table'", 1)
        disputed = self._disputed()
        checkpoints = self._checkpoints()

        def anew() -> Context:
            return replace(context, streams=StreamRepository(store, SYSTEM))

        def owner() -> tuple[Context, ApiKey]:
            return anew(), chance.choice(self._owners)

        self._known = self._known or store.load(deals[0], viewer=FULL)
        yield self._reference(context)
        append = appending(store)
        yield Operation("append", lambda: None, lambda _: append(), 200)
        yield self._moving(context)
        yield self._sequencing(context)
        yield Operation(
            "load a deal",
            lambda: (anew(), chance.choice(deals)),
            lambda given: given[0].streams.deal(given[1], viewer=FULL),
            80,
        )
        yield Operation(
            "load a table",
            lambda: (anew(), chance.choice(tables)),
            lambda given: given[0].streams.table(given[1]),
            80,
        )
        yield Operation(
            "page of the lobby",
            anew,
            lambda given: find_tables(given, Anonymous(""), Wanted(), cursor=None, limit=PAGE),
        )
        yield Operation(
            "page of the tables of an owner",
            owner,
            lambda at: find_tables(at[0], at[1], Wanted(mine=True), cursor=None, limit=PAGE),
        )
        yield Operation(
            "page of the deals of an owner",
            owner,
            lambda at: find_deals(at[0], at[1], Wanted(mine=True), cursor=None, limit=PAGE),
        )
        yield Operation("page of /me/events", owner, lambda given: self._events(*given), 12)
        yield Operation(
            "inclusion proof",
            lambda: chance.choice(deals),
            lambda deal: translog.prove_inclusion(deal, 3, size=None),
        )
        yield Operation(
            "consistency proof",
            lambda: chance.choice(checkpoints[:-1] or checkpoints),
            lambda old: translog.prove_consistency(old, checkpoints[-1]),
        )
        yield Operation(
            "page of the disputes of an owner",
            owner,
            lambda given: _disputes(*given, table=None),
        )
        if disputed:
            yield Operation(
                "page of the disputes of a table",
                lambda: (anew(), *chance.choice(disputed)),
                lambda given: _disputes(given[0], given[2], table=given[1]),
            )

    def _reference(self, context: Context) -> Operation[None]:
        """Work that cannot grow: what it costs shows what else the machine was doing."""

        def work(_: None) -> None:
            grown_by(DEALS, FULL, None, self._known)
            ask(context.credentials.pool, REFERENCE, ())

        return Operation("(a fold, and a query of nothing)", lambda: None, work, 80)

    def _moving(self, context: Context) -> Operation[Deal]:
        """A move of a person in a deal that the process knows."""
        filler = Filler(context, self._owners, self._chance)
        running: list[Deal] = []

        def prepare() -> Deal:
            while not running or running[0].over:
                running[:1] = [filler.full(filler.deal_on(filler.opened(self._owners[0])))]
            return running[0]

        def work(deal: Deal) -> None:
            seat, move = filler.chosen(deal)
            by = command(f"seat:{seat}")
            running[0] = play_move(context, deal.id, seat, say(move), command=by).stream

        return Operation("move", prepare, work, 80)

    def _sequencing(self, context: Context) -> Operation[None]:
        """A batch of the log with one move."""
        sequencer = Sequencer(context.translog.store, context.translog.key)
        moving = self._moving(self._context)

        def prepare() -> None:
            log_all(sequencer)
            moving.work(moving.prepare())

        return Operation("log a move", prepare, lambda _: sequencer.advance())

    def _events(self, context: Context, who: ApiKey) -> None:
        """A page of all events of an owner, from anywhere in the log."""
        notices = Notices(context)
        size = notices.size()
        after = self._chance.randrange(size // 2)
        FollowedEvents(notices, who, size).lines(after, EVENTS)

    def _disputed(self) -> list[tuple[UUID, ApiKey]]:
        """Tables with disputes, and their owners."""
        query = "SELECT table_id, owner FROM dispute ORDER BY random() LIMIT %s"
        keys = {each.root: each for each in self._owners}
        with self._owner() as owner:
            return [(table, keys[root]) for table, root in owner.execute(query, [SAMPLE])]

    def _checkpoints(self) -> list[int]:
        """The sizes of some checkpoints, the last one among them."""
        query = "SELECT size FROM checkpoint ORDER BY random() LIMIT %s"
        with self._owner() as owner:
            some = {size for (size,) in owner.execute(query, [SAMPLE])}
        return sorted({*some, self._size()})

    def _lag(self) -> dict[str, float]:
        """The time until an append is signed, by the sequencer as shipped."""
        translog = self._context.translog.store
        work = appending(self._on.store)
        with background(self._on, "sequencing"):
            until_idle(translog)
            waits = [1000 * until_signed(translog, work) for _ in range(SIGNED)]
            until_idle(translog)
        return {
            "append to checkpoint, p50, ms": percentile(waits, 0.5),
            "append to checkpoint, p99, ms": percentile(waits, 0.99),
        }


def _disputes(context: Context, who: ApiKey, *, table: UUID | None) -> None:
    find_disputes(context, who, status=None, table=table, cursor=None, limit=PAGE)


class _Measured:
    """A backend whose use is measured, the only one of its pool, beside another connection."""

    def __init__(self, owner: psycopg.Connection[Any], pool: Pool, backend: int) -> None:
        self._owner, self._pool, self._backend = owner, pool, backend

    def cost(self, operation: Operation[T], slices: int, times: int) -> Cost:
        """The cost of an operation, without what prepares it."""
        self._slice(operation, times)  # warms up
        found = [self._slice(operation, times) for _ in range(slices)]
        buffers = sum(each.buffers for each in found) / slices
        return Cost(min(each.own for each in found), min(each.database for each in found), buffers)

    def _slice(self, operation: Operation[T], times: int) -> Cost:
        own, database, buffers = 0.0, 0.0, 0
        for _ in range(times):
            given = operation.prepare()
            read = self._buffers()
            used, began = processor_seconds(self._backend), time.thread_time()
            operation.work(given)
            own += time.thread_time() - began
            database += processor_seconds(self._backend) - used
            buffers += self._buffers() - read
        return Cost(1e6 * own / times, 1e6 * database / times, buffers / times)

    def _buffers(self) -> int:
        """The buffers that the backend has found or read so far."""
        ask(self._pool, "SELECT pg_stat_force_next_flush()", ())
        [(count,)] = self._owner.execute(BUFFERS, [self._backend]).fetchall()
        return int(count)


# --- The table ------------------------------------------------------------------------------------


def _section(found: Sequence[Growth], how: str) -> Section:
    first, last = found[0], found[-1]
    rows = list[tuple[str, ...]]()
    for name, cost in first.costs.items():
        for at, unit in enumerate(("own µs", "database µs", "buffers")):
            each = [growth.costs[name][at] for growth in found if name in growth.costs]
            rows.append((name, unit, *map(_shown, each), *_against(cost[at], each[-1])))
    for name, value in first.more.items():
        each = [growth.more[name] for growth in found]
        bounds = _against(value, each[-1]) if name.startswith("bytes") else ("", "")
        rows.append((name, "", *map(_shown, each), *bounds))
    columns = ("", "", *(f"{growth.events:,}" for growth in found), "last against first", "")
    return Section(f"Growth to {last.events:,} events", how, (), columns, rows)


def _against(first: float, last: float) -> tuple[str, str]:
    ratio = last / first if first else 1.0
    return f"{ratio:.2f}", "within" if ratio <= 1 + WITHIN else "grows"


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
