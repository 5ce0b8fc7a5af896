"""Why a move of Skat is allowed, and what is true of one that a hint names."""

from collections.abc import Sequence
from typing import Final, assert_never, cast

from domain.games.skat.auction import VALUES
from domain.games.skat.cards import FOLLOWS, NULL, POINTS, STRENGTH, TRUMP, taker
from domain.games.skat.model import (
    PLAYERS,
    Accepted,
    Bid,
    Claimed,
    Conceded,
    ConcessionAsked,
    ContractMove,
    Declared,
    Declined,
    Discarded,
    Held,
    Move,
    Passed,
    PickedUp,
    Played,
)
from domain.games.skat.phases import Bidding, Contracting, Offer, Playing, State
from domain.kernel.cards import Card
from domain.kernel.event import Event
from domain.kernel.reasons import ANY, Ground, Reason


def ground(state: State, move: Move) -> Ground:
    """Why a move is allowed."""
    match state.phase, move:
        case Bidding() as bidding, _:
            return _of_bid(bidding)
        case Contracting() as phase, _:
            return _of_contract(phase, cast("ContractMove", move))
        case Playing() as play, Played():
            return _of_card(play, state, move)
        case phase, _:
            return _of_words(cast("Playing", phase), move)


def _of_bid(bidding: Bidding) -> Ground:
    values = {"bid": bidding.value}
    if bidding.asked:
        return Ground("answer", "K6", values)
    if bidding.junior is None:
        return Ground("alone", "K7")
    if not bidding.value:
        return Ground("first-bid", "K5")
    return Ground("highest" if bidding.value == VALUES[-1] else "raise", "K6", values)


def _of_contract(phase: Contracting, move: ContractMove) -> Ground:
    match move:
        case PickedUp():
            return Ground("pick-up", "K10")
        case Discarded():
            return Ground("lay-away", "K10", ANY, Discarded)
        case Declared():
            name = "declare-hand" if move.hand else "declare"
            return Ground(name, "K11", {"bid": phase.bid})
        case _:
            assert_never(move)


def _of_card(play: Playing, state: State, move: Played) -> Ground:
    """Why a card may be played. A card that does not follow shows that the hand had none."""
    if not play.trick:
        return Ground("lead", "K15", ANY, Played)
    follows, led = FOLLOWS[play.contract.kind], play.trick[0]
    values = {"suit": follows[led]}
    if follows[move.card] == follows[led]:
        return Ground("follow", "K16", values, Played)
    jack = Card(f"J{follows[led]}")
    if follows.get(jack) == TRUMP and jack in (move.card, *state.hands[move.seat]):
        return Ground("jack", "K16", {**ANY, **values, "jack": jack}, Played)
    return Ground("void", "K16", {**ANY, **values}, Played)


def _of_words(play: Playing, move: Move) -> Ground:
    match move:
        case Conceded() if move.seat == play.declarer:
            return Ground("concede", "K28")
        case Conceded():
            return Ground("concede-defender", "K29")
        case ConcessionAsked():
            return Ground("ask", "K28")
        case Claimed():
            return Ground("claim", "K30")
        case Accepted() | Declined():
            kind = cast("Offer", play.offer).kind
            return Ground(f"answer-{kind}", "K30" if kind == "claim" else "K28")
        case _:
            raise TypeError(f"{move.TYPE} does not happen in the play")


def _bids(_state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return isinstance(move, Bid | Held)


def _passes(_state: State, move: Event, _legal: Sequence[Event]) -> bool:
    return isinstance(move, Passed)


def _trick(state: State, move: Event) -> tuple[Playing, Card] | None:
    """The play, if points count in it, and the card of a move."""
    play = state.phase
    if not (isinstance(move, Played) and isinstance(play, Playing)):
        return None
    return None if play.contract.kind == NULL else (play, move.card)


def _takes(play: Playing, card: Card) -> bool:
    """Whether a card is the best of the trick."""
    return taker((*play.trick, card), play.contract.kind) == len(play.trick)


def _wins_last(state: State, move: Event, legal: Sequence[Event]) -> bool:
    """Whether the last card of a trick takes it, and no weaker one would."""
    seen = _trick(state, move)
    if seen is None or len(seen[0].trick) != PLAYERS - 1:
        return False
    play, card = seen
    strength = STRENGTH[play.contract.kind]
    winning = [each.card for each in legal if isinstance(each, Played) and _takes(play, each.card)]
    return card in winning and strength[card] == min(map(strength.__getitem__, winning))


def _draws_trumps(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    seen = _trick(state, move)
    if seen is None or seen[0].trick:
        return False
    play, card = seen
    return (
        isinstance(move, Played)
        and move.seat == play.declarer
        and (FOLLOWS[play.contract.kind][card] == TRUMP)
    )


def _gives_to_partner(state: State, move: Event, _legal: Sequence[Event]) -> bool:
    """Whether a defender adds points to the other defender's trick."""
    seen = _trick(state, move)
    if seen is None or not seen[0].trick:
        return False
    play, card = seen
    theirs = isinstance(move, Played) and play.declarer not in (play.best, move.seat)
    return theirs and POINTS[card] > 0 and not _takes(play, card)


def _throws_away_least(state: State, move: Event, legal: Sequence[Event]) -> bool:
    """Whether a card that does not take the trick has the fewest points."""
    seen = _trick(state, move)
    if seen is None or not seen[0].trick or _takes(*seen):
        return False
    points = [POINTS[each.card] for each in legal if isinstance(each, Played)]
    return POINTS[seen[1]] == min(points)


REASONS: Final = (
    Reason("bids", _bids, clause="K6"),
    Reason("passes", _passes, clause="K6"),
    Reason("wins-last", _wins_last, clause="K17"),
    Reason("draws-trumps", _draws_trumps),
    Reason("gives-to-partner", _gives_to_partner, clause="K17"),
    Reason("throws-away-least", _throws_away_least),
)
