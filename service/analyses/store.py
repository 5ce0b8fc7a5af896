"""The analyses in a database. They are no part of the record, and can be made again."""

from collections.abc import Collection, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from domain.kernel.event import Json
from events.postgres import Pool
from service.responses.deals import AnalysisStatus

LOST: Final = 10.0
"""An analysis that has not advanced for so many seconds was lost."""
AT_ONCE: Final = 2
"""So many analyses advance at a time: moves of bots may wait for the same worker."""
TRIES: Final = 5
"""An analysis that was lost so often has failed."""

# ruff: noqa: S608 - statements are put together from constants alone

# A start that lies further ahead was by a clock that was wrong.
_LOST: Final = "make_interval(secs => %(lost)s)"
_IS_ON: Final = f"started_at BETWEEN now() - {_LOST} AND now() + {_LOST}"
_IS_IN_QUEUE: Final = f"""
(done < moves AND method = ANY(%(methods)s)
 AND (tries < %(tries)s OR started_at IS NOT NULL AND {_IS_ON}))
"""
_ORDER: Final = "turn + tries * moves, requested_at, deal_id"
"""A lost analysis has used its turn, and waits for the next one."""
_BEGIN: Final = f"""
WITH queue AS (
    SELECT deal_id, owner, turn, moves, coalesce({_IS_ON}, false) AS is_on
    FROM analysis WHERE {_IS_IN_QUEUE}
), own AS (
    SELECT count(*) AS waiting, coalesce(max(turn + moves), 0) AS turn
    FROM queue WHERE owner = %(owner)s AND deal_id <> %(deal)s
)
INSERT INTO analysis (deal_id, method, moves, owner, turn)
SELECT %(deal)s, %(method)s, %(moves)s, %(owner)s, greatest(own.turn, coalesce(
    (SELECT max(turn) FROM queue WHERE is_on), (SELECT min(turn) FROM queue), 0
)) FROM own WHERE own.waiting < %(most)s
ON CONFLICT (deal_id, method) DO UPDATE SET owner = excluded.owner, turn = excluded.turn, tries = 0
WHERE analysis.done < analysis.moves AND (
    analysis.tries >= %(tries)s OR analysis.started_at IS NULL AND excluded.turn < analysis.turn
)
"""
_FIND: Final = f"""
SELECT deal_id, method, moves, done, reviews::text,
       tries >= %(tries)s AND NOT {_IS_ON},
       CASE WHEN NOT {_IS_IN_QUEUE} THEN NULL WHEN {_IS_ON} THEN 0 ELSE (
           SELECT count(*) FILTER (
               WHERE other.is_on OR ROW(other.turn, other.requested_at, other.deal_id)
                                  < ROW(a.turn + a.tries * a.moves, a.requested_at, a.deal_id)
           ) FROM (
               SELECT {_IS_ON} AS is_on, turn + tries * moves AS turn, requested_at, deal_id
               FROM analysis WHERE {_IS_IN_QUEUE}
           ) AS other
       ) END
FROM analysis a WHERE deal_id = %(deal)s AND (method = %(method)s OR done = moves)
ORDER BY method = %(method)s DESC, requested_at DESC LIMIT 1
"""
_START: Final = f"""
UPDATE analysis SET started_at = now(), tries = tries + 1
WHERE (deal_id, method) IN (
    SELECT deal_id, method FROM analysis
    WHERE {_IS_IN_QUEUE} AND (started_at IS NULL OR NOT {_IS_ON})
    ORDER BY {_ORDER}
    LIMIT greatest(0, %(at_once)s - (
        SELECT count(*) FROM analysis
        WHERE done < moves AND {_IS_ON}
    ))
    FOR UPDATE SKIP LOCKED
) RETURNING deal_id
"""


class Analysis(NamedTuple):
    """The analysis of a deal, as far as it was made."""

    deal: UUID
    method: str | None
    """The policy with its version and budget, such as ``hard/1@45000000``; None: there is none."""
    moves: int
    """The number of moves of the deal."""
    done: int
    """How many of them were reviewed."""
    reviews: Sequence[Json] = ()
    """The reviews of those whose player had a choice, as JSON."""
    has_failed: bool = False
    """Whether it was tried often enough."""
    place: int | None = None
    """How many analyses are made before it; None: it is in no queue."""
    is_requested: bool = True
    """Whether a caller has requested it."""

    @property
    def status(self) -> AnalysisStatus:
        """How far it is."""
        if not self.is_requested:
            return "none"
        if self.done == self.moves:
            return "done"
        return "failed" if self.has_failed else "running"


class Analyses:
    """The analyses in a database.

    Args:
        pool: Connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

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
        """Put an analysis in the queue, if it is not there yet; a failed one gets new tries.

        One that waits gets the turn of another owner who requests it and has an earlier one.

        Args:
            deal: The deal.
            method: The method.
            moves: The number of moves of the deal.
            owner: On whom it counts.
            most: The most analyses of the owner in the queue; one more is not put there.
            methods: The methods of the analyses that count; no worker makes others.
        """
        wanted = self._about(methods) | {"deal": deal, "method": method, "moves": moves}
        with self._pool.connection() as connection:
            connection.execute(_BEGIN, wanted | {"owner": owner, "most": most})

    def find(
        self, deal: UUID, method: str | None, methods: Collection[str] = ()
    ) -> Analysis | None:
        """The analysis of a deal by a method, or else the latest complete one.

        Args:
            deal: The deal.
            method: The method; None: any.
            methods: As for `begin`, for its place.
        """
        wanted = self._about(methods) | {"deal": deal, "method": method or ""}
        with self._pool.connection() as connection:
            row = connection.execute(_FIND, wanted).fetchone()
        if row is None:
            return None
        deal_id, known_by, moves, done, made, failed, place = row
        return Analysis(deal_id, known_by, moves, done, orjson.loads(made), bool(failed), place)

    def done(self, deal: UUID, method: str) -> int | None:
        """How many moves of an unfinished analysis are reviewed; None: there is none."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT done FROM analysis WHERE deal_id = %s AND method = %s AND done < moves",
                [deal, method],
            ).fetchone()
        return None if row is None else int(row[0])

    def advance(
        self, deal: UUID, method: str, *, before: int, done: int, reviews: Sequence[Any]
    ) -> bool:
        """Add the next reviews; returns whether no other task has.

        Args:
            deal: The deal.
            method: The method.
            before: How many moves were reviewed before.
            done: How many are now.
            reviews: The new reviews.
        """
        with self._pool.connection() as connection:
            changed = connection.execute(
                "UPDATE analysis SET done = %s, reviews = reviews || %s::jsonb, started_at = now(),"
                " tries = 1 WHERE deal_id = %s AND method = %s AND done = %s",
                [done, orjson.dumps([*reviews]).decode(), deal, method, before],
            )
        return changed.rowcount == 1

    def start(self, methods: Collection[str]) -> list[UUID]:
        """Take the next analyses, a few at a time; they are to be announced now."""
        wanted = self._about(methods) | {"at_once": AT_ONCE}
        with self._pool.connection() as connection:
            return [row[0] for row in connection.execute(_START, wanted).fetchall()]

    @staticmethod
    def _about(methods: Collection[str]) -> dict[str, Any]:
        return {"methods": [*methods], "tries": TRIES, "lost": LOST}
