"""Receipts: signed statements by the service that it has accepted an event.

The signed bytes are (numbers are big-endian, ``LP(x) = u32 length ‖ x``)::

    LP("fairdeal/1/receipt") ‖ u32 4
        ‖ LP(stream, 16 bytes) ‖ LP(u32 position) ‖ LP(chain head, 32 bytes) ‖ LP(u64 time in µs)

A receipt for the record of a test begins with ``LP("fairdeal/1/test-receipt")``, so it can never be
taken for the receipt of a real record.

The head fixes the event at the position and all before it. So the holder of a receipt can prove
what was accepted, and at what stated time. The service stores no receipts, because it can sign the
same bytes again.
"""

from typing import Final, NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.fairness.framing import framed, u32
from events.canonical import Json
from events.translog.notes import SigningKey, VerifierKey

TAG: Final = b"fairdeal/1/receipt"
TEST_TAG: Final = b"fairdeal/1/test-receipt"


class Receipt(NamedTuple):
    """The statement that a service has accepted an event.

    Attributes:
        deal: the stream.
        position: of the event, from 1.
        head: the chain head after it.
        at: when, in µs since the epoch, UTC.
        key: the id of the key that signed it, 4 bytes.
        signature: Ed25519, 64 bytes.
    """

    deal: UUID
    position: int
    head: bytes
    at: int
    key: bytes = b""
    signature: bytes = b""

    def signed(self, *, test: bool = False) -> bytes:
        """The bytes to sign, for a real record or for that of a test."""
        at = self.at.to_bytes(8, "big")
        tag = TEST_TAG if test else TAG
        return framed(tag, self.deal.bytes, u32(self.position), self.head, at)

    def by(self, key: SigningKey, *, test: bool = False) -> "Receipt":
        """The receipt signed by a key; it is the same each time."""
        signature = key.private.sign(self.signed(test=test))
        return self._replace(key=key.verifier.id, signature=signature)

    def is_by(self, key: VerifierKey, *, test: bool = False) -> bool:
        """Whether the key has signed it, for a real record or for that of a test."""
        if self.key != key.id:
            return False
        public = Ed25519PublicKey.from_public_bytes
        try:
            public(key.public).verify(self.signature, self.signed(test=test))
        except (InvalidSignature, ValueError):
            return False
        return True


def receipt_json(receipt: Receipt) -> dict[str, Json]:
    """A receipt as it is written in JSON."""
    return {
        "deal": str(receipt.deal),
        "position": receipt.position,
        "head": receipt.head.hex(),
        "at": receipt.at,
        "key": receipt.key.hex(),
        "signature": receipt.signature.hex(),
    }
