"""The hash chain of a stream, and the salted commitments that stand in it for what is hidden.

Every function is pure, on bytes, SHA-256 throughout. The chain binds each event to all before it:
``h0 = H("fairdeal/1/genesis" ‖ stream)``, ``hn = H(0x02 ‖ h(n-1) ‖ H(body_n))``.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final, Protocol
from uuid import UUID

from domain.fairness.framing import tagged_hash, u32
from domain.fairness.tree import leaf_hash

MISSING: Final = "the log has an event that is no longer stored"
"""The fault of an event that is in the log alone."""
OTHER: Final = "the event is not the one that the log has"
"""The fault of an event whose hash differs from the hash in the log."""


class CheckedOpening(Protocol):
    """A secret, with the values needed to check it against its commitment."""

    @property
    def slot(self) -> str:
        """The place in the event's data where the secret belongs."""
        ...

    @property
    def salt(self) -> bytes:
        """The 32 bytes that hide which of the few possible values it is."""
        ...

    @property
    def payload(self) -> bytes:
        """The canonical JSON of the value."""
        ...

    @property
    def sha256(self) -> str:
        """The commitment as it stands in the event's body, in hex."""
        ...


class Link(Protocol):
    """The fields of an event that the chain needs."""

    @property
    def version(self) -> int:
        """Its position in the stream, from 1."""
        ...

    @property
    def body(self) -> bytes:
        """Its exact canonical bytes."""
        ...

    @property
    def hash(self) -> bytes:
        """The chain head after it, 32 bytes."""
        ...

    @property
    def openings(self) -> Iterable[CheckedOpening]:
        """The event's secrets that this viewer may have."""
        ...


class BrokenChain(Exception):
    """A record differs from the record that was appended.

    Attributes:
        stream: the stream.
        version: the first version at which it shows.
        fault: what does not hold, one sentence.
    """

    def __init__(self, *, stream: UUID, version: int, fault: str) -> None:
        super().__init__(f"{stream} at {version}: {fault}")
        self.stream = stream
        self.version = version
        self.fault = fault


class MissingRecord(BrokenChain):
    """Events that the log has are no longer stored."""


def commitment(salt: bytes, payload: bytes) -> bytes:
    """The 32 bytes that stand in an event for a hidden value.

    Args:
        salt: 32 random bytes.
        payload: the canonical JSON of the value.
    """
    return tagged_hash("fairdeal/1/secret", salt, payload)


def genesis(stream: UUID) -> bytes:
    """The head of a stream with no events."""
    return sha256(b"fairdeal/1/genesis" + stream.bytes).digest()


def link(head: bytes, body: bytes) -> bytes:
    """The head after one more event."""
    return sha256(b"\x02" + head + sha256(body).digest()).digest()


def log_leaf(stream: UUID, version: int, head: bytes) -> bytes:
    """The leaf of an event in the transparency log, from the head after that event."""
    return leaf_hash(stream.bytes + u32(version) + head)


def verify(
    records: Iterable[Link],
    *,
    stream: UUID,
    since: tuple[int, bytes] | None = None,
    head: bytes | None = None,
) -> bytes:
    """Check that records follow each other without a gap and that every opening fits.

    Args:
        records: events of one stream, in order.
        stream: the stream they claim to be of.
        since: the trusted version and head just before the first of them; the genesis if None.
        head: the trusted head after the last of them; without it a cut tail cannot be detected.

    Returns:
        The head after the last record.

    Raises:
        BrokenChain: at the first version where something does not hold.
    """
    version, current = since or (0, genesis(stream))
    for record in records:
        version += 1
        if record.version != version:
            raise BrokenChain(stream=stream, version=version, fault="the event is missing")
        current = link(current, record.body)
        if current != record.hash:
            fault = "the hash does not follow from the events"
            raise BrokenChain(stream=stream, version=version, fault=fault)
        for opening in record.openings:
            if commitment(opening.salt, opening.payload).hex() != opening.sha256:
                fault = f"the secret {opening.slot} does not open its commitment"
                raise BrokenChain(stream=stream, version=version, fault=fault)
    if head is not None and head != current:
        fault = "the record ends before its head"
        raise BrokenChain(stream=stream, version=version + 1, fault=fault)
    return current


def check_logged(records: Sequence[Link], *, stream: UUID, version: int, head: bytes) -> None:
    """Check that the events of a stream, from the first on, are those that the log has.

    The hashes of the events are taken as stored: `verify` checks that they follow.

    Args:
        records: the events.
        stream: the stream that they are of.
        version: the last version that the log has of the stream.
        head: the head that the log has for it.

    Raises:
        MissingRecord: an event is no longer stored.
        BrokenChain: an event is not the one in the log.
    """
    if len(records) < version:
        raise MissingRecord(stream=stream, version=len(records) + 1, fault=MISSING)
    if records[version - 1].hash != head:
        raise BrokenChain(stream=stream, version=version, fault=OTHER)
