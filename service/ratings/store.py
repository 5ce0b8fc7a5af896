"""Ratings: their change by a series (Plackett-Luce by Weng and Lin), and where they are stored.

They are beside the record and no part of it: they can be deleted, and derived again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from hashlib import sha256
from statistics import fmean
from typing import Final, NamedTuple
from uuid import UUID

from openskill.models import PlackettLuce, PlackettLuceRating

from domain.table.disputes import DisputeRuled
from domain.table.events import PersonErased, SeriesEnded
from domain.tournaments.events import PlayerErased, TableResultRecorded
from events.postgres import Pool
from events.store import Cursor

_MODEL: Final = PlackettLuce()


class Rating(NamedTuple):
    """The strength of a player in a game, as far as it is known.

    Attributes:
        mean: The most likely strength.
        deviation: The standard deviation of the strength.
        series: The number of series that count.
        changed_at: When the last of them was over, in µs since the epoch.
    """

    mean: float = _MODEL.mu
    deviation: float = _MODEL.sigma
    series: int = 0
    changed_at: int = 0


def rate(
    sides: Sequence[Sequence[str]], ranks: Sequence[int], before: Mapping[str, Rating], *, at: int
) -> dict[str, Rating]:
    """The ratings of the players of a series after it.

    A player of several seats gets the mean of what each seat would get.

    Args:
        sides: The players of each side.
        ranks: The place of each side; 1 is the best.
        before: The ratings of all these players.
        at: When the series was over, in µs since the epoch.
    """
    teams = [[_of_model(before[player]) for player in side] for side in sides]
    found = defaultdict[str, list[PlackettLuceRating]](list)
    for side, team in zip(sides, _MODEL.rate(teams, ranks=[*map(float, ranks)]), strict=True):
        for player, rating in zip(side, team, strict=True):
            found[player].append(rating)
    return {
        player: Rating(
            fmean(each.mu for each in ratings),
            fmean(each.sigma for each in ratings),
            before[player].series + 1,
            at,
        )
        for player, ratings in found.items()
    }


def _of_model(rating: Rating) -> PlackettLuceRating:
    return _MODEL.rating(mu=rating.mean, sigma=rating.deviation)


COUNTED: Final = tuple(
    each.TYPE
    for each in (SeriesEnded, DisputeRuled, TableResultRecorded, PersonErased, PlayerErased)
)
"""The types of the events that change ratings."""
_FIRST_TABLE: Final = UUID(int=0xF0 << 120)
"""The ids of tables and tournaments are this one or greater."""
_SCALE: Final = 1_000_000
_LEAST: Final = -1_000_000
"""No mean is less."""

_READ: Final = """
SELECT start, part.position, part.stream_id, part.version, e.type
FROM (SELECT position AS start FROM rating_reader) AS reader LEFT JOIN LATERAL (
    SELECT position, stream_id, version, again FROM feed
    WHERE position >= start ORDER BY position LIMIT %(limit)b
) AS part ON true LEFT JOIN event e
    ON part.stream_id >= %(first)b AND NOT part.again AND e.stream_id = part.stream_id
    AND e.version = part.version AND e.type = ANY(%(types)s)
ORDER BY part.position
"""
_FIND: Final = """
SELECT game, player, mean, deviation, series, changed_at FROM rating
WHERE owner = %b AND (game, player) IN (SELECT * FROM unnest(%s::text[], %s::text[]))
"""
_SERIES: Final = """
SELECT owner, game, players, means, deviations FROM rated_series WHERE table_id = %b
"""
_ADVANCE: Final = "UPDATE rating_reader SET position = %s WHERE position = %s"
_KEEP: Final = """
INSERT INTO rating (owner, game, player, id, place, mean, deviation, series, changed_at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (owner, game, player) DO UPDATE SET
    place = excluded.place, mean = excluded.mean, deviation = excluded.deviation,
    series = excluded.series, changed_at = excluded.changed_at
"""
_DELETE: Final = "DELETE FROM rating WHERE owner = %s AND game = %s AND player = %s"
_KEEP_SERIES: Final = """
INSERT INTO rated_series (table_id, owner, game, players, means, deviations)
VALUES (%s, %s, %s, %s, %s, %s)
ON CONFLICT (table_id) DO UPDATE SET
    players = excluded.players, means = excluded.means, deviations = excluded.deviations
"""
_PAGE: Final = """
SELECT owner, game, player, mean, deviation, series, changed_at, place, id FROM rating
WHERE owner = ANY(%(owners)s) AND (%(game)s::text IS NULL OR game = %(game)s)
  AND (%(player)s::text IS NULL OR player = %(player)s)
  AND (place, id) < (%(place)s::bigint, %(id)s::uuid)
ORDER BY place DESC, id DESC LIMIT %(limit)s
"""
_BEGIN_ANEW: Final = (
    "DELETE FROM rating",
    "DELETE FROM rated_series",
    "UPDATE rating_reader SET position = 0",
)
LAST: Final[Cursor] = 2**62, UUID(int=2**128 - 1)
"""Before the first rating of a list."""


class RatingKey(NamedTuple):
    """A player of an owner in a game.

    Attributes:
        owner: The owner of the tables.
        game: The key of the game.
        player: `ref:` and the owner's id of a person, or `bot:`, a level and a version.
    """

    owner: UUID
    game: str
    player: str


class RatedSeries(NamedTuple):
    """A series that counts.

    Attributes:
        owner: The owner of its table.
        game: The key of the game.
        players: The player on each seat, as in a `RatingKey`; None: erased.
        means: The mean of each seat before the series.
        deviations: The deviation of each seat before the series.
    """

    owner: UUID
    game: str
    players: tuple[str | None, ...]
    means: tuple[float, ...]
    deviations: tuple[float, ...]


class RatedEvent(NamedTuple):
    """An event that may change ratings.

    Attributes:
        stream: Its stream.
        version: Its position there.
        type: Its type.
    """

    stream: UUID
    version: int
    type: str


class LogPart(NamedTuple):
    """A part of the log.

    Attributes:
        start: Its first position.
        end: The first position after it.
        events: Its events that may change ratings, in order.
    """

    start: int
    end: int
    events: tuple[RatedEvent, ...]


class RatingLine(NamedTuple):
    """A rating in a list, with its cursor."""

    key: RatingKey
    rating: Rating
    cursor: Cursor


class Ratings:
    """The ratings in a database. Threads may share it.

    Args:
        pool: Connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def read(self, limit: int) -> LogPart:
        """The next part of the log, of so many events at most."""
        values = {"limit": limit, "first": _FIRST_TABLE, "types": [*COUNTED]}
        with self._pool.connection() as connection:
            rows = connection.execute(_READ, values).fetchall()
        start, last = rows[0][0], rows[-1][1]
        events = tuple(RatedEvent(*row[2:]) for row in rows if row[4] is not None)
        return LogPart(start, start if last is None else last + 1, events)

    def find(self, keys: Collection[RatingKey]) -> dict[RatingKey, Rating]:
        """The ratings of players, as far as they have one."""
        found = dict[RatingKey, Rating]()
        with self._pool.connection() as connection:
            for owner in {each.owner for each in keys}:
                own = [each for each in keys if each.owner == owner]
                pairs = [each.game for each in own], [each.player for each in own]
                for game, player, *row in connection.execute(_FIND, [owner, *pairs]).fetchall():
                    found[RatingKey(owner, game, player)] = Rating(*row)
        return found

    def series(self, table: UUID) -> RatedSeries | None:
        """The series of a table; None: it does not count."""
        with self._pool.connection() as connection:
            row = connection.execute(_SERIES, [table]).fetchone()
        return None if row is None else RatedSeries(*row[:2], *map(tuple, row[2:]))

    def advance(
        self,
        part: LogPart,
        ratings: Mapping[RatingKey, Rating | None],
        series: Mapping[UUID, RatedSeries],
    ) -> bool:
        """Keep what follows from a part of the log, and go on after it.

        Args:
            part: The part.
            ratings: The ratings that it changes; None: it deletes them.
            series: The series that it changes, by their tables.

        Returns:
            Whether it was kept: another process may have been here meanwhile.
        """
        kept = [
            (*key, id_of(key), place_of(rating.mean), *rating)
            for key, rating in ratings.items()
            if rating is not None
        ]
        gone = [tuple(key) for key, rating in ratings.items() if rating is None]
        rows = [(table, *each[:2], *map(list, each[2:])) for table, each in series.items()]
        with self._pool.connection() as connection, connection.transaction():
            moved = connection.execute(_ADVANCE, [part.end, part.start])
            if moved.rowcount != 1:
                return False
            with connection.cursor() as cursor:
                cursor.executemany(_KEEP, kept)
                cursor.executemany(_DELETE, gone)
                cursor.executemany(_KEEP_SERIES, rows)
        return True

    def page(
        self,
        owners: Collection[UUID],
        *,
        game: str | None,
        player: str | None,
        after: Cursor | None,
        limit: int,
    ) -> Sequence[RatingLine]:
        """Ratings of owners, the best first.

        Args:
            owners: The owners.
            game: Of this game alone; None: of all.
            player: Of this player alone; None: of all.
            after: The cursor before the first one wanted.
            limit: The most of them.
        """
        place, last = after or LAST
        values: dict[str, object] = {"owners": [*owners], "game": game, "player": player}
        values |= {"place": place, "id": last, "limit": limit}
        with self._pool.connection() as connection:
            rows = connection.execute(_PAGE, values).fetchall()
        return [RatingLine(RatingKey(*row[:3]), Rating(*row[3:7]), row[7:]) for row in rows]

    def begin_anew(self) -> None:
        """Delete all ratings: they are derived again from the beginning of the log."""
        with self._pool.connection() as connection, connection.transaction():
            for statement in _BEGIN_ANEW:
                connection.execute(statement)


def id_of(key: RatingKey) -> UUID:
    """The id of a rating, which orders equal ones in a list."""
    return UUID(bytes=sha256("/".join(map(str, key)).encode()).digest()[:16])


def place_of(mean: float) -> int:
    """The place of a mean in the order of lists: a number that is never negative."""
    return round((max(mean, _LEAST) - _LEAST) * _SCALE)
