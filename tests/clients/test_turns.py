"""A seat of the Python client moves in a deal as it was shown, and sees it again if overtaken."""

from collections.abc import Generator
from contextlib import suppress
from typing import Any
from unittest.mock import Mock, call

import pytest

from fairdeal_client import Problem, Seat

MOVE: Any = {"type": "take"}


def shown(version: int) -> Any:
    return {"id": "d", "version": version, "legal_moves": [{"move": MOVE}], "away": []}


def events() -> Generator[dict[str, int]]:
    yield {"position": 1}


@pytest.mark.parametrize(
    ("code", "times"), [("stale-version", 2), ("not-your-turn", 2), ("illegal-move", 1)]
)
def test_a_seat_that_was_overtaken_is_shown_the_deal_again(code: str, times: int) -> None:
    client: Any = Mock()
    client.me.return_value = {"kind": "seat", "table": "t", "seat": 0}
    playing = {"status": "playing", "deal": {"id": "d"}, "version": 3, "next_deal": None}
    sitting = {"seats": [{"commits": False, "key": None}]}
    client.table.side_effect = [sitting, playing, {"status": "over"}]
    client.events.side_effect = lambda _: events()
    client.table_events.side_effect = lambda *_, **__: events()
    client.deal.side_effect = [shown(1), shown(2)]
    client.move.side_effect = [Problem(409, {"code": code}), {}]
    seat, seen = Seat(client), list[int]()
    for deal in seat.turns():
        seen.append(deal["version"])
        with suppress(Problem):
            seat.move(deal, MOVE)
    assert seen == [*range(1, times + 1)]
    assert client.move.mock_calls == [
        call("d", MOVE, expected_version=version, signature=None, idempotency_key=None)
        for version in seen
    ]
