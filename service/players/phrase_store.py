"""Phrases at tables, their reports, and the people who are present, in a database.

It is beside the record and no part of it: no proof needs it, and it can be deleted.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple
from uuid import UUID

from psycopg.sql import SQL, Identifier

from domain.kernel.event import Seat
from domain.table.phrases import Phrase
from events.postgres import Pool, ask

SECOND: Final = 1_000_000
BETWEEN: Final = 5 * SECOND
"""A seat says one phrase in so many µs."""
NEWEST: Final = 10
"""The phrases that are shown, and those that a report has, with the reported one."""
MOST: Final = 200
"""The most phrases of a table that are kept, besides those in reports."""
MOST_REPORTS: Final = 5
"""The most reports of a seat."""
MOST_LISTED: Final = 100
"""The newest reports that an owner is shown."""
DAYS: Final = 30
"""Phrases and reports are kept so long."""
_BATCH: Final = 1_000

_LOCK: Final = "SELECT pg_advisory_xact_lock(%s)"
_SAY: Final = """
INSERT INTO phrase (table_id, number, seat, taken, phrase, said_at, command_id)
SELECT %(table)s, 1 + greatest(
    (SELECT max(number) FROM phrase WHERE table_id = %(table)s),
    (SELECT max(number) FROM phrase_report WHERE table_id = %(table)s), 0
), %(seat)s, %(taken)s, %(phrase)s, %(at)s, %(command)s
RETURNING number
"""
"""No number that a report names is given again, though its phrase was erased."""
_PRUNE: Final = """
DELETE FROM phrase WHERE table_id = %(table)s AND NOT kept AND number <= (
    SELECT number FROM phrase WHERE table_id = %(table)s
    ORDER BY number DESC OFFSET %(most)s LIMIT 1
)
"""
_NEWEST: Final = """
SELECT number, seat, phrase, said_at FROM phrase WHERE table_id = %s AND number <= %s
ORDER BY number DESC LIMIT %s
"""
_REPORT: Final = """
INSERT INTO phrase_report (table_id, seat, number, owner, reported_at)
VALUES (%(table)s, %(seat)s, %(number)s, %(owner)s, %(at)s)
"""
_KEEP: Final = """
UPDATE phrase SET kept = true WHERE table_id = %(table)s AND number IN (
    SELECT number FROM phrase WHERE table_id = %(table)s AND number <= %(number)s
    ORDER BY number DESC LIMIT %(newest)s
)
"""
_REPORTS: Final = """
SELECT r.*, p.* FROM (
    SELECT table_id, seat, number, reported_at FROM phrase_report WHERE owner = ANY(%s)
    ORDER BY reported_at DESC, table_id, seat, number LIMIT %s
) AS r LEFT JOIN LATERAL (
    SELECT number, seat, phrase, said_at FROM phrase
    WHERE table_id = r.table_id AND number <= r.number ORDER BY number DESC LIMIT %s
) AS p ON true
ORDER BY r.reported_at DESC, r.table_id, r.seat, r.number, p.number
"""
_SEEN: Final = """
SELECT id, coalesce((SELECT max(number) FROM phrase WHERE table_id = id), 0), ARRAY(
    SELECT DISTINCT seat::int FROM present WHERE table_id = id AND until > %s ORDER BY 1
) FROM unnest(%s::uuid[]) AS id
"""
_ARRIVE: Final = """
INSERT INTO present (table_id, seat, process, until)
SELECT id, seat, %s, %s FROM unnest(%s::uuid[], %s::smallint[]) AS here (id, seat)
ON CONFLICT (table_id, seat, process) DO UPDATE SET until = excluded.until
"""
_FORGET: Final = """
DELETE FROM {table} WHERE ctid = ANY(ARRAY(
    SELECT ctid FROM {table} WHERE {column} < %s LIMIT %s
))
"""
_KEPT: Final = (("phrase", "said_at"), ("phrase_report", "reported_at"), ("present", "until"))
"""The tables with old rows, by the column with the age."""


class SaidPhrase(NamedTuple):
    """A phrase as a seat said it."""

    number: int
    seat: Seat
    phrase: Phrase
    time: int
    """In µs since the epoch."""


class Report(NamedTuple):
    """A report of a phrase, with what was said up to it."""

    table: UUID
    seat: Seat
    """The one that reports."""
    number: int
    time: int
    phrases: tuple[SaidPhrase, ...]


class PeopleState(NamedTuple):
    """A table as its people are seen: the number of its last phrase, and the seats present."""

    last: int
    present: tuple[Seat, ...]


class TooSoon(Exception):
    """A seat has just said something.

    Attributes:
        wait: The µs until it may say something again.
    """

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class People:
    """Phrases at tables, and the people who are present.

    Args:
        pool: Connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def say(
        self, table: UUID, seat: Seat, phrase: Phrase, *, taken: int, command: UUID, time: int
    ) -> tuple[SaidPhrase, bool]:
        """Say a phrase; a command that comes again gets its first phrase.

        Args:
            table: The table.
            seat: The seat.
            phrase: The key of the phrase.
            taken: The position of the `table.seat_taken` of its person.
            command: The id of the command.
            time: The time, in µs since the epoch.

        Returns:
            The phrase, and whether the command came again.

        Raises:
            TooSoon: Another phrase of the seat is less than `BETWEEN` old.
        """
        about = {"table": table, "seat": seat, "phrase": phrase, "taken": taken}
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LOCK, [_lock_of(table)])
            row = connection.execute(
                "SELECT number, seat, phrase, said_at FROM phrase"
                " WHERE table_id = %s AND command_id = %s",
                [table, command],
            ).fetchone()
            if row is not None:
                return SaidPhrase(*row), True
            last = connection.execute(
                "SELECT max(said_at) FROM phrase WHERE table_id = %s AND seat = %s", [table, seat]
            ).fetchone()
            require_pause(None if last is None else last[0], time)
            made = connection.execute(_SAY, about | {"at": time, "command": command}).fetchone()
            assert made is not None, "an insertion returns its row"
            connection.execute(_PRUNE, {"table": table, "most": MOST})
        return SaidPhrase(made[0], seat, phrase, time), False

    def newest(self, table: UUID, upto: int | None = None) -> tuple[SaidPhrase, ...]:
        """The newest phrases of a table, the oldest of them first.

        Args:
            table: The table.
            upto: The number of the last of them; None: the newest of all.
        """
        last = (1 << 62) if upto is None else upto
        with self._pool.connection() as connection:
            rows = connection.execute(_NEWEST, [table, last, NEWEST]).fetchall()
        return tuple(SaidPhrase(*row) for row in reversed(rows))

    def report(
        self, table: UUID, seat: Seat, number: int, *, owner: UUID, time: int
    ) -> bool | None:
        """Report a phrase to the owner of the table, with those before it.

        Returns:
            Whether the seat has reported it before; None: it has reported often enough.
        """
        about = {"table": table, "seat": seat, "number": number, "owner": owner, "at": time}
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LOCK, [_lock_of(table)])
            known = connection.execute(
                "SELECT number FROM phrase_report WHERE table_id = %s AND seat = %s", [table, seat]
            ).fetchall()
            if (number,) in known:
                return True
            if len(known) >= MOST_REPORTS:
                return None
            connection.execute(_REPORT, about)
            connection.execute(_KEEP, about | {"newest": NEWEST})
        return False

    def reports(self, owners: Collection[UUID]) -> tuple[Report, ...]:
        """The newest reports at the tables of owners, the newest first."""
        with self._pool.connection() as connection:
            rows = connection.execute(_REPORTS, [[*owners], MOST_LISTED, NEWEST]).fetchall()
        return tuple(
            Report(
                table,
                seat,
                number,
                time,
                tuple(SaidPhrase(*row[4:]) for row in own if row[4] is not None),
            )
            for (table, seat, number, time), own in groupby(rows, key=itemgetter(slice(4)))
        )

    def erase(self, table: UUID, persons: Iterable[int]) -> None:
        """Forget what persons said, also in reports.

        Args:
            table: The table.
            persons: The positions of their `table.seat_taken`.
        """
        with self._pool.connection() as connection:
            connection.execute(
                "DELETE FROM phrase WHERE table_id = %s AND taken = ANY(%s)", [table, [*persons]]
            )

    def forget(self, *, before: int) -> None:
        """Forget what is older than a moment, a batch at a time."""
        with self._pool.connection() as connection:
            for table, column in _KEPT:
                names = {"table": Identifier(table), "column": Identifier(column)}
                connection.execute(SQL(_FORGET).format(**names), [before, _BATCH])

    def arrive(self, process: UUID, here: Sequence[tuple[UUID, Seat]], *, until: int) -> None:
        """Say which seats are present in a process, until a moment, unless it says so again."""
        ids, seats = [each[0] for each in here], [each[1] for each in here]
        with self._pool.connection() as connection:
            connection.execute(_ARRIVE, [process, until, ids, seats])

    def states(self, tables: Collection[UUID], *, time: int) -> Mapping[UUID, PeopleState]:
        """The tables as their people are seen at a moment."""
        rows = ask(self._pool, _SEEN, [time, [*tables]])
        return {table: PeopleState(last, tuple(present)) for table, last, present in rows}


def require_pause(last: int | None, time: int) -> None:
    """Check that a seat has paused since its last phrase. A time that is ahead delays nothing.

    Raises:
        TooSoon: It has not.
    """
    if last is not None and abs(time - last) < BETWEEN:
        raise TooSoon(min(BETWEEN, last + BETWEEN - time))


def _lock_of(table: UUID) -> int:
    """The key of a table's lock: a number of 63 bits."""
    return table.int >> 65
