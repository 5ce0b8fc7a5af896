"""Why a move of Svoi Kozyri is allowed, and what is true of one that a hint names."""

from collections.abc import Sequence
from typing import Final, assert_never

from domain.games.svoi_kozyri.model import (
    Beaten,
    Led,
    Move,
    State,
    TrumpChosen,
    Yielded,
    opponent,
)
from domain.games.svoi_kozyri.rules import RANK, beaters, played
from domain.kernel.cards import PACK_36, Card
from domain.kernel.event import Event, Seat
from domain.kernel.reasons import ANY, Ground, Reason


def ground(state: State, move: Move) -> Ground:
    """Why a move is allowed."""
    match move:
        case TrumpChosen():
            taken = next(filter(None, state.trumps), None)
            if taken is None:
                return Ground("choose", "S2")
            return Ground("choose-other", "S2", {"suit": taken})
        case Led():
            return Ground("lead", "S4", ANY, Led)
        case Beaten(card=card, then=then):
            top = state.pile[-1]
            by = "suit" if card[1] == top[1] else "trump"
            name = "beat-alone" if then is None else "beat"
            return Ground(name, "S7", {"card": card, "top": top, "by": by}, Beaten)
        case Yielded():
            values = {"top": state.pile[-1]}
            if state.options.voluntary_take:
                return Ground("take", "S5", values, Beaten)
            return Ground("must-take", "S5", {**values, "allowed": "none"}, Beaten)
        case _:
            assert_never(move)


def _is_choice(_state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return isinstance(move, TrumpChosen)


def _makes_take(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    """Whether no card of the other hand beats the card on top. The pack is dealt out (S3)."""
    if not isinstance(move, Led | Beaten):
        return False
    theirs = {*PACK_36} - {*state.hands[move.seat], *state.pile}
    return theirs.isdisjoint(beaters(played(move)[-1], state.trumps[opponent(move.seat)]))


def _cost(card: Card, state: State, seat: Seat) -> tuple[bool, int]:
    return card[1] == state.trumps[seat], RANK[card]


def _leads_cheaply(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    if not isinstance(move, Led):
        return False
    hand = state.hands[move.seat]
    least = min(_cost(card, state, move.seat) for card in hand)
    return _cost(move.card, state, move.seat) == least


def _beats_cheaply(state: State, move: Event, legal: Sequence[Event]) -> bool:
    beats = [each for each in legal if isinstance(each, Beaten)]
    return isinstance(move, Beaten) and _cost(move.card, state, move.seat) == min(
        _cost(each.card, state, each.seat) for each in beats
    )


def _keeps_trumps(state: State, move: Event, legal: Sequence[Event]) -> bool:
    cards = [each.card for each in legal if isinstance(each, Beaten)]
    return isinstance(move, Yielded) and all(card[1] == state.trumps[move.seat] for card in cards)


REASONS: Final = (
    Reason("no-card-seen", _is_choice, clause="S2"),
    Reason("makes-take", _makes_take, clause="S5"),
    Reason("leads-cheaply", _leads_cheaply),
    Reason("beats-cheaply", _beats_cheaply),
    Reason("keeps-trumps", _keeps_trumps),
)
