"""What is true of a move of Goat that a hint names."""

from collections.abc import Sequence
from typing import Final, cast

from domain.games.goat.model import Beaten, Discarded, Led, Pulled, State
from domain.games.goat.rules import STRENGTH, beats, side_of
from domain.games.goat.scoring import points_of
from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards, Suit
from domain.kernel.event import Event, Seat
from domain.kernel.reasons import Reason


def _is_unbeatable(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    """Whether no card that the seat has not seen beats the strongest card of a set."""
    if not isinstance(move, Led | Beaten | Pulled):
        return False
    trump, unseen = cast("Suit", state.trump), _unseen(state, move.seat)
    strongest = max(move.cards, key=STRENGTH[trump].__getitem__)
    return not any(beats(card, strongest, trump) for card in unseen)


def _unseen(state: State, seat: Seat) -> set[Card]:
    """The cards that a seat has not seen."""
    laid = [each.cards for each in state.laid if each.face_up or each.seat == seat]
    seen = {card for cards in (state.hands[seat], *laid, *_known_piles(state)) for card in cards}
    return {*PACK_36} - seen


def _known_piles(state: State) -> tuple[Cards, ...]:
    return tuple(tuple(card for card in pile if card != UNKNOWN) for pile in state.piles)


def _leads_no_points(_state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return isinstance(move, Led) and points_of(move.cards) == 0


def _beats_cheaply(state: State, move: Event, legal: Sequence[Event]) -> bool:
    """Whether no other beating set is weaker."""
    strength = STRENGTH[cast("Suit", state.trump)]
    beaten = [each for each in legal if isinstance(each, Beaten)]

    def cost(beat: Beaten) -> int:
        return sum(map(strength.__getitem__, beat.cards))

    return isinstance(move, Beaten) and cost(move) == min(map(cost, beaten))


def _gives_to_partner(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    if not isinstance(move, Discarded) or state.best is None:
        return False
    return side_of(state.best.seat) == side_of(move.seat) and points_of(move.cards) > 0


def _throws_away_least(_state: State, move: Event, legal: Sequence[Event]) -> bool:
    thrown = [points_of(each.cards) for each in legal if isinstance(each, Discarded)]
    return isinstance(move, Discarded) and points_of(move.cards) == min(thrown)


REASONS: Final = (
    Reason("unbeatable", _is_unbeatable, clause="G4"),
    Reason("leads-no-points", _leads_no_points),
    Reason("beats-cheaply", _beats_cheaply),
    Reason("gives-to-partner", _gives_to_partner, clause="G12"),
    Reason("throws-away-least", _throws_away_least),
)
