"""The costs of a move and a list with ten thousand streams at several webs and many tables."""

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

import psycopg

from lab.bench.http import Connection, request
from lab.bench.live import Found, fan_out, memory, opened, webs
from lab.bench.measuring import percentile
from lab.bench.moves import play
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size, below
from lab.bench.stages import Address, Stage, stage
from lab.bench.tables import moves, of_persons

WEBS: Final = 7
"""Each has at most 1,600 streams of an owner."""
STREAMS: Final = 10_000
OPEN_TABLES: Final = 100_000
DEALS: Final = 100
MOVED: Final = 30
PAGES: Final = 20
NAMES: Final = (
    *("a move, web", "a move, database"),
    *("a page of the lobby, web", "a page of the lobby, database"),
)
"""Of the costs, in their order."""

HOW = f"""{WEBS} webs on one database, as shipped, on two cores with the client. First there are
few tables and no streams. Then {OPEN_TABLES:,} more tables wait for players, and {STREAMS:,}
streams on {DEALS} deals are spread over the webs. 8 clients move at one web; moves of one client
have to arrive at the streams of their deal at all webs. The rows of the tables that wait are copies
of the row of one."""

# The copies are only in lists: they have no events.
_COPY: Final = """
INSERT INTO stream (stream_id, kind, version, head, status, summary, opened_at, updated_at)
SELECT gen_random_uuid(), kind, version, head, status, summary,
       opened_at - number * interval '1 s', updated_at
FROM stream, generate_series(1, %s) AS number WHERE stream_id = %s
"""


class Costs(NamedTuple):
    """Processor milliseconds: of a move and of a page of the lobby, in the web and the database."""

    move_web: float
    move_database: float
    page_web: float
    page_database: float


def run(size: Size) -> Section:
    """Measure before and after."""
    streams, copies, number = (STREAMS, OPEN_TABLES, WEBS) if size.whole else (20, 100, 2)
    with stage() as on:
        one_each = on._replace(settings=replace(on.settings, web_processes=1))
        with webs(one_each, number) as addresses:
            play(on, addresses[0].port, 8)  # warms up
            before = _costs(on, addresses[0])
            _copy_tables(on, addresses[0].port, copies)
            tables = [of_persons(addresses[0].port, on.key) for _ in range(min(DEALS, streams))]
            pairs = [
                (addresses[n % number].port, tables[n // number % len(tables)])
                for n in range(streams)
            ]
            with opened(pairs) as all_streams:
                made = [(table, moves(on, table)[0]) for table in tables[:MOVED]]
                waits = fan_out(all_streams, addresses[0].port, made)
                found = Found(waits, max(map(memory, addresses)))
                after = _costs(on, addresses[0])
    return Section("Many streams and tables", HOW, list(_lines(before, after, found)))


def _lines(before: Costs, after: Costs, found: Found) -> Iterator[Line]:
    for name, one, other in zip(NAMES, before, after, strict=True):
        yield Line(f"{name}, before", one, "ms")
        yield Line(f"{name}, with all streams and tables", other, "ms")
    yield Line("fan-out to all webs, p50", 1000 * percentile(found.waits, 0.5), "ms")
    yield Line("fan-out to all webs, p99", 1000 * percentile(found.waits, 0.99), "ms", below(100))
    yield Line("memory of the largest web", found.memory, "MB")


def _costs(on: Stage, web: Address) -> Costs:
    database = on.database_process

    def used() -> tuple[float, float]:
        return processor_seconds(*tree(web.process)), processor_seconds(*tree(database))

    start = used()
    made = len(play(on, web.port, 8).waits)
    moved = used()
    with Connection(web.port) as line:
        for _ in range(PAGES):
            line.ask(request("GET", "/v1/tables", on.key))
    end = used()
    return Costs(
        *(1000 * (b - a) / made for a, b in zip(start, moved, strict=True)),
        *(1000 * (b - a) / PAGES for a, b in zip(moved, end, strict=True)),
    )


def _copy_tables(on: Stage, port: int, copies: int) -> None:
    """Tables that wait for players."""
    with Connection(port) as line:
        seats = [{"name": "Ann"}, {}, {}, {}]
        said = {"game": "goat", "name": "bench", "seats": seats, "visibility": "public"}
        answer = line.ask(request("POST", "/v1/tables", on.key, said, key=str(time.time())))
    with psycopg.connect(on.database, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute(_COPY, [copies, answer["table"]["id"]])
        owner.execute("VACUUM ANALYZE stream")
