"""The places of people who wait, in memory."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from service.players.queue_store import HEARD_SECONDS, KEPT_SECONDS, MOST, PlayerQueue, QueuePlace
from tests.memory.database import Memory, operation


@dataclass(slots=True)
class Row:
    """A place as it is kept."""

    place: QueuePlace
    arrived: int
    arrived_at: datetime
    heard_at: datetime
    matched_at: datetime | None = None
    has_left: bool = False


@dataclass(slots=True)
class Queue:
    """The rows, and how many have come."""

    rows: dict[bytes, Row] = field(default_factory=dict[bytes, Row])
    arrived: int = 0


class MemoryPlayerQueue(PlayerQueue):
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._queue = memory.tables(Queue)

    @operation
    def hold(self, place: QueuePlace, *, most: int) -> bool:
        rows, now = self._queue.rows, self.memory.now()
        self._forget_ended()
        known = rows.get(place.place)
        if known is not None and (known.place.match is not None or known.has_left):
            return True
        others = [
            row.place
            for row in rows.values()
            if row.place.match is None and not row.has_left and row.place.place != place.place
        ]
        if len(others) >= MOST or [each.ref for each in others].count(place.ref) >= most:
            return known is not None
        self._queue.arrived += 1
        new = Row(place, self._queue.arrived, now, now)
        if known is not None and known.place[2:4] == place[2:4]:
            new.arrived, new.arrived_at = known.arrived, known.arrived_at
        rows[place.place] = new
        return True

    @operation
    def find(self, place: bytes) -> QueuePlace | None:
        return next((each for each in self._known() if each.place == place), None)

    @operation
    def waiting(self, game: str, target: int) -> Sequence[QueuePlace]:
        fits = (None, game, target)
        return [each for each in self._known() if (each.match, each.game, each.target) == fits]

    @operation
    def together(self, match: UUID) -> Sequence[QueuePlace]:
        return [each for each in self._known() if each.match == match]

    @operation
    def seat(self, match: UUID, seats: dict[bytes, int]) -> bool:
        rows = [self._queue.rows.get(each) for each in seats]
        if any(
            row is None or row.matched_at or row.has_left or self._has_ended(row) for row in rows
        ):
            return False
        for row, seat in zip(rows, seats.values(), strict=True):
            assert row is not None
            row.place = row.place._replace(match=match, seat=seat)
            row.matched_at = self.memory.now()
        return True

    @operation
    def leave(self, place: bytes) -> None:
        self._forget_ended()
        rows, now = self._queue.rows, self.memory.now()
        if place not in rows or rows[place].place.match is None:
            nothing = QueuePlace(place, "", "", 0, "", None)
            rows[place] = Row(nothing, 0, now, now, has_left=True)

    def _forget_ended(self) -> None:
        rows, now = self._queue.rows, self.memory.now()
        for row in rows.values():
            row.arrived_at, row.heard_at = min(row.arrived_at, now), min(row.heard_at, now)
            row.matched_at = row.matched_at and min(row.matched_at, now)
        for row in [row for row in rows.values() if self._has_ended(row)]:
            del rows[row.place.place]

    def _known(self) -> list[QueuePlace]:
        rows = sorted(self._queue.rows.values(), key=lambda row: row.arrived)
        now = self.memory.now()
        return [
            row.place._replace(waited=(now - row.arrived_at).total_seconds())
            for row in rows
            if not row.has_left and not self._has_ended(row)
        ]

    def _has_ended(self, row: Row) -> bool:
        now = self.memory.now()
        if row.matched_at is not None:
            return (now - row.matched_at).total_seconds() >= KEPT_SECONDS
        return (now - row.heard_at).total_seconds() >= HEARD_SECONDS
