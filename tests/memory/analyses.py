"""The analyses in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import orjson

from service.proof import analysis_store
from service.proof.analysis_store import AT_ONCE, TRIES, Analyses, Analysis
from tests.memory.database import Memory, operation

FIRST = datetime.min.replace(tzinfo=UTC)


@dataclass(slots=True)
class Row:
    """An analysis of a deal."""

    deal: UUID
    method: str
    moves: int
    requested_at: datetime
    done: int = 0
    reviews: list[Any] = field(default_factory=list[Any])
    started_at: datetime | None = None
    tries: int = 0


@dataclass(slots=True)
class AnalysisTable:
    """The analyses by deal and method."""

    rows: dict[tuple[UUID, str], Row] = field(default_factory=dict[tuple[UUID, str], Row])


class MemoryAnalyses(Analyses):
    """See `Analyses`."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._rows = memory.tables(AnalysisTable).rows

    @operation
    def begin(self, deal: UUID, method: str, *, moves: int) -> None:
        """See `Analyses.begin`."""
        new = Row(deal, method, moves, self.memory.now())
        row = self._rows.setdefault((deal, method), new)
        if row.tries >= TRIES and row.done < row.moves:
            row.tries = 0

    @operation
    def find(self, deal: UUID, method: str | None) -> Analysis | None:
        """See `Analyses.find`."""
        fit = [
            each
            for each in self._rows.values()
            if each.deal == deal and (each.method == method or each.done == each.moves)
        ]
        if not fit:
            return None
        row = max(fit, key=lambda each: (each.method == method, each.requested_at))
        has_failed = row.tries >= TRIES and self._is_lost(row)
        reviews = orjson.loads(orjson.dumps(row.reviews))
        return Analysis(deal, row.method, row.moves, row.done, reviews, has_failed)

    @operation
    def done(self, deal: UUID, method: str) -> int | None:
        """See `Analyses.done`."""
        row = self._rows.get((deal, method))
        return None if row is None or row.done == row.moves else row.done

    @operation
    def advance(
        self, deal: UUID, method: str, *, before: int, done: int, reviews: Sequence[Any]
    ) -> bool:
        """See `Analyses.advance`."""
        row = self._rows.get((deal, method))
        if row is None or row.done != before:
            return False
        row.done, row.started_at, row.tries = done, self.memory.now(), 1
        row.reviews += orjson.loads(orjson.dumps([*reviews]))
        return True

    @operation
    def start(self, methods: Collection[str]) -> list[UUID]:
        """See `Analyses.start`."""
        unfinished = [each for each in self._rows.values() if each.done < each.moves]
        running = [each for each in unfinished if each.started_at and not self._is_lost(each)]
        waiting = [
            each
            for each in unfinished
            if each not in running and each.method in methods and each.tries < TRIES
        ]
        waiting.sort(key=lambda row: (row.started_at or FIRST, row.requested_at))
        taken = waiting[: max(0, AT_ONCE - len(running))]
        for row in taken:
            row.started_at, row.tries = self.memory.now(), row.tries + 1
        return [row.deal for row in taken]

    def _is_lost(self, row: Row) -> bool:
        lost = timedelta(seconds=analysis_store.LOST)
        return row.started_at is not None and abs(self.memory.now() - row.started_at) > lost
