"""Why a move of Goat is allowed, and what is true of one that a hint names."""

from collections.abc import Sequence
from typing import Final, assert_never, cast

from domain.games.goat.model import HAND, Beaten, Discarded, Laid, Lay, Led, Pulled, State
from domain.games.goat.rules import STRENGTH, beats, side_of
from domain.games.goat.scoring import points_of
from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards, Suit
from domain.kernel.event import Event, Seat
from domain.kernel.reasons import ANY, Ground, Reason


def ground(state: State, move: Lay) -> Ground:
    """Why a move is allowed."""
    match move:
        case Led():
            return Ground("lead", "G8", ANY, Led)
        case Beaten(cards=cards):
            return Ground("beat", "G10", {"laid": [*cards], "best": _best(state)}, Beaten)
        case Discarded(cards=cards):
            thrown = {"number": len(cards), "best": _best(state)}
            return Ground("discard", "G9", thrown, Beaten)
        case Pulled() if state.laid and len(state.laid[0].cards) == HAND:
            return Ground("pull-closer", "G14", ANY, Pulled)
        case Pulled():
            return Ground("pull", "G13", {**ANY, "molodka": state.options.molodka}, Pulled)
        case _:
            assert_never(move)


def _best(state: State) -> list[Card]:
    """The best cards so far."""
    return [*cast("Laid", state.best).cards]


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
