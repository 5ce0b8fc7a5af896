"""Receipts: what a service signs when it has accepted something, for who asked for it to keep.

What is signed (numbers are big-endian, ``LP(x) = u32 length ‖ x``)::

    LP("fairdeal/1/receipt") ‖ u32 4
        ‖ LP(stream, 16 bytes) ‖ LP(u32 position) ‖ LP(chain head, 32 bytes) ‖ LP(u64 time in µs)

The head fixes the event at the position and all before it. Who holds a receipt can so prove what
was accepted, and when it was said to be; the service keeps none, as it can sign the same again.
"""

from typing import Final, NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.fairness.framing import framed, u32
from events.translog.notes import SigningKey, VerifierKey

TAG: Final = b"fairdeal/1/receipt"


class Receipt(NamedTuple):
    """That a service has accepted an event.

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
        """The bytes that the signature is over."""
        at = self.at.to_bytes(8, "big")
        return framed(TAG, self.deal.bytes, u32(self.position), self.head, at)

    def by(self, key: SigningKey) -> "Receipt":
        """The receipt signed by a key: the same again whenever it is asked for."""
        signature = Ed25519PrivateKey.from_private_bytes(key.seed).sign(self.signed)
        return self._replace(key=key.verifier.id, signature=signature)

    def is_by(self, key: VerifierKey) -> bool:
        """Whether the key has signed it."""
        if self.key != key.id:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(key.public).verify(self.signature, self.signed)
        except (InvalidSignature, ValueError):
            return False
        return True
