"""The lot of a round: an order of its contestants that no party could choose (C6, C7).

    T = TH("fairdeal/1/draw", tournament, u32 round, commitment, u32 player ‖ commitment ‖ seed, …)
    K = HMAC(the operator's seed of the round, T)

The commitments are made as for deals: the operator's with the round as index. A player, who
learns their number only when they have joined, commits to a chain of seeds, one for each round:

    x_(r-1) = commitment(tournament, role P, index r, x_r), for r = the last round, …, 1

The commitment is x_0, and x_r the seed of round r. Tournaments of version 1 have one seed for all
rounds, with the index 0.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.fairness import shuffle
from domain.fairness.framing import tagged_hash, u32
from domain.fairness.shuffle import PLAYER
from domain.kernel.event import Digest, Id

DRAW: Final = "fairdeal/1/draw"
SEEDS: Final = "fairdeal/1/seeds"
OF_PLAYERS: Final = 0
"""The index of the commitments of players, where one seed is for all rounds."""


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


def chain(tournament: Id, *, last: Digest, rounds: int) -> tuple[Digest, ...]:
    """The seeds of a player for all rounds, after the commitment to them.

    Args:
        tournament: The tournament.
        last: The seed of the last round, which is chosen.
        rounds: The number of rounds.
    """
    links = [last]
    for index in range(rounds, 0, -1):
        links.append(commitment(tournament, role=PLAYER, index=index, seed=links[-1]))
    return tuple(reversed(links))


def leads_to(known: Digest, tournament: Id, seed: Digest, number: int) -> bool:
    """Whether the seed of a round is of the chain that a commitment, or an earlier seed, is of."""
    for index in range(number, 0, -1):
        seed = commitment(tournament, role=PLAYER, index=index, seed=seed)
        if seed == known:
            return True
    return False


def digest(tournament: Id, number: int, shown: Iterable[ShownSeed]) -> Digest:
    """The digest of the seeds that players have shown in a round, which its boards bind (C23)."""
    fixed = (UUID(tournament).bytes, u32(number))
    return Digest(tagged_hash(SEEDS, *fixed, *_of_players(shown)).hex())


def key(
    tournament: Id, number: int, *, committed: Digest, seed: Digest, shown: Iterable[ShownSeed]
) -> bytes:
    """The key of a round, from which its lot follows."""
    fixed = (UUID(tournament).bytes, u32(number), bytes.fromhex(committed))
    agreed = tagged_hash(DRAW, *fixed, *_of_players(shown))
    return shuffle.key(bytes.fromhex(seed), agreed)


def _of_players(shown: Iterable[ShownSeed]) -> Iterator[bytes]:
    for each in sorted(shown):
        yield u32(each.player) + bytes.fromhex(each.commitment) + bytes.fromhex(each.seed)


def lot(numbers: Sequence[int], key: bytes) -> tuple[int, ...]:
    """The contestants of a round in the order of the lot (Fisher-Yates from the end)."""
    order = sorted(numbers)
    chance = shuffle.stream(key, DRAW)
    for last in range(len(order) - 1, 0, -1):
        other = shuffle.below(last + 1, chance)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
