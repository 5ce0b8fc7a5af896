"""Bots: decide on a move from what a seat was shown. Same events and seed, same decision.

A game brings the policies of its other levels in its own folder; `easy` plays every game.
"""

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Final

from bots import core, durak, easy, goat, skat, steps, svoi_kozyri
from bots.actor import Actor
from bots.goat import judge as goat_judge
from bots.skat import judge as skat_judge
from bots.svoi_kozyri import judge as svoi_kozyri_judge
from domain.kernel.chance import chance
from domain.kernel.deal import Opened
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.policy import FRESH, LEVELS, Decision, Policy, Sight

__all__ = [
    "LEVELS",
    "actor",
    "choose",
    "is_available",
    "judge",
    "levels",
    "most_positions",
    "policies",
    "uses_core",
]

NEWEST: Final = Opened.VERSION
"""The version of the event that opens deals today."""

STRONGER: Final[Mapping[str, tuple[Policy, ...]]] = {
    "durak": durak.POLICIES,
    "goat": goat.POLICIES,
    "skat": skat.POLICIES,
    "svoi_kozyri": svoi_kozyri.POLICIES,
}
"""The policies of games that search by the core, or by its twin."""

JUDGES: Final[Mapping[str, tuple[Policy, ...]]] = {
    "goat": (goat_judge.JUDGE,),
    "skat": (skat_judge.JUDGE,),
    "svoi_kozyri": (svoi_kozyri_judge.JUDGE,),
}
"""Policies that judge moves and play at no table."""


def levels(game: Game[Any], *, opened: int = NEWEST) -> tuple[str, ...]:
    """The levels that new tables of a game offer, the weakest first, for a version of `Opened`."""
    known = (each for each in policies(game) if each.since <= opened)
    own = {each.name for each in known if each.until is None or each.until >= opened}
    return tuple(level for level in LEVELS if level in own)


def is_available(game: Game[Any], level: str) -> bool:
    """Whether this machine can play at a level: those that need the core are not played slowly.

    Raises:
        KeyError: The game has no bots of this level.
    """
    return not uses_core(game, level) or core.is_available()


def uses_core(game: Game[Any], level: str) -> bool:
    """Whether bots of a level search by the core.

    Raises:
        KeyError: The game has no bots of this level.
    """
    return _policy(game, level, NEWEST).core


def most_positions(game: Game[Any], level: str) -> int:
    """The most positions that a bot looks at for one move: those it weighs and those it searches.

    Raises:
        KeyError: The game has no bots of this level.
    """
    return game.most_moves + _policy(game, level, NEWEST).budget


def actor(game: Game[Any], level: str, *, seat: Seat, opened: int = NEWEST) -> Actor:
    """The name that records give to the actor of a bot's moves.

    Args:
        game: The rules.
        level: One of the game's `levels`.
        seat: The bot's seat.
        opened: The version of the event that opened the deal.

    Raises:
        KeyError: The game has no bots of this level.
    """
    policy = _policy(game, level, opened)
    return Actor(seat, policy.name, policy.version, policy.budget)


def choose(
    game: Game[Any],
    level: str,
    *,
    seat: Seat,
    shown: Sequence[Event],
    view: Any,
    legal: tuple[Event, ...],
    seed: bytes,
    opened: int = NEWEST,
) -> Decision:
    """The decision of a bot: one of the legal moves, or to wait, as it may out of turn.

    Args:
        game: The rules.
        level: One of the game's `levels`.
        seat: The bot's seat.
        shown: Every event of the deal, as that seat was shown it.
        view: The deal, as far as that seat may see it: the fold of these events.
        legal: Every legal move, from that view.
        seed: The seed of its random choices: `domain.kernel.deal.bot_seed`.
        opened: The version of the event that opened the deal.

    Raises:
        KeyError: The game has no bots of this level.
    """
    policy = _policy(game, level, opened)
    if not legal:
        return Decision(None)
    may_wait = game.to_act(view) != seat
    sight = Sight(seat, shown, view, legal, may_wait=may_wait, budget=policy.budget)
    events = len(shown) if policy.since >= FRESH else None
    return policy.choose(sight, chance(seed, seat=seat, legal=legal, events=events))


def judge(game: Game[Any]) -> Policy | None:
    """The newest policy that can judge the moves of a game on this machine; None: there is none."""
    known = (*JUDGES.get(game.key, ()), *(each for each in reversed(policies(game)) if each.scale))
    return next((each for each in known if not each.core or core.is_available()), None)


def policies(game: Game[Any]) -> tuple[Policy, ...]:
    """Every policy that ever played a game; of each level the oldest first."""
    searching = (*STRONGER.get(game.key, ()), *steps.POLICIES.get(game.key, ()))
    known = (easy.POLICY, *game.policies, *searching)
    return tuple(sorted(known, key=attrgetter("since")))


def _policy(game: Game[Any], level: str, opened: int) -> Policy:
    known = policies(game)
    fitting = [each for each in known if each.name == level and each.since <= opened]
    if not fitting:
        raise KeyError(level)
    return fitting[-1]
