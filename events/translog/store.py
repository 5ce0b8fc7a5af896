"""The log of all events: one order, a Merkle tree over it, and signed checkpoints.

A leaf of the tree (RFC 6962) is ``H(0x00 ‖ entry)``, and an entry is stream id (16 bytes) ‖ version
(u32, big-endian) ‖ chain head after that event (32 bytes). Entries of one stream are in the order
of their versions. The order between streams means nothing: it only shows that both entries existed
when the checkpoint was signed.

Only the hashes of complete subtrees of 256, 65 536, … leaves are stored (`KEPT`). A hash between
these levels is computed from at most 255 hashes below it.
"""

from base64 import b64encode
from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from domain.fairness import tree
from domain.fairness.tree import Edge, Node, Span
from events.chain import CheckedOpening, log_leaf
from events.translog.notes import BadNote, Checkpoint, VerifierKey

KEPT: Final = 8
"""The hashes of subtrees are stored at levels that are multiples of this."""

SHIFT: Final = 40
"""A log that was begun anew is another log. Log `n` of a service has the positions from
``n << SHIFT`` on in the order of all events that readers follow; its tree begins with leaf 0.
"""


class LogEntry(NamedTuple):
    """The log's entry for an event.

    Attributes:
        stream: the stream it is in.
        version: its position there.
        hash: the chain head after it, which fixes it and all before it.
    """

    stream: UUID
    version: int
    hash: bytes

    @property
    def leaf(self) -> bytes:
        """The hash of its leaf."""
        return log_leaf(self.stream, self.version, self.hash)


class Due(NamedTuple):
    """An append that is not logged yet.

    Attributes:
        stream: the stream.
        version: the version of the last event of an append.
        head: the chain head after it, as the append left it.
        ticket: identifies it to the backend.
    """

    stream: UUID
    version: int
    head: bytes
    ticket: str


class Broken(NamedTuple):
    """The reason why a stream is no longer logged.

    Attributes:
        stream: the stream.
        version: the first version at which it shows.
        fault: what does not hold, one sentence.
    """

    stream: UUID
    version: int
    fault: str


class StoredCheckpoint(NamedTuple):
    """A checkpoint.

    Attributes:
        size: the number of entries of the log.
        root: the root of the tree over them.
        note: the signed note that states both.
    """

    size: int
    root: bytes
    note: str


class Break(NamedTuple):
    """The end of a log, and the beginning of another one with all events that are stored.

    Attributes:
        number: the number of the log that began, from 1.
        origin: its name.
        ended: the name of the log before it.
        tip: the last checkpoint of that one in the database.
        published: a larger checkpoint of it that had been published, as a note, if one is known.
            The entries after `tip` are lost.
        at: the time, in µs since the epoch.
        reason: the reason, one line.
        statement: a note about all of this, signed by the key of the log that began.
    """

    number: int
    origin: str
    ended: str
    tip: StoredCheckpoint
    published: str | None
    at: int
    reason: str
    statement: str = ""

    @property
    def text(self) -> str:
        """The text of the statement."""
        lines = (
            *(BREAK, self.origin, self.ended, str(self.tip.size)),
            *(b64encode(self.tip.root).decode(), str(self.at), self.reason),
        )
        return "".join(f"{line}\n" for line in lines)


BREAK: Final = "fairdeal/1/log-break"
"""The first line of a statement."""


class LogState(NamedTuple):
    """The state of the log.

    Attributes:
        size: the number of entries at its last checkpoint; None before the first.
        waiting: the number of appends not logged yet, without broken streams; at most `MOST`.
        behind: how long the oldest of them has waited, in µs; 0 if none waits.
        broken: the number of streams that are no longer logged.
    """

    size: int | None
    waiting: int
    behind: int
    broken: int


MOST: Final = 10_000
"""Waiting appends are counted up to this number."""


class LogBatch(NamedTuple):
    """The changes of one turn of the log, all or nothing.

    Attributes:
        size: the number of entries before the turn.
        entries: the new entries.
        kept: the hashes of the subtrees that they complete, at the stored levels.
        signed: the new checkpoint; None if there is nothing new to sign.
        broken: the streams that are no longer logged.
        done: the tickets of the appends that are logged now.
    """

    size: int
    entries: Sequence[LogEntry]
    kept: Sequence[tuple[Node, bytes]]
    signed: StoredCheckpoint | None
    broken: Sequence[Broken]
    done: Sequence[str]


class LoggedEvent(NamedTuple):
    """An event as it is logged: the link of a chain, without its secrets."""

    version: int
    body: bytes
    hash: bytes
    openings: tuple[CheckedOpening, ...] = ()


class Run(NamedTuple):
    """Adjacent hashes: the hashes of leaves (level 0), or the stored hashes of a level."""

    level: int
    span: Span


class TranslogReads(Protocol):
    """The read operations of the log."""

    def checkpoint(self, size: int | None = None) -> StoredCheckpoint | None:
        """The checkpoint of a size, or the last one; None if there is none."""
        ...

    def entries(self, span: Span) -> list[LogEntry]:
        """The entries at these positions, as far as they exist."""
        ...

    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        """The hashes of each run, as far as they exist."""
        ...

    def position(self, stream: UUID, version: int) -> int | None:
        """The position of an event's entry; None while it has none."""
        ...


class LogTurn(TranslogReads, Protocol):
    """Exclusive write access to the log: until the turn is over, no other process adds to it."""

    def due(self, limit: int) -> list[Due]:
        """Appends to log, up to a limit, the oldest first; broken streams are left out."""
        ...

    def logged(self, streams: Collection[UUID]) -> dict[UUID, LogEntry]:
        """The last entry of each stream that has one."""
        ...

    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[LoggedEvent]]:
        """The existing events of streams, within ranges of versions, in order."""
        ...

    def put(self, batch: LogBatch) -> None:
        """Add a batch if the log has the size that the batch expects; otherwise add nothing."""
        ...


class TranslogStore(TranslogReads, Protocol):
    """The interface of a log that only grows."""

    def turn(self) -> AbstractContextManager[LogTurn | None]:
        """Take exclusive access if it is free. Changes are committed at the end of the turn."""
        ...

    def is_idle(self) -> bool:
        """Whether there is a checkpoint, and no append waits to be logged."""
        ...

    def standing(self) -> LogState:
        """The state of the log."""
        ...

    def breaks(self) -> list[Break]:
        """The breaks of the log, in order: one for each time that it was begun anew."""
        ...

    def numbered(self, number: int) -> TranslogReads:
        """The log of this number, which may have ended; log 0 is the first."""
        ...


class BrokenLog(Exception):
    """The stored log differs from the log that was signed."""


def check_signed(tip: StoredCheckpoint, key: VerifierKey) -> None:
    """Check that a stored checkpoint is the one that a key has signed.

    Raises:
        BrokenLog: it is not.
    """
    try:
        stated = Checkpoint.read(key.open(tip.note))
    except BadNote as fault:
        raise BrokenLog(f"its last checkpoint does not hold: {fault}") from None
    if stated != Checkpoint(key.name, tip.size, tip.root):
        raise BrokenLog("its last checkpoint is of another log, or of another size or root")


# --- Hashes and proofs from stored hashes ---------------------------------------------------------


def inclusion(translog: TranslogReads, position: int, *, size: int) -> tuple[bytes, ...]:
    """The path from an entry to the root of the log as it was with so many entries.

    Raises:
        BrokenLog: hashes are missing.
    """
    return _hashes(translog, tree.inclusion(position, size))


def consistency(translog: TranslogReads, old: int, *, size: int) -> tuple[bytes, ...]:
    """The proof that the log of a size extends the log of an older size.

    Raises:
        BrokenLog: hashes are missing.
    """
    return _hashes(translog, tree.consistency(old, size))


def edge(translog: TranslogReads, size: int) -> Edge:
    """The right edge of the tree, to which new entries are added.

    Raises:
        BrokenLog: hashes are missing.
    """
    return Edge(size, tuple(_found(translog, tree.nodes(range(size))).values()))


def _hashes(translog: TranslogReads, spans: Sequence[Span]) -> tuple[bytes, ...]:
    """The hashes of spans; all stored hashes that they need are read at once."""
    found = _found(translog, (node for span in spans for node in tree.nodes(span)))
    return tree.hashes(spans, found.__getitem__)


def _found(translog: TranslogReads, wanted: Iterable[Node]) -> dict[Node, bytes]:
    """The hash of each node, from the stored hashes below it.

    Adjacent runs, like the hashes of a path within 256 leaves, are read as one.
    """
    below = {node: _run_below(node) for node in wanted}
    runs = _joined(below.values())
    hashes = translog.runs(runs)
    if any(len(found) != len(run.span) for run, found in zip(runs, hashes, strict=True)):
        raise BrokenLog("hashes are missing")
    starts = [(run.level, run.span.start) for run in runs]
    roots: dict[Node, bytes] = {}
    for node, (level, span) in below.items():
        place = bisect_right(starts, (level, span.start)) - 1
        first = span.start - runs[place].span.start
        roots[node] = tree.root(hashes[place][first : first + len(span)])
    return roots


def _joined(runs: Iterable[Run]) -> list[Run]:
    """The runs in order, joined if at most one hash is between them, as the leaf of a path is."""
    joined: list[Run] = []
    for run in sorted(runs, key=lambda run: (run.level, run.span.start)):
        before = joined[-1] if joined else None
        if before and before.level == run.level and run.span.start - before.span.stop <= 1:
            joined[-1] = Run(run.level, range(before.span.start, run.span.stop))
        else:
            joined.append(run)
    return joined


def _run_below(node: Node) -> Run:
    """The stored hashes that make up a subtree."""
    height = node.level % KEPT
    first = node.position << height
    return Run(node.level - height, range(first, first + (1 << height)))
