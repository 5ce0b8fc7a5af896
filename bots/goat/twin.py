"""The twin of `bots/core/goat.c`: the same search in Python, with equal values and counts.

It is the second opinion of the verifier, and slow. The core has the same names, cards and words.
"""

from collections.abc import Sequence
from typing import Final

from bots.words import answer, numbers

WAIT: Final = 0
FACE_DOWN: Final = 1 << 36
PULLED: Final = 1 << 37

_CARDS: Final = 36
_SEATS: Final = 4
_HAND: Final = 4
_STOCK: Final = 20
_SUIT: Final = 0x111111111
_TRUMPS: Final = _SUIT << 3
_ALL: Final = (1 << _CARDS) - 1
_CERTAIN: Final = 1024
_PARTS: Final = 32
_WON: Final = 30
_PRIOR: Final = 3

_POINTS: Final = (0, 0, 0, 0, 2, 3, 4, 10, 11)
_KEEP_TRUMP: Final = (50, 50, 60, 65, 75, 85, 120, 165, 220)
_KEEP: Final = (0, 0, 0, 0, 0, 0, 0, 10, 20)
_UNBEATABLE: Final = (75, 40)
_TOGETHER: Final = ((0, 0, 15, 110), (0, 0, 15, 30))
_FROM_ENEMY: Final = (20, 55)
_FROM_PARTNER: Final = ((10, 40), (35, 65))

_BEATING: Final = [
    _SUIT << (card & 3) & _ALL & -1 << (card + 1) | (0 if _TRUMPS >> card & 1 else _TRUMPS)
    for card in range(_CARDS)
]
_CARD_KEEP: Final = [
    (_KEEP_TRUMP if _TRUMPS >> card & 1 else _KEEP)[card >> 2] for card in range(_CARDS)
]
_SUITS: Final = [_SUIT << suit for suit in range(_SEATS)]
_OF_RANK: Final = [(15 << 4 * rank, _POINTS[rank]) for rank in range(4, 9)]


def _chances() -> list[list[list[int]]]:
    """How likely it is that so many of some cards are at least so many of another kind."""
    return [[_at_least(part, cards) for cards in range(_HAND + 1)] for part in range(_PARTS + 1)]


def _at_least(part: int, cards: int) -> list[int]:
    ways = [1, 0, 0, 0, 0]
    for _ in range(cards):
        more = [0, *ways[:-1]]
        ways = [way * (_PARTS - part) + one * part for way, one in zip(ways, more, strict=True)]
    return [sum(ways[of:]) * _CERTAIN >> 5 * cards for of in range(_HAND + 1)]


_AT_LEAST: Final = _chances()


class _State:
    """A deal with all cards known; the cards of the stock are in `_Search.pack`."""

    __slots__ = (
        *("best", "best_seat", "count", "gone", "hands", "laid"),
        *("leader", "next", "points", "size", "stock", "turn"),
    )

    def __init__(self, other: "_State | None" = None) -> None:
        if other is not None:
            self.hands, self.laid = other.hands.copy(), other.laid.copy()
            self.points = other.points.copy()
            self.best, self.best_seat, self.gone = other.best, other.best_seat, other.gone
            self.leader, self.turn = other.leader, other.turn
            self.count, self.size = other.count, other.size
            self.next, self.stock = other.next, other.stock

    hands: list[int]
    laid: list[int]
    best: int
    gone: int
    leader: int
    turn: int
    count: int
    size: int
    best_seat: int
    next: int
    stock: int
    points: list[int]


class _Search:
    """One decision."""

    def __init__(self, question: Sequence[int]) -> None:
        self.root = s = _State()
        self.seat, s.turn, s.leader, s.count, s.size, s.best, s.best_seat = question[:7]
        s.laid, self.face_down, s.hands = [*question[7:11]], question[11], [*question[12:16]]
        self.sizes, s.points, self.hidden = question[16:20], [*question[20:22]], question[22:24]
        s.gone, unseen, s.stock, self.shown, self.bottom = question[24:29]
        self.molodka, self.may_pull, chance, self.budget = question[29:33]
        self.numbers = numbers(chance)
        s.next = 0
        self.unseen = [card for card in range(_CARDS) if unseen >> card & 1]
        self.pack = list[int]()
        self.positions = 0
        self.cut = False

    # --- The rules ------------------------------------------------------------------------------

    def _draw(self, s: _State) -> None:
        while s.next < s.stock and s.hands[s.leader].bit_count() < _HAND:
            for at in range(_SEATS):
                s.hands[s.leader + at & 3] |= 1 << self.pack[s.next]
                s.next += 1

    def _lay(self, s: _State, cards: int, *, up: bool) -> None:
        seat = s.turn
        s.hands[seat] &= ~cards
        s.laid[seat] = cards
        if not s.count:
            s.size = cards.bit_count()
        if up:
            s.best, s.best_seat = cards, seat
            s.gone |= cards
        s.turn = seat + 1 & 3
        s.count += 1
        if s.count < _SEATS:
            return
        s.points[s.best_seat & 1] += sum(map(_points_of, s.laid))
        s.laid = [0] * _SEATS
        s.leader = s.turn = s.best_seat
        s.count = 0
        self._draw(s)

    def _pull(self, s: _State, seat: int) -> None:
        s.hands = [hand | laid for hand, laid in zip(s.hands, s.laid, strict=True)]
        s.laid = [0] * _SEATS
        s.count = 0
        s.turn = seat
        self._lay(s, s.hands[seat], up=True)

    # --- The search -----------------------------------------------------------------------------

    def _counted(self, more: int) -> bool:
        self.cut = self.positions + more > self.budget
        self.positions += 0 if self.cut else more
        return not self.cut

    def _moved(self, s: _State) -> bool:
        """A move by the rule; each move that it weighs is a position."""
        moves = _weigh(s)
        if not self._counted(len(moves)):
            return False
        _, cards, up = max(moves, key=_worth)
        self._lay(s, cards, up=up)
        return True

    def _played_out(self, s: _State, move: int) -> int:
        following = _State(s)
        going = self._counted(1)
        if not move:
            going = going and self._moved(following)
        elif move & PULLED:
            self._pull(following, self.seat)
        else:
            self._lay(following, move & _ALL, up=not move & FACE_DOWN)
        while going and (following.count or following.hands[following.turn]):
            first = _molodka(following) if self.molodka and not following.count else None
            if first is not None:
                self._pull(following, first)
            else:
                going = self._moved(following)
        side = self.seat & 1
        ahead = following.points[side] - following.points[1 - side]
        return ahead + _WON * ((ahead > 0) - (ahead < 0))

    # --- The decision ---------------------------------------------------------------------------

    def _below(self, bound: int) -> int:
        return (next(self.numbers) >> 32) * bound >> 32

    def _shuffle(self) -> None:
        unseen = self.unseen
        for at in range(len(unseen) - 1, 0, -1):
            other = self._below(at + 1)
            unseen[at], unseen[other] = unseen[other], unseen[at]
        if self.root.stock < _STOCK or self.bottom:
            return
        at = unseen.index(self.shown)
        if at < len(unseen) - _STOCK:  # the card that was shown is in the stock
            other = len(unseen) - 1 - self._below(_STOCK)
            unseen[at], unseen[other] = unseen[other], unseen[at]

    def _dealt(self) -> _State:
        """A way to deal the unseen cards."""
        world = _State(self.root)
        self._shuffle()
        rest = iter(self.unseen)

        def some(count: int) -> int:
            return sum(1 << next(rest) for _ in range(count))

        for seat, size in enumerate(self.sizes):
            world.hands[seat] |= some(size - world.hands[seat].bit_count())
        for seat in range(_SEATS):
            if self.face_down >> seat & 1:
                world.laid[seat] = some(world.size)
        for side, count in enumerate(self.hidden):
            world.points[side] += _points_of(some(count))
        self.pack = [*rest, self.shown]
        return world

    def _moves_of(self, s: _State) -> tuple[list[int], list[int]]:
        """The moves of the seat, with what the rule says of them."""
        moves = [s.hands[self.seat] | PULLED] if self.may_pull else []
        if self.seat != s.turn:
            return [*moves, WAIT], [0, 0]
        weighed = _weigh(s)
        values = [0] * len(moves) + [_PRIOR * worth for worth, _, _ in weighed]
        return moves + [cards | (0 if up else FACE_DOWN) for _, cards, up in weighed], values

    def _play_all(self, world: _State, moves: list[int]) -> list[int] | None:
        worth = list[int]()
        for move in moves:
            worth.append(self._played_out(world, move))
            if self.cut:
                return None
        return worth

    def decide(self) -> tuple[list[int], list[int], int]:
        """The moves with their values, and the number of worlds."""
        moves, values = self._moves_of(self.root)
        worlds = 0
        while (worth := self._play_all(self._dealt(), moves)) is not None:
            values = [value + more for value, more in zip(values, worth, strict=True)]
            worlds += 1
        return moves, values, worlds


# --- The rules and the rule -----------------------------------------------------------------------


def _points_of(cards: int) -> int:
    return sum([points * (cards & rank).bit_count() for rank, points in _OF_RANK])


def _of_one_suit(cards: int) -> bool:
    return not cards & ~_SUITS[(cards & -cards).bit_length() - 1 & 3]


def _weakest(cards: int) -> int:
    """The lowest card of a set of one suit and trumps."""
    cards = cards & ~_TRUMPS or cards
    return cards & -cards


def _beats(cards: int, best: int) -> bool:
    while best:
        card, other = _weakest(cards), _weakest(best)
        if not _BEATING[other.bit_length() - 1] & card:
            return False
        cards &= ~card
        best &= ~other
    return True


def _molodka(s: _State) -> int | None:
    """The nearest seat with a molodka when a trick opens."""
    for at in range(_SEATS):
        hand = s.hands[s.leader + at & 3]
        if hand.bit_count() == _HAND and _of_one_suit(hand):
            return s.leader + at & 3
    return None


def _beaten(cards: int, unknown: int, hand: int) -> int:
    """How likely it is that a hand of some unknown cards beats a set."""
    least, every = _CERTAIN, unknown.bit_count() or 1
    for due in range(cards.bit_count(), 0, -1):
        card = _weakest(cards)
        beating = (unknown & _BEATING[card.bit_length() - 1]).bit_count()
        least = min(least, _AT_LEAST[beating * _PARTS // every][hand][due])
        cards &= ~card
    return least


def _wins(win: int, beats_it: int, left: int) -> int:
    """How likely it is that the seat's side takes the trick, if it does at present or does not."""
    for at in range(left):
        if at == 1:  # the partner may not beat it
            win += (_CERTAIN - win) * (beats_it * 2 // 3) >> 10
        else:
            win -= win * beats_it >> 10
    return win


def _sets(hand: int, unknown: int, last: bool) -> list[tuple[int, int, int]]:  # noqa: FBT001
    """Every set of a hand's cards, with what they are worth there, and their points."""
    sets = [(0, 0, 0)]
    while hand:
        bit = hand & -hand
        card = bit.bit_length() - 1
        kept, points = _CARD_KEEP[card], 10 * _POINTS[card >> 2]
        if _TRUMPS & bit and not unknown & _BEATING[card]:
            kept += _UNBEATABLE[last]
        sets += [(cards | bit, kept + more, points + own) for cards, more, own in sets]
        hand &= hand - 1
    return sets


def _together(cards: int) -> int:
    """The most cards of one suit."""
    if not cards & cards - 1:
        return 1
    return max([(cards & suit).bit_count() for suit in _SUITS])


def _weigh(s: _State) -> list[tuple[int, int, bool]]:
    """The worth of the moves of a seat by the rule."""
    hand, left, last = s.hands[s.turn], _SEATS - 1 - s.count, s.next == s.stock
    unknown, held = _ALL & ~(s.gone | hand), hand.bit_count()
    laid = 10 * sum([_points_of(cards) for cards in s.laid if cards])
    enemies, partner = (left + 1) // 2 * _FROM_ENEMY[last], left // 2
    come = [enemies + partner * points for points in _FROM_PARTNER[last]]
    sets, together = _sets(hand, unknown, last)[1:], _TOGETHER[last]
    if s.count:
        sets = [each for each in sets if each[0].bit_count() == s.size]
    kept = [together[_together(hand & ~cards)] - worth for cards, worth, _ in sets]
    moves = list[tuple[int, int, bool]]()
    for (cards, _, points), keeps in zip(sets, kept, strict=True):
        if _beats(cards, s.best) if s.count else _of_one_suit(cards):
            win = _wins(_CERTAIN, _beaten(cards, unknown, held) if left else 0, left)
            stakes = points + laid + cards.bit_count() * come[2 * win > _CERTAIN]
            moves.append((((2 * win - _CERTAIN) * stakes >> 10) + keeps, cards, True))
    if s.count:
        ours = 0 if (s.best_seat ^ s.turn) & 1 else _CERTAIN
        win = _wins(ours, _beaten(s.best, unknown, held) if left else 0, left)
        ahead, more = 2 * win - _CERTAIN, laid + s.size * come[2 * win > _CERTAIN]
        for (cards, _, points), keeps in zip(sets, kept, strict=True):
            moves.append(((ahead * (points + more) >> 10) + keeps, cards, False))
    return moves


def _worth(weighed: tuple[int, int, bool]) -> int:
    return weighed[0]


def decide(question: Sequence[int]) -> tuple[int, ...]:
    """The words of the answer that the core gives to a question."""
    search = _Search(question)
    moves, values, worlds = search.decide()
    best = values.index(max(values))
    pairs = zip(moves, values, strict=True)
    return answer(moves[best], worlds, search.positions, cut=search.cut, values=pairs)
