"""Framing of hashed and signed bytes: a tag and a list of parts, encoded without ambiguity.

``LP(tag) ‖ u32 number of parts ‖ LP(part) ‖ …`` with ``LP(x) = u32 length ‖ x``, big-endian.
"""

from functools import lru_cache
from hashlib import sha256
from struct import Struct
from typing import Final

u32: Final = Struct(">I").pack
"""A number as four bytes."""


def tagged_hash(tag: str, *parts: bytes) -> bytes:
    """TH: a hash of some parts that no other tag and no other split of the bytes can give."""
    return sha256(framed(tag.encode(), *parts)).digest()


def framed(tag: bytes, *parts: bytes) -> bytes:
    """The bytes of some parts under a tag."""
    return _head(tag, len(parts)) + prefixed(*parts)


@lru_cache(maxsize=64)
def _head(tag: bytes, count: int) -> bytes:
    return prefixed(tag) + u32(count)


def prefixed(*parts: bytes) -> bytes:
    """LP: each part after its length."""
    pieces: list[bytes] = []
    for part in parts:
        pieces += (u32(len(part)), part)
    return b"".join(pieces)
