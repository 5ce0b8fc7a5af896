"""The analyses in a database. They are no part of the record, and can be made again."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

import orjson

from domain.kernel.event import Json
from events.postgres import Pool

Status: TypeAlias = Literal["none", "running", "done", "failed"]

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
_FIND: Final = f"""
SELECT deal_id, method, moves, done, reviews::text,
       tries >= %(tries)s AND NOT {_IS_ON}
FROM analysis WHERE deal_id = %(deal)s AND (method = %(method)s OR done = moves)
ORDER BY method = %(method)s DESC, requested_at DESC LIMIT 1
"""
_START: Final = f"""
UPDATE analysis SET started_at = now(), tries = tries + 1
WHERE (deal_id, method) IN (
    SELECT deal_id, method FROM analysis
    WHERE done < moves AND method = ANY(%(methods)s) AND tries < %(tries)s
      AND (started_at IS NULL OR NOT {_IS_ON})
    ORDER BY started_at NULLS FIRST, requested_at
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
    is_requested: bool = True
    """Whether a caller has requested it."""

    @property
    def status(self) -> Status:
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

    def begin(self, deal: UUID, method: str, *, moves: int) -> None:
        """Note that an analysis is wanted, if it is not noted yet; a failed one gets new tries."""
        with self._pool.connection() as connection:
            connection.execute(
                "INSERT INTO analysis (deal_id, method, moves) VALUES (%s, %s, %s)"
                " ON CONFLICT (deal_id, method) DO UPDATE SET tries = 0"
                " WHERE analysis.tries >= %s AND analysis.done < analysis.moves",
                [deal, method, moves, TRIES],
            )

    def find(self, deal: UUID, method: str | None) -> Analysis | None:
        """The analysis of a deal by a method, or else the latest complete one."""
        wanted = {"deal": deal, "method": method or "", "tries": TRIES, "lost": LOST}
        with self._pool.connection() as connection:
            row = connection.execute(_FIND, wanted).fetchone()
        if row is None:
            return None
        deal_id, known_by, moves, done, made, failed = row
        return Analysis(deal_id, known_by, moves, done, orjson.loads(made), bool(failed))

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
        """Take the analyses to be announced now: new ones and lost ones, a few at a time."""
        wanted = {"methods": [*methods], "tries": TRIES, "lost": LOST, "at_once": AT_ONCE}
        with self._pool.connection() as connection:
            return [row[0] for row in connection.execute(_START, wanted).fetchall()]
