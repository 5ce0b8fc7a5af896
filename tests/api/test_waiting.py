"""How long a process waits between two looks at the versions of streams."""

from collections.abc import Collection, Mapping
from uuid import UUID, uuid4

import pytest

from service.live import waiting
from service.live.slots import Holder
from tests.simulation.runtime import RUNTIME

OUTAGE = 0.3
"""Seconds for which the first query waits for the database."""

LONGEST = 60
"""Seconds of a wait that hears of nothing."""


def test_an_outage_of_the_database_delays_no_news_of_what_comes_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pause would be hours, if a late answer were followed by a multiple of its time."""
    monkeypatch.setattr(waiting, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "SHARE", 100_000)
    stream, queries = uuid4(), 0

    def versions(_: Collection[UUID]) -> Mapping[UUID, int]:
        nonlocal queries
        queries += 1
        if queries == 1:
            RUNTIME.sleep(OUTAGE)
            return {stream: 5}
        return {stream: 6}

    began = RUNTIME.monotonic()
    waits = waiting.Waiting(versions, RUNTIME, limit=2)
    assert waits.until_after(stream, 5, seconds=LONGEST, holder=Holder("mine", "mine"))
    assert OUTAGE <= RUNTIME.monotonic() - began < 2 * OUTAGE
