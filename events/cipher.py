"""Encryption at rest of all secrets: the deck, the hands, and what only some may know.

A copy of the database alone reveals no card that is not public. The cipher is AES-256-GCM under one
key. Payloads are padded, so their length shows nothing but their size class. Those stored in plain
text stay readable: the canonical JSON of a value never begins with the byte that marks an encrypted
payload, and never ends with the spaces that pad it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from events.record import Entropy, Opening, Row

KEY_BYTES: Final = 32
_ENCRYPTED: Final = b"\x01"
_NONCE_BYTES: Final = 12
_PADDED_BYTES: Final = 128
"""A payload is padded to a multiple of this: every hand, lot, hint or signature takes one."""


class Cipher:
    """Encrypts and decrypts payloads.

    Args:
        key: 32 secret bytes; the key cannot be changed later.
        entropy: the source of the nonces.
    """

    def __init__(self, key: bytes, *, entropy: Entropy) -> None:
        self._cipher = AESGCM(key)
        self._entropy = entropy

    def close(self, payload: bytes, *, salt: bytes) -> bytes:
        """Encrypt a payload for storage, bound to its secret by the salt."""
        nonce = self._entropy(_NONCE_BYTES)
        padded = payload + b" " * (-len(payload) % _PADDED_BYTES)
        return _ENCRYPTED + nonce + self._cipher.encrypt(nonce, padded, salt)

    @staticmethod
    def is_closed(kept: bytes) -> bool:
        """Whether a stored payload is encrypted."""
        return kept.startswith(_ENCRYPTED)

    def open(self, kept: bytes, *, salt: bytes) -> bytes:
        """Decrypt a stored payload; return it unchanged if it was stored in plain text.

        Raises:
            ValueError: It was altered, or encrypted under another key.
        """
        if not self.is_closed(kept):
            return kept
        nonce, hidden = kept[1 : 1 + _NONCE_BYTES], kept[1 + _NONCE_BYTES :]
        try:
            return self._cipher.decrypt(nonce, hidden, salt).rstrip(b" ")
        except (InvalidTag, ValueError):
            raise ValueError("the secret does not open under this key") from None


def stored(secret: Opening, cipher: Cipher | None) -> bytes:
    """The payload of a secret as it is stored."""
    return secret.payload if cipher is None else cipher.close(secret.payload, salt=secret.salt)


def opened(rows: Iterable[Row], cipher: Cipher | None) -> Iterator[Row]:
    """The rows, with encrypted payloads decrypted."""
    for row in rows:
        version, slot, kept, salt, audience = row
        if cipher is None or slot is None:
            yield row
        else:
            yield version, slot, cipher.open(kept, salt=salt), salt, audience
