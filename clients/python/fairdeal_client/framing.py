"""Framing of bytes that are hashed and signed: a tag, and parts after their lengths, big-endian."""

import re
import uuid
from hashlib import sha256
from typing import Final

_ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def tagged(tag: bytes, parts: tuple[bytes, ...]) -> bytes:
    """The bytes of a tag and some parts; no other tag and no other split gives the same bytes."""
    return framed(tag) + u32(len(parts)) + b"".join(map(framed, parts))


def framed(part: bytes) -> bytes:
    """Some bytes, preceded by their length."""
    return u32(len(part)) + part


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return number.to_bytes(4, "big")


def id_bytes(stream: str) -> bytes:
    """The 16 bytes of the id of a deal or table.

    Raises:
        ValueError: it is not a UUID in lower case. Each id has only one text form, so a deal has
            only one seed.
    """
    if not _ID.fullmatch(stream):
        raise ValueError(f"not the id of a deal or table: {stream!r}")
    return uuid.UUID(stream).bytes


def commitment(deal: str, seat: int, seed: bytes) -> str:
    """TH("fairdeal/1/commit", deal, "P", u32 seat, seed), in hex."""
    parts = (id_bytes(deal), b"P", u32(seat), seed)
    return sha256(tagged(b"fairdeal/1/commit", parts)).hexdigest()


def round_seeds(tournament: str, last: bytes, rounds: int) -> list[str]:
    """The commitment of a player of a tournament, and their seed of each round, in hex.

    Each is the commitment to the next one, with the number of its round (C6).

    Args:
        tournament: the tournament.
        last: the seed of its last round.
        rounds: the number of its rounds.
    """
    links = [last.hex()]
    for number in range(rounds, 0, -1):
        links.append(commitment(tournament, number, bytes.fromhex(links[-1])))
    return links[::-1]
