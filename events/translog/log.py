"""The log of all events: one order, a Merkle tree over it, and checkpoints that are signed.

A leaf of the tree (RFC 6962) is ``H(0x00 ‖ entry)``, and an entry is stream id (16 bytes) ‖ version
(u32, big-endian) ‖ chain head after that event (32 bytes). Within a stream the order is that of its
versions; between streams it says nothing but that both were there when the checkpoint was signed.

Of the tree only hashes of complete subtrees of 256, 65 536, … leaves are kept (`KEPT`): those in
between are worked out from at most 255 below them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from domain.fairness import tree
from domain.fairness.tree import Edge, Node, Span, leaf_hash
from events.chain import Opening

KEPT: Final = 8
"""The hashes of subtrees are kept at levels that are multiples of this."""


class Entry(NamedTuple):
    """What the log says of an event.

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
        return leaf_hash(self.stream.bytes + self.version.to_bytes(4, "big") + self.hash)


class Due(NamedTuple):
    """That a stream has come to a version, which is to be logged.

    Attributes:
        stream: the stream.
        version: the version of the last event of an append.
        head: the chain head after it, as the append left it.
        ticket: by which the backend knows it again.
    """

    stream: UUID
    version: int
    head: bytes
    ticket: str


class Broken(NamedTuple):
    """Why a stream is not logged on.

    Attributes:
        stream: the stream.
        version: the first version at which it shows.
        fault: what does not hold, one sentence.
    """

    stream: UUID
    version: int
    fault: str


class Signed(NamedTuple):
    """A checkpoint.

    Attributes:
        size: how many entries the log has in it.
        root: the root of the tree over them.
        note: the signed note that says so.
    """

    size: int
    root: bytes
    note: str


class Standing(NamedTuple):
    """How the log stands.

    Attributes:
        size: how many entries its last checkpoint has; None before the first.
        waiting: how many appends are not logged, those of broken streams apart; at most `MOST`.
        behind: how long the first of them has waited, in µs; 0 where none waits.
        broken: how many streams are not logged on.
    """

    size: int | None
    waiting: int
    behind: int
    broken: int


MOST: Final = 10_000
"""So many appends that wait are counted, and no more."""


class Batch(NamedTuple):
    """What a turn adds to the log, all or nothing.

    Attributes:
        size: how many entries the log has before it.
        entries: what comes after them.
        kept: the hashes of the subtrees that they complete, at the levels that are kept.
        signed: the checkpoint with them; None where there is nothing new to sign.
        broken: the streams that are not logged on.
        done: the tickets of what is logged by now.
    """

    size: int
    entries: Sequence[Entry]
    kept: Sequence[tuple[Node, bytes]]
    signed: Signed | None
    broken: Sequence[Broken]
    done: Sequence[str]


class Link(NamedTuple):
    """An event as it is logged: the link of a chain, without its secrets."""

    version: int
    body: bytes
    hash: bytes
    openings: tuple[Opening, ...] = ()


class Run(NamedTuple):
    """Hashes side by side: those of leaves (level 0), or those that are kept at a level."""

    level: int
    span: Span


class Reading(Protocol):
    """What can be read of the log."""

    def checkpoint(self, size: int | None = None) -> Signed | None:
        """The checkpoint of a size, or the last one; None where there is none."""
        ...

    def entries(self, span: Span) -> list[Entry]:
        """The entries at these positions, as far as there are any."""
        ...

    def runs(self, wanted: Sequence[Run]) -> list[list[bytes]]:
        """The hashes of each run, as far as there are any."""
        ...

    def position(self, stream: UUID, version: int) -> int | None:
        """Where the entry of an event is; None while it has none."""
        ...


class Turn(Reading, Protocol):
    """The log in one hand: nobody else adds to it before the turn is over."""

    def due(self, limit: int) -> list[Due]:
        """What is to be logged, so many at most; broken streams are left out."""
        ...

    def logged(self, streams: Collection[UUID]) -> dict[UUID, Entry]:
        """The last entry of each stream that has one."""
        ...

    def events(self, wanted: Mapping[UUID, range]) -> dict[UUID, list[Link]]:
        """The events that there are of streams, within ranges of versions, in order."""
        ...

    def put(self, batch: Batch) -> None:
        """Add a batch to a log of its size, or nothing of it to any other."""
        ...


class Log(Reading, Protocol):
    """The log as every backend keeps it. It only grows."""

    def turn(self) -> AbstractContextManager[Turn | None]:
        """Take the log in hand, if nobody has it. What was put is there when the turn is over."""
        ...

    def is_idle(self) -> bool:
        """Whether there is a checkpoint, and nothing that is to be logged."""
        ...

    def standing(self) -> Standing:
        """How the log stands."""
        ...


class BrokenLog(Exception):
    """The log that is kept is not the log that was signed."""


# --- Hashes and proofs from what is kept --------------------------------------------------------


def inclusion(log: Reading, position: int, *, size: int) -> tuple[bytes, ...]:
    """The path from an entry to the root of the log as it was with so many entries.

    Raises:
        BrokenLog: hashes are missing.
    """
    return _hashes(log, tree.inclusion(position, size))


def consistency(log: Reading, old: int, *, size: int) -> tuple[bytes, ...]:
    """The proof that the log of a size begins with what it was at an older one.

    Raises:
        BrokenLog: hashes are missing.
    """
    return _hashes(log, tree.consistency(old, size))


def edge(log: Reading, size: int) -> Edge:
    """What the log of a size grows on.

    Raises:
        BrokenLog: hashes are missing.
    """
    return Edge(size, tuple(_found(log, tree.nodes(range(size))).values()))


def _hashes(log: Reading, spans: Sequence[Span]) -> tuple[bytes, ...]:
    """The hashes of spans: everything that they need is read at once."""
    found = _found(log, (node for span in spans for node in tree.nodes(span)))
    return tree.hashes(spans, found.__getitem__)


def _found(log: Reading, wanted: Iterable[Node]) -> dict[Node, bytes]:
    """The hash of each node, from the hashes below it that are kept."""
    runs = {node: _run_below(node) for node in wanted}
    hashes = dict(zip(runs, log.runs(list(runs.values())), strict=True))
    if any(len(hashes[node]) != len(run.span) for node, run in runs.items()):
        raise BrokenLog("hashes are missing")
    return {node: tree.root(below) for node, below in hashes.items()}


def _run_below(node: Node) -> Run:
    """The hashes that are kept, of which a subtree is made."""
    height = node.level % KEPT
    first = node.position << height
    return Run(node.level - height, range(first, first + (1 << height)))
