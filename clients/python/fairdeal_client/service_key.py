"""The service's signing key, as returned by ``/v1/log/key``, and the receipts that it signs."""

import re
from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Final, NamedTuple, Self

from fairdeal_client import ed25519
from fairdeal_client.framing import id_bytes, tagged, u32
from fairdeal_client.shapes import Receipt

_NAME: Final = re.compile(r"[!-*,-~]{1,100}")
_ED25519: Final = b"\x01"
_ID_DIGITS: Final = 8


class ServiceKey(NamedTuple):
    """An Ed25519 key in the text form of signed notes: ``name+id+base64(0x01 ‖ public key)``."""

    text: str
    id: str
    public: bytes

    @classmethod
    def read(cls, text: str) -> Self:
        """Read the key from its text.

        Raises:
            ValueError: it is not such a key, or signatures under it could be forged.
        """
        name, _, rest = text.strip().partition("+")
        key_id, _, encoded = rest.partition("+")
        try:
            raw = b64decode(encoded, validate=True)
        except ValueError:
            raw = b""
        made = sha256(name.encode() + b"\n" + raw).hexdigest()[:_ID_DIGITS]
        is_canonical = b64encode(raw).decode() == encoded and _NAME.fullmatch(name) is not None
        if not is_canonical or key_id != made or not raw.startswith(_ED25519):
            raise ValueError(f"not the text of an Ed25519 verifier key: {text.strip()!r}")
        if not ed25519.is_key(raw[1:]):
            raise ValueError(f"under this key more signatures fit than its owner makes: {name}")
        return cls(text.strip(), key_id, raw[1:])

    def has_signed(self, receipt: Receipt, *, test: bool = False) -> bool:
        """Whether the signature of a receipt is by this key, for a real record or for a test's."""
        signature = bytes.fromhex(receipt["signature"])
        return ed25519.verify(self.public, receipt_bytes(receipt, test=test), signature)


def receipt_bytes(receipt: Receipt, *, test: bool = False) -> bytes:
    """The signed bytes of a receipt, for a real record or for that of a test."""
    head, at = bytes.fromhex(receipt["head"]), receipt["at"].to_bytes(8, "big")
    parts = (id_bytes(receipt["deal"]), u32(receipt["position"]), head, at)
    return tagged(b"fairdeal/1/test-receipt" if test else b"fairdeal/1/receipt", parts)
