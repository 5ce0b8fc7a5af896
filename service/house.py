"""The parts that every use case works with, in one value."""

import time
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from events.store import EventStore
from service.credentials import Credentials
from service.journal import Journal
from service.logbook import Logbook


class Tasks(Protocol):
    """Where work is announced. Nothing hangs on it: the sweep finds what was not announced."""

    def play_bots(self, deal: UUID, *, version: int) -> None:
        """A bot may have something to do in the deal."""
        ...

    def record_deal(self, deal: UUID) -> None:
        """The deal is over and counts in its series."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A running service, seen from a use case.

    Attributes:
        store: The streams.
        journal: The streams as folded, remembered.
        logbook: The log of all events.
        credentials: Who calls.
        tasks: Where work is announced.
        secret: The key of all keyed digests.
    """

    store: EventStore
    journal: Journal
    logbook: Logbook
    credentials: Credentials
    tasks: Tasks
    secret: bytes


def now() -> int:
    """Microseconds since the epoch."""
    return time.time_ns() // 1000
