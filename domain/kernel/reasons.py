"""Why a hint is worth considering, in one sentence: what is true of its move for its player to see.

A policy searches or weighs and gives no reasons. So a reason says what the move does, and never
more than the seat knows: it is found by its view. Where nothing is remarkable, it says how the
policy decided.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, Protocol

from domain.kernel.event import Clause, Event
from domain.kernel.sentence import Sentence

ONLY: Final = "hint-only-move"
SEARCHED: Final = "hint-looked-ahead"
WEIGHED: Final = "hint-weighed"


class Reason(NamedTuple):
    """A reason for moves of a game.

    Attributes:
        name: The end of its key in the catalogues.
        applies: Whether it is true of a move, by what its seat sees: state and legal moves.
        clause: The clause that it rests on, if there is one.
    """

    name: str
    applies: Callable[[Any, Any, Sequence[Event]], bool]
    clause: Clause | None = None


class ReasonedGame(Protocol):
    """A game as far as its reasons need it."""

    @property
    def key(self) -> str:
        """Its name in the catalogues."""
        ...

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Its reasons, the most telling first."""
        ...


def reason_of(
    game: ReasonedGame,
    state: Any,
    move: Event,
    legal: Sequence[Event],
    *,
    searched: int,
) -> Sentence:
    """The first reason that is true of a move.

    Args:
        game: The game.
        state: The state as the seat sees it.
        move: The move.
        legal: The legal moves of the seat.
        searched: The most positions that the policy looks at; 0: it looks at none.
    """
    if sum(not each.EARLY for each in legal) <= 1:
        return Sentence(ONLY, clause=move.CLAUSE)
    for each in game.reasons:
        if each.applies(state, move, legal):
            return Sentence(f"{game.key}-hint-{each.name}", clause=each.clause)
    return Sentence(SEARCHED, {"positions": searched}) if searched else Sentence(WEIGHED)
