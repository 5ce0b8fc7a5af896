"""A context on a real database, which keeps its announcements for the test."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from uuid import UUID

from events.connections import STATEMENT_SECONDS
from events.listings import Listings
from events.postgres import open_pool
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from events.translog.scrubber import Scrubber
from events.translog.scrubs import PostgresScrubs
from run.processes.metrics import Known
from service.access.keyring import Keyring
from service.analyses.store import Analyses
from service.assembly import store_in
from service.context import Context, webhooks_in
from service.health import Health
from service.players.phrase_store import People
from service.players.queue_store import PlayerQueue
from service.proof.translog import TransparencyLog
from service.ratings.store import Ratings
from service.repository import StreamRepository
from service.runtime import Runtime
from tests.simulation.runtime import RUNTIME

ORIGIN = "fairdeal.test/log"
SECRET = b"a secret of the tests, 32 bytes."
Announced = tuple[str, UUID]


@dataclass
class Inbox:
    """The announcements in their order, which the test delivers as it likes."""

    waiting: list[Announced] = field(default_factory=list)

    def play_bots(
        self, deal: UUID, *, version: int, levels: Collection[str | None], owner: str
    ) -> None:
        assert version > 0
        assert any(levels)
        assert owner
        self.waiting.append(("play_bots", deal))

    def record_deal(self, deal: UUID, *, owner: str) -> None:
        assert owner
        self.waiting.append(("record_deal", deal))

    def open_deal(self, table: UUID, *, at: int, owner: str) -> None:
        assert at > 0
        assert owner
        self.waiting.append(("open_deal", table))

    def end_turn(self, deal: UUID, *, version: int, at: int, owner: str) -> None:
        assert min(version, at) > 0
        assert owner
        self.waiting.append(("end_turn", deal))

    def advance_tournament(
        self, tournament: UUID, *, owner: str, table: UUID | None = None
    ) -> None:
        assert owner
        self.waiting.append(("advance_tournament", tournament if table is None else table))

    def analyse(self, deal: UUID) -> None:
        self.waiting.append(("analyse", deal))


@contextmanager
def opened_context(
    url: str,
    *,
    seconds: float = STATEMENT_SECONDS,
    origin: str = ORIGIN,
    seed: bytes = bytes(32),
    archive: str = "",
    runtime: Runtime = RUNTIME,
) -> Iterator[Context]:
    with open_pool(url, size=8, seconds=seconds) as pool:
        store = store_in(pool, SECRET, runtime)
        key = SigningKey(origin, seed)
        yield Context(
            store=store,
            streams=StreamRepository(store, runtime),
            translog=TransparencyLog(PostgresLog(pool), key),
            listings=Listings(pool),
            credentials=Keyring(pool, runtime),
            tasks=Inbox(),
            analyses=Analyses(pool),
            people=People(pool),
            ratings=Ratings(pool),
            health=Health(pool, runtime),
            scrubber=Scrubber(store, PostgresLog(pool), PostgresScrubs(pool), key.verifier),
            webhooks=webhooks_in(pool),
            player_queue=PlayerQueue(pool),
            secret=SECRET,
            runtime=runtime,
            archive=archive,
        )


def known_of(context: Context) -> Known:
    """What the metrics of a whole installation are read from."""
    deliveries, scrubs = context.webhooks.deliveries, context.scrubber.scrubs
    return Known(context.translog, deliveries, context.health, scrubs)
