"""The lot of a round: an order of its contestants that no party could choose (C6, C7).

    T = TH("fairdeal/1/draw", tournament, u32 round, commitment, u32 player ‖ commitment ‖ seed, …)
    K = HMAC(the operator's seed of the round, T)

The commitments are made as those of deals: the operator's with the round as index, a player's with
0, because a player learns their number only when they have joined.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.fairness import shuffle
from domain.fairness.framing import tagged_hash, u32
from domain.kernel.event import Digest, Id

DRAW: Final = "fairdeal/1/draw"
OF_PLAYERS: Final = 0
"""The index of the commitments of players."""


class ShownSeed(NamedTuple):
    """The seed of a player, with the commitment that it opens."""

    player: int
    commitment: Digest
    seed: Digest


def commitment(tournament: Id, *, role: str, index: int, seed: Digest) -> Digest:
    """The commitment to the seed of a round (role S) or of a player (role P)."""
    raw = bytes.fromhex(seed)
    return Digest(
        shuffle.commitment(UUID(tournament).bytes, role=role, index=index, seed=raw).hex()
    )


def key(
    tournament: Id, number: int, *, committed: Digest, seed: Digest, shown: Iterable[ShownSeed]
) -> bytes:
    """The key of a round, from which its lot follows."""
    parts = (
        u32(each.player) + bytes.fromhex(each.commitment) + bytes.fromhex(each.seed)
        for each in sorted(shown)
    )
    fixed = (UUID(tournament).bytes, u32(number), bytes.fromhex(committed))
    agreed = tagged_hash(DRAW, *fixed, *parts)
    return shuffle.key(bytes.fromhex(seed), agreed)


def lot(numbers: Sequence[int], key: bytes) -> tuple[int, ...]:
    """The contestants of a round in the order of the lot (Fisher-Yates from the end)."""
    order = sorted(numbers)
    chance = shuffle.stream(key, DRAW)
    for last in range(len(order) - 1, 0, -1):
        other = shuffle.below(last + 1, chance)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
