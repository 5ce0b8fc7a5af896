"""The table of the bar: what was measured, what is asked, and what it was before.

This is the one place that names the rows. A row takes its value and its bar from a line of a
benchmark; a benchmark that is new is named here, and in `NAMES` of `lab.bench.__main__`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from domain.games import GAMES
from lab.bench.live import BOUND as WRITTEN
from lab.bench.reads import BRIDGED, bound_of
from lab.bench.replies import LEVELS
from lab.bench.replies import bound as recorded
from lab.bench.results import Section
from lab.bench.verifying import ON_PAGE

BEFORE: Final = "on 2026-11-22"
"""The values before the work on speed. RESULTS.md in commit f8156152 has them; a machine of the
same kind wrote it that did nothing else. Other programs measured the peers then; reads beside bare
requests were measured in commit e2db278c."""
COLUMNS: Final = ("", "measured", "bar", "", "bound", BEFORE)


class Row(NamedTuple):
    """A row of the table."""

    benchmark: str
    """The module that measures it."""
    line: str
    """The name of its line there."""
    before: str = ""
    """The value at the commit before."""
    why: str = ""
    """Why it is missed."""
    bound: str = ""
    """The line of the same benchmark with what can be reached at most; empty if none is known."""


AROUND: Final = (
    "the bound is `the same behind the bridge of the streams` under Moves beside peers: the same "
    "moves with nothing but Flask, psycopg, the rules, the hashes and the event loop. The rest is "
    "authorization, schemas, idempotency, the seat's view, the receipt and the log. `make profile` "
    "shows the parts: appending is the largest, and is in the bound too. Decision 12 says what a "
    "proxy before both would save"
)
DATABASE: Final = (
    "the bound is a function that locks the stream, hashes and writes the rows, with no check of "
    "position or command. Decision 49 has the profile of the rest: none of the parts takes a fifth"
)
STORE: Final = (
    "the bound is a client that calls `append()` with values that are known, and seals nothing. "
    "Clients are threads of one Python process. Where a commit waits long for the disk, all "
    "contestants wait for the same, and the ratio nears 1"
)
VERIFIED: Final = (
    "the bound stands under Verify an archive, too: parsing, hashing and judging alone take more "
    "than the bar allows. The table there has the time of each check: half are the reading of the "
    "line and `form`, which reads each event from its bytes; a quarter is `moves`. No function "
    "takes a tenth"
)
READS: Final = (
    "the bound is a bare request behind the bridge, without authorization, headers or a line of "
    "the log. An answer that is kept takes no more than one without a body"
)
LISTED: Final = (
    "the bound is bare Flask behind the bridge that reads the caller's key, the size of the log "
    "and the rows, and writes what is in them. The rest is the frame of a request, as in `deal, "
    "unchanged`; then each of 50 tables is asked whether the caller may see it, and 50 notices "
    "are made of up to 200 entries and the events that they name"
)
READ: Final = (
    "the bound is the database itself, asked without a pause for moves of the same kind, under A "
    "bot's reply. Beyond it, the web process asks the database each 4 ms for news, less often "
    "where nothing happens, and writes it to the reader"
)


def _beside(line: str, before: str = "") -> Row:
    """A row of moves beside peers."""
    return Row("peers", line, before, why=AROUND, bound=f"the bound: {line}")


def _listed(line: str, before: str) -> Row:
    """A row of a page of a list."""
    return Row("reads", line, before, why=LISTED, bound=bound_of(line))


def _played_in(game: str) -> Iterator[Row]:
    """The rows of when moves of bots in a game are read."""
    for part in ("p50", "p99"):
        line = f"a `hard` bot's move in {game} is read after its due time, {part}"
        yield Row("many_tables", line, why=READ)


ROWS: Final = (
    _beside("moves/s against boardgame.io, PostgreSQL, 1 client", "1.8 to 2.8"),
    _beside("moves/s against boardgame.io, PostgreSQL, 8 clients", "0.9 to 1.3"),
    _beside("moves/s against boardgame.io, in memory, 8 clients", "0.12"),
    _beside("moves/s against bare Flask, 1 client"),
    _beside("moves/s against bare Flask, 8 clients", "0.2"),
    _beside("web CPU against bare Flask, 1 client", "about 5"),
    _beside("web CPU against bare Flask, 8 clients", "about 5"),
    Row("round_trips", "round trips of a move, in the common case", "3"),
    Row(
        "appends",
        "append() by pgbench against its INSERT, 8 clients",
        "0.41",
        why=DATABASE,
        bound="the bound: a lock, the hashes and the rows alone against its INSERT, 8 clients",
    ),
    Row(
        "appends",
        "store against pgbench, 8 clients",
        "0.23",
        why=STORE,
        bound="the bound: append() by psycopg against pgbench, 8 clients",
    ),
    Row(
        "appends",
        "store against eventsourcing, 1 client",
        "1.47",
        why=STORE,
        bound="the bound: append() by psycopg against eventsourcing, 1 client",
    ),
    Row(
        "appends",
        "store against eventsourcing, 8 clients",
        "3.64",
        why=STORE,
        bound="the bound: append() by psycopg against eventsourcing, 8 clients",
    ),
    Row(
        "loading",
        "load, verify and fold 200 events",
        "2.4 ms",
        why=(
            "the bound is the line under it: one SELECT, the JSON and the hashes alone take about "
            "half of the time, and more than the bar. The lines after it are the profile: loading "
            "is the SELECT and the JSON, verifying is the hashes, and decoding and folding take "
            "the rest"
        ),
        bound="the bound: selected, parsed and hashed alone",
    ),
    Row(
        "verifying",
        "deals a second and core, four bots of medium/1, their moves made again",
        "80",
        why=(
            "the bound is the making of the moves alone: it folds the deal as each seat was shown "
            "it, and lists and weighs the moves of that seat. The other checks take as long again"
        ),
        bound="deals a second and core, the bound: medium/1, their moves made again alone",
    ),
    Row(
        "verifying",
        "deals a second and core, four bots of medium/2, their moves made again",
        why=(
            "the bound is the core: `medium/2` searches 5,000 positions for each of 21 choices, "
            "which take longer alone than the bar allows for the whole deal"
        ),
        bound="deals a second and core, the bound: medium/2, searched by the core alone",
    ),
    Row(
        "verifying",
        "deals a second and core, without bots",
        why=VERIFIED,
        bound="deals a second and core, the bound: without bots, parsed, hashed and judged alone",
    ),
    Row("verifying", ON_PAGE),
    Row(
        "dealing",
        "random deals of Svoi Kozyri",
        "14 /s",
        why=(
            "the bound is the rules alone, for deals that were played: they list the moves of each "
            "turn, judge the chosen one, and fold it with its consequences"
        ),
        bound="the bound: Svoi Kozyri, listed and decided alone",
    ),
    Row("reads", "deal, unchanged, against a bare request", "3.4", why=READS, bound=BRIDGED),
    Row(
        "reads",
        "replay of a finished deal, 50 frames, against a bare request",
        why=READS,
        bound=BRIDGED,
    ),
    _listed("lobby, 50 tables, against a bare request", "11"),
    _listed("/me/events, 50 notices, against a bare request", "13"),
    Row(
        "live",
        "processor time of an event for a reader",
        why=(
            "the bound is granian, which passes each message to a thread of its own that writes it "
            "to the socket. A fifth of the time is the question for news each 4 ms, in each "
            "process; decision 12 has its parts"
        ),
        bound=WRITTEN,
    ),
    Row("first_move", "the next time"),
    Row("reads", "first request after a start against later ones"),
    *(
        Row("replies", line, why=READ, bound=recorded(line))
        for line in (f"{level} bot, beyond its due time, p50" for level in LEVELS)
    ),
    *(row for game in GAMES.values() for row in _played_in(game.title)),
    Row("web_processes", "web processes by default, as a part of the cores", "0.50"),
)


def table(sections: Mapping[str, Section]) -> list[tuple[str, ...]]:
    """The cells of the rows."""
    return [_cells(row, sections) for row in ROWS]


def reasons(sections: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    """The rows that are not met, with the reason that is known; rows with one reason together."""
    found = dict[str, list[str]]()
    for row, (_, measured, _, verdict, *_) in zip(ROWS, table(sections), strict=True):
        if verdict != "met" and row.why:
            found.setdefault(row.why, []).append(row.line)
        elif measured.startswith("missing"):
            found.setdefault(measured, []).append(row.line)
    for why, lines in found.items():
        yield "; ".join(lines), why


def _cells(row: Row, sections: Mapping[str, Section]) -> tuple[str, ...]:
    lines = {line.name: line for line in sections[row.benchmark].lines}
    line, bound = lines[row.line], lines[row.bound].shown if row.bound else ""
    return row.line, line.shown, str(line.target), line.verdict, bound, row.before
