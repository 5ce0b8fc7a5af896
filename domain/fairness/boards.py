"""Boards: deals that all tables of a round of a tournament share.

    T = TH("fairdeal/1/board", tournament, u32 round, u32 number, game, pack, commitment, seeds)
    K = HMAC(the operator's seed of the board, T)

All that is by chance follows from K as in any deal (`domain.fairness.shuffle`). The commitment is
made as for a deal, but over the tournament, with the role B and the index of the board.
"""

from typing import Final

from domain.fairness import shuffle
from domain.fairness.framing import tagged_hash, u32
from domain.kernel.cards import Cards

BOARD: Final = "B"
"""The role of the commitment to the seed of a board."""
TAG: Final = "fairdeal/1/board"
NUMBERS: Final = range(1, 1 << 16)
"""The numbers that rounds and boards can have."""


def commitment(tournament: bytes, *, round_: int, number: int, seed: bytes) -> bytes:
    """The operator's commitment to the seed of a board.

    Args:
        tournament: The tournament's id, 16 bytes.
        round_: The round, from 1.
        number: The number of the board in its round, from 1.
        seed: The seed.
    """
    index = round_ * NUMBERS.stop + number
    return shuffle.commitment(tournament, role=BOARD, index=index, seed=seed)


def transcript(
    tournament: bytes,
    *,
    round_: int,
    number: int,
    game: str,
    pack: Cards,
    server: bytes,
    seeds: bytes,
) -> bytes:
    """T of a board: everything that was fixed before its shuffle.

    Args:
        tournament: The tournament's id, 16 bytes.
        round_: The round, from 1.
        number: The number of the board in its round, from 1.
        game: The game and its rules version, such as ``goat/1``.
        pack: The cards before the shuffle.
        server: The operator's commitment.
        seeds: The digest of the seeds that players have shown in the round.
    """
    listing = "\n".join(pack).encode()
    named = (tournament, u32(round_), u32(number))
    return tagged_hash(TAG, *named, game.encode(), listing, server, seeds)
