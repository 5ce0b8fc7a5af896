"""Verify Ed25519 signatures (RFC 8032) with the standard library alone.

All inputs are public, so constant time is not required. Do not sign with it.
"""

from functools import lru_cache
from hashlib import sha512
from typing import Final

BYTES: Final = 32
_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_Point = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""
_ZERO: Final[_Point] = (0, 1, 1, 0)


def is_key(raw: bytes) -> bool:
    """Whether these bytes are a public key whose signatures only its owner can make.

    That is the canonical encoding of a point of the prime-order group, except its neutral element.
    Under a key of small order, signatures can be forged.
    """
    return _key(raw) is not None


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of a key has signed a message (RFC 8032, 5.1.7, without the cofactor)."""
    point = _key(key)
    if point is None or len(signature) != 2 * BYTES:
        return False
    r, s = signature[:BYTES], int.from_bytes(signature[BYTES:], "little")
    if s >= _ORDER:
        return False
    k = int.from_bytes(sha512(r + key + message).digest(), "little") % _ORDER
    x, y, z, t = point
    return _encoded(_sum(s, _BASE, k, (-x % _P, y, z, -t % _P))) == r


@lru_cache(maxsize=16)
def _key(raw: bytes) -> _Point | None:
    point = _decoded(raw)
    if point is None or _is_zero(point) or not _is_zero(_sum(_ORDER, point, 0, _ZERO)):
        return None
    return point


def _decoded(raw: bytes) -> _Point | None:
    """Decode a point (RFC 8032, 5.1.3); None if its encoding is not canonical."""
    if len(raw) != BYTES:
        return None
    encoded = int.from_bytes(raw, "little")
    sign, y = encoded >> 255, encoded & (1 << 255) - 1
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    root = pow(square, (_P + 3) // 8, _P)
    x = next((x for x in (root, root * _ROOT % _P) if x * x % _P == square), None)
    if y >= _P or x is None or (x == 0 and sign):
        return None
    x = x if x & 1 == sign else _P - x
    return (x, y, 1, x * y % _P)


def _encoded(point: _Point) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, _P)
    x, y = x * inverse % _P, y * inverse % _P
    return (y | (x & 1) << 255).to_bytes(BYTES, "little")


def _add(one: _Point, other: _Point) -> _Point:
    """RFC 8032, 5.1.4."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _sum(m: int, one: _Point, n: int, other: _Point) -> _Point:
    """``m·one + n·other``, bit by bit."""
    terms = (_ZERO, one, other, _add(one, other))
    made = _ZERO
    for bit in range(max(m.bit_length(), n.bit_length()) - 1, -1, -1):
        made = _add(made, made)
        term = terms[(m >> bit & 1) + 2 * (n >> bit & 1)]
        if term is not _ZERO:
            made = _add(made, term)
    return made


def _is_zero(point: _Point) -> bool:
    x, y, z, _ = point
    return x % _P == 0 and (y - z) % _P == 0


_BASE: Final = _decoded((4 * pow(5, -1, _P) % _P).to_bytes(BYTES, "little")) or _ZERO
