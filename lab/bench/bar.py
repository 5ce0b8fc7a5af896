"""The table of the bar: what was measured, what is asked, and what it was before.

This is the one place that names the rows. A row takes its value and its bar from a line of a
benchmark; a benchmark that is new is named here, and in `NAMES` of `lab.bench.__main__`.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from lab.bench.results import Section

BEFORE: Final = "on 2026-11-22"
"""The values before the work on speed. RESULTS.md in commit f8156152 has them; a machine of the
same kind wrote it that did nothing else. Other programs measured the peers then; reads beside bare
requests were measured in commit e2db278c."""
COLUMNS: Final = ("", "measured", "bar", "", BEFORE)


class Row(NamedTuple):
    """A row of the table."""

    benchmark: str
    """The module that measures it; empty if none does."""
    line: str
    """The name of its line there."""
    before: str = ""
    """The value at the commit before."""
    bar: str = ""
    """The bar in words, if the line has no target."""
    why: str = ""
    """Why it is missed, or why nothing measures it."""


AROUND: Final = (
    "the bound is `bare Flask with our rules and record` under Moves beside peers: the same moves "
    "with nothing but Flask, psycopg, the rules and the hashes. The rest is "
    "authorization, schemas, idempotency, the seat's view, the receipt and the log, and as much "
    "again as the bound. `make profile` shows the parts: appending is the largest, and is in the "
    "bound too. The event loop of the streams takes a fifth of the whole: granian's WSGI, which "
    "has no streams, needs that much less; decision 12 says what a proxy before both would save"
)
DATABASE: Final = (
    "the bound is the line `the rows of an append alone` under Appends: one statement that writes "
    "the event with its two keys, the secret, the stream and the outbox, in C, without a hash. It "
    "leaves little of the bar for the hashes, the lock and the checks of position and command. "
    "Decision 49 has the profile: none of the parts takes a fifth"
)
STORE: Final = (
    "the bounds are `append() by pgbench against its INSERT`, which the store cannot pass, and the "
    "line `store against its database functions`: around an append, Python takes no longer than "
    "`append()` itself, and clients are threads of one process. Where a commit waits long for the "
    "disk, all contestants wait for the same, and the ratio nears 1"
)
VERIFIED: Final = (
    "the bound is the last line under Verify an archive: parsing, hashing and judging alone take "
    "twice what the bar allows. The table there has the time of each check: half are the reading "
    "of the line and `form`, which reads each event from its bytes; a quarter is `moves`. No "
    "function takes a tenth"
)
READS: Final = (
    "the bound is what is around any request: the event loop, the thread and Flask take as long as "
    "a bare request under granian's WSGI, and authorization, the headers and the line of the log "
    "half of that again. An answer that is kept takes no more than one without a body"
)
LISTED: Final = (
    "the bound is that of an unchanged deal, and the rows: psycopg takes a third of the rest for a "
    "lobby's 50, and each is asked whether the caller may see it; its JSON is kept. 50 notices are "
    "found among up to 200 entries, each with its table, and what erasure takes away is read anew"
)

ROWS: Final = (
    Row("peers", "moves/s against boardgame.io, PostgreSQL, 1 client", "1.8 to 2.8", why=AROUND),
    Row("peers", "moves/s against boardgame.io, PostgreSQL, 8 clients", "0.9 to 1.3", why=AROUND),
    Row("peers", "moves/s against boardgame.io, in memory, 8 clients", "0.12", why=AROUND),
    Row("peers", "moves/s against bare Flask, 1 client", why=AROUND),
    Row("peers", "moves/s against bare Flask, 8 clients", "0.2", why=AROUND),
    Row("peers", "web CPU against bare Flask, 1 client", "about 5", why=AROUND),
    Row("peers", "web CPU against bare Flask, 8 clients", "about 5", why=AROUND),
    Row("round_trips", "round trips of a move, in the common case", "3"),
    Row("appends", "append() by pgbench against its INSERT, 8 clients", "0.41", why=DATABASE),
    Row("appends", "store against pgbench, 8 clients", "0.23", why=STORE),
    Row("appends", "store against eventsourcing, 1 client", "1.47", why=STORE),
    Row("appends", "store against eventsourcing, 8 clients", "3.64", why=STORE),
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
    ),
    Row(
        "verifying",
        "deals a second and core, four bots of medium/1, their moves made again",
        "80",
        why=(
            "deals without bots do not reach it either: see the row after the next. Making the "
            "moves again takes half of the time: it folds the deal as each seat was shown it, and "
            "lists and weighs the moves of that seat"
        ),
    ),
    Row(
        "verifying",
        "deals a second and core, four bots of medium/2, their moves made again",
        why=(
            "the bound is the core: `medium/2` searches 5,000 positions for each of 21 choices, "
            "which take half as long again as the bar allows for the whole deal"
        ),
    ),
    Row("verifying", "deals a second and core, without bots", "", why=VERIFIED),
    Row(
        "dealing",
        "random deals of Svoi Kozyri",
        "14 /s",
        why=(
            "a random deal has 1,100 events, and the table under Deals without a server shows what "
            "folding an event and listing its moves take: together half of the deal or more. The "
            "rest is judging the moves, the consequences and the drawing itself"
        ),
    ),
    Row(
        "",
        "processor time and buffers at 10^7 events against 10^4",
        bar="within 15 %",
        why=(
            "`make bench-growth` measures it apart: see GROWTH.md. Appends and moves are within "
            "it. Loads need no more buffers, but the database reads most of them from the system, "
            "as its own cache has 128 MB. Lists pay for deeper indexes, and proofs for longer paths"
        ),
    ),
    Row("reads", "deal, unchanged, against a bare request", "3.4", why=READS),
    Row("reads", "replay of a finished deal, 50 frames, against a bare request", why=READS),
    Row("reads", "lobby, 50 tables, against a bare request", "11", why=LISTED),
    Row("reads", "/me/events, 50 notices, against a bare request", "13", why=LISTED),
    Row(
        "live",
        "processor time of an event for a reader",
        why=(
            "the service takes 6 µs of it. The bound is the rest: granian passes each message to "
            "a thread of its own, which writes it to the socket"
        ),
    ),
    Row("first_move", "the next time"),
    Row("reads", "first request after a start against later ones"),
    Row("replies", "easy bot, beyond its due time, p50"),
    Row("replies", "medium bot, beyond its due time, p50"),
    Row(
        "web_processes",
        "moves/s with web processes as cores against one",
        "1.5",
        bar="processes as cores by default",
    ),
    Row("web_processes", "web processes by default, as a part of the cores", "0.50"),
)


def table(sections: Mapping[str, Section]) -> list[tuple[str, ...]]:
    """The cells of the rows; a benchmark that has not run is said to be missing."""
    return [_cells(row, sections) for row in ROWS]


def reasons(sections: Mapping[str, Section]) -> Iterator[tuple[str, str]]:
    """The rows that are not met, with the reason that is known; rows with one reason together."""
    found = dict[str, list[str]]()
    for row, (_, measured, _, verdict, _) in zip(ROWS, table(sections), strict=True):
        if verdict != "met" and row.why:
            found.setdefault(row.why, []).append(row.line)
        elif measured.startswith("missing"):
            found.setdefault(measured, []).append(row.line)
    for why, lines in found.items():
        yield "; ".join(lines), why


def _cells(row: Row, sections: Mapping[str, Section]) -> tuple[str, str, str, str, str]:
    if row.benchmark not in sections:
        return row.line, "not measured", row.bar, "", row.before
    line = next(line for line in sections[row.benchmark].lines if line.name == row.line)
    return row.line, line.shown, str(line.target or row.bar), line.verdict, row.before
