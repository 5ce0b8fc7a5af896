"""Positions of Durak, built from the notation of the rule text. Clubs are trump, unless given.

deal = late("AD QS KS", "QC AC 6H", stock="7C")  # seat 0 attacks; the rest is out of play
deal.play("0 attack AD", "1 beat QC")
assert deal.refusal("0 attack KS") == ("D4",)
"""

from typing import Any

from domain.games.durak import DURAK
from domain.games.durak.model import HAND, SEATS, Ended, Options, State, other
from domain.games.durak.scoring import DurakScore, opening_score, tally
from domain.kernel.cards import PACK_36, Suit
from domain.kernel.event import Event
from domain.kernel.game import settle, start
from domain.kernel.options import parse_options
from tests.domain import positions
from tests.domain.positions import cards
from tests.laws.play import dealt_by_hand, terms


class Deal(positions.Deal):
    """A deal of Durak."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        super().__init__(DURAK, state, events)

    @property
    def table(self) -> tuple[tuple[str, str | None], ...]:
        """The bout: each attack card with what has beaten it."""
        return tuple(self.state.table)

    @property
    def ended(self) -> Ended | None:
        """How the deal ended; None while it is on."""
        ended: Ended | None = self.state.ended
        return ended


def dealt(
    *hands: str,
    stock: str = "",
    trump: str = "AC",
    dealer: int | None = 1,
    leader: int | None = None,
    lot: int = 0,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    Args:
        *hands: The seats' hands, six cards each.
        stock: Its front.
        trump: Its last card.
        dealer: The dealer; None: by lot.
        leader: The first attacker, if it is not the first deal.
        lot: The seat that the lot makes the dealer.
        **options: Of the table.
    """
    held, last = [cards(hand) for hand in hands], cards(trump)
    used = {card for group in (*held, cards(stock), last) for card in group}
    rest = tuple(card for card in PACK_36 if card not in used)
    first = other(lot if dealer is None else dealer)
    top = tuple(held[(first + step) % SEATS][n] for n in range(HAND) for step in range(SEATS))
    on = terms(DURAK, options)._replace(dealer=dealer, leader=leader)
    deck = top + cards(stock) + rest + last
    events, state = start(DURAK, *dealt_by_hand(deck, lots=(lot,), on=on))
    return Deal(state, events)


def late(
    *hands: str, stock: str = "", trump: Suit = "C", attacker: int = 0, **options: Any
) -> Deal:
    """A deal between two bouts, its other cards out of play."""
    held = (cards(hands[0]), cards(hands[1]))
    used = [card for group in (*held, cards(stock)) for card in group]
    assert len(set(used)) == len(used), "a card is named twice"
    between = State(
        parse_options(Options, options, seats=SEATS),
        dealer=1,
        attacker=attacker,
        trump=trump,
        hands=held,
        stock=cards(stock),
        draws_first=other(attacker),
        away=tuple(card for card in PACK_36 if card not in used),
    )
    events, state = settle(DURAK, between)
    assert not events, "no event follows"
    return Deal(state)


def match(*winners: str, points_to_win: int = 5) -> DurakScore:
    """The score after deals with these winners; ``none``: a drawn deal."""
    score = opening_score(Options(points_to_win=points_to_win), SEATS)
    for winner in winners:
        assert score.winner is None, "the match is over"
        score = tally(score, Ended(None if winner == "none" else int(winner), next_dealer=0))
    return score
