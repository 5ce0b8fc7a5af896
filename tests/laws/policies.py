"""The policies under which laws of knowledge are tried, so that every phase of a deal is covered.

They are the policies of the laws, the game's bots, and for each kind of move one that avoids it.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final, TypeAlias

import pytest

import bots
from domain.games import GAMES
from domain.kernel.event import Event, Seat, redact
from domain.kernel.game import Game
from tests.laws.play import DEALS, POLICIES, Policy, Run, by_kind, seat_of
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


every_policy = pytest.mark.parametrize(
    ("game", "policy"),
    [
        pytest.param(game, name, id=f"{game.key}-{name}")
        for game in GAMES.values()
        for name in policies(game)
    ],
)
"""Runs a test once for each game and policy."""
