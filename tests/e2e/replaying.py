"""Replay a finished deal over HTTP, and compare every answer with the record."""

import json
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import accumulate
from typing import Any
from uuid import UUID

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.deal import Opened
from domain.kernel.event import redact, to_json
from domain.kernel.game import evolve
from events.chain import verify
from events.postgres import open_pool
from events.record import FULL
from formats import transcript
from offline import replay
from run.embedded import postgres
from service.assembly import store_in
from service.runtime import SYSTEM
from service.settings import Settings
from service.streams import event_of
from tests.e2e.conftest import call, url
from tests.serving import Serve

MOST = 100
NEAR = 25
"""Of a deal of more events some hundred are looked at, and all that are near to an end of it."""


def assert_replays(serve: Serve, integrator: str, deal: str) -> None:
    """The deal from the API at its events, from every seat, equals the verified record."""
    base = url(serve)
    with open_pool(postgres.url(serve.folder / "data"), size=1) as pool:
        store = store_in(pool, Settings(data=serve.folder / "data").secret, SYSTEM)
        records = store.load(UUID(deal), viewer=FULL)
        head = store.head(UUID(deal))
    assert head is not None
    assert verify(records, stream=UUID(deal), head=head.head) == head.head
    events = tuple(map(event_of, records))
    assert isinstance(events[0], Opened)
    game = GAMES[events[0].game]
    assert check(game, events) == ()
    written = call(base, integrator, "GET", f"/v1/deals/{deal}/transcript")
    assert replay.replay(transcript.read(json.dumps(written))).ok

    def assert_seen(viewer: Any) -> None:
        name = viewer if isinstance(viewer, str) else f"seat:{viewer}"
        opened, *rest = (redact(event, viewer) for event in events)
        assert isinstance(opened, Opened)
        states = accumulate(rest, partial(evolve, game), initial=game.initial(opened))
        for at, seen in enumerate(states, start=1):
            if at % step == 0 or min(at, len(events) - at) < NEAR:
                shown = call(base, integrator, "GET", f"/v1/deals/{deal}?at={at}&view={name}")
                assert shown["state"] == json.loads(json.dumps(to_json(seen)))

    step = 1 + len(events) // MOST
    with ThreadPoolExecutor(4) as readers:
        list(readers.map(assert_seen, (*range(events[0].seats), "public", "full")))
