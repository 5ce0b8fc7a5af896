"""The dependencies of every use case, in one value."""

from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from events.store import EventStore
from service.access.keyring import Keyring
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.webhooks.dependencies import Webhooks


class Tasks(Protocol):
    """Announces work. It may fail: the sweep finds work that was not announced."""

    def play_bots(self, deal: UUID, *, version: int) -> None:
        """A bot may have something to do in the deal."""
        ...

    def record_deal(self, deal: UUID) -> None:
        """The deal is over and counts in its series."""
        ...

    def end_turn(self, deal: UUID, *, version: int, at: int) -> None:
        """The current turn ends at that moment, in µs since the epoch."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The dependencies of a use case.

    Attributes:
        store: The streams.
        streams: The repository of folded streams.
        translog: The log of all events.
        credentials: Authenticates callers.
        tasks: Announces work.
        webhooks: The registered webhooks.
        secret: The key of all keyed digests.
        open_tables: The most tables of an owner that are neither over nor closed; 0: any number.
    """

    store: EventStore
    streams: StreamRepository
    translog: TransparencyLog
    credentials: Keyring
    tasks: Tasks
    webhooks: Webhooks
    secret: bytes
    open_tables: int = 0
