"""Both clients leave deals, return by themselves, resign, and play again: at a real service."""

import json
import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from fairdeal_client import Client, Problem, Seat, SeriesShown
from tests.clients import typescript
from tests.e2e.conftest import key, url
from tests.serving import ROOT, Service, on_linux

pytestmark = on_linux

LATE = 1.3
"""Seconds: more than the turn that a seat has at these tables."""


class Opened(NamedTuple):
    """A table of two persons."""

    url: str
    key: str
    id: str
    tokens: list[str]


def opened(serve: Service, **more: Any) -> Opened:
    with Client(url(serve), key(serve)) as owner:
        seats = [{"name": "Ann"}, {"name": "Bob"}]
        made = owner.open_table("durak", "Leaving", seats=seats, target=1, **more)
    tokens = [each["token"] for each in made["tokens"]]
    return Opened(url(serve), key(serve), made["table"]["id"], tokens)


def play(base: str, token: str, *, late_at: int = 0, comes_back: bool = True) -> SeriesShown:
    """Play the first legal move each time; late at one turn, counted from 1."""
    with Client(base, token) as client:
        seat = Seat(client, comes_back=comes_back)
        for turn, deal in enumerate(seat.turns(), 1):
            time.sleep(LATE if turn == late_at else 0)
            with suppress(Problem):
                seat.move(deal, deal["legal_moves"][0]["move"])
        return seat.series()


TYPESCRIPT = """
let turn = 0;
const seat = await Seat.of(c);
for await (const deal of seat.turns()) {
  if (++turn === 2) await new Promise((wake) => setTimeout(wake, LATE));
  await seat.move(deal, deal.legal_moves[0].move).catch((no) => {
    if (!(no instanceof Problem)) throw no;
  });
}
console.log(JSON.stringify(await seat.series()));
"""


def play_typescript(base: str, token: str) -> Any:
    code = TYPESCRIPT.replace("LATE", str(int(1000 * LATE)))
    return json.loads(typescript.execute(base, token, code))


def what_seat_0_did(table: Opened, deal: str) -> list[str]:
    """The kinds of its events, and of the events about its absence."""
    with Client(table.url, table.key) as owner:
        events = list(owner.events(deal))
    absent = {"deal.seat_taken_over", "deal.seat_returned"}
    return [
        each["type"]
        for each in events
        if each["actor"] == "seat:0" or (each["type"] in absent and each["data"]["seat"] == 0)
    ]


@pytest.mark.long  # a turn ends at its real deadline
@pytest.mark.parametrize("client", ["python", "typescript"])
def test_a_client_returns_after_a_missed_turn(serve: Service, client: str) -> None:
    if client == "typescript":
        typescript.built()  # before a deal waits for the client
    table = opened(serve, turn_limit=1)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(play, table.url, table.tokens[1])
        if client == "python":
            series = play(table.url, table.tokens[0], late_at=2)
        else:
            series = play_typescript(table.url, table.tokens[0])
        other.result(60)
    assert (series["status"], series["forfeited"]) == ("over", [])
    did = what_seat_0_did(table, series["deals"][0]["deal"])
    back = did.index("deal.seat_returned")
    assert "deal.seat_taken_over" in did[:back]
    assert [each for each in did[back:] if each.startswith("durak.")], (
        "the client plays on by itself"
    )


@pytest.mark.long
def test_a_client_may_choose_not_to_return(serve: Service) -> None:
    table = opened(serve, turn_limit=1)
    with ThreadPoolExecutor(1) as threads:
        other = threads.submit(play, table.url, table.tokens[1])
        series = play(table.url, table.tokens[0], late_at=1, comes_back=False)
        other.result(60)
    did = what_seat_0_did(table, series["deals"][0]["deal"])
    assert "deal.seat_taken_over" in did
    assert "deal.seat_returned" not in did


def test_python_leaves_comes_back_resigns_and_plays_again(serve: Service) -> None:
    table = opened(serve)
    with Client(table.url, table.tokens[0]) as seat, Client(table.url, table.key) as owner:
        on = seat.table(table.id)["deal"]
        assert on is not None
        deal = on["id"]
        assert seat.leave(deal, idempotency_key="gone") == seat.leave(deal, idempotency_key="gone")
        assert seat.deal(deal)["away"] == [0]
        assert seat.come_back(deal)["events"][-1]["type"] == "deal.seat_returned"
        assert seat.deal(deal)["away"] == []
        assert "deal.resigned" in {each["type"] for each in seat.resign(deal)["events"]}
        list(seat.table_events(table.id))
        assert seat.series(table.id)["forfeited"] == [0]
        again = seat.rematch(table.id, commits=True)
        assert (again["table"]["rematch_of"], again["tokens"][0]["seat"]) == (table.id, 1)
        owner.close_table(again["table"]["id"])
        assert owner.table(again["table"]["id"])["status"] == "closed"


LEAVES = """
const { table, seat: number } = await done(c.ask.GET("/v1/me"));
const path = { path: { table } };
const { deal: { id } } = await done(c.ask.GET("/v1/tables/{table}", { params: path }));
await c.leave(id);
const { away } = await c.deal(id);
const back = await c.comeBack(id);
const gone = await c.resign(id);
for await (const _ of c.tableEvents(table));
const { forfeited } = await done(c.ask.GET("/v1/tables/{table}/series", { params: path }));
const again = await c.rematch(table, { commits: true });
await new Client(URL, KEY).close(again.table.id);
console.log(JSON.stringify({
  away, forfeited, of: again.table.rematch_of,
  events: [back, gone].map(({ events }) => events.map(({ type }) => type)),
}));
"""


def test_typescript_leaves_comes_back_resigns_and_plays_again(serve: Service) -> None:
    table = opened(serve)
    code = LEAVES.replace("URL", repr(table.url)).replace("KEY", repr(table.key))
    said = json.loads(typescript.execute(table.url, table.tokens[0], code))
    assert said["events"][0] == ["deal.seat_returned"]
    assert "deal.resigned" in said["events"][1]
    assert (said["away"], said["forfeited"], said["of"]) == ([0], [0], table.id)


def test_the_script_ends_where_its_table_is_closed(serve: Service) -> None:
    table = opened(serve)
    script = str(ROOT / "clients" / "examples" / "random_client.sh")
    with subprocess.Popen(
        ["bash", script, table.url, table.tokens[0]], stdout=subprocess.PIPE, text=True
    ) as playing:
        with Client(table.url, table.key) as owner:
            owner.close_table(table.id)
        said, _ = playing.communicate(timeout=60)
    assert (playing.returncode, json.loads(said)["status"]) == (0, "closed")


def test_the_script_says_why_it_gives_up() -> None:
    done = subprocess.run(
        [
            "bash",
            str(ROOT / "clients" / "examples" / "random_client.sh"),
            "http://127.0.0.1:9",
            "seat_x",
        ],
        env={**os.environ, "PATIENCE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 1
    assert "port 9" in done.stderr
