"""Begin the log anew: all events are logged again, under another name.

The log that ends stays as it is, so every proof in it can still be made. Events that it has are no
news for readers when they are logged again, and the positions of readers go on behind those of the
log that ended. Sequencers of the old name refuse to go on: the last checkpoint has another name.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

import psycopg
from psycopg.rows import TupleRow

from domain.fairness.tree import EMPTY
from events.connections import owner_transaction
from events.translog.notes import BadNote, Checkpoint, SigningKey, VerifierKey
from events.translog.store import SHIFT, Break, StoredCheckpoint

REASON: Final = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]{1,300}"
"""A reason is one line of visible text."""

FILL_SECONDS: Final = 24 * 3600
"""The time limit of a statement: all streams are given to the new log at once."""

IDLE_SECONDS: Final = 3
"""A sequencer writes its heartbeat every second, unless a batch takes longer."""
BUSY: Final = f"A sequencer is at work, or was {IDLE_SECONDS} seconds ago. Stop all of them first."

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_TIP: Final = """
SELECT size - log_base(), root, note FROM checkpoint
WHERE size >= log_base() ORDER BY size DESC LIMIT 1
"""
_WORKING: Final = """
SELECT FROM heartbeat
WHERE name = 'sequencer' AND fault IS NULL AND at > now() - make_interval(secs => %s)
"""
_ORIGINS: Final = "SELECT ended FROM log_break UNION SELECT origin FROM log_break"
_NUMBER: Final = "SELECT coalesce(max(number), 0) + 1 FROM log_break"
_INSERT: Final = "INSERT INTO log_break VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_FILL: Final = """
INSERT INTO outbox SELECT stream_id, version, head, now() FROM stream
WHERE version > 0 AND status <> 'archived' ORDER BY opened_at
"""


class CannotBegin(Exception):
    """The log cannot be begun anew; the message is a sentence for the operator."""


def origin_of(note: str) -> str:
    """The name of the log in a note, whoever has signed it."""
    return note.partition("\n")[0]


def begin_anew(
    url: str, key: SigningKey, *, reason: str, at: int, published: str | None = None
) -> Break:
    """Begin the log anew, under the name of a key, in one transaction.

    Args:
        url: Of the database, as the owner of the tables.
        key: Signs the new log; its name is the name of the log.
        reason: The reason, one line that everyone can read.
        at: The time, in µs since the epoch.
        published: The last published checkpoint of the log that ends, if one is known.

    Raises:
        CannotBegin: Nothing has changed.
        Unconfirmed: It is unknown whether the log has begun anew.
    """
    if not re.fullmatch(REASON, reason):
        raise CannotBegin("The reason must be one line of 1 to 300 visible characters.")
    with owner_transaction(url, seconds=FILL_SECONDS) as connection:
        tip = _lock(connection)
        used = {origin_of(tip.note), *(name for (name,) in connection.execute(_ORIGINS))}
        if key.name in used:
            raise CannotBegin(
                f"A log named {key.name} exists or existed. Set FAIRDEAL_ORIGIN to a new name."
            )
        [(number,)] = connection.execute(_NUMBER).fetchall()
        lost = published if published and _is_later(published, tip, key) else None
        begun = Break(number, key.name, origin_of(tip.note), tip, lost, at, reason)
        begun = begun._replace(statement=key.sign(begun.text))
        _write(connection, begun, key)
    return begun


def _lock(connection: psycopg.Connection[TupleRow]) -> StoredCheckpoint:
    """Take the turn of the sequencer until the end; return the last checkpoint."""
    try:
        connection.execute("SELECT FROM sequencer FOR UPDATE NOWAIT")
    except psycopg.errors.LockNotAvailable:
        raise CannotBegin(BUSY) from None
    if connection.execute(_WORKING, [IDLE_SECONDS]).fetchone() is not None:
        raise CannotBegin(BUSY)
    row = connection.execute(_TIP).fetchone()
    if row is None:
        raise CannotBegin("The log has no checkpoint yet, so it can be given any name.")
    return StoredCheckpoint(*row)


def _is_later(note: str, tip: StoredCheckpoint, key: SigningKey) -> bool:
    """Whether a note is a checkpoint of the log that ends, with more entries than its last one.

    The signature counts only if the key has stayed the same.
    """
    verifier = VerifierKey(origin_of(tip.note), key.verifier.public)
    try:
        seen = Checkpoint.read(verifier.open(note))
    except BadNote:
        return False
    return seen.origin == verifier.name and seen.size > tip.size


def _write(connection: psycopg.Connection[TupleRow], begun: Break, key: SigningKey) -> None:
    """Record the break, sign the empty log, and have all events logged again."""
    connection.execute(
        _INSERT,
        (
            *(begun.number, begun.origin, begun.ended, *begun.tip, begun.published),
            *(_EPOCH + timedelta(microseconds=begun.at), begun.reason, begun.statement),
        ),
    )
    note = key.sign(Checkpoint(key.name, 0, EMPTY).text)
    empty = (begun.number << SHIFT, EMPTY, note)
    connection.execute("INSERT INTO checkpoint VALUES (%s, %s, %s)", empty)
    connection.execute("DELETE FROM log_fault")  # streams that do not hold are found again
    connection.execute(_FILL)
