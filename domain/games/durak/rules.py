"""The clauses of Durak: what is legal, what follows, and how an event changes the table."""

from collections.abc import Container, Iterator
from typing import Any, Final, assert_never

from domain.games.durak.model import (
    HAND,
    RANKS,
    SEATS,
    Attacked,
    Beaten,
    Dealt,
    DoneSaid,
    Drawn,
    Ended,
    Move,
    Options,
    Pair,
    PickedUp,
    PutAway,
    State,
    TakeAnnounced,
    other,
)
from domain.kernel.cards import (
    PACK_36,
    Card,
    Cards,
    Hands,
    Suit,
    drawn,
    suit_of,
    with_hand,
    without,
)
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Aim
from domain.kernel.listing import moves_of
from domain.kernel.options import parse_options
from domain.kernel.sentence import Sentence

RANK: Final[dict[Card, int]] = {card: RANKS[::-1].index(card[0]) for card in PACK_36}
"""D1."""
TIES: Final = "CDHS"
"""The suits in the order that decides between cards of the lowest rank (D3)."""


def beats(card: Card, attack: Card, state: State) -> bool:
    """Whether a card beats an attack card (D6)."""
    if card[1] == state.trump and state.options.any_trump_beats:
        return True
    if card[1] == attack[1]:
        return RANK[card] > RANK[attack]
    return card[1] == state.trump


# --- How a bout stands --------------------------------------------------------------------------


def defender(state: State) -> Seat:
    """The seat that answers the attacks of this bout."""
    assert state.attacker is not None, "once the cards are dealt, there is an attacker"
    return other(state.attacker)


def unbeaten(state: State) -> Card | None:
    """The attack card that waits for the defender's answer; None: there is none."""
    if state.taking or not state.table or state.table[-1].beat is not None:
        return None
    return state.table[-1].attack


def on_table(state: State) -> Cards:
    """Every card of the bout, in the order of playing."""
    return tuple([card for pair in state.table for card in pair if card is not None])


def limit(state: State) -> int:
    """How many attack cards the bout may have (D5)."""
    beaten = sum(pair.beat is not None for pair in state.table)
    return min(HAND, len(state.hands[defender(state)]) + beaten)


def is_over(state: State) -> bool:
    """Whether the bout is over: done, or on grounds that all can see (D12)."""
    if not state.table or unbeaten(state) is not None:
        return False
    return (
        state.done
        or len(state.table) == limit(state)
        or not all(state.hands)
        or (state.taking and not state.options.throw_in_after_take)
    )


# --- What follows by itself ---------------------------------------------------------------------


def initial(opened: Opened) -> State:
    """A deal of Durak before the shuffle."""
    options = parse_options(Options, opened.options, seats=opened.seats)
    return State(options, dealer=opened.dealer, attacker=opened.leader)


def consequence(state: State) -> Event | None:
    """The next consequence: deal, end the deal or the bout, draw."""
    if state.trump is None:
        return deal(state) if state.stock else None
    if state.ended is not None:
        return None
    if not state.stock and not all(state.hands) and not waits_for_reply(state):
        return end(state)
    if is_over(state):
        return clear(state)
    if state.stock and not state.table and any(len(hand) < HAND for hand in state.hands):
        return draw(state)
    return None


def deal(state: State) -> Dealt:
    """Deal the shuffled pack (D2) and name the first attacker (D3)."""
    assert state.lots is not None, "only who knows the shuffle can deal"
    dealer = state.lots[0] if state.dealer is None else state.dealer
    first = other(dealer)
    hands = tuple(state.stock[(seat - first) % SEATS : SEATS * HAND : SEATS] for seat in (0, 1))
    shown = state.stock[-1]
    lowest = lowest_card(hands, suit_of(shown)) if state.attacker is None else None
    attacker = state.attacker if lowest is None else int(lowest in hands[1])
    assert attacker is not None, "either the deal before or a card names the attacker"
    return Dealt(dealer=dealer, attacker=attacker, hands=hands, shown=shown, lowest=lowest)


def lowest_card(hands: Hands, trump: Suit) -> Card:
    """The lowest trump in either hand; without any, the lowest rank, ties by suit (D3)."""
    return min(
        (card for hand in hands for card in hand),
        key=lambda card: (card[1] != trump, RANK[card], TIES.index(card[1])),
    )


def waits_for_reply(state: State) -> bool:
    """Whether the defender's last card may still beat the attacker's (`both_out: draw`)."""
    if state.options.both_out != "draw" or unbeaten(state) is None:
        return False
    return len(state.hands[defender(state)]) == 1


def end(state: State) -> Ended:
    """The end of the deal (D10): the player with the empty hand has won, unless both are empty."""
    assert state.dealer is not None, "somebody dealt"
    empty = [seat for seat, hand in enumerate(state.hands) if not hand]
    return Ended(winner=empty[0] if len(empty) == 1 else None, next_dealer=other(state.dealer))


def clear(state: State) -> Event:
    """The table of a bout that is over goes to the defender (D7) or out of play (D8)."""
    return PickedUp(defender(state)) if state.taking else PutAway(on_table(state))


def draw(state: State) -> Drawn:
    """Draw up to six while the stock lasts: the first attacker, then the other player (D9)."""
    assert state.draws_first is not None, "hands are full before the first bout"
    first, second = state.draws_first, other(state.draws_first)
    middle = max(HAND - len(state.hands[first]), 0)
    last = middle + max(HAND - len(state.hands[second]), 0)
    drawn = {first: state.stock[:middle], second: state.stock[middle:last]}
    return Drawn((drawn[0], drawn[1]))


# --- Which moves there are ----------------------------------------------------------------------


def to_act(state: State) -> Seat | None:
    """The seat whose turn it is: the defender's while a card lies unbeaten (D4)."""
    if state.trump is None or state.ended is not None:
        return None
    return state.attacker if unbeaten(state) is None else defender(state)


def legal(state: State, seat: Seat) -> Iterator[Event]:
    """Every legal move of the seat, and no other."""
    if seat != to_act(state):
        return
    hand, attack = state.hands[seat], unbeaten(state)
    if attack is not None:
        good = [card for card in hand if beats(card, attack, state)]
        yield from moves_of(Beaten, seat, each=good)
        yield TakeAnnounced(seat)
        return
    if len(state.table) < limit(state):
        ranks = attacking_ranks(state)
        yield from moves_of(Attacked, seat, each=[card for card in hand if card[0] in ranks])
    if state.table:
        yield DoneSaid(seat)


def aim(state: State, kind: type[Event]) -> Aim:
    """The attack card to beat, or all cards of the bout to take."""
    attack = unbeaten(state)
    if attack is None:
        return Aim()
    if kind is Beaten:
        return Aim(beats=(attack,))
    return Aim(takes=on_table(state)) if kind is TakeAnnounced else Aim()


def played_for(state: State) -> tuple[Sentence, ...]:
    """Why a card is shown: in the first bout, its player attacks first (D3)."""
    if state.lowest_of is None or state.draws_first is not None or state.ended:
        return ()
    return (Sentence("durak-for-lowest", {"of": state.lowest_of, "seat": state.attacker}, "D3"),)


def attacking_ranks(state: State) -> Container[str]:
    """The ranks with which the attacker may go on; every rank begins a bout (D4)."""
    return {card[0] for card in on_table(state)} or RANKS


def breaches(state: State, move: Move) -> Iterator[Clause]:
    """Every clause that a move breaks."""
    if move.seat != to_act(state):
        yield NOT_YOUR_TURN
    if isinstance(move, Attacked | DoneSaid) != (unbeaten(state) is None):
        yield NOT_IN_THIS_PHASE
    if isinstance(move, Attacked | Beaten) and move.card not in state.hands[move.seat]:
        yield NOT_IN_HAND
    yield from _bout_breaches(state, move)


def _bout_breaches(state: State, move: Move) -> Iterator[Clause]:
    attack = unbeaten(state)
    match move:
        case Attacked():
            yield from _attack_breaches(state, move)
        case Beaten():
            if move.seat == state.attacker:
                yield "D4"
            if attack is not None and not beats(move.card, attack, state):
                yield "D6"
        case TakeAnnounced():
            if move.seat == state.attacker or attack is None:
                yield "D7"
        case DoneSaid():
            if move.seat != state.attacker or not state.table or attack is not None:
                yield "D8"
        case _:
            assert_never(move)


def _attack_breaches(state: State, move: Attacked) -> Iterator[Clause]:
    fits = move.card[0] in attacking_ranks(state)
    if move.seat != state.attacker or unbeaten(state) is not None or not fits:
        yield "D4"
    if len(state.table) >= limit(state):
        yield "D5"


# --- How events change the table ----------------------------------------------------------------


def evolve(state: State, event: Event) -> State:  # noqa: C901, PLR0911 - one case an event
    """The table after an event. Unknown cards stay unknown, and no rule is checked."""
    match event:
        case Attacked():
            return _play(state, event, (*state.table, Pair(event.card)))
        case Beaten():
            *rest, last = state.table
            return _play(state, event, (*rest, Pair(last.attack, event.card)))
        case TakeAnnounced():
            return state._replace(taking=True)
        case DoneSaid():
            return state._replace(done=True)
        case PutAway():
            return _put_away(state, event.cards)
        case PickedUp():
            return _pick_up(state, event.seat)
        case Drawn():
            return _draw(state, event)
        case Dealt():
            return _deal(state, event)
        case Ended():
            return state._replace(ended=event)
        case Shuffled():
            return state._replace(stock=event.deck, lots=event.lots)
        case _:
            raise TypeError(f"{event.TYPE} is no event of durak")


def _deal(state: State, dealt: Dealt) -> State:
    hands, lowest, trump = dealt.hands, dealt.lowest, suit_of(dealt.shown)
    if lowest is not None and lowest not in hands[dealt.attacker]:
        rest = without(hands[dealt.attacker], (lowest,))
        hands = with_hand(hands, dealt.attacker, (lowest, *rest))
    is_trump = lowest is not None and suit_of(lowest) == trump
    return state._replace(
        lowest_of=None if lowest is None else "trumps" if is_trump else "pack",
        dealer=dealt.dealer,
        attacker=dealt.attacker,
        trump=trump,
        shown=dealt.shown,
        hands=hands,
        stock=(*state.stock[SEATS * HAND : -1], dealt.shown),
    )


def _play(state: State, played: Attacked | Beaten, table: tuple[Pair, ...]) -> State:
    seat, hands = played.seat, state.hands
    rest = without(hands[seat], (played.card,))
    return state._replace(hands=with_hand(hands, seat, rest), table=table)


def _put_away(state: State, cards: Cards) -> State:
    return _end_bout(state, attacker=defender(state), away=state.away + cards)


def _pick_up(state: State, seat: Seat) -> State:
    hand = (*state.hands[seat], *on_table(state))
    return _end_bout(state, hands=with_hand(state.hands, seat, hand))


def _end_bout(state: State, **changes: Any) -> State:
    first = state.attacker
    return state._replace(table=(), taking=False, done=False, draws_first=first, **changes)


def _draw(state: State, dealt: Drawn) -> State:
    """The stock's front goes to the hands: the trump card was seen there, and is known here."""
    assert state.draws_first is not None, "hands are full before the first bout"
    hands, stock = list(state.hands), state.stock
    for seat in (state.draws_first, other(state.draws_first)):
        cards = dealt.hands[seat]
        front, stock = stock[: len(cards)], stock[len(cards) :]
        hands[seat] += drawn(cards, front)
    return state._replace(hands=tuple(hands), stock=stock)
