"""Framing of signed bytes: a tag and a list of parts, encoded without ambiguity.

``LP(tag) ‖ u32 number of parts ‖ LP(part) ‖ …`` with ``LP(x) = u32 length ‖ x``, big-endian.
"""

from struct import Struct
from typing import Final

u32: Final = Struct(">I").pack
"""A number as four bytes."""


def framed(tag: bytes, *parts: bytes) -> bytes:
    """The bytes of some parts under a tag."""
    pieces = [u32(len(tag)), tag, u32(len(parts))]
    for part in parts:
        pieces += (u32(len(part)), part)
    return b"".join(pieces)
