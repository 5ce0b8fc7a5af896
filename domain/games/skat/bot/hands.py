"""Hand evaluation: the declarer's chance to win with a hand, in every kind of game.

A hand has traits, a trait has a weight, and the weights sum up to marks: hundredths of the
logarithm of the odds. They were fitted to games between these bots, and agree with the tables of
points by which people learn to bid.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import mul
from typing import Final, NamedTuple

from domain.games.skat.cards import FOLLOWS, JACKS, NULL, TRUMP, TRUMPS, Kind
from domain.kernel.cards import SUITS, Card, Cards
from domain.kernel.odds import CERTAIN

RANKS: Final = "ATKQ987"
NULL_RANKS: Final = "789TJQKA"

STEP: Final = 25
CURVE: Final = (
    *(500, 562, 622, 679, 731, 777, 818, 852, 881, 905, 924, 940, 953),
    *(963, 971, 977, 982, 986, 989, 991, 993, 995, 996, 997, 998),
)
"""The chance, in thousandths, at 0, 25, 50 … marks: the logistic curve."""


class Traits(NamedTuple):
    """The traits of a hand in suit games and grand; or the weight of each."""

    always: int
    trumps: int
    clubs: int
    """The jack of clubs; and so on."""
    spades: int
    hearts: int
    diamonds: int
    full_trumps: int
    """The ace and the ten of trumps."""
    aces: int
    """From here on: of the other suits."""
    tens: int
    """With their aces."""
    guarded: int
    """Tens without an ace, but not alone."""
    kings: int
    """With either ace or ten."""
    running: int
    """The cards that follow ace and ten without a gap."""
    voids: int
    leads: int
    """Whether the declarer is forehand."""
    laid: int
    """The points that lie in the skat."""


class NullTraits(NamedTuple):
    """The traits of a hand in null, in ranks above the safe ones; or the weight of each."""

    always: int
    lone: int
    """Of cards that are alone in their suit."""
    lowest: int
    """Of the lowest card of a longer suit, which is safe as a seven."""
    second: int
    """Of the second lowest, which is safe up to a nine."""
    further: int
    """Of the others: each may be two ranks above the one before."""
    voids: int
    leads: int
    ouvert: int


BEFORE: Final[dict[bool, Traits]] = {
    False: Traits(-551, 75, 72, 59, 42, 31, 39, 93, 66, 30, 8, -40, 21, 0, 0),
    True: Traits(-482, 110, 62, 46, 2, 0, 0, 104, 67, 10, 7, 2, 24, -34, 0),
}
"""The weights while the skat is unseen and will be picked up, in suit games and in grand."""
AFTER: Final[dict[bool, Traits]] = {
    False: Traits(-966, 110, 87, 74, 60, 66, 70, 136, 91, 45, 1, -39, 40, -9, 3),
    True: Traits(-707, 132, 55, 44, 18, 15, 0, 126, 78, 28, 6, -6, 36, -44, 6),
}
"""The weights for the ten cards with which it is played."""
NULL_BEFORE: Final = NullTraits(224, -19, -58, -9, -21, -30, -39, 0)
NULL_AFTER: Final = NullTraits(192, -47, -75, -36, -22, -22, -28, 0)


def chance(strength: int) -> int:
    """The chance, in thousandths, for this strength."""
    step, rest = divmod(min(abs(strength), STEP * (len(CURVE) - 1) - 1), STEP)
    above = CURVE[step] + (CURVE[step + 1] - CURVE[step]) * rest // STEP
    return above if strength >= 0 else CERTAIN - above


def weigh(weights: Sequence[int], found: Sequence[int]) -> int:
    """The marks of what was found."""
    return sum(map(mul, weights, found))


# --- Suit games and grand -----------------------------------------------------------------------


def traits(cards: Cards, kind: Kind, *, laid: int, leads: bool) -> Traits:
    """The traits of ten cards in a suit game or in grand.

    Args:
        cards: The hand, all of it known.
        kind: The game.
        laid: The points in the skat, as far as they are known.
        leads: Whether it is forehand's.
    """
    held = set(cards)
    trumps = [card for card in TRUMPS[kind] if card in held]
    sides = [suit for suit in SUITS if FOLLOWS[kind][Card(f"A{suit}")] != TRUMP]
    suits = ["".join(rank for rank in RANKS if rank + suit in held) for suit in sides]
    full = sum(card[0] in "AT" for card in trumps)
    jacks = (jack in held for jack in JACKS)
    found = (1, len(trumps), *jacks, full, *_summed(map(_suit_traits, suits)), leads, laid)
    return Traits._make(found)


@lru_cache(maxsize=1 << 8)
def _suit_traits(ranks: str) -> tuple[int, ...]:
    """The traits of a side suit, from `aces` to `voids`, by its ranks from the highest."""
    ace, ten = "A" in ranks, "T" in ranks
    run = 0
    while run < len(ranks) and ranks[run] == RANKS[run]:
        run += 1
    return (
        ace,
        ace and ten,
        ten and not ace and len(ranks) > 1,
        "K" in ranks and ace != ten,
        max(run - 2, 0),
        not ranks,
    )


# --- Null ---------------------------------------------------------------------------------------


def null_traits(cards: Cards, *, leads: bool, ouvert: bool) -> NullTraits:
    """The traits of ten cards in a null game."""
    held = set(cards)
    suits = [
        tuple(at for at, rank in enumerate(NULL_RANKS) if rank + suit in held) for suit in SUITS
    ]
    return NullTraits._make((1, *_summed(map(_null_suit, suits)), leads, ouvert))


@lru_cache(maxsize=1 << 8)
def _null_suit(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The traits of a suit in null, from `lone` to `voids`, by its ranks from the lowest."""
    if not ranks:
        return 0, 0, 0, 0, 1
    if len(ranks) == 1:
        return ranks[0], 0, 0, 0, 0
    over = [max(rank - 2 * at, 0) for at, rank in enumerate(ranks)]
    return 0, over[0], over[1], sum(over[2:]), 0


def _summed(rows: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


# --- Both ---------------------------------------------------------------------------------------


def strength(cards: Cards, kind: Kind, *, leads: bool, laid: int | None = None) -> int:
    """The evaluation of ten cards.

    Args:
        cards: The hand.
        kind: The game.
        leads: Whether it is forehand's.
        laid: The points in the skat; None: it will be picked up.
    """
    if kind == NULL:
        weights = NULL_BEFORE if laid is None else NULL_AFTER
        return weigh(weights, null_traits(cards, leads=leads, ouvert=False))
    table = BEFORE if laid is None else AFTER
    return weigh(table[kind == "grand"], traits(cards, kind, laid=laid or 0, leads=leads))
