"""The play: tricks, and ways to end before the tenth (K15-K18, K28-K30)."""

from collections.abc import Iterator
from typing import Final, assert_never

from domain.games.skat.cards import FOLLOWS, NULL, following, in_order, taker
from domain.games.skat.claims import judge
from domain.games.skat.model import (
    HAND,
    PLAYERS,
    Accepted,
    Claimed,
    ClaimJudged,
    Conceded,
    ConcessionAsked,
    Declined,
    Ending,
    HandOpened,
    Played,
    PlayMove,
    TrickTaken,
)
from domain.games.skat.phases import Offer, Playing, State
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Clause, Event, Seat
from domain.kernel.game import NOT_IN_HAND, NOT_IN_THIS_PHASE, NOT_YOUR_TURN, Aim, Following
from domain.kernel.listing import moves_of

ALONE: Final = 9
"""The hand size down to which the declarer may concede alone (K28)."""
DEFENDERS: Final = (1, 2)
"""The distance of the defenders from the declarer, clockwise."""


def next_player(players: tuple[Seat, ...], seat: Seat, steps: int = 1) -> Seat:
    """The player who sits so many places to the left of a player (K15)."""
    return players[(players.index(seat) + steps) % PLAYERS]


def turn(play: Playing, players: tuple[Seat, ...]) -> Seat:
    """The seat that is to answer the declarer's request, or else to play to the trick."""
    if play.offer is not None and play.offer.answering:
        return play.offer.answering[0]
    return next_player(players, play.leader, len(play.trick))


def defenders(play: Playing, players: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """The two who play against the declarer, clockwise from the declarer."""
    return tuple(next_player(players, play.declarer, steps) for steps in DEFENDERS)


# --- What follows by itself ---------------------------------------------------------------------


def consequence(play: Playing, state: State) -> Event | Ending | None:
    """The next consequence in the play: an event, or its ending; None: it waits for a player."""
    shows = play.contract.ouvert or (play.claimed and state.options.claims == "order")
    if shows and not play.opened:
        return HandOpened(play.declarer, in_order(state.hands[play.declarer]))
    if len(play.trick) == PLAYERS:
        place = taker(play.trick, play.contract.kind)
        return TrickTaken(next_player(state.players, play.leader, place))
    if sum(play.tricks) == HAND or (play.contract.kind == NULL and play.tricks[0]):
        return "played_out"
    if play.declarer in play.conceded:
        return "conceded"
    if len(play.conceded) == len(DEFENDERS):
        return "given_up"
    return _of_offer(play, state) if play.offer is not None else None


def _of_offer(play: Playing, state: State) -> Event | Ending | None:
    assert play.offer is not None, "there is one"
    if play.offer.agreed:
        return "claimed" if play.offer.kind == "claim" else "conceded"
    return None if play.offer.answering else ClaimJudged(play.declarer, judge(play, state))


def aim(play: Playing, hand: Cards) -> Aim:
    """The suit that a card of the hand on turn has to follow (K15, K16)."""
    if not play.trick:
        return Aim(follows=Following(None))
    follows = FOLLOWS[play.contract.kind]
    led = follows[play.trick[0]]
    lacking = UNKNOWN not in hand and all(follows[card] != led for card in hand)
    return Aim(follows=Following(led, lacking))


# --- Which moves there are ----------------------------------------------------------------------


def legal(play: Playing, state: State, seat: Seat) -> Iterator[Event]:
    """Every legal move of the seat."""
    if seat not in state.players:
        return
    on_turn = seat == turn(play, state.players)
    if play.offer is not None:
        if on_turn:
            yield from (Accepted(seat), Declined(seat))
        return
    if on_turn:
        hand = state.hands[seat]
        follow = following(hand, play.trick[0], play.contract.kind) if play.trick else hand
        yield from moves_of(Played, seat, each=follow)
    of_declarer = (ConcessionAsked(seat), Claimed(seat)) if seat == play.declarer else ()
    for move in (*of_declarer, Conceded(seat)):
        if not any(breaches(play, state, move)):
            yield move


def breaches(play: Playing, state: State, move: PlayMove) -> Iterator[Clause]:
    """Every clause of the play that a move breaks."""
    answers = isinstance(move, Accepted | Declined)
    if answers != (play.offer is not None):
        yield NOT_IN_THIS_PHASE
    if answers or isinstance(move, Played | Claimed):
        if move.seat != turn(play, state.players):
            yield NOT_YOUR_TURN
    elif move.seat not in state.players:
        yield NOT_YOUR_TURN
    match move:
        case Played():
            yield from _card_breaches(play, state.hands[move.seat], move.card)
        case Conceded() | ConcessionAsked():
            yield from _concession_breaches(play, state, move)
        case Claimed():
            if move.seat != play.declarer or play.claimed:
                yield "K30"
        case Accepted() | Declined():
            yield from _answer_breaches(play, move.seat)
        case _:
            assert_never(move)


def _answer_breaches(play: Playing, seat: Seat) -> Iterator[Clause]:
    """The clauses of a request, if there is none or a seat has no answer to give to it."""
    if play.offer is None:
        yield from ("K28", "K30")
    elif seat not in play.offer.answering:
        yield "K30" if play.offer.kind == "claim" else "K28"


def _card_breaches(play: Playing, hand: Cards, card: Card) -> Iterator[Clause]:
    if card not in hand:
        yield NOT_IN_HAND
    elif play.trick and card not in following(hand, play.trick[0], play.contract.kind):
        yield "K16"


def _concession_breaches(
    play: Playing, state: State, move: Conceded | ConcessionAsked
) -> Iterator[Clause]:
    alone = len(state.hands[play.declarer]) >= ALONE
    match move:
        case Conceded():
            if move.seat == play.declarer and not alone:
                yield "K28"
            if move.seat in play.conceded:
                yield "K29"
        case ConcessionAsked():
            is_repeated = play.asked_in == sum(play.tricks)
            if move.seat != play.declarer or alone or is_repeated:
                yield "K28"
        case _:
            assert_never(move)


# --- How moves and events change the play -------------------------------------------------------


def with_card(play: Playing, played: Played) -> Playing:
    """The play with one more card in the trick."""
    trick = (*play.trick, played.card)
    is_best = taker(trick, play.contract.kind) == len(play.trick)
    return play._replace(trick=trick, best=played.seat if is_best else play.best)


def with_trick(play: Playing, taken: TrickTaken) -> Playing:
    """The trick goes to its side's pile, and its taker leads (K15, K17)."""
    side = 0 if taken.seat == play.declarer else 1
    piles, tricks = list(play.piles), list(play.tricks)
    piles[side] += play.trick
    tricks[side] += 1
    return play._replace(
        leader=taken.seat,
        trick=(),
        best=None,
        piles=(piles[0], piles[1]),
        tricks=(tricks[0], tricks[1]),
        takers=(*play.takers, taken.seat),
    )


Words = Conceded | ConcessionAsked | Claimed | ClaimJudged | Accepted | Declined
"""Events about ending the play early."""


def with_words(play: Playing, said: Words, state: State) -> Playing:
    """The play after a player proposed or answered an early end."""
    answering = defenders(play, state.players)
    match said:
        case Conceded():
            return play._replace(conceded=(*play.conceded, said.seat))
        case ConcessionAsked():
            return play._replace(offer=Offer("concession", answering), asked_in=sum(play.tricks))
        case Claimed():
            is_judged = state.options.claims == "exact"
            return play._replace(offer=Offer("claim", () if is_judged else answering), claimed=True)
        case ClaimJudged():
            return play._replace(offer=_judged(said, answering))
        case Accepted() | Declined():
            return play._replace(offer=_answered(play, agreed=isinstance(said, Accepted)))
        case _:
            assert_never(said)


def _judged(judged: ClaimJudged, defending: tuple[Seat, ...]) -> Offer | None:
    """Proved is agreed; refuted is refused; what is not known is for the defenders (K30)."""
    if judged.finding == "refuted":
        return None
    agreed = judged.finding == "proved"
    return Offer("claim", () if agreed else defending, agreed)


def _answered(play: Playing, *, agreed: bool) -> Offer | None:
    """One defender's consent is enough for a concession, and one's refusal against a claim."""
    assert play.offer is not None, "somebody asked"
    enough = agreed == (play.offer.kind == "concession")
    rest = play.offer.answering[1:]
    if enough or not rest:
        return play.offer._replace(answering=(), agreed=True) if agreed else None
    return play.offer._replace(answering=rest)
