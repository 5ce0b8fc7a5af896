"""The places of people who wait for others to play with. They are no part of the record."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import psycopg

from events.postgres import Pool

HEARD_SECONDS: Final = 60
"""A place ends so long after its page was last heard."""
KEPT_SECONDS: Final = 3_600
"""So long a person who was given a seat can ask for it again, as an answer may be lost."""
MOST: Final = 1_000
"""Places of all people who wait."""

# ruff: noqa: S608 - statements are put together from constants alone

_ENDED: Final = f"""
CASE WHEN match IS NULL THEN heard_at <= now() - make_interval(secs => {HEARD_SECONDS})
     ELSE matched_at <= now() - make_interval(secs => {KEPT_SECONDS}) END
"""
_PULL_IN: Final = b"""
UPDATE queue SET arrived_at = least(arrived_at, now()), heard_at = least(heard_at, now()),
    matched_at = least(matched_at, now())
WHERE greatest(arrived_at, heard_at, matched_at) > now()
"""
"""No place was taken, heard or given a seat in the future: a clock was ahead."""
_HOLD: Final = f"""
INSERT INTO queue (place, ref, game, target, name, level)
SELECT %(place)s, %(ref)s, %(game)s, %(target)s, %(name)s, %(level)s
WHERE (SELECT count(*) < {MOST} AND count(*) FILTER (WHERE ref = %(ref)s) < %(most)s
       FROM queue WHERE match IS NULL AND NOT has_left AND place <> %(place)s)
ON CONFLICT (place) DO UPDATE SET
    name = excluded.name, level = excluded.level, heard_at = now(),
    game = excluded.game, target = excluded.target,
    arrived = CASE WHEN {{same}} THEN queue.arrived ELSE excluded.arrived END,
    arrived_at = CASE WHEN {{same}} THEN queue.arrived_at ELSE now() END
WHERE queue.match IS NULL AND NOT queue.has_left
""".format(same="(queue.game, queue.target) = (excluded.game, excluded.target)")
_ROWS: Final = """
SELECT place, ref, game, target, name, level, match, seat,
       extract(epoch FROM now() - arrived_at)::float8
FROM queue
"""
_SEAT: Final = f"""
WITH wanted AS (
    SELECT place, seat FROM unnest(%(places)s::bytea[], %(seats)s::integer[]) AS w (place, seat)
), free AS MATERIALIZED (
    SELECT place FROM queue
    WHERE place IN (SELECT place FROM wanted) AND match IS NULL AND NOT has_left AND NOT ({_ENDED})
    ORDER BY place FOR UPDATE
)
UPDATE queue SET match = %(match)s, seat = wanted.seat, matched_at = now()
FROM wanted WHERE queue.place = wanted.place
AND (SELECT count(*) FROM free) = cardinality(%(places)s::bytea[])
"""


_LEAVE: Final = """
INSERT INTO queue (place, ref, game, target, name, has_left) VALUES (%s, '', '', 0, '', true)
ON CONFLICT (place) DO UPDATE SET has_left = true, heard_at = now() WHERE queue.match IS NULL
"""


class QueuePlace(NamedTuple):
    """A person who waits, or who was given a seat.

    Attributes:
        place: The hash of the secret of their page.
        ref: The keyed digest of their address.
        game: The game that they want to play.
        target: The end of the series.
        name: Their name.
        level: The level of the bots that may fill the table; None: none may.
        match: Of those who play together; None: they wait.
        seat: Their seat.
        waited: Seconds since they came.
    """

    place: bytes
    ref: str
    game: str
    target: int
    name: str
    level: str | None = None
    match: UUID | None = None
    seat: int | None = None
    waited: float = 0.0


class PlayerQueue:
    """The places in a database, whose clock counts.

    Args:
        pool: Connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def hold(self, place: QueuePlace, *, most: int) -> bool:
        """Take a place in the queue, or say that its page still waits, with what it wants now.

        A person who wants another game or target than before is the last to have come. Ended
        places are deleted. Nothing changes for a person who was given a seat.

        Args:
            place: The place; what the queue decides is not read.
            most: The most places of an address.

        Returns:
            Whether the person is in the queue, has a seat, or has left: there are not too many
            places.
        """
        given = place._asdict() | {"most": most}
        with self._pool.connection() as connection:
            _forget_ended(connection)
            connection.execute(_HOLD.encode(), given)
            known = connection.execute("SELECT FROM queue WHERE place = %s", [place.place])
            return bool(known.rowcount)

    def find(self, place: bytes) -> QueuePlace | None:
        """A place that has not ended."""
        return next(iter(self._read("place = %s", place)), None)

    def waiting(self, game: str, target: int) -> Sequence[QueuePlace]:
        """Those who wait for the same game, in the order of arrival."""
        return self._read("match IS NULL AND game = %s AND target = %s", game, target)

    def together(self, match: UUID) -> Sequence[QueuePlace]:
        """Those who play together, all of them or none."""
        return self._read("match = %s", match)

    def seat(self, match: UUID, seats: dict[bytes, int]) -> bool:
        """Give all of some people their seats, or none if one of them no longer waits.

        Args:
            match: Of those who play together: a new one.
            seats: The seats, by places.
        """
        given = {"match": match, "places": [*seats], "seats": [*seats.values()]}
        with self._pool.connection() as connection:
            return connection.execute(_SEAT.encode(), given).rowcount == len(seats)

    def leave(self, place: bytes) -> None:
        """Give a place up for good, even if it was not taken yet: requests may come late.

        A person who was given a seat keeps it.
        """
        with self._pool.connection() as connection:
            _forget_ended(connection)
            connection.execute(_LEAVE, [place])

    def _read(self, where: str, *given: Any) -> list[QueuePlace]:
        wanted = f"{_ROWS} WHERE NOT has_left AND NOT ({_ENDED}) AND {where} ORDER BY arrived"
        with self._pool.connection() as connection:
            return [
                QueuePlace(*row) for row in connection.execute(wanted.encode(), given).fetchall()
            ]


def _forget_ended(connection: psycopg.Connection[Any]) -> None:
    """Delete what has ended, so that requests cannot fill the table."""
    connection.execute(_PULL_IN)
    connection.execute(f"DELETE FROM queue WHERE {_ENDED}".encode())
