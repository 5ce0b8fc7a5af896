"""The clauses of Goat: what is legal, what follows, and how an event changes the table."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Final, assert_never

from domain.games.goat.model import (
    HAND,
    RANKS,
    SEATS,
    Beaten,
    Dealt,
    Discarded,
    Drawn,
    Laid,
    Lay,
    Led,
    Options,
    Pulled,
    Scored,
    State,
    TrickTaken,
)
from domain.games.goat.scoring import score_deal
from domain.kernel.cards import (
    PACK_36,
    SUITS,
    UNKNOWN,
    Card,
    Cards,
    Suit,
    drawn,
    holds,
    of_one_suit,
    suit_of,
    with_hand,
    without,
)
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Aim
from domain.kernel.listing import moves_of
from domain.kernel.options import parse_options

RANK: Final[dict[Card, int]] = {card: RANKS[::-1].index(card[0]) for card in PACK_36}
"""G3."""


# --- Seats (G1) --------------------------------------------------------------------------------


def side_of(seat: Seat) -> int:
    """The side of a seat (G1)."""
    return seat % 2


def next_seat(seat: Seat) -> Seat:
    """The seat to the left, clockwise."""
    return (seat + 1) % SEATS


@cache
def clockwise(seat: Seat) -> tuple[Seat, ...]:
    """All seats, clockwise from this one."""
    return tuple((seat + step) % SEATS for step in range(SEATS))


# --- Beating (G4, G10) --------------------------------------------------------------------------


STRENGTH: Final[dict[Suit, dict[Card, int]]] = {
    trump: {card: rank + (len(RANK) if card[1] == trump else 0) for card, rank in RANK.items()}
    for trump in SUITS
}
"""For each trump suit, numbers that order the cards of a suit and put trumps above other suits."""


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """Whether one card beats another (G4)."""
    if card[1] == other[1]:
        return RANK[card] > RANK[other]
    return card[1] == trump


def set_beats(cards: Cards, best: Cards, trump: Suit) -> bool:
    """Whether the cards can be matched one to one, each beating its own partner (G10).

    The best cards are of one suit or trumps, and so is every set that beats them. Within these
    cards *beats* is a total order. A match therefore exists if and only if the sorted sets beat
    each other in pairs.
    """
    if len(cards) != len(best):
        return False
    if len(cards) == 1:
        return beats(cards[0], best[0], trump)
    by_strength = STRENGTH[trump].__getitem__
    mine, theirs = sorted(cards, key=by_strength), sorted(best, key=by_strength)
    return all(beats(card, other, trump) for card, other in zip(mine, theirs, strict=True))


# --- What follows by itself ---------------------------------------------------------------------


def initial(opened: Opened) -> State:
    """A deal of Goat before the shuffle."""
    options = parse_options(Options, opened.options, seats=opened.seats)
    return State(options, dealer=opened.dealer, leader=opened.leader)


def consequence(state: State) -> Event | None:
    """The next consequence: deal, take a trick in, draw, count."""
    if state.trump is None:
        return deal(state) if state.stock else None
    if state.scored is not None or state.turn is not None:
        return None
    if state.laid:
        assert state.best is not None, "a trick that has cards has a best set"
        return TrickTaken(state.best.seat)
    if not any(state.hands) and not state.stock:
        return score(state)
    return draw(state)


def deal(state: State) -> Dealt:
    """Deal the shuffled pack (G5), show a card of the stock (G6) and name the leader (G7)."""
    assert state.lots is not None, "only who knows the shuffle can deal"
    shown, lot = state.lots
    dealer = lot if state.dealer is None else state.dealer
    first = next_seat(dealer)
    hands = tuple(
        state.stock[(seat - first) % SEATS : SEATS * HAND : SEATS] for seat in range(SEATS)
    )
    leader = first if state.leader is None else state.leader
    return Dealt(dealer=dealer, leader=leader, hands=hands, shown=state.stock[SEATS * HAND + shown])


def score(state: State) -> Scored:
    """Count the deal that has been played out (G16), and pass the lead and the deal on (G7)."""
    assert state.leader is not None, "the last trick has a taker"
    assert state.dealer is not None, "the deal has a dealer"
    return score_deal(
        state.piles,
        state.tricks,
        state.options,
        next_leader=state.leader,
        next_dealer=next_seat(state.dealer),
    )


def draw(state: State) -> Drawn:
    """Draw from the stock, the taker first, until all have four or it is empty (G15)."""
    assert state.leader is not None, "the taker draws first"
    assert len({len(hand) for hand in state.hands}) == 1, "hands are equal between tricks"
    assert len(state.stock) % SEATS == 0, "the stock is a multiple of four"
    count = min(SEATS * (HAND - len(state.hands[0])), len(state.stock))
    return Drawn(
        tuple(state.stock[(seat - state.leader) % SEATS : count : SEATS] for seat in range(SEATS))
    )


# --- Which moves there are ----------------------------------------------------------------------


def to_act(state: State) -> Seat | None:
    """The seat whose turn it is. Others may pull out of turn (G13)."""
    return state.turn


def legal(state: State, seat: Seat) -> Iterator[Event]:
    """Every legal move of the seat, and no other."""
    hand = state.hands[seat]
    if seat == state.turn:
        if state.best is None:
            yield from moves_of(Led, seat, each=sets_of_one_suit(hand))
        else:
            sets = tuple(combinations(hand, len(state.best.cards)))
            yield from moves_of(Beaten, seat, each=beating(sets, state))
            yield from moves_of(Discarded, seat, each=sets)
    if len(hand) == HAND and UNKNOWN not in hand and of_one_suit(hand):
        pulled = Pulled(seat, hand)
        if not any(breaches(state, pulled)):
            yield pulled


def beating(sets: Iterable[Cards], state: State) -> Iterator[Cards]:
    """The sets that beat the best cards so far (G10)."""
    assert state.best is not None, "there is a lead to beat"
    assert state.trump is not None, "the cards are dealt"
    best, trump = state.best.cards, state.trump
    return (cards for cards in sets if set_beats(cards, best, trump))


def aim(state: State, kind: type[Event]) -> Aim:
    """The best cards so far, to be beaten."""
    return Aim(beats=state.best.cards) if kind is Beaten and state.best is not None else Aim()


def sets_of_one_suit(hand: Cards) -> Iterator[Cards]:
    """Every set of cards of one suit that a hand holds (G8)."""
    for suit in SUITS:
        held = tuple(card for card in hand if card[1] == suit)
        for size in range(1, len(held) + 1):
            yield from combinations(held, size)


def breaches(state: State, move: Lay) -> Iterator[Clause]:
    """Every clause that a move breaks."""
    if not holds(state.hands[move.seat], move.cards):
        yield NOT_IN_HAND
    if isinstance(move, Pulled):
        yield from _pull_breaches(state, move)
        return
    if move.seat != state.turn:
        yield NOT_YOUR_TURN
    if (state.best is None) != isinstance(move, Led):
        yield NOT_IN_THIS_PHASE
    match move:
        case Led():
            if move.cards and not of_one_suit(move.cards):
                yield "G8"
        case Beaten() | Discarded():
            yield from _answer_breaches(state, move)
        case _:
            assert_never(move)


def _answer_breaches(state: State, move: Beaten | Discarded) -> Iterator[Clause]:
    if state.best is None or state.trump is None:
        return
    if len(move.cards) != len(state.best.cards):
        yield "G9"
    if isinstance(move, Beaten) and not set_beats(move.cards, state.best.cards, state.trump):
        yield "G10"


def _pull_breaches(state: State, move: Pulled) -> Iterator[Clause]:
    hand = state.hands[move.seat]
    molodka = len(hand) == HAND and set(hand) == set(move.cards) and of_one_suit(hand)
    on_turn = move.seat == state.turn
    allowed = state.options.molodka
    if allowed == "off":
        yield NOT_IN_THIS_PHASE
    if allowed == "on_turn" and not on_turn:
        yield NOT_YOUR_TURN
    if not molodka or allowed == "off" or (allowed == "on_turn" and not on_turn):
        yield "G13"
    if not may_displace(state, move.seat):
        yield "G14"


def may_displace(state: State, seat: Seat) -> bool:
    """Whether a molodka of this seat goes before one that is on the table (G14)."""
    if not state.laid or len(state.laid[0].cards) < HAND:
        return True
    return distance(state, seat) < distance(state, state.laid[0].seat)


def distance(state: State, seat: Seat) -> int:
    """Clockwise from the seat that held the lead when the trick opened (G14)."""
    assert state.leader is not None, "a trick has a leader"
    return (seat - state.leader) % SEATS


# --- How events change the table ----------------------------------------------------------------


def evolve(state: State, event: Event) -> State:  # noqa: PLR0911 - one case an event
    """The table after an event. Unknown cards stay unknown, and no rule is checked."""
    match event:
        case Discarded():
            return _lay(state, event.seat, event.cards, face_up=False)
        case Led() | Beaten():
            return _lay(state, event.seat, event.cards, face_up=True)
        case Pulled():
            return _lay(_give_back(state), event.seat, event.cards, face_up=True)
        case TrickTaken():
            return _take(state, event.seat)
        case Drawn():
            return _draw(state, event)
        case Dealt():
            return _deal(state, event)
        case Scored():
            return state._replace(scored=event)
        case Shuffled():
            return state._replace(stock=event.deck, lots=event.lots)
        case _:
            raise TypeError(f"{event.TYPE} is no event of goat")


def _deal(state: State, dealt: Dealt) -> State:
    stock = state.stock[SEATS * HAND :]
    if state.options.trump_card == "bottom":
        stock = (*without(stock, (dealt.shown,)), dealt.shown)
    return state._replace(
        dealer=dealt.dealer,
        leader=dealt.leader,
        trump=suit_of(dealt.shown),
        shown=dealt.shown,
        hands=dealt.hands,
        stock=stock,
        turn=dealt.leader,
    )


def _lay(state: State, seat: Seat, cards: Cards, *, face_up: bool) -> State:
    laid, before, hands = Laid(seat, cards, face_up), state.laid, state.hands
    return state._replace(
        hands=with_hand(hands, seat, without(hands[seat], cards)),
        laid=(*before, laid),
        best=laid if face_up else state.best,
        turn=None if len(before) == SEATS - 1 else next_seat(seat),
    )


def _give_back(state: State) -> State:
    """Everything laid goes back to its owners (G13)."""
    back = {laid.seat: laid.cards for laid in state.laid}
    hands = tuple(hand + back.get(seat, ()) for seat, hand in enumerate(state.hands))
    return state._replace(hands=hands, laid=(), best=None)


def _take(state: State, taker: Seat) -> State:
    cards = tuple([card for laid in state.laid for card in laid.cards])
    side, piles = side_of(taker), state.piles
    mine, theirs = state.tricks
    leads_at_once = any(state.hands) and not state.stock
    return state._replace(
        leader=taker,
        laid=(),
        best=None,
        turn=taker if leads_at_once else None,
        piles=with_hand(piles, side, piles[side] + cards),
        tricks=(mine + 1, theirs) if side == 0 else (mine, theirs + 1),
    )


def _draw(state: State, dealt: Drawn) -> State:
    """The stock's front goes to the hands: a card seen lying there is known in the hand."""
    assert state.leader is not None, "the taker draws first"
    leader, stock, came = state.leader, state.stock, dealt.hands
    last = SEATS * len(came[0])
    hands = list(state.hands)
    for step, seat in enumerate(clockwise(leader)):
        hands[seat] += drawn(came[seat], stock[step:last:SEATS])
    return state._replace(hands=tuple(hands), stock=stock[last:], turn=leader)
