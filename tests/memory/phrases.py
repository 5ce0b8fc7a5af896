"""Phrases at tables, and the people who are present, in memory."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from domain.kernel.event import Seat
from domain.table.phrases import Phrase
from service.players.phrase_store import (
    MOST,
    MOST_LISTED,
    MOST_REPORTS,
    NEWEST,
    People,
    PeopleState,
    Report,
    SaidPhrase,
    require_pause,
)
from tests.memory.database import Memory, operation


@dataclass(frozen=True, slots=True)
class Row:
    """A phrase as a seat said it."""

    said: SaidPhrase
    taken: int
    command: UUID
    kept: bool = False


@dataclass(slots=True)
class PeopleTables:
    """The phrases of each table, the reports, and who is present until when."""

    phrases: dict[UUID, list[Row]] = field(default_factory=dict[UUID, list[Row]])
    reports: dict[tuple[UUID, Seat, int], tuple[UUID, int]] = field(
        default_factory=dict[tuple[UUID, Seat, int], tuple[UUID, int]]
    )
    present: dict[tuple[UUID, Seat, UUID], int] = field(
        default_factory=dict[tuple[UUID, Seat, UUID], int]
    )


class MemoryPeople(People):
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._tables = memory.tables(PeopleTables)

    @operation
    def say(
        self, table: UUID, seat: Seat, phrase: Phrase, *, taken: int, command: UUID, time: int
    ) -> tuple[SaidPhrase, bool]:
        rows = self._tables.phrases.get(table, [])
        for row in rows:
            if row.command == command:
                return row.said, True
        require_pause(
            max((row.said.time for row in rows if row.said.seat == seat), default=None), time
        )
        known = [row.said.number for row in rows]
        known += [number for of, _, number in self._tables.reports if of == table]
        said = SaidPhrase(max(known, default=0) + 1, seat, phrase, time)
        rows = [*rows, Row(said, taken, command)]
        older, newer = rows[:-MOST], rows[-MOST:]
        self._tables.phrases[table] = [*(row for row in older if row.kept), *newer]
        return said, False

    @operation
    def newest(self, table: UUID, upto: int | None = None) -> tuple[SaidPhrase, ...]:
        return self._newest(table, upto)

    def _newest(self, table: UUID, upto: int | None) -> tuple[SaidPhrase, ...]:
        said = [row.said for row in self._tables.phrases.get(table, [])]
        return tuple([each for each in said if upto is None or each.number <= upto][-NEWEST:])

    @operation
    def report(
        self, table: UUID, seat: Seat, number: int, *, owner: UUID, time: int
    ) -> bool | None:
        known = [each for each in self._tables.reports if each[:2] == (table, seat)]
        if (table, seat, number) in known:
            return True
        if len(known) >= MOST_REPORTS:
            return None
        self._tables.reports[table, seat, number] = owner, time
        kept = [each.number for each in self._newest(table, number)]
        rows = self._tables.phrases.get(table, [])
        self._tables.phrases[table] = [
            replace(row, kept=row.kept or row.said.number in kept) for row in rows
        ]
        return False

    @operation
    def reports(self, owners: Collection[UUID]) -> tuple[Report, ...]:
        found = [
            Report(*key, time, self._newest(key[0], key[2]))
            for key, (owner, time) in self._tables.reports.items()
            if owner in owners
        ]
        found.sort(key=lambda each: (-each.time, each.table, each.seat, each.number))
        return tuple(found[:MOST_LISTED])

    @operation
    def erase(self, table: UUID, persons: Iterable[int]) -> None:
        gone, rows = {*persons}, self._tables.phrases.get(table, [])
        self._tables.phrases[table] = [row for row in rows if row.taken not in gone]

    @operation
    def forget(self, *, before: int) -> None:
        tables = self._tables
        for table, rows in tables.phrases.items():
            tables.phrases[table] = [row for row in rows if row.said.time >= before]
        for key, (_, time) in [*tables.reports.items()]:
            if time < before:
                del tables.reports[key]
        for present, until in [*tables.present.items()]:
            if until < before:
                del tables.present[present]

    @operation
    def arrive(self, process: UUID, here: Sequence[tuple[UUID, Seat]], *, until: int) -> None:
        for table, seat in here:
            self._tables.present[table, seat, process] = until

    @operation
    def states(self, tables: Collection[UUID], *, time: int) -> Mapping[UUID, PeopleState]:
        return {each: PeopleState(self._last(each), self._present(each, time)) for each in tables}

    def _last(self, table: UUID) -> int:
        rows = self._tables.phrases.get(table)
        return rows[-1].said.number if rows else 0

    def _present(self, table: UUID, time: int) -> tuple[Seat, ...]:
        here = self._tables.present.items()
        return tuple(
            sorted({seat for (of, seat, _), until in here if of == table and until > time})
        )
