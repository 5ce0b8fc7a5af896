"""A whole series over HTTP while web, worker and database are killed; then all is replayed."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from examples.random_client import call
from tests.e2e.conftest import ROOT, key, url
from tests.e2e.replaying import assert_replays
from tests.serving import Serve, on_linux

SEATS = ({"name": "Ann", "commits": True}, {"bot": "medium"}, {"bot": "easy"}, {"bot": "medium"})


@on_linux
def test_a_series_survives_the_death_of_every_part(fairdeal: Serve) -> None:
    base, integrator = url(fairdeal), key(fairdeal)
    body = {"game": "goat", "name": "yard", "seats": SEATS, "reveal_seconds": 600}
    opened = call(base, integrator, "POST", "/v1/tables", body)
    table, token = opened["table"]["id"], opened["tokens"][0]["token"]
    client = subprocess.Popen(
        [sys.executable, str(ROOT / "examples/random_client.py"), base, token],
        stdout=subprocess.PIPE,
    )
    for part in ("web", "worker", "postgres"):
        _wait_for_moves(base, token, table)
        os.kill(fairdeal.children()[part], signal.SIGKILL)
    out, _ = client.communicate(timeout=120)
    series = json.loads(out)
    assert series["status"] == "over"
    assert max(side["points"] for side in series["sides"]) >= 12
    for line in series["deals"]:
        deal = call(base, integrator, "GET", f"/v1/deals/{line['deal']}")
        assert [each["seat"] for each in deal["fairness"]["seats"]] == [0]
        assert_replays(fairdeal, integrator, line["deal"])
    _assert_no_secrets(fairdeal.printed(), integrator, token)


CARD = re.compile(r"\b[6-9TJQKA][CSHD]\b")


def _assert_no_secrets(lines: str, integrator: str, token: str) -> None:
    """The log of it all speaks of deals and moves, and never of a card or a credential."""
    assert "/v1/deals/" in lines, "the web's lines"
    assert "fairdeal.play_bots" in lines, "the worker's lines"
    assert CARD.findall(lines) == []
    assert token not in lines
    assert lines.count(integrator) == 1, "the key to try it with, where the start shows it"


def _wait_for_moves(base: str, token: str, table: str, moves: int = 6) -> None:
    """Until the series has gone on by some events."""
    seen: set[tuple[str, int]] = set()
    while len(seen) < moves:
        shown = call(base, token, "GET", f"/v1/tables/{table}")
        if shown["status"] == "over":
            pytest.fail("the series was over before everything had been killed")
        if shown["deal"] is not None:
            deal = call(base, token, "GET", f"/v1/deals/{shown['deal']['id']}")
            seen.add((deal["id"], deal["version"]))
        time.sleep(0.005)
