"""The clauses of Svoi Kozyri: what is legal, what follows, and how an event changes the table."""

from collections.abc import Iterator
from functools import cache
from typing import Final, assert_never, cast

from domain.games.svoi_kozyri.model import (
    RANKS,
    SEATS,
    Beaten,
    DealerNamed,
    Dealt,
    Ended,
    Led,
    Move,
    Options,
    State,
    Taken,
    TrumpChosen,
    Yielded,
    opponent,
)
from domain.games.svoi_kozyri.scoring import drawn, won
from domain.kernel.cards import PACK_36, SUITS, Card, Cards, Hands, Suit, holds, with_hand, without
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Aim
from domain.kernel.history import History
from domain.kernel.listing import moves_of
from domain.kernel.options import parse_options

RANK: Final[dict[Card, int]] = {card: RANKS[::-1].index(card[0]) for card in PACK_36}
"""S1."""

FROM_OTHERS: Final = 3
FROM_OWN: Final = 5
"""The number of cards taken where the top card is no own trump, and where it is one (S8)."""
OCCURRENCES: Final = 3
"""The number of times that a position may occur before the deal is drawn (S12)."""


# --- Beating (S6) -------------------------------------------------------------------------------


def beats(card: Card, top: Card, own: Suit | None) -> bool:
    """Whether a card beats the top card on the turn of a player with these own trumps."""
    if card[1] == top[1]:
        return RANK[card] > RANK[top]
    return card[1] == own


@cache
def beaters(top: Card, own: Suit | None) -> frozenset[Card]:
    """Every card that beats a top card on the turn of a player with these own trumps."""
    return frozenset(card for card in PACK_36 if beats(card, top, own))


def beating(state: State, seat: Seat) -> list[Card]:
    """The cards of a hand that beat the top card of the pile."""
    good = beaters(state.pile[-1], state.trumps[seat])
    return [*filter(good.__contains__, state.hands[seat])]


# --- What follows by itself ---------------------------------------------------------------------


def initial(opened: Opened) -> State:
    """A deal of Svoi Kozyri before the shuffle."""
    return State(parse_options(Options, opened.options, seats=opened.seats), dealer=opened.dealer)


def consequence(state: State) -> Event | None:
    """The next consequence: name the dealer, deal, hand over the cards taken, end."""
    if state.taking:
        return take(state)
    if state.positions:
        return None if state.ended is not None else end(state)
    if state.turn is not None or not state.stock:
        return None
    return DealerNamed(first_dealer(state)) if None in state.trumps else deal(state)


def first_dealer(state: State) -> Seat:
    """The dealer by lot, where no earlier deal decides it (S4)."""
    assert state.lots is not None, "only who knows the shuffle can name the dealer"
    (lot,) = state.lots
    return lot if state.dealer is None else state.dealer


def deal(state: State) -> Dealt:
    """Deal the whole pack, the non-dealer first (S3)."""
    first, second = state.stock[::SEATS], state.stock[1::SEATS]
    if state.options.deal == "mirrored":
        first, second = halves(state.stock, cast("tuple[Suit, ...]", state.trumps))
    return Dealt((second, first) if _dealer(state) == 0 else (first, second))


def halves(deck: Cards, trumps: tuple[Suit, ...]) -> Hands:
    """The next card that is left for the non-dealer, its mirror image for the dealer (S3)."""
    swapped = mirror(trumps)
    hands: dict[Card, Card] = {}
    for card in deck:
        image = Card(card[0] + swapped[cast("Suit", card[1])])
        if image not in hands:
            hands[card] = image
    return tuple(hands), tuple(hands.values())


def mirror(trumps: tuple[Suit, ...]) -> dict[Suit, Suit]:
    """The suit that stands for each: the trump suits for each other, and so the two others."""
    one, other = trumps
    left, right = tuple[Suit, ...](suit for suit in SUITS if suit not in trumps)
    return {one: other, other: one, left: right, right: left}


def take(state: State) -> Taken:
    """The cards that the player to move takes from the top of the pile (S8)."""
    assert state.turn is not None, "somebody takes"
    return Taken(state.turn, state.pile[-take_size(state.pile, state.trumps[state.turn]) :])


def aim(state: State, kind: type[Event]) -> Aim:
    """The top card to beat, or the cards to take."""
    if state.turn is None or not state.pile:
        return Aim()
    if kind is Beaten:
        return Aim(beats=state.pile[-1:])
    return Aim(takes=take(state).cards) if kind is Yielded else Aim()


def take_size(pile: Cards, own: Suit | None) -> int:
    """How many cards a player with these own trumps takes from a pile (S8)."""
    rank, suit = pile[-1]
    if suit != own:
        return min(FROM_OTHERS, len(pile))
    return len(pile) if rank == "A" else min(FROM_OWN, len(pile))


def end(state: State) -> Ended | None:
    """Whether the deal is over, and why (S10-S12)."""
    assert state.turn is not None, "a seat is to move"
    if not all(state.hands):
        hand = state.hands[state.turn]
        if len(hand) == 1 and beats(hand[0], state.pile[-1], state.trumps[state.turn]):
            return drawn("last_card", dealer=_dealer(state), last_card=hand[0])
        return won(opponent(state.turn))
    if state.positions.count(state.positions.last) == OCCURRENCES:
        return drawn("repetition", dealer=_dealer(state))
    if state.plies == state.options.max_plies:
        return drawn("max_plies", dealer=_dealer(state))
    return None


# --- Which moves there are ----------------------------------------------------------------------


def to_act(state: State) -> Seat | None:
    """The seat whose turn it is."""
    return state.turn


def legal(state: State, seat: Seat) -> list[Event]:
    """Every legal move of the seat, and no other."""
    moves: list[Event] = []
    if seat != state.turn:
        return moves
    hand = state.hands[seat]
    if state.pile:
        beating_cards = beating(state, seat)
        for card in beating_cards:
            moves += moves_of(Beaten, seat, card, each=without(hand, (card,)) or (None,))
        if state.options.voluntary_take or not beating_cards:
            moves.append(Yielded(seat))
    elif state.positions:
        moves += moves_of(Led, seat, each=hand)
    else:
        moves += moves_of(TrumpChosen, seat, each=[s for s in SUITS if may_choose(state, seat, s)])
    return moves


def may_choose(state: State, seat: Seat, suit: Suit) -> bool:
    """Whether a player may choose a suit, the non-dealer first (S2)."""
    return suit not in state.trumps and (seat != state.dealer or any(state.trumps))


def may_take(state: State, seat: Seat) -> bool:
    """Whether a player may take although they could beat, or cannot beat (S5)."""
    return state.options.voluntary_take or not beating(state, seat)


def breaches(state: State, move: Move) -> Iterator[Clause]:
    """Every clause that a move breaks."""
    if move.seat != state.turn:
        yield NOT_YOUR_TURN
    match move:
        case TrumpChosen():
            yield from _choice_breaches(state, move)
        case Led():
            if not holds(state.hands[move.seat], played(move)):
                yield NOT_IN_HAND
            if state.pile:
                yield "S5"
            if state.pile or not state.positions:
                yield NOT_IN_THIS_PHASE
        case Beaten():
            yield from _beat_breaches(state, move)
        case Yielded():
            yield from _take_breaches(state, move)
        case _:
            assert_never(move)


def _choice_breaches(state: State, move: TrumpChosen) -> Iterator[Clause]:
    if state.positions:
        yield NOT_IN_THIS_PHASE
    elif not may_choose(state, move.seat, move.suit):
        yield "S2"


def _take_breaches(state: State, move: Yielded) -> Iterator[Clause]:
    if not state.pile:
        yield from _nothing_lies(state)
    elif not may_take(state, move.seat):
        yield "S5"


def _nothing_lies(state: State) -> Iterator[Clause]:
    yield NOT_IN_THIS_PHASE
    if state.positions:
        yield "S4"


def _beat_breaches(state: State, move: Beaten) -> Iterator[Clause]:
    hand = state.hands[move.seat]
    if not holds(hand, played(move)):
        yield NOT_IN_HAND
    if not state.pile:
        yield from _nothing_lies(state)
        return
    if not beats(move.card, state.pile[-1], state.trumps[move.seat]):
        yield "S6"
    if (move.then is None) is (len(hand) > 1):
        yield "S7"


def played(move: Led | Beaten) -> Cards:
    """The cards that go on the pile; the last one lies on top (S7)."""
    if isinstance(move, Led) or move.then is None:
        return (move.card,)
    return (move.card, move.then)


# --- How events change the table ----------------------------------------------------------------


def evolve(state: State, event: Event) -> State:  # noqa: PLR0911 - one case an event
    """The table after an event. Unknown cards stay unknown, and no rule is checked."""
    match event:
        case Led() | Beaten():
            return _lay(state, event.seat, played(event))
        case Yielded():
            return state._replace(taking=True)
        case Taken():
            return _take(state, event)
        case Dealt():
            return _deal(state, event)
        case TrumpChosen():
            return _choose(state, event)
        case DealerNamed():
            return state._replace(dealer=event.dealer, turn=opponent(event.dealer))
        case Ended():
            return state._replace(ended=event, turn=None)
        case Shuffled():
            return state._replace(stock=event.deck, lots=event.lots)
        case _:
            raise TypeError(f"{event.TYPE} is no event of svoi_kozyri")


def _dealer(state: State) -> Seat:
    assert state.dealer is not None, "the dealer has been named"
    return state.dealer


def _choose(state: State, chosen: TrumpChosen) -> State:
    """The non-dealer's choice passes the turn to the dealer; after both, the cards are dealt."""
    dealer = _dealer(state)
    trumps = (chosen.suit, state.trumps[1]) if chosen.seat == 0 else (state.trumps[0], chosen.suit)
    return state._replace(trumps=trumps, turn=None if chosen.seat == dealer else dealer)


def _deal(state: State, dealt: Dealt) -> State:
    first = opponent(_dealer(state))
    positions = History().and_then(position(first, (), ()))
    return state._replace(hands=dealt.hands, stock=(), turn=first, positions=positions)


def _lay(state: State, seat: Seat, cards: Cards) -> State:
    """Cards go from a hand on the pile, the last one on top."""
    turn, pile = opponent(seat), state.pile + cards
    owners, moved = (seat,) * len(cards), state.strays
    if moved and (of_opponent := tuple([card for card in cards if card in moved])):
        owners = tuple([turn if card in of_opponent else seat for card in cards])
        moved = without(moved, of_opponent)
    return state._replace(
        hands=with_hand(state.hands, seat, without(state.hands[seat], cards)),
        pile=pile,
        dealt_to=state.dealt_to + owners,
        strays=moved,
        turn=turn,
        positions=state.positions.and_then(position(turn, pile, moved)),
    )


def _take(state: State, taken: Taken) -> State:
    """Cards go from the top of the pile to a hand, where all know them."""
    seat, left = taken.seat, len(state.pile) - len(taken.cards)
    turn, pile = opponent(seat), state.pile[:left]
    owners = zip(taken.cards, state.dealt_to[left:], strict=True)
    taken_over = [card for card, owner in owners if owner != seat]
    moved = tuple(sorted((*state.strays, *taken_over)))
    return state._replace(
        hands=with_hand(state.hands, seat, state.hands[seat] + taken.cards),
        pile=pile,
        dealt_to=state.dealt_to[:left],
        strays=moved,
        taking=False,
        turn=turn,
        positions=state.positions.and_then(position(turn, pile, moved)),
    )


def position(turn: Seat, pile: Cards, moved: Cards) -> str:
    """A position to be remembered (S12): mover, pile, and the hands.

    The hands follow from the deal and from the cards that have changed hands since. All of these
    lay on the pile, so a repetition is visible even to an observer who sees no hand.
    """
    return f"{turn} {''.join(pile)} {''.join(moved)}"
