"""Why a move of Durak is allowed, and what is true of one that a hint names."""

from collections.abc import Sequence
from typing import Final, assert_never

from domain.games.durak.model import Attacked, Beaten, DoneSaid, Move, State, TakeAnnounced
from domain.games.durak.rules import RANK, on_table, unbeaten
from domain.kernel.event import Event
from domain.kernel.reasons import ANY, Ground, Reason


def ground(state: State, move: Move) -> Ground:
    """Why a move is allowed."""
    attack = unbeaten(state)
    match move:
        case Attacked() if not state.table:
            return Ground("attack", "D4", ANY, Attacked)
        case Attacked(card=card):
            match = next(each for each in on_table(state) if each[0] == card[0])
            values = {"card": card, "match": match}
            if state.taking:
                return Ground("throw-in", "D7", values, Attacked)
            return Ground("add", "D4", values, Attacked)
        case Beaten(card=card):
            by = "suit" if attack is not None and card[1] == attack[1] else "trump"
            if state.options.any_trump_beats and card[1] == state.trump:
                by = "any_trump"
            return Ground("beat", "D6", {"card": card, "attack": attack, "by": by}, Beaten)
        case TakeAnnounced():
            return Ground("take", "D7", {"attack": attack}, Beaten)
        case DoneSaid():
            return Ground("done-after-take" if state.taking else "done", "D8", kind=Attacked)
        case _:
            assert_never(move)


def _cost(move: Attacked | Beaten, state: State) -> tuple[bool, int]:
    return move.card[1] == state.trump, RANK[move.card]


def _is_cheapest(state: State, move: Event, legal: Sequence[Event]) -> bool:
    others = [each for each in legal if isinstance(each, Attacked | Beaten)]
    return isinstance(move, Attacked | Beaten) and _cost(move, state) == min(
        _cost(each, state) for each in others
    )


def _attacks_cheaply(state: State, move: Event, legal: Sequence[Event]) -> bool:
    return not state.table and _is_cheapest(state, move, legal)


def _has_another(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    """Whether another card of the rank can follow an attack."""
    if state.table or not isinstance(move, Attacked):
        return False
    return sum(card[0] == move.card[0] for card in state.hands[move.seat]) > 1


def _throws_in(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return state.taking and isinstance(move, Attacked)


def _adds_cheaply(state: State, move: Event, legal: Sequence[Event]) -> bool:
    return isinstance(move, Attacked) and _is_cheapest(state, move, legal)


def _beats_cheaply(state: State, move: Event, legal: Sequence[Event]) -> bool:
    return isinstance(move, Beaten) and _is_cheapest(state, move, legal)


def _keeps_trumps(state: State, move: Event, legal: Sequence[Event]) -> bool:
    cards = [each.card for each in legal if isinstance(each, Attacked | Beaten)]
    return isinstance(move, TakeAnnounced | DoneSaid) and all(
        card[1] == state.trump for card in cards
    )


def _keeps_cards(_state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return isinstance(move, DoneSaid)


REASONS: Final = (
    Reason("attacks-cheaply", _attacks_cheaply),
    Reason("has-another", _has_another, clause="D4"),
    Reason("throws-in", _throws_in, clause="D7"),
    Reason("adds-cheaply", _adds_cheaply, clause="D4"),
    Reason("beats-cheaply", _beats_cheaply),
    Reason("keeps-trumps", _keeps_trumps),
    Reason("keeps-cards", _keeps_cards, clause="D8"),
)
