"""Lessons: a deal laid by hand, with words on what to do and why.

The learner's moves are asked one by one. All other seats are bots, whose chance in such a deal
follows from `SEED`: so the deal goes on as it was laid, as long as the learner makes these moves.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from domain.kernel.cards import Card, Cards
from domain.kernel.event import Clause, Json, Seat
from domain.kernel.policy import MEDIUM

SEED: Final = bytes(32)
"""The seed of the bots in a lesson's deal."""


def cards_of(words: str) -> Cards:
    """The cards that words name, with spaces between them."""
    return tuple(map(Card, words.split()))


class Step(NamedTuple):
    """A step of a lesson: some words for the learner, and perhaps a move to make.

    Attributes:
        key: The key of its text. Its attribute `otherwise` answers another legal move.
        clause: The clause that it is about.
        move: The asked move, in the form of the API; None: there is nothing to play.
    """

    key: str
    clause: Clause | None = None
    move: Mapping[str, Json] | None = None


class Scene(NamedTuple):
    """Cards on the page of the rules, with a sentence on what they show.

    Attributes:
        key: The key of its text.
        clause: The clause that it shows.
        groups: The cards that lie together, group by group.
    """

    key: str
    clause: Clause
    groups: tuple[Cards, ...]


def scene(key: str, clause: Clause, *groups: str) -> Scene:
    """A scene with the cards that words name."""
    return Scene(key, clause, tuple(map(cards_of, groups)))


class Lesson(NamedTuple):
    """A lesson of a game: its deal and its steps.

    Attributes:
        seat: The learner's seat.
        deck: The order of the pack; every lot falls on 0.
        steps: The steps, in their order. Each comes with the next asked move.
        level: The level of the bots.
        scenes: How to play, on the page of the rules.
    """

    seat: Seat
    deck: Cards
    steps: tuple[Step, ...]
    level: str = MEDIUM
    scenes: tuple[Scene, ...] = ()

    def after(self, made: Sequence[Mapping[str, Json]]) -> range | None:
        """The places of the steps after some moves of the learner.

        Args:
            made: The moves, in the form of the API.

        Returns:
            Up to the next asked move, or to the end; None: the learner has left the asked line.
        """
        wanted = [at for at, step in enumerate(self.steps) if step.move is not None]
        for at, move in zip(wanted, made, strict=False):
            if _plain(self.steps[at].move or {}) != _plain(move):
                return None
        done, ends = len(made), [at + 1 for at in wanted]
        if done > len(wanted):
            return range(0)
        return range(ends[done - 1] if done else 0, [*ends, len(self.steps)][done])


def _plain(move: Mapping[str, Json]) -> dict[str, Any]:
    """A move in which cards are in no order."""
    return {
        name: sorted(map(str, value)) if isinstance(value, list) else value
        for name, value in move.items()
    }
