"""The last tricks, played exactly in deals that might be: what each card comes to.

Cards are bits here, those that follow the same from the highest down, trumps first.
"""

from functools import cache
from typing import Final, NamedTuple

from domain.games.skat.cards import FOLLOWS, NULL, POINTS, STRENGTH, TRUMP, Kind
from domain.games.skat.model import PLAYERS
from domain.kernel.cards import PACK_32, Card, Cards

UNBOUNDED: Final = 2**63 - 1
"""More positions than any search comes to."""
HIGH: Final = 1000
"""More than any value."""


class Board(NamedTuple):
    """The cards of a game, as bits."""

    bit: dict[Card, int]
    points: tuple[int, ...]
    """The points of the card of each bit; all zero in null."""
    suits: tuple[int, ...]
    """For the card of each bit: all cards that follow the same suit."""
    trumps: int


@cache
def board(kind: Kind) -> Board:
    """The cards of a kind of game."""
    follows, strength = FOLLOWS[kind], STRENGTH[kind]
    groups = (TRUMP, "C", "S", "H", "D")
    order = sorted(PACK_32, key=lambda card: (groups.index(follows[card]), -strength[card]))
    suits = tuple(
        sum(1 << at for at, other in enumerate(order) if follows[other] == follows[card])
        for card in order
    )
    trumps = suits[0] if follows[order[0]] == TRUMP else 0
    points = tuple(0 if kind == NULL else POINTS[card] for card in order)
    return Board({card: at for at, card in enumerate(order)}, points, suits, trumps)


class OutOfBudget(Exception):
    """A search has reached its maximum number of positions."""


class Search:
    """One deal that might be, with all cards known. Players are 0, the declarer, then clockwise.

    With `most`, a search that would look at more positions raises `OutOfBudget`.
    """

    def __init__(self, kind: Kind, hands: tuple[Cards, ...], *, most: int | None = None) -> None:
        self.board = board(kind)
        self.null = kind == NULL
        self.positions = 0
        """The number of positions searched."""
        self.most = UNBOUNDED if most is None else most
        self.hands = [self._bits(hand) for hand in hands]
        self.known: dict[tuple[int, int, int, int], tuple[int, int]] = {}

    def _bits(self, cards: Cards) -> int:
        return sum(1 << self.board.bit[card] for card in cards)

    def after(self, card: Card, trick: Cards, player: int) -> int:
        """The declarer's further points after a player now plays a card; in null, tricks."""
        at = self.board.bit[card]
        bits = [self.board.bit[each] for each in trick]
        low, high = (0, 1) if self.null else (-1, HIGH)
        return self._play(at, bits, player, low, high)

    def _play(self, at: int, trick: list[int], player: int, low: int, high: int) -> int:
        if self.positions >= self.most:
            raise OutOfBudget
        self.positions += 1
        self.hands[player] ^= 1 << at
        trick.append(at)
        if len(trick) == PLAYERS:
            value = self._taken(trick, player, low, high)
        else:
            value = self._best(trick, (player + 1) % PLAYERS, low, high)
        trick.pop()
        self.hands[player] ^= 1 << at
        return value

    def _taken(self, trick: list[int], player: int, low: int, high: int) -> int:
        """After the third card: the trick, and what comes after it."""
        suits, trumps = self.board.suits, self.board.trumps
        best, place = trick[0], 0
        for step in (1, 2):
            at = trick[step]
            if (suits[at] >> best & 1 and at < best) or (
                trumps >> at & 1 and not trumps >> best & 1
            ):
                best, place = at, step
        leader = (player + 1 + place) % PLAYERS
        won = 0
        if leader == 0:
            if self.null:
                return 1
            points = self.board.points
            won = points[trick[0]] + points[trick[1]] + points[trick[2]]
        if not self.hands[leader]:
            return won
        return won + self._lead(leader, low - won, high - won)

    def _lead(self, leader: int, low: int, high: int) -> int:
        """From an empty table; bounds that were found are remembered."""
        one, two, three = self.hands
        key = (one, two, three, leader)
        floor, roof = self.known.get(key, (0, HIGH))
        if floor >= high or floor == roof:
            return floor
        if roof <= low:
            return roof
        value = self._best([], leader, low, high)
        if value <= low:
            roof = min(roof, value)
        elif value >= high:
            floor = max(floor, value)
        else:
            floor = roof = value
        self.known[key] = floor, roof
        return value

    def _best(self, trick: list[int], player: int, low: int, high: int) -> int:
        """The best card of a player; the declarer maximizes, the defenders minimize."""
        maximal = player == 0
        value = -1 if maximal else HIGH
        for at in self._cards(trick, player):
            found = self._play(at, trick, player, low, high)
            if maximal:
                value = max(value, found)
                low = max(low, value)
            else:
                value = min(value, found)
                high = min(high, value)
            if low >= high:
                break
        return value

    def _cards(self, trick: list[int], player: int) -> list[int]:
        """The legal cards, the highest first; of those that come to the same, the highest alone."""
        suits, points = self.board.suits, self.board.points
        one, two, three = self.hands
        hand = self.hands[player]
        rest = (one | two | three) ^ hand
        for at in trick:
            rest |= 1 << at
        left = hand
        if trick:
            left = hand & suits[trick[0]] or hand
        cards: list[int] = []
        last = -1
        while left:
            at = (left & -left).bit_length() - 1
            left &= left - 1
            if not (
                last >= 0
                and points[at] == points[last]
                and suits[at] >> last & 1
                and not rest >> last & (1 << at - last) - 1
            ):
                cards.append(at)
            last = at
        return cards
