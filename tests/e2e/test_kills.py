"""A whole series over HTTP while web, worker and database are killed; then all is replayed."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest

from domain.check import check
from domain.deal import Opened
from domain.event import redact, to_json
from domain.game import fold
from domain.games import GAMES
from events.chain import verify
from events.postgres import PostgresStore, open_pool
from events.record import FULL
from examples.random_client import call
from service import replay, transcript
from service.embedded import postgres
from service.journal import event_of
from tests.e2e.conftest import ROOT, key, url
from tests.serving import Serve, on_linux

SEATS = ({"name": "Ann"}, {"bot": "medium"}, {"bot": "easy"}, {"bot": "medium"})


@on_linux
def test_a_series_survives_the_death_of_every_part(fairdeal: Serve) -> None:
    base, integrator = url(fairdeal), key(fairdeal)
    body = {"game": "goat", "name": "yard", "seats": SEATS}
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
        _assert_replays(fairdeal, integrator, line["deal"])
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


def _assert_replays(serve: Serve, integrator: str, deal: str) -> None:
    """The deal from the API at every event from every seat is what the sound record says."""
    base = url(serve)
    with open_pool(postgres.url(serve.folder / "data"), size=1) as pool:
        store = PostgresStore(pool)
        records = store.load(UUID(deal), reader=FULL)
        head = store.head(UUID(deal))
    assert head is not None
    assert verify(records, stream=UUID(deal), head=head.head) == head.head
    events = tuple(map(event_of, records))
    assert isinstance(events[0], Opened)
    game = GAMES[events[0].game]
    assert check(game, events) == ()
    written = call(base, integrator, "GET", f"/v1/deals/{deal}/transcript")
    assert replay.replay(transcript.read(json.dumps(written))).ok

    def assert_seen(place: tuple[int, Any]) -> None:
        at, observer = place
        name = observer if isinstance(observer, str) else f"seat:{observer}"
        shown = call(base, integrator, "GET", f"/v1/deals/{deal}?at={at}&view={name}")
        seen = fold(game, [redact(event, observer) for event in events[:at]])
        assert shown["state"] == json.loads(json.dumps(to_json(seen)))

    observers: tuple[Any, ...] = (0, 1, 2, 3, "public", "full")
    places = [(at, observer) for at in range(1, len(events) + 1) for observer in observers]
    with ThreadPoolExecutor(4) as readers:
        list(readers.map(assert_seen, places))
