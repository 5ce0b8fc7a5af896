"""Seeds that a player adds to the shuffle (the recipe ``fairdeal/1``, clauses F1-F6)."""

import hmac
import secrets
import uuid
from hashlib import sha256
from pathlib import Path
from typing import Final, Self

BYTES: Final = 32


class Secret:
    """32 random bytes from which the seeds for all deals follow. Nobody else may know them.

    Whoever commits to a seed has to show it later: keep the secret for as long as a series is on.
    """

    def __init__(self, value: bytes) -> None:
        if len(value) != BYTES:
            raise ValueError(f"a secret has {BYTES} bytes")
        self._value = value

    @classmethod
    def fresh(cls) -> Self:
        """A new secret, which ends with this process."""
        return cls(secrets.token_bytes(BYTES))

    @classmethod
    def kept(cls, file: Path) -> Self:
        """The secret in a file, which is made where it is not there, for its owner's eyes only."""
        try:
            file.touch(mode=0o600, exist_ok=False)
        except FileExistsError:
            return cls(bytes.fromhex(file.read_text("ascii")))
        file.write_text(secrets.token_hex(BYTES), "ascii")
        return cls.kept(file)

    def seed(self, deal: str) -> bytes:
        """The seed for a deal: nobody can foresee it who does not know the secret."""
        return hmac.digest(self._value, uuid.UUID(deal).bytes, "sha256")

    def commitment(self, deal: str, seat: int) -> str:
        """What is published of the seed beforehand."""
        return commitment(deal, seat, self.seed(deal))


def commitment(deal: str, seat: int, seed: bytes) -> str:
    """TH("fairdeal/1/commit", deal, "P", u32 seat, seed), in hex."""
    parts = (uuid.UUID(deal).bytes, b"P", u32(seat), seed)
    return sha256(tagged(b"fairdeal/1/commit", parts)).hexdigest()


def tagged(tag: bytes, parts: tuple[bytes, ...]) -> bytes:
    """A tag and some parts, each after its length, so that nothing else gives the same bytes."""
    return framed(tag) + u32(len(parts)) + b"".join(map(framed, parts))


def framed(part: bytes) -> bytes:
    """Some bytes after their length."""
    return u32(len(part)) + part


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")
