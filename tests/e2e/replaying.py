"""Replaying a finished deal over HTTP, and holding every answer against the record."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

from domain.check import check
from domain.deal import Opened
from domain.event import redact, to_json
from domain.game import fold
from domain.games import GAMES
from events.chain import verify
from events.postgres import open_pool
from events.record import FULL
from examples.random_client import call
from service import replay, transcript
from service.building import store_in
from service.embedded import postgres
from service.journal import event_of
from service.settings import Settings
from tests.e2e.conftest import url
from tests.serving import Serve


def assert_replays(serve: Serve, integrator: str, deal: str) -> None:
    """The deal from the API at every event from every seat is what the sound record says."""
    base = url(serve)
    with open_pool(postgres.url(serve.folder / "data"), size=1) as pool:
        store = store_in(pool, Settings(data=serve.folder / "data").secret)
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

    observers: tuple[Any, ...] = (*range(events[0].seats), "public", "full")
    places = [(at, observer) for at in range(1, len(events) + 1) for observer in observers]
    with ThreadPoolExecutor(4) as readers:
        list(readers.map(assert_seen, places))
