"""What schemathesis is told of the service: keys of its own for every request it makes up."""

from typing import Any
from uuid import uuid4

import schemathesis

from domain.games import GAMES
from domain.moves import NotAMove, parse_move

PLAYED = GAMES["goat"]
LEAD = {"type": "lead", "cards": ["7C"]}


@schemathesis.hook
def before_call(context: Any, case: Any, **_: Any) -> None:  # noqa: ARG001
    """What is refused as it should be: a key that came with another body, another game's move."""
    if isinstance(case.body, dict) and _is_of_another_game(case.body.get("move")):
        case.body = {**case.body, "move": LEAD}
    if case.headers and "Idempotency-Key" in case.headers and _is_key(case.headers):
        case.headers["Idempotency-Key"] = uuid4().hex


def _is_key(headers: Any) -> bool:
    key = headers["Idempotency-Key"]
    return isinstance(key, str) and 0 < len(key) < 256 and key.isascii() and key.isprintable()


def _is_of_another_game(move: Any) -> bool:
    games = [game for game in GAMES.values() if _is_move(game, move)]
    return bool(games) and PLAYED not in games


def _is_move(game: Any, said: Any) -> bool:
    try:
        parse_move(game, 0, said)
    except NotAMove:
        return False
    return True
