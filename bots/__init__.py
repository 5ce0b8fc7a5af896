"""Bots: from what a seat sees and may do to a move. Pure: same sight and seed, same move.

A game brings a policy by one file here and one line in `_POLICIES`; `easy` plays every game.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from bots import easy, goat
from bots.chance import chance
from bots.policy import Policy, Sight
from domain.event import Event, Seat
from domain.games import GAMES

EASY: Final = "easy"
MEDIUM: Final = "medium"
LEVELS: Final = (EASY, MEDIUM)

_POLICIES: Final[Mapping[tuple[str, str], Policy]] = MappingProxyType(
    {
        **{(game, EASY): easy.POLICY for game in GAMES},
        ("goat", MEDIUM): goat.MEDIUM,
    }
)


def policy(game: str, level: str) -> Policy:
    """The policy that plays a game at a level; its `label` goes into records.

    Raises:
        KeyError: There is none.
    """
    return _POLICIES[game, level]


def levels(game: str) -> tuple[str, ...]:
    """The levels at which a game has bots, the weakest first."""
    return tuple(level for level in LEVELS if (game, level) in _POLICIES)


def choose(
    game: str, level: str, *, seat: Seat, view: Any, legal: tuple[Event, ...], seed: bytes
) -> Event | None:
    """The move of a bot.

    Args:
        game: The key of the game.
        level: One of its `levels`.
        seat: The bot's seat.
        view: How the deal stands, as far as that seat may know.
        legal: Every move that it may make, from that view.
        seed: What its chances follow from, besides what it sees.

    Returns:
        One of the legal moves, or None: it waits, as it may while it is not its turn.
    """
    if not legal:
        return None
    sight = Sight(seat, view, legal, may_wait=GAMES[game].to_act(view) != seat)
    return policy(game, level).choose(sight, chance(seed, seat=seat, view=view))
