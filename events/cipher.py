"""Secrets that no seat may know yet lie encrypted: a copy of the database alone tells no deck.

AES-256-GCM under one key. What was kept before there was a key lies open, and still reads: the
canonical JSON of a value never begins with the byte that marks what is encrypted.
"""

from secrets import token_bytes
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES: Final = 32
_MARK: Final = b"\x01"
_NONCE_BYTES: Final = 12


class Cipher:
    """Encrypts payloads, and decrypts them.

    Args:
        key: 32 secret bytes, the same for ever.
    """

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, payload: bytes, *, salt: bytes) -> bytes:
        """The payload of a secret as it is kept; bound to the secret by its salt."""
        nonce = token_bytes(_NONCE_BYTES)
        return _MARK + nonce + self._cipher.encrypt(nonce, payload, salt)

    def open(self, kept: bytes, *, salt: bytes) -> bytes:
        """The payload as it was, whether it was encrypted or not.

        Raises:
            ValueError: It was altered, or encrypted under another key.
        """
        if not kept.startswith(_MARK):
            return kept
        nonce, hidden = kept[1 : 1 + _NONCE_BYTES], kept[1 + _NONCE_BYTES :]
        try:
            return self._cipher.decrypt(nonce, hidden, salt)
        except (InvalidTag, ValueError):
            raise ValueError("the secret does not open under this key") from None
