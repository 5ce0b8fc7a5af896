"""Framing of signed bytes: a tag and a list of parts, encoded without ambiguity.

``LP(tag) ‖ u32 number of parts ‖ LP(part) ‖ …`` with ``LP(x) = u32 length ‖ x``, big-endian.
"""


def framed(tag: bytes, *parts: bytes) -> bytes:
    """The bytes of some parts under a tag."""
    return b"".join((_prefixed(tag), u32(len(parts)), *map(_prefixed, parts)))


def u32(number: int) -> bytes:
    """A number as four bytes."""
    return number.to_bytes(4, "big")


def _prefixed(part: bytes) -> bytes:
    return u32(len(part)) + part
