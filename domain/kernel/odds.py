"""Odds of what a hidden hand holds, in thousandths. Whole numbers, so that every machine agrees."""

from functools import lru_cache
from math import comb
from typing import Final, TypeAlias

CERTAIN: Final = 1000
"""One, in thousandths."""

Rings: TypeAlias = tuple[tuple[int, int], ...]
"""Sets of cards around each other, the innermost first: of what each adds to the one inside it, how
many the hand is known to hold, and how many are unseen."""


@lru_cache(maxsize=1 << 16)
def odds(rings: Rings, *, others: int, hidden: int) -> int:
    """The probability that a hand holds one card of the first ring, two of the first two, etc.

    Args:
        rings: The sets of cards that the hand must hold.
        others: The number of other unseen cards, in none of the rings.
        hidden: The number of unseen cards in the hand, any of the unseen ones as likely.

    Returns:
        Thousandths.
    """
    unseen = others + sum(free for _, free in rings)
    if hidden > unseen:
        raise ValueError("a hand hides no more cards than are unseen")
    ways = _ways(rings, others=others, hidden=hidden, needed=1, held=0)
    return CERTAIN * ways // comb(unseen, hidden)


def _ways(rings: Rings, *, others: int, hidden: int, needed: int, held: int) -> int:
    if not rings:
        return comb(others, hidden)
    (known, free), *rest = rings
    return sum(
        comb(free, drawn)
        * _ways(
            tuple(rest),
            others=others,
            hidden=hidden - drawn,
            needed=needed + 1,
            held=held + known + drawn,
        )
        for drawn in range(min(free, hidden) + 1)
        if held + known + drawn >= needed
    )
