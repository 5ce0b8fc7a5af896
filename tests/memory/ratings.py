"""Ratings in memory."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from events.store import Cursor
from service.ratings.store import (
    COUNTED,
    LAST,
    LogPart,
    RatedEvent,
    RatedSeries,
    Rating,
    RatingKey,
    RatingLine,
    Ratings,
    id_of,
    place_of,
)
from tests.memory.database import Memory, operation
from tests.memory.store import Streams, Translog


@dataclass(slots=True)
class RatingTables:
    """The ratings, the series that count, and how far the log was read."""

    ratings: dict[RatingKey, Rating] = field(default_factory=dict[RatingKey, Rating])
    series: dict[UUID, RatedSeries] = field(default_factory=dict[UUID, RatedSeries])
    position: int = 0


class MemoryRatings(Ratings):
    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._tables = memory.tables(RatingTables)

    @operation
    def read(self, limit: int) -> LogPart:
        start, streams = self._tables.position, self.memory.tables(Streams).events
        found = self.memory.tables(Translog).entries[start : start + limit]
        logged = [(each.stream, each.version) for each in found]
        events = (RatedEvent(of, at, streams[of][at - 1].sealed.type) for of, at in logged)
        return LogPart(start, start + len(found), tuple(e for e in events if e.type in COUNTED))

    @operation
    def find(self, keys: Collection[RatingKey]) -> dict[RatingKey, Rating]:
        known = self._tables.ratings
        return {each: known[each] for each in keys if each in known}

    @operation
    def series(self, table: UUID) -> RatedSeries | None:
        return self._tables.series.get(table)

    @operation
    def advance(
        self,
        part: LogPart,
        ratings: Mapping[RatingKey, Rating | None],
        series: Mapping[UUID, RatedSeries],
    ) -> bool:
        tables = self._tables
        if tables.position != part.start:
            return False
        tables.position = part.end
        for key, rating in ratings.items():
            if rating is None:
                tables.ratings.pop(key, None)
            else:
                tables.ratings[key] = rating
        tables.series.update(series)
        return True

    @operation
    def page(
        self,
        owners: Collection[UUID],
        *,
        game: str | None,
        player: str | None,
        after: Cursor | None,
        limit: int,
    ) -> Sequence[RatingLine]:
        lines = [
            RatingLine(key, rating, (place_of(rating.mean), id_of(key)))
            for key, rating in self._tables.ratings.items()
            if key.owner in owners and game in (None, key.game) and player in (None, key.player)
        ]
        lines.sort(key=lambda line: line.cursor, reverse=True)
        return [line for line in lines if line.cursor < (after or LAST)][:limit]

    @operation
    def begin_anew(self) -> None:
        self._tables.ratings.clear()
        self._tables.series.clear()
        self._tables.position = 0
