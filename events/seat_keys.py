"""Seat keys: signatures that others cannot forge and that the player cannot deny.

The bytes are specified in docs/evidence-format.md, section 9. Position and head describe the last
event before the command, so the player signs all that has happened up to there. The service
therefore cannot show different records to different players. No head occurs twice, so a signature
fits one statement only, and only once.
"""

from functools import lru_cache
from typing import Final, NamedTuple
from uuid import UUID

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from domain.fairness.framing import framed, u32

MOVE: Final = b"fairdeal/1/move"
ACT: Final = b"fairdeal/1/act"
KEY_BYTES: Final = 32


class Signable(NamedTuple):
    """A statement, with the context that its player signs.

    Attributes:
        stream: the deal or table.
        seat: the seat that makes the statement.
        position: the position of the last event before the command, from 1.
        head: the chain head after that event, 32 bytes.
        said: the statement, canonical JSON.
        tag: `MOVE` or `ACT`.
    """

    stream: UUID
    seat: int
    position: int
    head: bytes
    said: bytes
    tag: bytes = MOVE

    @property
    def signed(self) -> bytes:
        """The bytes to sign."""
        return framed(
            self.tag, self.stream.bytes, u32(self.seat), u32(self.position), self.head, self.said
        )

    def is_by(self, key: bytes, signature: bytes) -> bool:
        """Whether the key has signed it."""
        try:
            Ed25519PublicKey.from_public_bytes(key).verify(signature, self.signed)
        except (InvalidSignature, ValueError):
            return False
        return True


# --- Valid public keys ----------------------------------------------------------------------------

_P: Final = 2**255 - 19
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""
_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_Point = tuple[int, int, int, int]
"""X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z."""
_ZERO: Final[_Point] = (0, 1, 1, 0)


@lru_cache(maxsize=1024)  # it takes 2 ms, and the deals of a series name the same keys
def is_key(raw: bytes) -> bool:
    """Whether these bytes are a public key whose signatures only its owner can make.

    It must be the canonical encoding (RFC 8032, 5.1.3) of a point of the prime-order group, except
    the neutral element. Libraries accept other points too. But under a key of small order any
    signature is valid, and with a component of small order libraries disagree on which signatures
    are valid.
    """
    if len(raw) != KEY_BYTES:
        return False
    y = int.from_bytes(raw, "little") & (1 << 255) - 1
    x = _x_of(y)
    if y >= _P or x is None:
        return False
    point = (x, y, 1, x * y % _P)
    return not _is_zero(point) and _is_zero(_times(_ORDER, point))


def _x_of(y: int) -> int | None:
    """One of the two x of the points with this y; the order of both is the same."""
    square = (y * y - 1) * pow(_D * y * y + 1, -1, _P) % _P
    root = pow(square, (_P + 3) // 8, _P)
    for x in (root, root * _ROOT % _P):
        if x * x % _P == square:
            return x
    return None


def _add(one: _Point, other: _Point) -> _Point:
    """RFC 8032, 5.1.4."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c, d = 2 * one[3] * other[3] * _D % _P, 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % _P, g * h % _P, f * g % _P, e * h % _P)


def _times(number: int, point: _Point) -> _Point:
    made = _ZERO
    for bit in f"{number:b}":
        made = _add(made, made)
        if bit == "1":
            made = _add(made, point)
    return made


def _is_zero(point: _Point) -> bool:
    x, y, z, _ = point
    return x % _P == 0 and (y - z) % _P == 0
