"""The sequencer: gives appended events their place in the log, and signs checkpoints.

Any number of sequencers may run. The one that has the turn takes a batch, verifies every link of
the chains again, and adds entries, hashes and checkpoint in one transaction. If it dies, another
one continues from the last checkpoint; a checkpoint signed but not committed was never published.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.fairness.tree import EMPTY, NOTHING, Edge, grown, includes
from events.chain import BrokenChain, genesis, verify
from events.translog.notes import Checkpoint, SigningKey
from events.translog.store import (
    KEPT,
    Broken,
    BrokenLog,
    Due,
    LogBatch,
    LogEntry,
    LoggedEvent,
    LogTurn,
    StoredCheckpoint,
    TranslogStore,
    check_signed,
    edge,
    inclusion,
)
from events.translog.witness import Published, Witness, see_that_it_extends

LIMIT: Final = 2_000
"""The most appends, and the most events, of a batch."""

REMEMBERED: Final = 50_000
"""Streams whose last entries are remembered; for other streams they are proved to be signed."""


class Advanced(NamedTuple):
    """The result of a step of the sequencer.

    Attributes:
        logged: the number of events that got their place.
        broken: the streams that were found not to hold.
        more: whether there may be more to do at once.
    """

    logged: int
    broken: tuple[Broken, ...]
    more: bool


IDLE: Final = Advanced(0, (), more=False)


class Sequencer:
    """Adds to a log, step by step.

    It remembers what it has verified under a signed root, and verifies everything else that is
    stored.

    Args:
        translog: the transparency log.
        key: signs its checkpoints; its name is the log's origin.
        limit: the most appends, and the most events, of a batch.
        witness: keeps the published checkpoint that the log must extend at the start; None: nothing
            of the kind is checked.
    """

    def __init__(
        self,
        translog: TranslogStore,
        key: SigningKey,
        *,
        limit: int = LIMIT,
        witness: Witness | None = None,
    ) -> None:
        self._translog = translog
        self._key = key
        self._limit = limit
        self._witness = witness  # until the log is seen to extend it
        self._tip: StoredCheckpoint | None = None
        self._edge = NOTHING
        self._last: dict[UUID, LogEntry] = {}  # by stream: entries verified under the tip's root

    def advance(self) -> Advanced:
        """Log waiting appends, at most one batch.

        Raises:
            BrokenLog: the log is not the one that was signed; it is not signed again.
            Unwitnessed: it is not shown to extend the checkpoint of the witness.
        """
        if self._witness is None and self._translog.is_idle():
            return IDLE
        published = None if self._witness is None else self._published(self._witness)
        with self._translog.turn() as turn:
            if turn is None:  # another sequencer has the turn
                return IDLE
            self._see(turn)
            if published is not None:
                tip = self._tip or StoredCheckpoint(0, EMPTY, "")
                see_that_it_extends(turn, tip, published, key=self._key.verifier)
                self._witness = None
            found, more = self._batch(turn)
            batch, after = self._signed(found)
            turn.put(batch)
        self._tip, self._edge = batch.signed or self._tip, after
        self._remember(batch.entries)
        return Advanced(len(batch.entries), tuple(batch.broken), more)

    @property
    def tip(self) -> StoredCheckpoint | None:
        """The last checkpoint that it has seen or made; None: it has not gone on from any yet."""
        return self._tip if self._witness is None else None

    # --- The log so far -------------------------------------------------------------------------

    def _see(self, turn: LogTurn) -> None:
        """Check that the log is the signed one, and has only grown since the last check."""
        tip = turn.checkpoint()
        if tip == self._tip:
            return
        if tip is None:
            raise BrokenLog("the checkpoints are gone")
        check_signed(tip, self._key.verifier)
        found = edge(turn, tip.size) if self._tip is None else self._grown(turn, tip.size)
        if found.root != tip.root:
            self._last.clear()
            fault = f"its {tip.size} entries are not those that were signed, or seen here before"
            raise BrokenLog(fault)
        self._tip, self._edge = tip, found

    def _published(self, witness: Witness) -> Published:
        ended = frozenset(each.ended for each in self._translog.breaks())
        return Published(witness.read(), ended)

    def _grown(self, turn: LogTurn, size: int) -> Edge:
        """The state seen before, extended by the entries that another sequencer has added."""
        found = self._edge
        for first in range(found.size, size, self._limit):
            entries = turn.entries(range(first, min(first + self._limit, size)))
            found, _ = grown(found, [entry.leaf for entry in entries])
            self._remember(entries)
        return found

    def _remember(self, entries: Iterable[LogEntry]) -> None:
        if len(self._last) > REMEMBERED:
            self._last.clear()  # entries needed again are proved again
        self._last.update((entry.stream, entry) for entry in entries)

    # --- What is new ----------------------------------------------------------------------------

    def _batch(self, turn: LogTurn) -> tuple[LogBatch, bool]:
        """The next batch, and whether there may be more after it."""
        due = turn.due(self._limit)
        last, forged = self._last_entries(turn, {each.stream for each in due})
        sound = [each for each in due if each.stream not in forged]
        backlogs = _backlogs(sound, last, capacity=self._limit)
        events = turn.events({each.stream: each.span for each in backlogs if each.span})
        checked = [_checked(turn, each, events.get(each.stream, [])) for each in backlogs]
        entries = [entry for each in checked for entry in each.entries]
        done = [ticket for each in checked for ticket in each.done]
        broken = forged | {each.broken.stream: each.broken for each in checked if each.broken}
        held = sum(each.stream in broken for each in due)
        batch = LogBatch(self._edge.size, entries, (), None, list(broken.values()), done)
        return batch, len(due) == self._limit or len(done) + held < len(due)

    def _last_entries(
        self, turn: LogTurn, streams: set[UUID]
    ) -> tuple[dict[UUID, LogEntry], dict[UUID, Broken]]:
        """The last entries of streams, verified under the signed root; and streams that fail."""
        last = {stream: self._last[stream] for stream in streams & self._last.keys()}
        found = turn.logged(streams - last.keys())
        signed = {each.stream: each for each in found.values() if _is_signed(turn, each, self._tip)}
        self._remember(signed.values())
        fault = "what the log has of it is not what was signed"
        forged = {
            each.stream: Broken(each.stream, each.version, fault)
            for each in found.values()
            if each.stream not in signed
        }
        return last | signed, forged

    def _signed(self, batch: LogBatch) -> tuple[LogBatch, Edge]:
        """The batch with its hashes and its checkpoint, and the new edge of the tree."""
        if not batch.entries and self._tip is not None:
            return batch, self._edge
        after, complete = grown(self._edge, [entry.leaf for entry in batch.entries])
        kept = [(node, found) for node, found in complete if node.level % KEPT == 0]
        said = Checkpoint(self._key.name, after.size, after.root)
        signed = StoredCheckpoint(after.size, after.root, self._key.sign(said.text))
        return batch._replace(kept=kept, signed=signed), after


class _Backlog(NamedTuple):
    """The part of a stream that is not logged yet.

    Attributes:
        stream: the stream.
        due: the appends.
        since: the version and the chain head that the log has of it.
        span: the versions that fit into this batch.
    """

    stream: UUID
    due: list[Due]
    since: tuple[int, bytes]
    span: range


class _Checked(NamedTuple):
    """The verified part of a backlog.

    Attributes:
        entries: the entries to log.
        done: the tickets of the appends that are then logged.
        broken: the reason, if the stream is broken.
    """

    entries: list[LogEntry]
    done: list[str]
    broken: Broken | None


def _backlogs(
    due: Iterable[Due], last: Mapping[UUID, LogEntry], *, capacity: int
) -> list[_Backlog]:
    """The waiting appends by stream, limited to the number of events that fit."""
    streams: dict[UUID, list[Due]] = {}
    for each in due:
        streams.setdefault(each.stream, []).append(each)
    backlogs: list[_Backlog] = []
    for stream, its in streams.items():
        logged = last.get(stream)
        since = (0, genesis(stream)) if logged is None else (logged.version, logged.hash)
        wanted = max(each.version for each in its) - since[0]
        taken = max(min(wanted, capacity), 0)
        capacity -= taken
        backlogs.append(_Backlog(stream, its, since, range(since[0] + 1, since[0] + 1 + taken)))
    return backlogs


def _checked(turn: LogTurn, backlog: _Backlog, links: Sequence[LoggedEvent]) -> _Checked:
    """Verify the backlog of a stream; events before a fault are still logged."""
    stream, due, since, _ = backlog
    broken = _fault(turn, backlog, links)
    entries = [
        LogEntry(stream, link.version, link.hash)
        for link in links
        if broken is None or link.version < broken.version
    ]
    if broken is not None:
        return _Checked(entries, [], broken)
    upto = since[0] + len(entries)
    return _Checked(entries, [each.ticket for each in due if each.version <= upto], None)


def _fault(turn: LogTurn, backlog: _Backlog, links: Sequence[LoggedEvent]) -> Broken | None:
    """The first fault: a bad link, a missing event, or a head that differs."""
    stream, due, since, span = backlog
    try:
        verify(links, stream=stream, since=since)
    except BrokenChain as broken:
        return Broken(stream, broken.version, broken.fault)
    if len(links) < len(span):
        return Broken(stream, span.start + len(links), "the event is missing")
    heads = {link.version: link.hash for link in links}
    for each in sorted(due, key=lambda each: each.version):
        if each.version < span.stop and each.head != (
            heads.get(each.version) or _logged_hash(turn, stream, each.version)
        ):
            return Broken(stream, each.version, "the event is not the one that was appended")
    return None


def _is_signed(turn: LogTurn, entry: LogEntry, tip: StoredCheckpoint | None) -> bool:
    """Whether a stored entry is under the signed root."""
    position = turn.position(entry.stream, entry.version)
    if tip is None or position is None:
        return False
    try:
        path = inclusion(turn, position, size=tip.size)
    except BrokenLog:
        return False
    return includes(entry.leaf, index=position, size=tip.size, path=path, expected=tip.root)


def _logged_hash(turn: LogTurn, stream: UUID, version: int) -> bytes | None:
    """The hash that the log has for an event; None if it has none."""
    position = turn.position(stream, version)
    if position is None:
        return None
    [entry] = turn.entries(range(position, position + 1))
    return entry.hash
