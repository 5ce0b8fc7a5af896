"""A table of every game at the same time on one service: persons, bots, and then every replay."""

import json
import subprocess
import sys
from typing import Any

import pytest

from domain.games import GAMES
from tests.e2e.conftest import call, key, url
from tests.e2e.replaying import assert_replays
from tests.serving import ROOT, Serve, on_linux


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
