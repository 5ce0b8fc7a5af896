"""Receipts: signed statements by the service that it has accepted an event.

The signed bytes are (numbers are big-endian, ``LP(x) = u32 length ‖ x``)::

    LP("fairdeal/1/receipt") ‖ u32 4
        ‖ LP(stream, 16 bytes) ‖ LP(u32 position) ‖ LP(chain head, 32 bytes) ‖ LP(u64 time in µs)

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

    @property
    def signed(self) -> bytes:
        """The bytes to sign."""
        at = self.at.to_bytes(8, "big")
        return framed(TAG, self.deal.bytes, u32(self.position), self.head, at)

    def by(self, key: SigningKey) -> "Receipt":
        """The receipt signed by a key; it is the same each time."""
        return self._replace(key=key.verifier.id, signature=key.private.sign(self.signed))

    def is_by(self, key: VerifierKey) -> bool:
        """Whether the key has signed it."""
        if self.key != key.id:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(self.signature, self.signed)
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
