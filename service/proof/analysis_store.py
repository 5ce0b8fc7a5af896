"""The analyses in a database. They are no part of the record, and can be made again."""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

import orjson

from domain.kernel.event import Json
from events.postgres import Pool

_FIND: Final = """
SELECT deal_id, method, moves, done, reviews::text FROM analysis
WHERE deal_id = %s ORDER BY method = %s DESC, requested_at DESC LIMIT 1
"""


class Analysis(NamedTuple):
    """The analysis of a deal, as far as it was made."""

    deal: UUID
    method: str | None
    """The policy with its version and budget, such as ``hard/1@1000000``; None: there is none."""
    moves: int
    """The number of moves of the deal."""
    done: int
    """How many of them were reviewed."""
    reviews: Sequence[Json] = ()
    """The reviews of those whose player had a choice, as JSON."""

    is_requested: bool = True
    """Whether a caller has requested it."""

    @property
    def status(self) -> Literal["none", "running", "done"]:
        """How far it is."""
        if not self.is_requested:
            return "none"
        return "done" if self.is_done else "running"

    @property
    def is_done(self) -> bool:
        """Whether every move was reviewed."""
        return self.is_requested and self.done == self.moves


class Analyses:
    """The analyses in a database.

    Args:
        pool: Connections in autocommit mode.
    """

    def __init__(self, pool: Pool) -> None:
        self._pool = pool

    def begin(self, deal: UUID, method: str, *, moves: int) -> Analysis:
        """Begin the analysis of a deal by a method, or find the one that there is."""
        with self._pool.connection() as connection:
            connection.execute(
                "INSERT INTO analysis (deal_id, method, moves) VALUES (%s, %s, %s)"
                " ON CONFLICT DO NOTHING",
                [deal, method, moves],
            )
        found = self.find(deal, method)
        assert found is not None, "none is deleted"
        return found

    def find(self, deal: UUID, method: str) -> Analysis | None:
        """The analysis of a deal by a method, or else the latest one."""
        with self._pool.connection() as connection:
            row = connection.execute(_FIND, [deal, method]).fetchone()
        if row is None:
            return None
        deal_id, known_by, moves, done, made = row
        return Analysis(deal_id, known_by, moves, done, orjson.loads(made))

    def advance(self, before: Analysis, *, done: int, reviews: Sequence[Any]) -> bool:
        """Add the next reviews; returns whether no other task has.

        Args:
            before: The analysis so far.
            done: How many moves are reviewed now.
            reviews: The new reviews.
        """
        with self._pool.connection() as connection:
            changed = connection.execute(
                "UPDATE analysis SET done = %s, reviews = reviews || %s::jsonb, advanced_at = now()"
                " WHERE deal_id = %s AND method = %s AND done = %s",
                [done, orjson.dumps([*reviews]).decode(), before.deal, before.method, before.done],
            )
        return changed.rowcount == 1

    def unfinished(self, methods: Collection[str], *, seconds: float) -> list[UUID]:
        """The deals whose analysis has not advanced for so long."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT deal_id FROM analysis WHERE done < moves AND method = ANY(%s)"
                " AND advanced_at < now() - make_interval(secs => %s) ORDER BY advanced_at",
                [[*methods], seconds],
            )
            return [row[0] for row in rows]
