"""Framing of hashed and signed bytes: a tag and a list of parts, encoded without ambiguity.

``LP(tag) ‖ u32 number of parts ‖ LP(part) ‖ …`` with ``LP(x) = u32 length ‖ x``, big-endian.
"""

from hashlib import sha256


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """TH: a hash of some parts that no other tag and no other split of the bytes can give."""
    return sha256(framed(tag.encode(), *parts)).digest()


def framed(tag: bytes, *parts: bytes) -> bytes:
    """The bytes of some parts under a tag."""
    return prefixed(tag) + u32(len(parts)) + prefixed(*parts)


def prefixed(*parts: bytes) -> bytes:
    """LP: each part after its length."""
    pieces: list[bytes] = []
    for part in parts:
        pieces += (len(part).to_bytes(4, "big"), part)
    return b"".join(pieces)


def u32(number: int) -> bytes:
    """A number as four bytes."""
    return number.to_bytes(4, "big")
