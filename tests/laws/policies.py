"""The policies under which laws of knowledge are tried, so that every phase of a deal is covered.

They are the policies of the laws, the game's bots, and for each kind of move one that avoids it.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any, Final, TypeAlias

import pytest

import bots
from domain.games import GAMES
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game
from tests.laws.play import DEALS, MOVES, POLICIES, Policy, Run, by_kind, deals, seat_of, steps
from tests.sampling import cases

PolicyOf: TypeAlias = Callable[[Run], Policy]
"""The policy that plays a deal. Bots look at the deal itself, and not only at its legal moves."""

SAMPLE: Final = cases(sample=max(1, DEALS // 20), full=DEALS)
"""How many deals of each policy a law is tried on."""


def policies(game: Game[Any]) -> Mapping[str, PolicyOf]:
    """The policies of a game by their names."""
    return {
        **{name: _for_any_deal(policy) for name, policy in POLICIES.items()},
        **{level: _bots(level) for level in bots.levels(game)},
        **{f"avoid_{kind.MOVE}": _for_any_deal(avoiding(str(kind.MOVE))) for kind in game.moves},
    }


def _for_any_deal(policy: Policy) -> PolicyOf:
    return lambda _: policy


def avoiding(name: str) -> Policy:
    """The policy that makes a move of this name only if no other move is legal."""

    def choose(chance: Random, kinds: dict[str, list[Event]]) -> Event:
        others = {kind: moves for kind, moves in kinds.items() if kind != name}
        return by_kind(chance, others or kinds)

    return choose


def _bots(level: str) -> PolicyOf:
    """Bots of one level on all seats, asked in any order; the seat to act never waits."""

    def of(run: Run) -> Policy:
        def choose(chance: Random, kinds: dict[str, list[Event]]) -> Event:
            legal: dict[Seat, list[Event]] = defaultdict(list)
            for moves in kinds.values():
                for move in moves:
                    legal[seat_of(move)].append(move)
            seats = chance.sample(sorted(legal), len(legal))
            return next(filter(None, (answer(seat, legal[seat], chance) for seat in seats)))

        def answer(seat: Seat, legal: list[Event], chance: Random) -> Event | None:
            return bots.choose(
                run.game,
                level,
                seat=seat,
                shown=[redact(event, seat) for event in run.events],
                view=run.views[seat],
                legal=tuple(legal),
                seed=chance.randbytes(32),
            ).move

        return choose

    return of


def _cases() -> Iterator[Any]:
    for game in GAMES.values():
        for name in policies(game):
            yield pytest.param(game, name, SAMPLE, id=f"{game.key}-{name}")


every_policy = pytest.mark.parametrize(("game", "policy", "count"), list(_cases()))
"""Runs a law once for each game and policy."""


def positions(game: Game[Any], policy: str, *, count: int) -> Iterator[tuple[Run, Random]]:
    """Every position of some deals during play: the same run, one step further each time."""
    for run, chance, moves in _deals(game, policy, count):
        yield run, chance
        for _ in moves:
            yield run, chance


def played_by(game: Game[Any], policy: str, *, count: int) -> Iterator[tuple[Run, Random]]:
    """The same deals, each at its end."""
    for run, chance, moves in _deals(game, policy, count):
        deque(moves, maxlen=0)
        yield run, chance


def _deals(
    game: Game[Any], policy: str, count: int
) -> Iterator[tuple[Run, Random, Iterator[Event]]]:
    """Some deals and their moves; for a long deal in a small sample, only the beginning."""
    choose = policies(game)[policy]
    for run, chance in deals(game, count=count, salt=policy):
        yield run, chance, islice(steps(run, chance, choose(run)), count * MOVES)
