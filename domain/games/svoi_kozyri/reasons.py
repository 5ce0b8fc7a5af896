"""What is true of a move of Svoi Kozyri that a hint names."""

from collections.abc import Sequence
from typing import Final

from domain.games.svoi_kozyri.model import Beaten, Led, State, TrumpChosen, Yielded, opponent
from domain.games.svoi_kozyri.rules import RANK, beaters, played
from domain.kernel.cards import PACK_36, Card
from domain.kernel.event import Event, Seat
from domain.kernel.reasons import Reason


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
