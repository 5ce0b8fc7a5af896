"""Bots: from what a seat sees and may do to a move. Pure: same sight and seed, same move.

A game brings a policy by one file or folder here and one line in `_POLICIES`; `easy` plays every
game.
"""

from typing import Any, Final

from bots import durak, easy, goat, skat, svoi_kozyri
from bots.actor import Actor
from bots.chance import chance
from bots.policy import EASY, LEVELS, MEDIUM, Policy, Sight
from domain.kernel.deal import Opened
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game

__all__ = ["LEVELS", "MOST_MOVES", "actor", "choose", "levels", "most_positions"]

NEWEST: Final = Opened.VERSION
"""The version of the event that opens deals today."""

_POLICIES: Final[dict[tuple[str, str], tuple[Policy, ...]]] = {
    ("goat", MEDIUM): (goat.POLICY,),
    ("durak", MEDIUM): (durak.POLICY,),
    ("svoi_kozyri", MEDIUM): (svoi_kozyri.POLICY,),
    ("skat", MEDIUM): skat.POLICIES,
}
"""The oldest first. An older policy stays, since the moves of older records are made again."""
MOST_MOVES: Final = {"goat": 32, "durak": 48, "svoi_kozyri": 1_300, "skat": 96}
"""The most moves that are legal for a seat at once, rounded up: every policy weighs each once.
Goat has 15 sets of four cards, Durak one card of 36, Svoi Kozyri two cards of 36 in order, and
Skat 66 pairs to discard."""


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The levels at which a game has bots, the weakest first."""
    return tuple(level for level in LEVELS if level == EASY or (game.key, level) in _POLICIES)


def most_positions(game: Game[Any], level: str) -> int:
    """The most positions that a bot looks at for one move: those it weighs and those it searches.

    Raises:
        KeyError: The game has no bots of this level.
    """
    return MOST_MOVES[game.key] + _policy(game, level, NEWEST).budget


def actor(game: Game[Any], level: str, *, seat: Seat, opened: int = NEWEST) -> Actor:
    """Who makes the moves of a bot of a level on a seat, as records name it.

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
    view: Any,
    legal: tuple[Event, ...],
    seed: bytes,
    opened: int = NEWEST,
) -> Event | None:
    """The move of a bot.

    Args:
        game: The rules.
        level: One of the game's `levels`.
        seat: The bot's seat.
        view: How the deal stands, as far as that seat may know.
        legal: Every move that it may make, from that view.
        seed: What its chances follow from, besides what it sees: `domain.kernel.deal.bot_seed`.
        opened: The version of the event that opened the deal.

    Returns:
        One of the legal moves, or None: it waits, as it may while it is not its turn.

    Raises:
        KeyError: The game has no bots of this level.
    """
    policy = _policy(game, level, opened)
    if not legal:
        return None
    may_wait = game.to_act(view) != seat
    sight = Sight(seat, view, legal, may_wait=may_wait, budget=policy.budget)
    return policy.choose(sight, chance(seed, seat=seat, legal=legal))


def _policy(game: Game[Any], level: str, opened: int) -> Policy:
    known: tuple[Policy, ...] = (easy.POLICY,) if level == EASY else _POLICIES[game.key, level]
    [*_, policy] = (each for each in known if each.since <= opened)
    return policy
