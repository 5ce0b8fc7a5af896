"""Deterministic random numbers for bots: the same seed and moves give the same result everywhere.

Moves are identified and ordered by their API form, which is more stable than any Python value.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from domain.fairness.framing import tagged_hash, u32
from domain.fairness.shuffle import below, stream
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.moves import parse_move, say
from domain.kernel.policy import Numbers

_LABEL: Final = "fairdeal/1/bot"
_WAITS: Final = ""
_canonical: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


def chance(
    seed: bytes, *, seat: Seat, legal: Sequence[Event], events: int | None = None
) -> Numbers:
    """Endless random numbers that follow only from these values.

    Args:
        seed: The seed of the bot.
        seat: Its seat.
        legal: Its legal moves.
        events: The number of events of the deal so far, for chance that is fresh every time.
    """
    listing = "\n".join(sorted(map(words, legal)))
    at = () if events is None else (u32(events),)
    yield from stream(tagged_hash(_LABEL, seed, u32(seat), listing.encode(), *at), _LABEL)


def pick(moves: Sequence[Event | None], numbers: Numbers) -> Event | None:
    """One of the moves, each as likely; None is to wait."""
    if len(moves) == 1:
        return moves[0]
    return sorted(moves, key=words)[below(len(moves), numbers)]


@lru_cache(maxsize=4096)  # the cards of a hand are listed at each of its turns
def words(move: Event | None) -> str:
    """A move in its API form, as canonical JSON; empty for waiting."""
    if move is None:
        return _WAITS
    return _canonical(say(move))


def parse_words(game: Game[Any], seat: Seat, said: str) -> Event | None:
    """The move that `words` makes this text of; None: there is none."""
    try:
        move = parse_move(game, seat, json.loads(said))
    except (ValueError, RecursionError):
        return None
    return move if words(move) == said else None
