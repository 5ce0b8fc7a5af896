"""Sentences about a move: why the rules allowed it, and why a hint names it.

Both are found by a view, so they never say more than its viewer knows.

A policy searches or weighs and gives no reasons. So the reason of a hint says what the move does.
Where nothing is remarkable, it says how the policy decided.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias

from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Clause, Event, Json, Seat
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


ANY: Final[Mapping[str, Json]] = {"allowed": "any"}
"""The values of a ground by which every card of a hand is allowed, whatever it holds."""


class Ground(NamedTuple):
    """Why the rules allowed a move, as far as it follows from what lies open.

    Attributes:
        name: The end of its key in the catalogues.
        clause: The clause that decides.
        values: The values that its text names; `allowed` where it follows without the hand.
        kind: The kind of moves of which the text names the cards that the hand had for them, where
            the viewer knows the hand; None: the hand decides nothing.
    """

    name: str
    clause: Clause
    values: Mapping[str, Json] = {}
    kind: type[Event] | None = None


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

    @property
    def ground(self) -> Callable[[Any, Any], Ground]:
        """Why it allows a move in a state."""
        ...

    @property
    def legal(self) -> Callable[[Any, Seat], Iterable[Event]]:
        """Every legal move of a seat."""
        ...


Allowed: TypeAlias = Literal["any", "some", "only", "none", "unknown"]
"""How many cards of a hand were allowed; ``only``: one of several."""


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


def explanation_of(game: ReasonedGame, state: Any, move: Any, *, trick: int) -> Sentence:
    """Why the rules allowed a move, in one sentence.

    Its values have the number of the trick, and what the ground names. If the hand decides, and the
    viewer knows it, they have its `cards` that were allowed for moves of the type `of`.

    Args:
        game: The game.
        state: The state before the move, as the viewer sees it.
        move: The move, as the viewer sees it.
        trick: The number of its trick; 0: it belongs to none.
    """
    ground = game.ground(state, move)
    values: dict[str, Json] = {"trick": trick} if trick else {}
    if ground.kind is not None:
        hand = state.hands[move.seat]
        cards = () if UNKNOWN in hand else _allowed_cards(game, state, move.seat, ground.kind)
        allowed = _allowed(hand, cards)
        values |= {"of": ground.kind.MOVE, "allowed": allowed, "cards": [*cards]}
    key = f"{game.key}-allowed-{ground.name}"
    return Sentence(key, {**values, **ground.values}, ground.clause)


def _allowed_cards(game: ReasonedGame, state: Any, seat: Seat, kind: type[Event]) -> Cards:
    """The cards of a hand that stand first in a legal move of a kind, in the order of the hand."""
    first, *_ = (*kind.ONE_CARD, *kind.CARD_LISTS)
    named = (getattr(each, first) for each in game.legal(state, seat) if isinstance(each, kind))
    allowed: set[Card] = set()
    for cards in named:
        allowed.update(cards if isinstance(cards, tuple) else (cards,))
    return tuple(card for card in state.hands[seat] if card in allowed)


def _allowed(hand: Cards, cards: Cards) -> Allowed:
    if UNKNOWN in hand:
        return "unknown"
    if not cards:
        return "none"
    if len(cards) == len(hand):
        return "any"
    return "only" if len(cards) == 1 else "some"
