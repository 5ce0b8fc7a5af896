"""A seat of a client moves in a deal as it was shown, and sees it again if overtaken."""

import json
from collections.abc import Generator
from contextlib import suppress
from typing import Any
from unittest.mock import Mock, call

import pytest

from fairdeal_client import LogReport, Problem, Seat
from tests.clients import typescript

MOVE: Any = {"type": "take"}


def shown(version: int) -> Any:
    deal = {"id": "d", "version": version, "legal_moves": [{"move": MOVE}], "away": []}
    return {**deal, "fairness": {"waiting": []}}


def events() -> Generator[dict[str, int]]:
    yield {"position": 1}


codes = pytest.mark.parametrize(
    ("code", "times"), [("stale-version", 2), ("not-your-turn", 2), ("illegal-move", 1)]
)


def client_of(*deals: Any) -> Any:
    """A client at whose table one deal is on, which is shown so."""
    client: Any = Mock()
    client.check_log.return_value = LogReport("holds", "")
    client.me.return_value = {"kind": "seat", "table": "t", "seat": 0}
    playing = {"status": "playing", "deal": {"id": "d"}, "version": 3, "next_deal": None}
    sitting = {"seats": [{"commits": False, "key": None}]}
    client.table.side_effect = [sitting, playing, {"status": "over"}]
    client.events.side_effect = lambda _: events()
    client.table_events.side_effect = lambda *_, **__: events()
    client.deal.side_effect = deals
    return client


@codes
def test_a_seat_that_was_overtaken_is_shown_the_deal_again(code: str, times: int) -> None:
    client = client_of(shown(1), shown(2))
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


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_seat_for_which_a_bot_plays_comes_back_if_it_wants(*, comes_back: bool) -> None:
    client = client_of({**shown(1), "legal_moves": [], "away": [0]})
    assert [*Seat(client, comes_back=comes_back).turns()] == []
    assert client.come_back.called == comes_back


TYPESCRIPT = """
async function* events() { yield { position: 1 }; }
const legal_moves = [{ move: { type: "take" } }];
const shown = (version) => ({ id: "d", version, legal_moves, away: [], fairness: { waiting: [] } });
const me = { kind: "seat", table: "t", seat: 0 };
const playing = { status: "playing", deal: { id: "d" }, version: 3, next_deal: null };
const tables = [{ seats: [{ commits: false, key: null }] }, playing, { status: "over" }];
const deals = [shown(1), shown(2)], expected = [];
const client = {
  ask: { GET: async () => ({ data: me, response: { ok: true } }) },
  table: async () => tables.shift(),
  deal: async () => deals.shift(),
  events, tableEvents: events, checkLog: async () => ({ status: "holds" }),
  move: async (deal, move, { expectedVersion }) => {
    expected.push(expectedVersion);
    if (expected.length === 1) throw new Problem(409, { code: CODE });
  },
};
const seat = await Seat.of(client), seen = [];
for await (const deal of seat.turns()) {
  seen.push(deal.version);
  await seat.move(deal, { type: "take" }).catch(() => {});
}
console.log(JSON.stringify([seen, expected]));
"""


@codes
def test_in_typescript_too(code: str, times: int) -> None:
    program = f"const CODE = {json.dumps(code)};{TYPESCRIPT}"
    seen, expected = json.loads(typescript.execute("http://127.0.0.1:9", "seat_x", program))
    assert seen == expected == [*range(1, times + 1)]
