"""A deal's record becomes a transcript that replays without a difference."""

import json
from itertools import islice
from typing import Any

import pytest

from domain.check import check
from domain.event import Json
from domain.games import GAMES
from service.replay import replay
from service.transcript import read, write
from tests.bots.decisions import decisions, variants

ENOUGH = 400
"""Events, of a game whose deals are long."""
CASES: list[Any] = [(key, options) for key, game in GAMES.items() for options in variants(game)]


@pytest.mark.parametrize(("key", "options"), CASES)
def test_a_transcript_of_a_record_replays_clean(key: str, options: dict[str, Json]) -> None:
    seen = 0
    for number in range(8):
        if seen > ENOUGH:
            break
        *_, last = decisions(key, "easy", options, number)
        written = write(GAMES[key], last.events, name="deal")
        done = replay(read(json.dumps(written)))
        assert done.ok
        assert done.id == "deal"
        assert done.events[2:] == last.events[2:]
        assert check(GAMES[key], done.events) == ()
        seen += len(done.events)


@pytest.mark.parametrize("key", GAMES)
def test_every_beginning_of_a_deal_replays_clean(key: str) -> None:
    for position in islice(decisions(key, "easy", {}, 1), ENOUGH // 4):
        done = replay(read(json.dumps(write(GAMES[key], position.events))))
        assert done.ok
        assert not done.outcome["over"]


@pytest.mark.parametrize("key", GAMES)
def test_the_id_is_the_deals_where_none_is_given(key: str) -> None:
    first = next(decisions(key, "easy", {}, 0))
    assert write(GAMES[key], first.events)["id"] == first.events[0].deal  # type: ignore[attr-defined]
