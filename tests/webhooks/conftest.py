"""A context whose events are logged, read and delivered by hand, at times set by the test."""

from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from service.access.credentials import ApiKey
from service.context import Context
from service.repository import StreamRepository
from service.runtime import Runtime
from service.timestamps import when
from service.webhooks.deliveries import LeasedDelivery
from service.webhooks.dispatcher import DAY, SECOND, Dispatcher, Rules, Try
from service.webhooks.follower import Follower
from service.webhooks.repository import Webhook
from service.webhooks.sending import AttemptAnswer
from tests import servers
from tests.api.playing import log_everything
from tests.contexts import opened_context
from tests.memory.context import memory_context, memory_of
from tests.memory.store import MemoryStore
from tests.memory.webhooks import WebhookTables
from tests.sampling import FULL
from tests.simulation.runtime import RUNTIME
from tests.workers.conftest import owner

RETRIES = (5, 30, 120)
OF_PLAY: Final = (
    *("table.started", "turn.started", "deal.finished", "series.finished"),
    *("dispute.opened", "dispute.ruled"),
)
"""The kinds of news that most tests listen to: not of seats, and not of the ends of tables."""


class AtOnce(Executor):
    """Runs submitted work at once."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(function(*args, **more))
        return done


@dataclass
class Receivers:
    """The attempts, and the scripted answers."""

    answering: Callable[[LeasedDelivery], AttemptAnswer] = lambda _: AttemptAnswer("delivered", 200)
    tries: list[tuple[LeasedDelivery, int]] = field(default_factory=list)

    def __call__(self, taken: LeasedDelivery, at: int) -> AttemptAnswer:
        self.tries.append((taken, at))
        return self.answering(taken)


@dataclass
class Post:
    """The parts that deliver, and their clock."""

    context: Context
    clock: int = field(default_factory=RUNTIME.now)
    receivers: Receivers = field(default_factory=Receivers)

    @property
    def key(self) -> ApiKey:
        return owner(self.context)

    def follower(self, **options: Any) -> Follower:
        return Follower(
            feed=self.context.webhooks.feed,
            streams=StreamRepository(self.context.store, RUNTIME),
            secret=self.context.secret,
            **options,
        )

    def dispatcher(
        self, attempt: Try | None = None, runtime: Runtime = RUNTIME, **rules: Any
    ) -> Dispatcher:
        chosen: dict[str, Any] = {
            "seconds": 1.0,
            "allowed": (),
            "retries": RETRIES,
            "patience": 5 * DAY,
            "slots": 8,
            "share": 8,
            "run": 0,
            **rules,
        }
        return Dispatcher(
            deliveries=self.context.webhooks.deliveries,
            rules=Rules(**chosen),
            now=lambda: self.clock,
            attempt=attempt or self.receivers,
            runtime=runtime,
        )

    def add(
        self,
        *events: str,
        url: str = "https://cards.example/",
        by: ApiKey | None = None,
        known: bool = True,
    ) -> UUID:
        """Add a webhook, by default one whose receiver is known to be quick."""
        key = by or self.key
        kinds = list(events or OF_PLAY)
        made = Webhook(uuid4(), key.root, key.id, url, kinds, None, when(RUNTIME.now()))
        self.context.webhooks.repository.add(made, limit=100)
        if known and isinstance(self.context.store, MemoryStore):
            memory_of(self.context).tables(WebhookTables).webhooks[made.id].slow = False
        elif known:
            with self.context.credentials.pool.connection() as connection:
                connection.execute("UPDATE webhook SET slow = false WHERE id = %s", [made.id])
        return made.id

    def read(self) -> int:
        """Log all events, and read the feed to its end; return the number of new deliveries."""
        log_everything(self.context)
        follower, noted = self.follower(), 0
        while True:
            read = follower.read_turn(at=self.clock)
            noted += read.noted
            if not read.more:
                return noted

    def pass_(self, seconds: float) -> None:
        self.clock += int(seconds * SECOND)

    def history(self, webhook: UUID, **options: Any) -> list[Any]:
        chosen = {"status": None, "before": None, "limit": 10_000, **options}
        return self.context.webhooks.deliveries.page(webhook, **chosen)

    def find(self, webhook: UUID, *, of: ApiKey | None = None) -> Webhook:
        found = self.context.webhooks.repository.find(of or self.key, webhook)
        assert found is not None
        return found


@pytest.fixture
def post(request: pytest.FixtureRequest) -> Generator[Post]:
    """In memory, or on a database: in the long run, and for a test that looks into it."""
    looks = "embedded" in request.fixturenames or request.node.get_closest_marker("database")
    if FULL or looks:
        with opened_context(request.getfixturevalue("embedded")) as context:
            yield Post(context)
    else:
        yield Post(memory_context())


@pytest.fixture
def embedded(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as url:
        yield url
