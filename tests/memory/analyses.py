"""The analyses in memory."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any
from uuid import UUID

import orjson

from service.analyses import store as analysis_store
from service.analyses.store import AT_ONCE, TRIES, Analyses, Analysis
from tests.memory.database import Memory, operation


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
    owner: UUID | None = None
    turn: int = 0

    @property
    def order(self) -> tuple[int, datetime, UUID]:
        """The order of the queue."""
        return self.turn + self.tries * self.moves, self.requested_at, self.deal


@dataclass(slots=True)
class AnalysisTable:
    """The analyses by deal and method."""

    rows: dict[tuple[UUID, str], Row] = field(default_factory=dict[tuple[UUID, str], Row])


class MemoryAnalyses(Analyses):
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._rows = memory.tables(AnalysisTable).rows

    @operation
    def begin(
        self,
        deal: UUID,
        method: str,
        *,
        moves: int,
        owner: UUID,
        most: int,
        methods: Collection[str],
    ) -> None:
        queue = self._queue(methods)
        own = [each for each in queue if each.owner == owner and each.deal != deal]
        if len(own) >= most:
            return
        on = [each.turn for each in queue if self._is_on(each)]
        now = max(on) if on else min((each.turn for each in queue), default=0)
        turn = max(now, *(each.turn + each.moves for each in own), 0)
        new = Row(deal, method, moves, self.memory.now(), owner=owner, turn=turn)
        row = self._rows.setdefault((deal, method), new)
        is_earlier = row.started_at is None and turn < row.turn
        if row.done < row.moves and (row.tries >= TRIES or is_earlier):
            row.owner, row.turn, row.tries = owner, turn, 0

    @operation
    def find(
        self, deal: UUID, method: str | None, methods: Collection[str] = ()
    ) -> Analysis | None:
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
        queue, place = self._queue(methods), None
        if row in queue:
            before = [each for each in queue if self._is_on(each) or each.order < row.order]
            place = 0 if self._is_on(row) else len(before)
        return Analysis(deal, row.method, row.moves, row.done, reviews, has_failed, place)

    @operation
    def done(self, deal: UUID, method: str) -> int | None:
        row = self._rows.get((deal, method))
        return None if row is None or row.done == row.moves else row.done

    @operation
    def advance(
        self, deal: UUID, method: str, *, before: int, done: int, reviews: Sequence[Any]
    ) -> bool:
        row = self._rows.get((deal, method))
        if row is None or row.done != before:
            return False
        row.done, row.started_at, row.tries = done, self.memory.now(), 1
        row.reviews += orjson.loads(orjson.dumps([*reviews]))
        return True

    @operation
    def start(self, methods: Collection[str]) -> list[UUID]:
        unfinished = [each for each in self._rows.values() if each.done < each.moves]
        running = [each for each in unfinished if self._is_on(each)]
        waiting = [each for each in self._queue(methods) if not self._is_on(each)]
        waiting.sort(key=attrgetter("order"))
        taken = waiting[: max(0, AT_ONCE - len(running))]
        for row in taken:
            row.started_at, row.tries = self.memory.now(), row.tries + 1
        return [row.deal for row in taken]

    def _queue(self, methods: Collection[str]) -> list[Row]:
        return [
            each
            for each in self._rows.values()
            if each.done < each.moves
            and each.method in methods
            and (each.tries < TRIES or self._is_on(each))
        ]

    def _is_on(self, row: Row) -> bool:
        return row.started_at is not None and not self._is_lost(row)

    def _is_lost(self, row: Row) -> bool:
        lost = timedelta(seconds=analysis_store.LOST)
        return row.started_at is not None and abs(self.memory.now() - row.started_at) > lost
