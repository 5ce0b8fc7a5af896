"""The search of the twin: one world with all cards known, as in `bots/core/skat.c`.

Player 0 is the declarer, 1 and 2 follow clockwise. Cards are bits in the order of the game.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from bots.words import WORD

NULL: Final = 5
_GRAND: Final = 4
_PLAYERS: Final = 3
_LAST: Final = 2
"""The place of the last card in a trick."""
POINTS: Final = (11, 4, 3, 2, 10, 0, 0, 0)
"""By place in A K Q J 10 9 8 7."""

_NONE: Final = 63
_SLOT_SHIFT: Final = 47
_ORDER: Final = (0, 4, 1, 2, 5, 6, 7)
_FACTORS: Final = (
    *(0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9),
    *(0x94D049BB133111EB, 0xD6E8FEB86659FD93),
)


class SolverOutOfBudget(Exception):
    """The budget is used up."""


class _Game(NamedTuple):
    """The cards of a game as bits, trumps first, from high to low."""

    bit_of: tuple[int, ...]
    point: tuple[int, ...]
    same: tuple[int, ...]
    trumps: int


@cache
def _game(kind: int) -> _Game:
    null, count = kind == NULL, 7 if kind < NULL else 8
    ranks = range(8) if null else _ORDER
    jacks = [] if null else [8 * suit + 3 for suit in range(4)]
    first = jacks + [8 * kind + rank for rank in ranks] if kind < _GRAND else jacks
    trumps = (1 << len(first)) - 1
    cards, same = [*first], [trumps] * len(first)
    for suit in range(4):
        if suit != kind:
            same += [(1 << count) - 1 << len(cards)] * count
            cards += [8 * suit + rank for rank in ranks]
    point = tuple(0 if null else POINTS[card & 7] for card in cards)
    return _Game(tuple(map(cards.index, range(32))), point, tuple(same), trumps)


class Solver:
    """Counts the positions of one decision, and searches worlds."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.positions = 0
        self.hands = [0, 0, 0]
        """In bits of the game."""
        self.alike = 1
        """Points that are as good as equal."""
        self._history = [[[0] * 32 for _ in range(3)] for _ in range(3)]
        self._slots: dict[int, tuple[int, int, int, int]] = {}

    def count(self) -> None:
        """Count a position."""
        if self.positions == self.budget:
            raise SolverOutOfBudget
        self.positions += 1

    def set_game(self, kind: int) -> None:
        """Search this game from now on."""
        self.kind, self.null = kind, int(kind == NULL)
        self.bit_of, self.point, self.same, self.trumps = _game(kind)

    def bits_of(self, cards: int) -> int:
        """A set of cards in bits of the game."""
        return sum([1 << self.bit_of[card] for card in each_of(cards)])

    def beats(self, bit: int, best: int) -> bool:
        """Whether a card beats the best one so far."""
        if self.same[best] >> bit & 1:
            return bit < best
        return bool(self.trumps >> bit & 1)

    # --- The search -----------------------------------------------------------------------------

    def choices(self, legal: int, others: int) -> list[int]:
        """The cards to choose from: of those that come to the same, the highest."""
        point, same = self.point, self.same
        kept: list[int] = []
        last = -1
        for bit in each_of(legal):
            if (
                last < 0
                or abs(point[bit] - point[last]) > self.alike
                or not same[bit] >> last & 1
                or others >> last & (1 << bit - last) - 1
            ):
                kept.append(bit)
            last = bit
        return kept

    def _taken(self, leader: int, trick: tuple[int, ...], need: int, rest: int) -> int:
        """The points that the declarer takes with the last card of a trick, and after it."""
        best = 1 if self.beats(trick[1], trick[0]) else 0
        best = 2 if self.beats(trick[2], trick[best]) else best
        points = sum([self.point[bit] for bit in trick])
        leader = (leader + best) % 3
        if not leader and self.null:
            return 0
        won = 0 if leader else points
        return won + self.lead(leader, need - won, rest - points)

    def played(self, leader: int, trick: tuple[int, ...], bit: int, need: int, rest: int) -> int:
        """A player plays a card, as the next of a trick."""
        player = (leader + len(trick)) % 3
        self.count()
        trick = (*trick, bit)
        self.hands[player] ^= 1 << bit
        following = self._taken if len(trick) == _PLAYERS else self._follow
        value = following(leader, trick, need, rest)
        self.hands[player] ^= 1 << bit
        return value

    def _best_of(
        self, worth: dict[int, int], leader: int, trick: tuple[int, ...], need: int, rest: int
    ) -> tuple[int, int]:
        """The best value for a player, and its card: the declarer wants to have what is needed."""
        place = len(trick)
        player = (leader + place) % 3
        best, first = rest + 1 if player else -1, _NONE
        while worth:
            bit = max(worth, key=worth.__getitem__)
            del worth[bit]
            value = self.played(leader, trick, bit, need, rest)
            if value < best if player else value > best:
                best, first = value, bit
            if (best >= need) != bool(player):
                self._history[place][player][bit] += self.hands[player].bit_count() ** 2
                break
        return best, first

    def _slot(self, leader: int) -> tuple[int, int]:
        one, two, three = self.hands
        key = one * _FACTORS[0] + two * _FACTORS[1] + three * _FACTORS[2]
        key = key + (8 * leader + self.kind + 1) * _FACTORS[3] & WORD
        key ^= key >> 32
        return (key * _FACTORS[0] & WORD) >> _SLOT_SHIFT, key

    def _known(self, player: int, bit: int, leader: int, points: int, rest: int) -> int | None:
        """The known part of the next trick, after the last card of this one."""
        if not leader and self.null:
            return None
        self.hands[player] ^= 1 << bit
        slot, key = self._slot(leader)
        self.hands[player] ^= 1 << bit
        known, won = self._slots.get(slot), 0 if leader else points
        low, high = known[1:3] if known and known[0] == key else (0, rest - points)
        return won + (high if player else low)

    def _sure(self, side: int, leading: int, enemy: int) -> int:
        """The points of the cards that take their tricks whatever is played."""
        top, above = side & self.trumps, enemy & self.trumps
        if above:
            top &= (above & -above) - 1
        else:
            left = leading & ~self.trumps
            while left:
                suit = self.same[(left & -left).bit_length() - 1]
                above = enemy & suit
                top |= leading & suit & ((above & -above) - 1 if above else suit)
                left &= ~suit
        return sum([self.point[bit] for bit in each_of(top)])

    def _follow(self, leader: int, trick: tuple[int, ...], need: int, rest: int) -> int:
        """The points that the declarer takes if a player now follows."""
        place = len(trick)
        player = (leader + place) % 3
        hands, history = self.hands, self._history[place][player]
        own = hands[player]
        others = (hands[0] | hands[1] | hands[2]) ^ own | sum([1 << bit for bit in trick])
        bits = self.choices(own & self.same[trick[0]] or own, others)
        worth = {bit: history[bit] for bit in bits}
        if place == _LAST:
            best = 1 if self.beats(trick[1], trick[0]) else 0
            laid = self.point[trick[0]] + self.point[trick[1]]
            for bit in bits:
                wins = player if self.beats(bit, trick[best]) else (leader + best) % 3
                points = laid + self.point[bit]
                known = self._known(player, bit, wins, points, rest)
                if known is not None and (known >= need) != bool(player):
                    return known
                worth[bit] += (points + 1 if (not wins) == (not player) else -points - 1) << 32
        return self._best_of(worth, leader, trick, need, rest)[0]

    def _bound(self, leader: int, need: int, rest: int) -> int | None:
        """The points that are certain without a search."""
        one, two, three = self.hands
        if not self.hands[leader]:
            return self.null
        if rest < need or need <= 0:
            return rest if rest < need else 0
        if self.null:
            return None
        least = self._sure(one, 0 if leader else one, two | three)
        if least >= need:
            return least
        most = rest - self._sure(two | three, self.hands[leader] if leader else 0, one)
        return most if most < need else None

    def lead(self, leader: int, need: int, rest: int) -> int:
        """The points that the declarer still takes from a trick's begin."""
        bound = self._bound(leader, need, rest)
        if bound is not None:
            return bound
        hands = self.hands
        own = hands[leader]
        slot, key = self._slot(leader)
        known = self._slots.get(slot)
        low, high, first = known[1:] if known and known[0] == key else (0, rest, _NONE)
        if low >= need or high < need:
            return low if low >= need else high
        bits = self.choices(own, (hands[0] | hands[1] | hands[2]) ^ own)
        worth = {bit: self._history[0][leader][bit] for bit in bits}
        if first != _NONE:
            worth[first] = 1 << 60
        value, better = self._best_of(worth, leader, (), need, rest)
        low, high = (value, high) if value >= need else (low, value)
        self._slots[slot] = (key, low, high, first if better == _NONE else better)
        return value


def each_of(cards: int) -> Iterator[int]:
    """The numbers of a set, the lowest first."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
