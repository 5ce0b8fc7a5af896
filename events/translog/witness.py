"""A witness: the last published checkpoint, kept where a restored database does not reach it.

A database that was restored from a backup does not know what was published after the backup. A
sequencer that went on from it would sign a second history under the same name. So a starting
sequencer must show that its log extends the checkpoint of the witness.
"""

from typing import NamedTuple, Protocol

from domain.fairness.tree import is_consistent
from events.translog.notes import BadNote, Checkpoint, VerifierKey
from events.translog.store import BrokenLog, StoredCheckpoint, TranslogReads, consistency


class Unwitnessed(Exception):
    """The log is not shown to extend what was published, so it is not signed."""


class Witness(Protocol):
    """Keeps the last published checkpoint."""

    def read(self) -> str | None:
        """The checkpoint, as a note; None: none was published yet.

        Raises:
            Unwitnessed: it cannot be read.
        """
        ...


class Published(NamedTuple):
    """The published checkpoint that a log must extend.

    Attributes:
        note: the checkpoint; None: none was published yet.
        ended: the names of the logs of this service that have ended: theirs are no obstacle.
    """

    note: str | None
    ended: frozenset[str]


def see_that_it_extends(
    translog: TranslogReads, tip: StoredCheckpoint, published: Published, *, key: VerifierKey
) -> None:
    """See that a log extends a published checkpoint.

    Args:
        translog: The log, up to its last checkpoint or beyond.
        tip: Its last checkpoint, which has been verified.
        published: The published checkpoint.
        key: The key of the log.

    Raises:
        Unwitnessed: It does not, or that cannot be shown.
    """
    note = published.note
    if note is None:
        if tip.size > 0:
            raise Unwitnessed(
                f"the witness has no checkpoint, and the log has {tip.size} entries; give it the"
                " last one that was published"
            )
        return
    if note.partition("\n")[0] in published.ended:
        return
    seen = _read(note, key)
    if seen.size > tip.size:
        raise Unwitnessed(
            f"a checkpoint of {seen.size} entries was published, and this log has {tip.size}:"
            " the database is older (docs/restoring.md)"
        )
    if not _extends(translog, tip, seen):
        fault = f"the log does not begin with the {seen.size} entries that were published"
        raise Unwitnessed(fault)


def _read(note: str, key: VerifierKey) -> Checkpoint:
    try:
        seen = Checkpoint.read(key.open(note))
    except BadNote as bad:
        raise Unwitnessed(f"the checkpoint of the witness does not hold: {bad}") from None
    if seen.origin != key.name:
        raise Unwitnessed(f"the checkpoint of the witness is of the log {seen.origin}")
    return seen


def _extends(translog: TranslogReads, tip: StoredCheckpoint, seen: Checkpoint) -> bool:
    try:
        proof = consistency(translog, seen.size, size=tip.size)
    except BrokenLog:
        return False
    return is_consistent(
        old=seen.size, old_root=seen.root, size=tip.size, expected=tip.root, proof=proof
    )
