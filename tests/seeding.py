"""Seats of the tests that add seeds: each derives its own from a secret of its own."""

from hashlib import sha256
from uuid import UUID

from domain.fairness import shuffle as fairness


def seed_of(deal: UUID | str, seat: int) -> str:
    """The seed of a seat for a deal."""
    return sha256(f"{deal}/{seat}".encode()).hexdigest()


def commitment_of(deal: UUID | str, seat: int) -> str:
    """The commitment of the seat for the deal."""
    own = bytes.fromhex(seed_of(deal, seat))
    raw = UUID(str(deal)).bytes
    return fairness.commitment(raw, role=fairness.PLAYER, index=seat, seed=own).hex()
