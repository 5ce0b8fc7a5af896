"""The broker dies again and again; the worker and the beat outlive it, and bots go on."""

import os
import signal
from typing import Any

import pytest

from tests.e2e.conftest import call, key, started, url
from tests.sampling import cases
from tests.serving import Serve, on_linux, until

KILLS = cases(sample=1, full=30)
BOTS = [{"bot": "easy"}] * 4


@pytest.mark.long
@on_linux
def test_worker_and_beat_outlive_the_broker() -> None:
    with started("broker", FAIRDEAL_BOT_DELAY="1") as fairdeal:
        until(lambda: {"worker", "beat"} <= fairdeal.children().keys())
        before = fairdeal.children()
        for _ in range(KILLS):
            kill_while_bots_play(fairdeal)
        after = fairdeal.children()
    assert (after["worker"], after["beat"]) == (before["worker"], before["beat"])


def kill_while_bots_play(fairdeal: Serve) -> None:
    body = {"game": "goat", "name": "yard", "seats": BOTS}
    table = _ask(fairdeal, "POST", "/v1/tables", body)["table"]["id"]
    broker = fairdeal.children()["valkey"]
    os.kill(broker, signal.SIGKILL)
    until(lambda: fairdeal.children().get("valkey", broker) != broker)
    seen = _moved(fairdeal, table)
    until(lambda: _moved(fairdeal, table) != seen)


def _moved(fairdeal: Serve, table: str) -> tuple[str, int]:
    """The deal of a table that is on, and its version; between two deals there is none."""
    deal = _ask(fairdeal, "GET", f"/v1/tables/{table}")["deal"]
    if deal is None:
        return "", 0
    return deal["id"], _ask(fairdeal, "GET", f"/v1/deals/{deal['id']}")["version"]


def _ask(fairdeal: Serve, method: str, path: str, body: Any = None) -> Any:
    return call(url(fairdeal), key(fairdeal), method, path, body)
