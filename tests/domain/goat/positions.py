"""Positions of Goat, built from the notation of the rule text.

deal = dealt("7C JC 6D 8H", "AC 10H 9S 9D")       # hands by seat, the rest of the pack follows
deal.play("0 lead 7C JC", "1 beat AC 10H")
assert deal.refusal("2 beat 6C QC") == ("G10", "T2")
"""

from collections.abc import Iterable
from typing import Any

from domain.games.goat import GOAT
from domain.games.goat.model import HAND, SEATS, Options, Scored, State
from domain.games.goat.rules import next_seat
from domain.games.goat.scoring import GoatScore, opening_score, points_of, score_deal, tally
from domain.kernel.cards import PACK_36, Card, Cards, Suit
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Digest, Event
from domain.kernel.game import settle, start
from domain.kernel.options import parse_options
from tests.domain.positions import Position, cards
from tests.laws.play import dealt_by_hand, terms


def opened(*, dealer: int | None = 3, leader: int | None = None, **options: Any) -> Opened:
    """The first event of a deal whose shuffle is made by hand."""
    on = terms(GOAT, options)._replace(dealer=dealer, leader=leader)
    return dealt_by_hand(PACK_36, lots=(0, 0), on=on)[0]


def shuffled(deck: Cards, *, shown: int = 0, lot: int = 0) -> Shuffled:
    """A shuffle with this deck, made by hand."""
    return Shuffled(Digest("00" * 32), Digest("00" * 32), deck, (shown, lot))


class Deal(Position):
    """A deal of Goat."""

    def __init__(self, state: State, events: tuple[Event, ...] = ()) -> None:
        super().__init__(GOAT, state, events)

    def play(self, *moves: str) -> tuple[Event, ...]:
        """Make the moves; the last one, and the events that it brought about."""
        return self.make(*moves)


def dealt(
    *hands: str,
    stock: str = "",
    trump: Suit = "H",
    dealer: int = 3,
    leader: int | None = None,
    **options: Any,
) -> Deal:
    """A deal right after the deal of the cards.

    Args:
        *hands: The seats' hands, from seat 0; missing cards are filled up from the pack.
        stock: Its front.
        trump: A card of it is shown from the stock.
        dealer: The dealer.
        leader: The leader, if it is not the first deal.
        **options: Of the table.
    """
    wanted = [cards(hand) for hand in hands] + [()] * (SEATS - len(hands))
    front = cards(stock)
    rest = _rest([*wanted, front])
    full = [hand + _take(rest, HAND - len(hand)) for hand in wanted]
    under = front + tuple(rest)
    shown = next(at for at, card in enumerate(under) if card[1] == trump)
    first = next_seat(dealer)
    top = tuple(full[(first + step) % SEATS][n] for n in range(HAND) for step in range(SEATS))
    return from_deck(top + under, shown=shown, dealer=dealer, leader=leader, **options)


def from_deck(
    deck: Cards,
    *,
    shown: int = 0,
    lot: int = 0,
    dealer: int | None = 3,
    leader: int | None = None,
    **options: Any,
) -> Deal:
    """A deal of this deck."""
    first = opened(dealer=dealer, leader=leader, **options)
    events, state = start(GOAT, first, shuffled(deck, shown=shown, lot=lot))
    return Deal(state, events)


def late(
    *hands: str,
    stock: str = "",
    trump: Suit = "H",
    leader: int = 0,
    tricks: tuple[int, int] = (1, 1),
    owner: int = 0,
    **options: Any,
) -> Deal:
    """A deal between two tricks, its other cards on the pile of the side `owner`."""
    held = tuple(cards(hand) for hand in hands)
    front = cards(stock)
    gone = tuple(_rest([*held, front]))
    between = State(
        parse_options(Options, options, seats=SEATS),
        dealer=3,
        leader=leader,
        trump=trump,
        hands=held,
        stock=front,
        turn=None if front else leader,
        piles=(gone, ()) if owner == 0 else ((), gone),
        tricks=tricks,
    )
    _, state = settle(GOAT, between)
    return Deal(state)


def _rest(used: Iterable[Cards]) -> list[Card]:
    taken = [card for group in used for card in group]
    assert len(set(taken)) == len(taken), "a card is named twice"
    return [card for card in PACK_36 if card not in taken]


def _take(rest: list[Card], count: int) -> Cards:
    """Cards of different suits, so that no seat gets a molodka by accident."""
    taken: list[Card] = []
    while len(taken) < count:
        suits = {card[1] for card in taken}
        card = next((card for card in rest if card[1] not in suits), rest[0])
        rest.remove(card)
        taken.append(card)
    return tuple(taken)


# --- Scores -------------------------------------------------------------------------------------


def piles(points: int) -> tuple[Cards, Cards]:
    """The pack in two piles, the first of which has this many points."""
    chosen: dict[int, Cards] = {0: ()}
    for card in PACK_36:
        for total, held in list(chosen.items()):
            chosen.setdefault(total + points_of((card,)), (*held, card))
    mine = chosen[points]
    return mine, tuple(card for card in PACK_36 if card not in mine)


def score(
    points: int, *, tricks: tuple[int, int] = (3, 2), eggs: str = "none", swapped: bool = False
) -> Scored:
    """Score a deal in which side 0 (or 1, when swapped) has these card points."""
    one, other = piles(points)
    options = parse_options(Options, {"eggs": eggs}, seats=SEATS)
    pair, counts = ((other, one), tricks[::-1]) if swapped else ((one, other), tricks)
    return score_deal(pair, counts, options, next_leader=2, next_dealer=0)


def series(*deals: str, start: tuple[int, int] = (0, 0), **options: Any) -> GoatScore:
    """The score after deals: the loss points of each side, and whether it was ``eggs``."""
    at = opening_score(parse_options(Options, options, seats=SEATS), SEATS)._replace(points=start)
    for deal in deals:
        assert at.winner is None, "the series is over"
        one, other, *eggs = deal.split()
        lost = int(one), int(other)
        at = tally(at, Scored((0, 0), (1, 1), lost, bool(eggs), next_leader=2, next_dealer=1))
    return at
