"""The sequencer: what was appended gets its place in the log, and the log a signed checkpoint.

Any number of them may run. Who has the turn takes a batch, verifies every link of the chains anew,
and adds entries, hashes and checkpoint in one transaction; so whenever one dies, another goes on
from the last checkpoint, and what was signed but not committed was never seen by anybody.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from events.chain import BrokenChain, genesis, verify
from events.log import (
    KEPT,
    Batch,
    Broken,
    BrokenLog,
    Due,
    Entry,
    Link,
    Log,
    Signed,
    Turn,
    consistency,
    edge,
)
from proofs.notes import BadNote, Checkpoint, SigningKey
from proofs.tree import NOTHING, Edge, grown, is_consistent

LIMIT: Final = 2_000
"""The most appends, and the most events, of a batch."""


class Advanced(NamedTuple):
    """What a step of the sequencer did.

    Attributes:
        logged: how many events got their place.
        broken: the streams that were found not to hold.
        more: whether there may be more to do at once.
    """

    logged: int
    broken: tuple[Broken, ...]
    more: bool


IDLE: Final = Advanced(0, (), more=False)


class Sequencer:
    """Adds to a log, step by step.

    Args:
        log: the log.
        key: signs its checkpoints; its name is the log's origin.
        limit: the most appends, and the most events, of a batch.
    """

    def __init__(self, log: Log, key: SigningKey, *, limit: int = LIMIT) -> None:
        self._log = log
        self._key = key
        self._limit = limit
        self._tip: Signed | None = None
        self._edge = NOTHING

    def advance(self) -> Advanced:
        """Log what is to be logged, as much as makes a batch.

        Raises:
            BrokenLog: the log is not the one that was signed; it is not signed again.
        """
        if self._log.is_idle():
            return IDLE
        with self._log.turn() as turn:
            if turn is None:  # another one is at it
                return IDLE
            self._see(turn)
            found, more = self._batch(turn)
            batch, after = self._signed(found)
            turn.put(batch)
        self._tip, self._edge = batch.signed or self._tip, after
        return Advanced(len(batch.entries), tuple(batch.broken), more)

    # --- The log so far -------------------------------------------------------------------------

    def _see(self, turn: Turn) -> None:
        """See that the log is what was signed, and that it only grew since it was seen here."""
        tip = turn.checkpoint()
        if tip == self._tip:
            return
        if tip is None:
            raise BrokenLog("the checkpoints are gone")
        self._see_that_it_is_signed(tip)
        found = edge(turn, tip.size)
        if found.root != tip.root:
            raise BrokenLog(f"its {tip.size} entries are not those that were signed")
        if self._tip is not None:
            self._see_that_it_grew(turn, self._tip, tip)
        self._tip, self._edge = tip, found

    def _see_that_it_is_signed(self, tip: Signed) -> None:
        try:
            said = Checkpoint.read(self._key.verifier.open(tip.note))
        except BadNote as fault:
            raise BrokenLog(f"its last checkpoint does not hold: {fault}") from None
        if said != Checkpoint(self._key.name, tip.size, tip.root):
            raise BrokenLog("its last checkpoint is of another log, or of another size or root")

    def _see_that_it_grew(self, turn: Turn, old: Signed, new: Signed) -> None:
        if new.size < old.size or not is_consistent(
            old=old.size,
            old_root=old.root,
            size=new.size,
            expected=new.root,
            proof=consistency(turn, old.size, size=new.size),
        ):
            raise BrokenLog(f"{new.size} entries do not begin with the {old.size} seen before")

    # --- What is new ----------------------------------------------------------------------------

    def _batch(self, turn: Turn) -> tuple[Batch, bool]:
        """The next batch, and whether there may be more after it."""
        due = turn.due(self._limit)
        backlogs = _backlogs(due, turn, room=self._limit)
        events = turn.events({each.stream: each.span for each in backlogs if each.span})
        checked = [_checked(turn, each, events.get(each.stream, [])) for each in backlogs]
        entries = [entry for each in checked for entry in each.entries]
        done = [ticket for each in checked for ticket in each.done]
        held = sum(each.held for each in checked)
        broken = [each.broken for each in checked if each.broken is not None]
        batch = Batch(self._edge.size, entries, (), None, broken, done)
        return batch, len(due) == self._limit or len(done) + held < len(due)

    def _signed(self, batch: Batch) -> tuple[Batch, Edge]:
        """The batch with its hashes and its checkpoint, and what the log grows on after it."""
        if not batch.entries and self._tip is not None:
            return batch, self._edge
        after, complete = grown(self._edge, [entry.leaf for entry in batch.entries])
        kept = [(node, found) for node, found in complete if node.level % KEPT == 0]
        said = Checkpoint(self._key.name, after.size, after.root)
        signed = Signed(after.size, after.root, self._key.sign(said.text))
        return batch._replace(kept=kept, signed=signed), after


class _Backlog(NamedTuple):
    """What of a stream is to be logged.

    Attributes:
        stream: the stream.
        due: the appends.
        since: the version and the chain head that the log has of it.
        span: the versions that this batch has room for.
    """

    stream: UUID
    due: list[Due]
    since: tuple[int, bytes]
    span: range


class _Checked(NamedTuple):
    """What of a backlog holds: entries, the tickets of what is logged then, and what does not.

    Attributes:
        entries: what is logged.
        done: the tickets of what is logged then.
        held: how many tickets stay, as the stream is broken.
        broken: why, if it is.
    """

    entries: list[Entry]
    done: list[str]
    held: int
    broken: Broken | None


def _backlogs(due: Iterable[Due], turn: Turn, *, room: int) -> list[_Backlog]:
    """What is due, stream by stream, with no more events than there is room for."""
    streams: dict[UUID, list[Due]] = {}
    for each in due:
        streams.setdefault(each.stream, []).append(each)
    logged = turn.logged(streams)
    backlogs: list[_Backlog] = []
    for stream, its in streams.items():
        last = logged.get(stream)
        since = (last.version, last.hash) if last is not None else (0, genesis(stream))
        wanted = max(each.version for each in its) - since[0]
        taken = max(min(wanted, room), 0)
        room -= taken
        backlogs.append(_Backlog(stream, its, since, range(since[0] + 1, since[0] + 1 + taken)))
    return backlogs


def _checked(turn: Turn, backlog: _Backlog, links: Sequence[Link]) -> _Checked:
    """Verify what is to be logged of a stream; what comes before a fault is logged still."""
    stream, due, since, _ = backlog
    broken = _fault(turn, backlog, links)
    entries = [
        Entry(stream, link.version, link.hash)
        for link in links
        if broken is None or link.version < broken.version
    ]
    if broken is not None:
        return _Checked(entries, [], len(due), broken)
    upto = since[0] + len(entries)
    return _Checked(entries, [each.ticket for each in due if each.version <= upto], 0, None)


def _fault(turn: Turn, backlog: _Backlog, links: Sequence[Link]) -> Broken | None:
    """The first thing that does not hold: a link, a missing event, a head that was another."""
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


def _logged_hash(turn: Turn, stream: UUID, version: int) -> bytes | None:
    """What the log has of an event; None if it has none."""
    position = turn.position(stream, version)
    if position is None:
        return None
    [entry] = turn.entries(range(position, position + 1))
    return entry.hash
