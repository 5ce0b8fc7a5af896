"""Encryption at rest of the secrets that no seat may know yet.

A copy of the database alone does not reveal the deck. The cipher is AES-256-GCM under one key.
Payloads stored before a key was configured are in plain text and stay readable: the canonical JSON
of a value never begins with the byte that marks an encrypted payload.
"""

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from events.record import Entropy

KEY_BYTES: Final = 32
_ENCRYPTED: Final = b"\x01"
_NONCE_BYTES: Final = 12


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
        return _ENCRYPTED + nonce + self._cipher.encrypt(nonce, payload, salt)

    def open(self, kept: bytes, *, salt: bytes) -> bytes:
        """Decrypt a stored payload; return it unchanged if it was stored in plain text.

        Raises:
            ValueError: It was altered, or encrypted under another key.
        """
        if not kept.startswith(_ENCRYPTED):
            return kept
        nonce, hidden = kept[1 : 1 + _NONCE_BYTES], kept[1 + _NONCE_BYTES :]
        try:
            return self._cipher.decrypt(nonce, hidden, salt)
        except (InvalidTag, ValueError):
            raise ValueError("the secret does not open under this key") from None
