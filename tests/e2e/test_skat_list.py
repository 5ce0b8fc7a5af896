"""A whole list of Skat at a table of four over HTTP: one example client, three bots."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import pytest

from domain.games import GAMES
from tests.domain.skat.scorer import differences, must_be, sheet
from tests.e2e.conftest import call, key, url
from tests.e2e.replaying import assert_replays
from tests.serving import ROOT, Serve, on_linux

SEATS, DEALS = 4, 48
ISS = "application/x-iss-skat"
REPLAYED = 6
"""The number of deals that are also checked in every player's view, at every event."""


@pytest.mark.long
@on_linux
def test_a_list_of_48_deals_is_scored_twice_and_exported(fairdeal: Serve, tmp_path: Path) -> None:
    series = play(fairdeal)
    integrator, lines = key(fairdeal), series["deals"]
    assert (len(lines), series["status"]) == (DEALS, "over")
    settled = []
    records = []
    for line in lines:
        path = f"/v1/deals/{line['deal']}"
        events = all_events(fairdeal, path)
        assert differences(events) == {}
        settled.append(must_be(events))
        assert line["counted"] == settled[-1]["list_points"]
        records.append(exported(fairdeal, path))
    by_hand = sheet(settled, seats=SEATS, length=DEALS)
    assert by_hand.over
    assert by_hand.points == [side["points"] for side in series["sides"]]
    assert by_hand.ranks == series["ranks"]
    score = series["score"]
    assert (by_hand.won, by_hand.lost, by_hand.passed) == (
        score["won"],
        score["lost"],
        score["passed"],
    )
    replay_all(records, tmp_path / "list.sgf")
    for line in lines[:: DEALS // REPLAYED]:
        assert_replays(fairdeal, integrator, line["deal"])


def play(fairdeal: Serve) -> Any:
    """The series of the table, played to its end by the example client and three bots."""
    bots = [{"bot": level} for level in ("medium", "easy", "medium")]
    body = {"game": "skat", "name": "The list", "seats": [{"name": "Ann"}, *bots]}
    opened = call(url(fairdeal), key(fairdeal), "POST", "/v1/tables", body)
    assert opened["table"]["target"] == DEALS
    client = [sys.executable, str(ROOT / "clients/examples/random_client.py"), url(fairdeal)]
    token = opened["tokens"][0]["token"]
    done = subprocess.run([*client, token], stdout=subprocess.PIPE, check=True, timeout=300)
    return json.loads(done.stdout)


def all_events(fairdeal: Serve, path: str) -> list[dict[str, Any]]:
    """Every event of a finished deal in full, page by page."""
    events: list[dict[str, Any]] = []
    while True:
        after = f"{path}/events?view=full&after={len(events)}"
        page = call(url(fairdeal), key(fairdeal), "GET", after)
        events += page["events"]
        if len(events) == page["version"]:
            return events


def exported(fairdeal: Serve, path: str) -> str:
    """A deal in the notation of the International Skat Server."""
    headers = {"Authorization": f"Bearer {key(fairdeal)}", "Accept": ISS}
    address = f"http://127.0.0.1:{fairdeal.port}{path}/transcript"
    with urlopen(Request(address, headers=headers), timeout=30) as answer:
        assert answer.headers["Content-Type"].partition(";")[0] == ISS
        return str(answer.read(), "utf-8")


def replay_all(records: list[str], file: Path) -> None:
    """Every record replays with the stated result."""
    file.write_text("".join(records), "utf-8")
    command = [sys.executable, "-m", "run.cli", "replay", "--format", "iss", str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{DEALS} passed" in done.stdout


@pytest.mark.long
@on_linux
def test_whole_series_of_every_game_at_the_same_time(fairdeal: Serve) -> None:
    clients = {game: _start(fairdeal, game) for game in GAMES}
    for game, client in clients.items():
        out, _ = client.communicate(timeout=120)
        series: dict[str, Any] = json.loads(out)
        assert series["game"] == game
        assert series["status"] == "over"
        assert 1 in series["ranks"]
        assert len(series["ranks"]) == len(series["sides"])
        for line in series["deals"]:
            assert_replays(fairdeal, key(fairdeal), line["deal"])


def _start(fairdeal: Serve, game: str) -> "subprocess.Popen[bytes]":
    """A table of the game, its first seat for the example client, bots on the others."""
    bots = [{"bot": ("medium", "easy")[seat % 2]} for seat in range(1, GAMES[game].seats[0])]
    body = {"game": game, "name": f"The {game} table", "seats": [{"name": "Ann"}, *bots]}
    opened = call(url(fairdeal), key(fairdeal), "POST", "/v1/tables", body)
    client = [sys.executable, str(ROOT / "clients/examples/random_client.py"), url(fairdeal)]
    return subprocess.Popen([*client, opened["tokens"][0]["token"]], stdout=subprocess.PIPE)
