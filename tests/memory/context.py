"""A context on a database in memory, which keeps its announcements for the test."""

from typing import cast

from events.translog.notes import SigningKey
from events.translog.scrubber import Scrubber
from service.context import Context, Tasks
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.runtime import Runtime
from tests.contexts import ORIGIN, SECRET, Inbox
from tests.memory.analyses import MemoryAnalyses
from tests.memory.database import Memory
from tests.memory.health import MemoryHealth
from tests.memory.keyring import MemoryKeyring
from tests.memory.listings import MemoryListings
from tests.memory.phrases import MemoryPeople
from tests.memory.queue import MemoryPlayerQueue
from tests.memory.ratings import MemoryRatings
from tests.memory.scrubs import MemoryScrubs
from tests.memory.store import MemoryStore
from tests.memory.translog import MemoryLog
from tests.memory.webhooks import webhooks_in
from tests.simulation.runtime import RUNTIME


def memory_context(
    memory: Memory | None = None,
    runtime: Runtime = RUNTIME,
    *,
    origin: str = ORIGIN,
    seed: bytes = bytes(32),
    archive: str = "",
    tasks: Tasks | None = None,
) -> Context:
    """One process on a database in memory.

    Args:
        memory: the database, which other processes may share; None: a new one.
        runtime: of the process.
        origin: the name of the log.
        seed: of the key that signs it.
        archive: the address of the archive.
        tasks: announces work; None: an inbox does.
    """
    memory = memory or Memory(runtime)
    store = MemoryStore(memory, entropy=runtime.random_bytes)
    key = SigningKey(origin, seed)
    return Context(
        store=store,
        streams=StreamRepository(store, runtime),
        translog=TransparencyLog(MemoryLog(memory), key),
        listings=MemoryListings(memory),
        credentials=MemoryKeyring(memory, runtime),
        tasks=tasks or Inbox(),
        analyses=MemoryAnalyses(memory),
        people=MemoryPeople(memory),
        ratings=MemoryRatings(memory),
        health=MemoryHealth(memory, runtime),
        scrubber=Scrubber(store, MemoryLog(memory), MemoryScrubs(memory), key.verifier),
        webhooks=webhooks_in(memory),
        player_queue=MemoryPlayerQueue(memory),
        secret=SECRET,
        runtime=runtime,
        archive=archive,
    )


def memory_of(context: Context) -> Memory:
    """The database of a context in memory."""
    return cast("MemoryStore", context.store).memory
