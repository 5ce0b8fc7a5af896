"""Events and commands that the tests of the event store append."""

import hashlib
import itertools
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from events.record import CommandMetadata, NewEvent, Secret
from events.store import Appended, EventStore
from events.translog.notes import SigningKey
from events.translog.sequencer import Sequencer
from events.translog.store import LogEntry, TranslogStore
from service.runtime import Runtime
from tests.simulation.runtime import RUNTIME

NOW = 1_764_000_000_000_000
"""2025-11-24, in µs since the epoch."""

KEY = SigningKey("example.com/log", bytes(range(32)))

MOVE = NewEvent("goat.discarded", 1, {"seat": 2, "cards": Secret(["7C", "AC"], 2, 2)})
TAKEN = NewEvent("goat.trick_taken", 2, {"seat": 1})
DEALT = NewEvent(
    "goat.dealt", 1, {"hands": [Secret([f"{rank}H"], seat, 1) for seat, rank in enumerate("6789")]}
)


def deal_id(runtime: Runtime = RUNTIME) -> UUID:
    """Return a UUIDv7 of now (RFC 9562, section 5.7); the database has the time of the system."""
    stamp, tail = runtime.now() // 1_000, RUNTIME.uuid().int % (1 << 76)
    return UUID(int=stamp << 80 | 7 << 76 | tail)


def table_id() -> UUID:
    return UUID(int=0xF << 124 | RUNTIME.uuid().int)


def command(
    *, at: int = NOW, fingerprint: bytes | None = None, command_id: UUID | None = None
) -> CommandMetadata:
    return CommandMetadata(
        id=command_id or RUNTIME.uuid(), actor="seat:2", at=at, fingerprint=fingerprint
    )


def append(
    store: EventStore,
    stream: UUID,
    events: Sequence[NewEvent] = (MOVE,),
    *,
    expected: int = 0,
    by: CommandMetadata | None = None,
    kind: str = "deal",
    status: str = "open",
    summary: dict[str, Any] | None = None,
) -> Appended:
    """Append, with defaults for arguments that do not matter to the test."""
    return store.append(
        stream,
        kind=kind,
        expected=expected,
        command=by or command(),
        events=events,
        status=status,
        summary=summary or {},
    )


class Logged:
    """A store with its log, to which only the test adds."""

    def __init__(self, store: EventStore, translog: TranslogStore) -> None:
        self.store = store
        self.translog = translog
        self.sequencer = Sequencer(translog, KEY)

    def catch_up(self, sequencer: Sequencer | None = None) -> int:
        """Run the sequencer until nothing waits; return the number of events logged."""
        logged, more = 0, True
        while more:
            done = (sequencer or self.sequencer).advance()
            logged, more = logged + done.logged, done.more
        return logged

    def size(self) -> int:
        """The number of signed entries; 0 if the log has not begun."""
        signed = self.translog.checkpoint()
        return 0 if signed is None else signed.size

    def entries(self) -> list[LogEntry]:
        """All signed entries."""
        return self.translog.entries(range(self.size()))


class Countable:
    """Reproducible entropy."""

    def __init__(self) -> None:
        self._numbers = itertools.count()

    def __call__(self, size: int) -> bytes:
        return hashlib.shake_128(str(next(self._numbers)).encode()).digest(size)
