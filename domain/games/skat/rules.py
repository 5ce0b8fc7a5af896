"""A deal of Skat from the shuffle to the list: which phase it is in, and what follows in it."""

from collections.abc import Iterator

from domain.games.skat import auction, contract, play
from domain.games.skat.model import (
    FIRST_VERSION,
    HAND,
    AuctionWon,
    Bid,
    BiddingMove,
    ContractMove,
    Dealt,
    Declared,
    Discarded,
    FirstOptions,
    HandOpened,
    Held,
    Move,
    Options,
    Passed,
    PickedUp,
    Played,
    PlayMove,
    Settled,
    SkatTaken,
    TrickTaken,
    players_after,
)
from domain.games.skat.phases import Bidding, Contracting, Over, Playing, State
from domain.games.skat.scoring import settle
from domain.kernel.cards import Cards, with_hand, without
from domain.kernel.deal import Opened, Shuffled
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Aim
from domain.kernel.options import parse_options


def initial(opened: Opened) -> State:
    """Nothing has been dealt.

    Raises:
        BadOption: The version of the rules does not have such options.
    """
    if opened.rules == FIRST_VERSION:
        parse_options(FirstOptions, opened.options, seats=opened.seats)
    return State(
        options=parse_options(Options, opened.options, seats=opened.seats),
        seats=opened.seats,
        dealer=opened.dealer,
        hands=((),) * opened.seats,
    )


# --- What the table does by itself --------------------------------------------------------------


def consequence(state: State) -> Event | None:
    """The next event that needs no choice; None: the table waits."""
    match state.phase:
        case None:
            return deal(state)
        case Bidding() as bidding:
            passed_out = bidding.senior is None
            return settle(state, "passed_out") if passed_out else auction.won(bidding)
        case Contracting() as contracting:
            return contract.consequence(contracting, state.hands, state.skat)
        case Playing() as playing:
            follows = play.consequence(playing, state)
            return settle(state, follows) if isinstance(follows, str) else follows
        case _:
            return None


def deal(state: State) -> Dealt:
    """Three each, two to the skat, four each, three each, from forehand on (K3, K4)."""
    assert state.lots is not None, "the pack has its order"
    dealer = state.lots[0] if state.dealer is None else state.dealer
    deck, hands = state.skat, list(state.hands)
    for place, seat in enumerate(players_after(dealer, state.seats)):
        first, second, third = 3 * place, 11 + 4 * place, 23 + 3 * place
        hands[seat] = deck[first : first + 3] + deck[second : second + 4] + deck[third : third + 3]
    return Dealt(dealer, tuple(hands))


# --- Which moves there are ----------------------------------------------------------------------


def to_act(state: State) -> Seat | None:
    """The seat that the table waits for."""
    match state.phase:
        case Bidding() as bidding:
            return auction.turn(bidding)
        case Contracting() as phase:
            return phase.declarer
        case Playing() as playing:
            return play.turn(playing, state.players)
        case _:
            return None


def legal(state: State, seat: Seat) -> Iterator[Event]:
    """Every legal move of the seat, and no other."""
    match state.phase:
        case Bidding() as bidding:
            return auction.legal(bidding, seat)
        case Contracting() as phase:
            return contract.legal(phase, state.hands[seat], seat)
        case Playing() as playing:
            return play.legal(playing, state, seat)
        case _:
            return iter(())


def aim(state: State, kind: type[Event]) -> Aim:
    """The suit that the next card has to follow, or the bid to hold (K6)."""
    playing, seat = state.phase, to_act(state)
    if kind is Held and isinstance(playing, Bidding) and playing.asked:
        return Aim(holds=playing.value)
    if kind is not Played or not isinstance(playing, Playing) or playing.offer or seat is None:
        return Aim()
    return play.aim(playing, state.hands[seat])


def breaches(state: State, move: Move) -> Iterator[Clause]:
    """Every clause that a move breaks."""
    match state.phase:
        case Bidding() as bidding if isinstance(move, BiddingMove):
            yield from auction.breaches(bidding, move)
        case Contracting() as phase if isinstance(move, ContractMove):
            yield from contract.breaches(phase, state.hands[move.seat], move)
        case Playing() as playing if isinstance(move, PlayMove):
            yield from play.breaches(playing, state, move)
        case phase:
            if isinstance(phase, Playing) and isinstance(move, Declared):
                yield "K13"
            yield NOT_IN_THIS_PHASE
            if move.seat != to_act(state):
                yield NOT_YOUR_TURN


# --- How events change the table ----------------------------------------------------------------


def evolve(state: State, event: Event) -> State:
    """The table after an event. Unknown cards stay unknown, and no rule is checked."""
    match state.phase:
        case Playing() as phase:
            return _played(state, phase, event)
        case Bidding() as phase:
            return _bid(state, phase, event)
        case Contracting() as phase:
            return _contracted(state, phase, event)
        case _:
            return _begun(state, event)


def _played(state: State, phase: Playing, event: Event) -> State:
    match event:
        case Played():
            seat, hands = event.seat, state.hands
            rest = without(hands[seat], (event.card,))
            return state._replace(
                hands=with_hand(hands, seat, rest), phase=play.with_card(phase, event)
            )
        case TrickTaken():
            return state._replace(phase=play.with_trick(phase, event))
        case HandOpened():
            return state._replace(
                hands=with_hand(state.hands, event.seat, event.cards),
                phase=_opened(phase, event.cards),
            )
        case Settled():
            return state._replace(skat=event.skat, phase=Over(event, phase))
        case _ if isinstance(event, play.Words):
            return state._replace(phase=play.with_words(phase, event, state))
        case _:
            return _begun(state, event)


def _opened(phase: Playing, cards: Cards) -> Playing:
    """The play with an open hand; before the first card it is what the declarer went in with."""
    return phase._replace(held=cards if len(cards) == HAND else phase.held, opened=True)


def _bid(state: State, phase: Bidding, event: Event) -> State:
    match event:
        case Bid() | Held() | Passed():
            return state._replace(phase=auction.after(phase, event))
        case AuctionWon():
            return state._replace(phase=Contracting(event.declarer, event.bid))
        case Settled():
            return state._replace(skat=event.skat, phase=Over(event, None))
        case _:
            return _begun(state, event)


def _contracted(state: State, phase: Contracting, event: Event) -> State:
    match event:
        case PickedUp():
            return state._replace(phase=phase._replace(picked_up=True))
        case SkatTaken():
            hand = (*state.hands[event.seat], *event.cards)
            return state._replace(hands=with_hand(state.hands, event.seat, hand), skat=())
        case Discarded():
            rest = without(state.hands[event.seat], event.cards)
            hands = with_hand(state.hands, event.seat, rest)
            phase = phase._replace(discarded=True)
            return state._replace(hands=hands, skat=event.cards, phase=phase)
        case Declared():
            playing = Playing(
                declarer=phase.declarer,
                bid=phase.bid,
                contract=event.says,
                held=state.hands[phase.declarer],
                leader=state.players[0],
            )
            others = tuple(seat for seat in state.players if seat != phase.declarer)
            return state._replace(phase=playing, parties=((phase.declarer,), others))
        case _:
            return _begun(state, event)


def _begun(state: State, event: Event) -> State:
    match event:
        case Shuffled():
            return state._replace(skat=event.deck, lots=event.lots)
        case Dealt():
            players = players_after(event.dealer, state.seats)
            return state._replace(
                dealer=event.dealer,
                players=players,
                hands=event.hands,
                skat=state.skat[9:11],
                phase=auction.first_bidding(players),
            )
        case _:
            raise TypeError(f"{event.TYPE} does not happen here in skat")
