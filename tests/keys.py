"""Seats of the tests that sign their moves: each has its own key."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.kernel.event import Key, Signature
from events.canonical import canonical
from events.seat_keys import MOVE, Signable


def key_of(seat: int) -> Key:
    """The public key that a seat brings."""
    return Key(_private(seat).public_key().public_bytes_raw().hex())


def signature_of(
    seat: int,
    said: Mapping[str, Any],
    *,
    stream: str,
    position: int,
    head: str,
    tag: bytes = MOVE,
    by: int | None = None,
) -> Signature:
    """The seat's signature of a move or an act after an event, with the chain head there in hex.

    By its own key, or by the key of another seat.
    """
    made = Signable(UUID(stream), seat, position, bytes.fromhex(head), canonical(dict(said)), tag)
    return Signature(_private(seat if by is None else by).sign(made.signed).hex())


def _private(seat: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(sha256(b"%d" % seat).digest())
