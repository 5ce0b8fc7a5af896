"""The store in memory and the store in PostgreSQL always give the same answers."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from events.postgres import Pool, PostgresStore
from events.record import FULL, PUBLIC, CommandMetadata, NewEvent, Secret
from events.store import CommandReused, EventStore, StaleVersion
from tests.events.making import NOW, Countable, deal_id, table_id
from tests.events.test_canonical import KEYS, VALUES
from tests.memory.store import MemoryStore
from tests.sampling import cases
from tests.simulation.runtime import RUNTIME

STREAMS = st.integers(0, 3)
COMMANDS = st.integers(0, 5)
VERSIONS = st.integers(0, 8)
STATUSES = st.sampled_from("abc")
SECRETS = st.builds(Secret, VALUES, st.integers(-1, 3), st.integers(0, 4))
DATA = st.dictionaries(
    KEYS.filter(lambda key: not {"/", "\0"} & {*key}),
    VALUES | SECRETS | st.lists(SECRETS),
    max_size=3,
)
EVENTS = st.lists(
    st.builds(NewEvent, st.sampled_from(["x", "y"]), st.integers(1, 2), DATA),
    min_size=1,
    max_size=3,
)
SUMMARIES = st.dictionaries(KEYS.filter(lambda key: "\0" not in key), st.integers(0, 9))
READERS = st.sampled_from([FULL, PUBLIC, 0, 1, 2, 3])


class Twins(RuleBasedStateMachine):
    """Does everything in both stores."""

    pool: Pool

    def __init__(self) -> None:
        super().__init__()
        self.stores: list[EventStore] = [
            MemoryStore(entropy=Countable()),
            PostgresStore(self.pool, entropy=Countable()),
        ]
        self.kind = f"kind-{RUNTIME.uuid()}"
        self.streams = [deal_id(), table_id(), RUNTIME.uuid(), UUID(int=deal_id().int ^ 1)]
        self.commands = [RUNTIME.uuid() for _ in range(6)]

    def same(self, ask: Callable[[EventStore], Any]) -> Any:
        one, other = (answer(ask, store) for store in self.stores)
        assert one == other
        return one

    @rule(
        stream=STREAMS,
        by=COMMANDS,
        at=st.integers(0, 5),
        fingerprint=st.sampled_from([None, b"1"]),
        ahead=st.sampled_from([0, 0, 0, 0, 1, -1]),
        events=EVENTS,
        status=STATUSES,
        summary=SUMMARIES,
    )
    def append(
        self,
        *,
        stream: int,
        by: int,
        at: int,
        fingerprint: bytes | None,
        ahead: int,
        events: list[NewEvent],
        status: str,
        summary: dict[str, int],
    ) -> None:
        row = self.stores[0].head(self.streams[stream])
        command = CommandMetadata(
            id=self.commands[by], actor="a", at=NOW + at, fingerprint=fingerprint, cause="c"
        )
        self.same(
            lambda store: store.append(
                self.streams[stream],
                kind=self.kind,
                expected=(row.version if row else 0) + ahead,
                command=command,
                events=events,
                status=status,
                summary=summary,
            )
        )

    @rule(stream=STREAMS, viewer=READERS, after=VERSIONS, upto=st.none() | VERSIONS)
    def load(self, stream: int, viewer: Any, after: int, upto: int | None) -> None:
        self.same(
            lambda store: store.load(self.streams[stream], viewer=viewer, after=after, upto=upto)
        )

    @rule(stream=STREAMS)
    def head(self, stream: int) -> None:
        self.same(lambda store: store.head(self.streams[stream]))

    @rule(streams=st.lists(STREAMS))
    def versions(self, streams: list[int]) -> None:
        self.same(lambda store: store.versions([self.streams[stream] for stream in streams]))

    @rule(streams=st.lists(STREAMS))
    def opened_at(self, streams: list[int]) -> None:
        self.same(lambda store: store.opened_at([self.streams[stream] for stream in streams]))

    @rule(
        statuses=st.lists(STATUSES),
        limit=st.integers(0, 4),
        newest_first=st.booleans(),
        after=st.none() | st.tuples(st.integers(0, 5), STREAMS),
    )
    def find(
        self,
        *,
        statuses: list[str],
        limit: int,
        newest_first: bool,
        after: tuple[int, int] | None,
    ) -> None:
        cursor = (NOW + after[0], self.streams[after[1]]) if after else None
        self.same(
            lambda store: store.find(
                kind=self.kind,
                statuses=statuses,
                limit=limit,
                after=cursor,
                newest_first=newest_first,
            )
        )

    @rule(stream=STREAMS, version=VERSIONS, status=STATUSES)
    def set_status(self, stream: int, version: int, status: str) -> None:
        self.same(
            lambda store: store.set_status(self.streams[stream], version=version, status=status)
        )


def answer(ask: Callable[[EventStore], Any], store: EventStore) -> Any:
    try:
        return ask(store)
    except (StaleVersion, CommandReused) as refusal:
        return type(refusal), vars(refusal)


def test_memory_and_postgres_answer_the_same(pool: Pool) -> None:
    machine = type("TwinsHere", (Twins,), {"pool": pool})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=cases(sample=15, full=40),
            stateful_step_count=25,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
