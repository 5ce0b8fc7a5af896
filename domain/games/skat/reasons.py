"""What is true of a move of Skat that a hint names."""

from collections.abc import Sequence
from typing import Final

from domain.games.skat.cards import FOLLOWS, NULL, POINTS, STRENGTH, TRUMP, taker
from domain.games.skat.model import PLAYERS, Bid, Held, Passed, Played
from domain.games.skat.phases import Playing, State
from domain.kernel.cards import Card
from domain.kernel.event import Event
from domain.kernel.reasons import Reason


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
