"""The dependencies of use cases: `PlayContext` for play and its tasks, `Context` for requests."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from events.listings import Listings
from events.postgres import Pool
from events.store import EventStore
from events.translog.scrubber import Scrubber
from service.access.keyring import Keyring
from service.analyses.store import Analyses
from service.health import Health
from service.players.phrase_store import People
from service.players.queue_store import PlayerQueue
from service.proof.translog import TransparencyLog
from service.ratings.store import Ratings
from service.repository import StreamRepository
from service.runtime import Runtime
from service.webhooks.deliveries import Deliveries
from service.webhooks.follower import Feed
from service.webhooks.repository import WebhookRepository


@dataclass(frozen=True, slots=True)
class Webhooks:
    """The repository of webhooks, their deliveries, and the feed from which these follow."""

    repository: WebhookRepository
    deliveries: Deliveries
    feed: Feed


def webhooks_in(pool: Pool) -> Webhooks:
    """The webhooks in a database."""
    return Webhooks(WebhookRepository(pool), Deliveries(pool), Feed(pool))


class Tasks(Protocol):
    """Announces work. It may fail: the sweep finds work that was not announced.

    The `owner` is the owner of the table: workers share their time between owners.
    """

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        """A bot of one of these levels may have something to do in the deal."""
        ...

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        """The deal is over and counts in its series."""
        ...

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None:
        """The current turn ends at that moment, in µs since the epoch."""
        ...

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None:
        """The pause before the next deal is over at that moment, in µs since the epoch."""
        ...

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None:
        """The tournament may go on; a table of it is over."""
        ...

    def analyse(self, deal: UUID) -> None:
        """The analysis of the deal is to be gone on with."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayContext:
    """The dependencies of play: all that a background task gets.

    Attributes:
        store: The streams.
        streams: The repository of folded streams.
        tasks: Announces work.
        analyses: The analyses of finished deals.
        people: Phrases at tables, and the people who are present.
        ratings: Ratings of people and bots.
        health: Heartbeats, and the age of waiting work.
        scrubber: Compares records at rest with the log.
        secret: The key of all keyed digests.
        runtime: The clock, the random source and the threads.
    """

    store: EventStore
    streams: StreamRepository
    tasks: Tasks
    analyses: Analyses
    people: People
    ratings: Ratings
    health: Health
    scrubber: Scrubber
    secret: bytes
    runtime: Runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class Context(PlayContext):
    """The dependencies of use cases of requests, besides the dependencies of play.

    Attributes:
        translog: The log of all events.
        listings: The tables, deals and log positions of each party.
        credentials: Authenticates callers.
        webhooks: The registered webhooks.
        open_tables: The most tables of an owner that are neither over nor closed; 0: any number.
        house_tables: The same for the house; 0: it has none.
        player_queue: The queue of people who wait for others to play with.
        archive: The address of the archive; empty: there is none.
    """

    translog: TransparencyLog
    listings: Listings
    credentials: Keyring
    webhooks: Webhooks
    player_queue: PlayerQueue
    open_tables: int = 0
    house_tables: int = 0
    archive: str = ""
