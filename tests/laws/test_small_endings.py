"""Values of analyses agree with an exhaustive search by the rules alone, where one is possible."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple, cast

import pytest

import bots
from bots import analysis, core
from bots.analysis import Review
from domain.games import GAMES
from domain.games.skat.cards import NULL
from domain.games.skat.phases import Playing as SkatPlaying
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.moves import decide, legal_moves
from offline.deals import RunningDeal
from tests.bots.deals import chosen, dealt
from tests.missing import needs
from tests.sampling import cases

DEALS: Final = cases(sample=4, full=20)
CARDS: Final = cases(sample=2, full=3)
"""The most cards in a hand of a small ending."""
PLIES: Final = cases(sample=2, full=3)
"""So far a deal is searched that may go on for ever."""
FAR: Final = 40

pytestmark = needs("the wheel wasmtime", core.is_available())


class Ending(NamedTuple):
    """The facts of a game that a search needs."""

    is_small: Callable[[Any], bool]
    declarer: Callable[[Any], Seat | None]
    """The seat against all others, if it is not every other seat against the rest."""
    result: Callable[[Any, Seat], int | None]
    """Of a deal that is over, for the side of a seat; None: it is not compared."""
    scale: int
    """The difference between the best and the worst result; 0: only their order is compared."""
    plies: int = FAR
    level: str = "easy"
    """Of the bots that play up to there."""


def _few(state: Any) -> bool:
    return not state.stock and max(map(len, state.hands)) <= CARDS


def _skat_is_small(state: Any) -> bool:
    play = state.phase
    if not isinstance(play, SkatPlaying) or play.contract.kind == NULL or play.offer:
        return False
    return not play.contract.schneider and max(map(len, state.hands)) <= CARDS


def _duel(state: Any) -> bool:
    return not state.stock and sum(map(len, state.hands)) <= 3 * CARDS


def _nobody(_: Any) -> None:
    return None


def _won(state: Any, seat: Seat) -> int | None:
    winner = state.ended.winner
    return None if winner is None else 1 if winner == seat else -1


def _goat(state: Any, seat: Seat) -> int:
    points = state.scored.points
    ahead: int = points[seat % 2] - points[1 - seat % 2]
    return ahead + 30 * ((ahead > 0) - (ahead < 0))


def _skat(state: Any, seat: Seat) -> int:
    settled = state.phase.settled
    points: int = settled.points
    return points if seat == settled.declarer else -points


ENDINGS: Final = {
    "durak": Ending(_duel, _nobody, _won, scale=2, plies=PLIES + 6, level="medium"),
    "goat": Ending(_few, _nobody, _goat, scale=300),
    "skat": Ending(_skat_is_small, lambda state: state.phase.declarer, _skat, scale=0),
    "svoi_kozyri": Ending(
        lambda state: 0 < min(map(len, state.hands)) <= CARDS, _nobody, _won, 2, PLIES, "medium"
    ),
}


class Search:
    """An exhaustive search of an ending, for the side of a seat."""

    def __init__(self, game: Game[Any], seat: Seat, state: Any) -> None:
        self.game, self.seat, self.ending = game, seat, ENDINGS[game.key]
        self.declarer = self.ending.declarer(state)
        self.known: dict[tuple[Any, int], int | None] = {}

    def after(self, state: Any, move: Event, plies: int) -> int | None:
        """The result of a move and best play; None: it is not known so far ahead."""
        return self._best(decide(self.game, state, move, seen=state)[1], plies - 1)

    def _best(self, state: Any, plies: int) -> int | None:
        turn = self.game.to_act(state)
        if turn is None:
            return self.ending.result(state, self.seat)
        if not plies:
            return None
        if (state, plies) not in self.known:
            self.known[state, plies] = self._best_of(state, turn, plies)
        return self.known[state, plies]

    def _best_of(self, state: Any, turn: Seat, plies: int) -> int | None:
        moves = [move for move in legal_moves(self.game, state, turn) if not move.EARLY]
        found = [self.after(state, move, plies) for move in moves]
        sign = 1 if self._side(turn) == self._side(self.seat) else -1
        known = [each for each in found if each is not None]
        if len(known) == len(found) or (sign in known and self.ending.scale == 2):
            return sign * max(sign * each for each in known)
        return None

    def _side(self, seat: Seat) -> int:
        return seat % 2 if self.declarer is None else seat == self.declarer


def small_endings(game: Game[Any]) -> Iterator[tuple[Review, Any]]:
    """Reviews of moves in small endings, with the full position before each."""
    judge = bots.judge(game)
    assert judge is not None
    for number in range(1, DEALS + 1):
        playing, before = dealt(game, number), list[tuple[int, Any]]()
        while (turn := game.to_act(playing.state)) is not None:
            if ENDINGS[game.key].is_small(playing.state):
                before.append((len(playing.events) + 1, playing.state))
            move = chosen(playing, turn, ENDINGS[game.key].level)
            assert move is not None
            playing.make(move)
        yield from _reviewed(playing, judge, before)


def _reviewed(
    playing: RunningDeal, judge: Any, before: list[tuple[int, Any]]
) -> Iterator[tuple[Review, Any]]:
    if not before:
        return
    events, states = playing.events, dict(before)
    earlier = sum(at < before[0][0] for at in analysis.moves_of(events))
    for review in analysis.reviews(playing.game, events, judge, after=earlier):
        if review is not None and review.position in states:
            yield review, states[review.position]


@pytest.mark.parametrize("key", GAMES)
def test_open_values_of_small_endings_are_those_of_best_play(key: str) -> None:
    game, compared = GAMES[key], 0
    scale = ENDINGS[key].scale
    for review, state in small_endings(game):
        search = Search(game, review.seat, state)
        found = [
            (result, each.open)
            for each in review.alternatives
            if (result := search.after(state, cast("Event", each.move), ENDINGS[key].plies))
            is not None
        ]
        for result, value in found:
            if scale:
                whole = analysis.WHOLE
                assert value == whole // 2 + (2 * whole * result + scale) // (2 * scale)
        ordered = [value for _, value in sorted(found)]
        assert ordered == sorted(ordered)
        compared += len(found)
    assert compared
