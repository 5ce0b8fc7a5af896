"""The event at which a deal was decided: no later play could change its result.

The result is the next score, without the next dealer and leader. Play is every legal move of every
seat. Moves that end a deal early are left out wherever there are others. Otherwise nearly every
deal would stay open until its last card, since a player can always give up.

The answer is exact: every continuation from the full state is searched, from the end backwards.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple, cast

from domain.kernel.deal import Opened, shuffle_at
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game, S, Score, evolve, settle
from domain.kernel.moves import legal_moves
from domain.kernel.options import parse_options


class Decided(NamedTuple):
    """Where a deal was decided."""

    at: int
    """The event, from 1, after which no play could change the result; the shuffle if none could."""
    exact: bool
    """False: there, or at an event before it; there was more to look at than allowed."""


def decided(game: Game[S], events: Sequence[Event], *, states: int) -> Decided:
    """The event at which a finished deal was decided.

    Args:
        game: Its rules.
        events: Its full record.
        states: The maximum number of states to search.
    """
    opened, rest = cast("Opened", events[0]), events[1:]
    stood = list(accumulate(rest, partial(evolve, game), initial=game.initial(opened)))
    options = parse_options(game.options, opened.options, seats=opened.seats)
    nothing = game.opening_score(options, opened.seats)
    result = came_to(game, nothing, game.outcome(stood[-1]))
    visited: set[S] = set()
    moves = [position for position, event in enumerate(events, start=1) if event.MOVE is not None]
    for position in reversed(moves):
        for state in _reachable(game, stood[position - 2], visited):
            outcome = game.outcome(state)
            if outcome is not None and came_to(game, nothing, outcome) != result:
                return Decided(position, exact=True)
            if len(visited) >= states:
                return Decided(position, exact=False)
    return Decided(shuffle_at(events), exact=True)


def came_to(game: Game[Any], score: Score, outcome: Event | None) -> Score:
    """The score after a deal, without the next dealer and leader."""
    after: Any = game.tally(score, outcome)
    return after._replace(dealer=None, leader=None)  # type: ignore[no-any-return]


def winners(game: Game[Any], opened: Opened, outcome: Event) -> tuple[Seat, ...]:
    """The seats of the sides that come off best in a deal; none: all sides come off equally."""
    options = parse_options(game.options, opened.options, seats=opened.seats)
    points = came_to(game, game.opening_score(options, opened.seats), outcome).points
    best = max(points) if game.counting.better == "high" else min(points)
    sides = zip(game.sides(opened.seats), points, strict=True)
    won = tuple(seat for side, its in sides if its == best for seat in side)
    return () if len(won) == opened.seats else won


def plays(game: Game[S], state: S) -> tuple[Event, ...]:
    """Every legal move of every seat; those that end a deal early only where there is no other."""
    moves = [move for seat in range(len(state.hands)) for move in legal_moves(game, state, seat)]
    return tuple(move for move in moves if not move.EARLY) or tuple(moves)


def _reachable(game: Game[S], start: S, visited: set[S]) -> Iterator[S]:
    """Every state that play can come to and that has not been visited, each once, this one too."""
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in visited:
            continue
        visited.add(state)
        yield state
        for move in plays(game, state):
            _, after = settle(game, game.evolve(state, move))
            waiting.append(after)
