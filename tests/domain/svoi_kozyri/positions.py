"""Positions of Svoi Kozyri, built from the notation of the rule text.

deal = position("10S", "10C 6H AD", pile="9C", turn=1)     # seat 0 has trumps S, seat 1 H
deal.play("1 beat 10C AD")
assert deal.refusal("0 beat 6H 10C") == ("S6", "T2")
"""

from typing import Any

from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import SEATS, Dealt, Options, State
from domain.games.svoi_kozyri.rules import evolve
from domain.kernel.cards import PACK_36, SUITS, Cards
from domain.kernel.deal import Opened
from domain.kernel.event import Event
from domain.kernel.game import start
from domain.kernel.options import parse_options
from tests.domain.positions import Position, cards
from tests.laws.play import dealt_by_hand, terms


def rest(*used: str) -> str:
    """The other cards of the pack."""
    named = {card for words in used for card in cards(words)}
    return " ".join(card for card in PACK_36 if card not in named)


class Deal(Position):
    """A deal of Svoi Kozyri."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        super().__init__(SVOI_KOZYRI, state, events)

    @property
    def pile(self) -> str:
        """The pile, its top last."""
        return " ".join(self.state.pile)

    @property
    def result(self) -> tuple[Any, ...] | None:
        """Winner, reason and the card of S11; None while the deal is on."""
        ended = self.state.ended
        return None if ended is None else (ended.winner, ended.reason, ended.last_card)

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make the moves; the last one, and the events that it brought about."""
        return self.make(*moves)


def opened(*, dealer: int | None = 1, **options: Any) -> Opened:
    """The first event of a deal whose shuffle is made by hand."""
    on = terms(SVOI_KOZYRI, options)._replace(dealer=dealer)
    return dealt_by_hand(PACK_36, lots=(0,), on=on)[0]


def from_deck(
    deck: Cards = PACK_36, *, dealer: int | None = 1, lot: int = 0, **options: Any
) -> Deal:
    """A deal of this deck, before the choice of trumps."""
    on = terms(SVOI_KOZYRI, options)._replace(dealer=dealer)
    events, state = start(SVOI_KOZYRI, *dealt_by_hand(deck, lots=(lot,), on=on))
    return Deal(state, events)


def dealt(deck: Cards = PACK_36, *, trumps: str = "SH", dealer: int = 1, **options: Any) -> Deal:
    """A deal of this deck, seat 0 with the first of the trump suits, seat 1 with the other."""
    deal = from_deck(deck, dealer=dealer, **options)
    for seat in (1 - dealer, dealer):
        deal.play(f"{seat} choose_trump {trumps[seat]}")
    return deal


def position(
    first: str, second: str, *, pile: str = "", turn: int = 0, trumps: str = "SH", **options: Any
) -> Deal:
    """A position as if it had been dealt like this.

    Args:
        first: The hand of seat 0.
        second: The hand of seat 1.
        pile: Its top last.
        turn: The seat that is to move.
        trumps: The own trumps of seat 0 and of seat 1.
        **options: Of the table.
    """
    own = tuple(suit for letter in trumps for suit in SUITS if suit == letter)
    before = State(parse_options(Options, options, seats=SEATS), dealer=1 - turn, trumps=own)
    state = evolve(before, Dealt((cards(first), cards(second))))
    laid = cards(pile)
    return Deal(state._replace(pile=laid, dealt_to=(0,) * len(laid)))
