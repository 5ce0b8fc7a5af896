"""A whole series over HTTP while web, worker and database are killed; then all is replayed."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from domain.fairness import tree
from events.translog.notes import Checkpoint, VerifierKey
from tests import plain
from tests.e2e.conftest import call, key, url
from tests.e2e.replaying import assert_replays
from tests.serving import ROOT, Serve, on_linux, until

SEATS = ({"name": "Ann", "commits": True}, {"bot": "medium"}, {"bot": "easy"}, {"bot": "medium"})

LONG = 12
"""Points that end the series."""

PROGRAMS = ("web", "worker", "sequencer", "webhooks", "postgres")


@on_linux
@pytest.mark.long
def test_a_series_survives_the_death_of_every_part(fairdeal: Serve) -> None:
    """It needs a second series if the first was over before everything had been killed."""
    programs = list(PROGRAMS)
    while programs:
        before = len(programs)
        _play_while_killed(fairdeal, programs)
        assert len(programs) < before, "a whole series was too short for a single death"
    _assert_no_secrets(fairdeal.printed(), key(fairdeal))


def _play_while_killed(fairdeal: Serve, programs: list[str]) -> None:
    """Play a series, and kill one process after another; remove them from the list."""
    base, integrator = url(fairdeal), key(fairdeal)
    body = {"game": "goat", "name": "yard", "seats": SEATS, "target": LONG, "reveal_seconds": 600}
    opened = call(base, integrator, "POST", "/v1/tables", body)
    table, token = opened["table"]["id"], opened["tokens"][0]["token"]
    seeds = str(fairdeal.folder / "seeds")
    command = [sys.executable, str(ROOT / "clients/examples/random_client.py"), base, token, seeds]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as client:
        while programs and _goes_on(base, token, table):
            os.kill(fairdeal.children()[programs.pop(0)], signal.SIGKILL)
        out, _ = client.communicate(timeout=120)
    series = json.loads(out)
    assert series["status"] == "over"
    assert max(side["points"] for side in series["sides"]) >= LONG
    for line in series["deals"]:
        deal = call(base, integrator, "GET", f"/v1/deals/{line['deal']}")
        assert [each["seat"] for each in deal["fairness"]["seats"]] == [0]
        assert_replays(fairdeal, integrator, line["deal"])
        _assert_logged(base, token, line["deal"])
    assert token not in fairdeal.printed()


def _assert_logged(base: str, token: str, deal: str) -> None:
    """Within a second its last event is under a signed checkpoint."""
    key = VerifierKey.read(_text(base, "/v1/log/key").strip())
    version = call(base, token, "GET", f"/v1/deals/{deal}")["version"]
    path = f"/v1/log/inclusion?stream={deal}&version={version}"
    until(lambda: call(base, token, "GET", "/readyz")["log"]["waiting"] == 0)
    said = Checkpoint.read(key.open(_text(base, "/v1/log/checkpoint")))
    proved = call(base, token, "GET", f"{path}&size={said.size}")
    assert tree.includes(
        bytes.fromhex(proved["leaf"]),
        index=proved["position"],
        size=said.size,
        path=[bytes.fromhex(each) for each in proved["path"]],
        expected=said.root,
    )


def _text(base: str, path: str) -> str:
    return plain.get(base + path).text


CARD = re.compile(r"\b[6-9TJQKA][CSHD]\b")


def _assert_no_secrets(lines: str, integrator: str) -> None:
    """The complete log mentions deals and moves, but never a card or a credential."""
    assert "/v1/deals/" in lines, "the web's lines"
    assert "fairdeal.play_bots" in lines, "the worker's lines"
    assert CARD.findall(lines) == []
    assert lines.count(integrator) == 1, "the key to try it with, where the start shows it"


def _goes_on(base: str, token: str, table: str, moves: int = 4) -> bool:
    """Wait until the series has gone on by some events; False once it is over."""
    seen: set[tuple[str, int]] = set()
    while len(seen) < moves:
        shown = call(base, token, "GET", f"/v1/tables/{table}")
        if shown["status"] == "over":
            return False
        if shown["deal"] is not None:
            deal = call(base, token, "GET", f"/v1/deals/{shown['deal']['id']}")
            seen.add((deal["id"], deal["version"]))
        time.sleep(0.005)
    return True
