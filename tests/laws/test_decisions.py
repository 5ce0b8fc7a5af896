"""A bot of any game and level decides by what its seat was shown, and by nothing else."""

from dataclasses import replace
from hashlib import sha256
from itertools import islice
from typing import Any, Final, cast

import pytest

import bots
from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Opened
from domain.kernel.event import redact
from domain.kernel.game import Game, view
from domain.kernel.moves import legal_moves
from tests.bots.decisions import Question, decisions
from tests.redealing import dealt_anew
from tests.sampling import cases

CASES: Final = [(key, level) for key, game in GAMES.items() for level in bots.levels(game)]
MOST: Final = cases(sample=150, full=1_500)
"""How many decisions of a game and level are looked at, every fifth of them."""
TRIES: Final = 40
"""How many shuffles are tried until one shows the seat the same."""


@pytest.mark.parametrize(("key", "level"), CASES)
def test_a_decision_stays_the_same_when_unseen_cards_are_dealt_anew(key: str, level: str) -> None:
    game, moved = GAMES[key], 0
    for each in islice(decisions(key, level, {}, 1), 0, MOST, 5):
        events = _dealt_anew(game, each)
        if events is None:
            continue
        moved += events[2:] != each.events[2:]
        seen = view(game, events, each.seat)
        again = bots.choose(
            game,
            level,
            seat=each.seat,
            shown=[redact(event, each.seat) for event in events],
            view=seen,
            legal=legal_moves(game, seen, each.seat),
            seed=each.seed,
        )
        assert again == each.decision
    assert moved


def _dealt_anew(game: Game[Any], each: Question) -> tuple[Any, ...] | None:
    opened = replace(cast("Opened", each.events[0]), seed=None, commitment=NO_DIGEST)
    begun = dealt_anew(
        game,
        each.events,
        at=len(each.events),
        seat=each.seat,
        opened=opened,
        key=sha256(each.seed).digest(),
        tries=TRIES,
    )
    return None if begun is None else begun.events
