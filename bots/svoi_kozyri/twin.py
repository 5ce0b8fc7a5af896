"""The twin of `bots/core/svoi_kozyri.c`: the same search in Python, with equal values and counts.

It is the second opinion of the verifier, and slow. The core has the same names, cards and words.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bots.words import answer, numbers

NONE: Final = 63
TAKE: Final = NONE | NONE << 6
MOST_EARLIER: Final = 32
"""The most earlier positions that a question has."""
CARDS: Final = 36
ALL: Final = (1 << CARDS) - 1

_FROM_OTHERS: Final = 3
_FROM_OWN: Final = 5
_ACE: Final = 8
_ON: Final = 3
_DRAW: Final = 2
_DEEPEST: Final = 40
_SLOT_SHIFT: Final = 50
WIN: Final = 1_000_000
_INFINITE: Final = 2 * WIN
_DRAWN: Final = 100
_PROMISE: Final = 50
_LONGEST: Final = 200
_PROMISES_SHARE: Final = 4
MOST_VALUES: Final = 60
_EXACT, _AT_LEAST, _AT_MOST = range(3)
_SHALLOW: Final = 3
_SECOND: Final = 3
_THIRD: Final = 5
_FOURTH: Final = 20
_PILE: Final = 9
_KEYS: Final = _PILE + 5
_SUIT: Final = 0x111111111

_IN_HAND: Final = (
    (19, 16, 19, 20, 22, 26, 28, 32, 60),
    (-12, -8, -13, -6, -11, -11, -7, 3, 36),
    (-28, -20, -14, -13, -9, -6, -5, -2, 1),
)
_ON_TOP: Final = (
    (26, 31, 34, 30, 26, 32, 26, 23, 10),
    (6, 3, 0, 0, 0, 0, 0, 3, 10),
    (16, 11, 9, 10, 8, 8, 7, 7, 8),
)
_LEADS: Final = 73
_BEATS: Final = 31
_ON_OWN_TRUMP: Final = -23
_FEW_MINE: Final = (0, 60, 60, 0)
_FEW_THEIRS: Final = (0, -100, -80, 0)

_NUMBERS: Final = numbers(0)
_HAND_KEYS: Final = [[next(_NUMBERS) for _ in range(CARDS)] for _ in range(2)]
_PILE_KEYS: Final = [[next(_NUMBERS) for _ in range(CARDS)] for _ in range(CARDS)]
_TURN_KEY: Final = next(_NUMBERS)


def key(hands: Sequence[int], pile: Sequence[int], turn: int) -> int:
    """The key of a position."""
    found = _TURN_KEY if turn else 0
    for keys, hand in zip(_HAND_KEYS, hands, strict=True):
        for card in _in(hand):
            found ^= keys[card]
    for keys, card in zip(_PILE_KEYS, pile, strict=False):
        found ^= keys[card]
    return found


def _in(cards: int) -> Iterator[int]:
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


class _State:
    """A position: `worth` is the worth of the cards in each hand."""

    __slots__ = ("hands", "key", "pile", "turn", "worth")

    def __init__(self, other: "_State | None" = None) -> None:
        if other is not None:
            self.hands, self.worth, self.pile = other.hands.copy(), other.worth.copy(), other.pile
            self.key, self.turn = other.key, other.turn

    hands: list[int]
    worth: list[int]
    pile: tuple[int, ...]
    key: int
    turn: int


class _Slot(NamedTuple):
    """A position that was searched."""

    key: int = 0
    value: int = 0
    move: int = 0
    depth: int = 0
    bound: int = 0


_NOTHING: Final = _Slot()


class _Search:
    """One decision."""

    def __init__(self, question: Sequence[int]) -> None:
        *own, options, left, mine, theirs, self.most, height, earlier = question[:_PILE]
        self.must_beat, self.page = options & 1, options >> 1
        self.own = own
        self.last_ply = left + earlier
        self.trumps = [_SUIT << suit for suit in own]
        kinds = [[_kind(card, own, seat) for card in range(CARDS)] for seat in range(2)]
        self.beating = [
            [
                _SUIT << (card & 3) & -1 << (card + 1) & ALL | (self.trumps[seat] if kind else 0)
                for card, kind in enumerate(kinds[seat])
            ]
            for seat in range(2)
        ]
        self.in_hand = [_by_card(_IN_HAND, kinds[seat]) for seat in range(2)]
        self.on_top = [_by_card(_ON_TOP, kinds[seat]) for seat in range(2)]
        self.root = state = _State()
        state.hands, state.turn = [mine, theirs], 0
        state.worth = [
            sum(map(self.in_hand[seat].__getitem__, _in(state.hands[seat]))) for seat in range(2)
        ]
        words = question[_PILE:_KEYS]
        state.pile = tuple([words[at // 8] >> at % 8 * 8 & 255 for at in range(height)])
        state.key = key(state.hands, state.pile, 0)
        self.path = [*question[_KEYS : _KEYS + earlier], state.key]
        self.slots: dict[int, _Slot] = {}
        self.history = [[0] * (TAKE + 1) for _ in range(2)]
        self.positions = self.budget = 0
        self.cut = False

    # --- The rules ------------------------------------------------------------------------------

    def _cheapest(self, cards: int, seat: int) -> int:
        cards = cards & ~self.trumps[seat] or cards
        return (cards & -cards).bit_length() - 1

    def _sorted(self, cards: int, seat: int) -> list[int]:
        trumps = self.trumps[seat]
        return [*_in(cards & ~trumps), *_in(cards & trumps)]

    def _take(self, s: _State, seat: int) -> None:
        top, count = s.pile[-1], _FROM_OTHERS
        if top & 3 == self.own[seat]:
            count = CARDS if top >> 2 == _ACE else _FROM_OWN
        left = max(len(s.pile) - count, 0)
        for at in range(left, len(s.pile)):
            card = s.pile[at]
            s.hands[seat] |= 1 << card
            s.worth[seat] += self.in_hand[seat][card]
            s.key ^= _PILE_KEYS[at][card] ^ _HAND_KEYS[seat][card]
        s.pile = s.pile[:left]

    def _advance(self, s: _State, move: int) -> int:
        """Make a move."""
        seat, first, second = s.turn, move & 63, move >> 6
        s.turn = 1 - seat
        s.key ^= _TURN_KEY
        if move == TAKE:
            self._take(s, seat)
            return _ON
        for card in (first,) if second == NONE else (first, second):
            s.hands[seat] ^= 1 << card
            s.worth[seat] -= self.in_hand[seat][card]
            s.key ^= _HAND_KEYS[seat][card] ^ _PILE_KEYS[len(s.pile)][card]
            s.pile += (card,)
        if s.hands[seat]:
            return _ON
        last = s.hands[1 - seat]
        one = last.bit_count() == 1
        return _DRAW if one and last & self.beating[1 - seat][s.pile[-1]] else seat

    def _moves_of(self, s: _State) -> list[int]:
        seat = s.turn
        hand = self._sorted(s.hands[seat], seat)
        if not s.pile:
            return [card | NONE << 6 for card in hand]
        beating = s.hands[seat] & self.beating[seat][s.pile[-1]]
        if len(hand) == 1:
            moves = [hand[0] | NONE << 6] if beating else []
        else:
            firsts = [card for card in hand if beating >> card & 1]
            moves = [first | card << 6 for first in firsts for card in hand if card != first]
        return moves if moves and self.must_beat else [*moves, TAKE]

    # --- The search -----------------------------------------------------------------------------

    def _estimate(self, s: _State) -> int:
        """The estimated value for the seat to move."""
        seat, worth = s.turn, s.worth[s.turn] - s.worth[1 - s.turn]
        if s.pile:
            top = s.pile[-1]
            if s.hands[seat] & self.beating[seat][top]:
                worth += _BEATS
            if top & 3 == self.own[seat]:
                worth += _ON_OWN_TRUMP
            for card in s.pile[-_FROM_OTHERS:]:
                worth += self.on_top[seat][card]
        else:
            worth += _LEADS
        worth += _FEW_MINE[min(s.hands[seat].bit_count(), 3)]
        return worth + _FEW_THEIRS[min(s.hands[1 - seat].bit_count(), 3)]

    def _counted(self) -> bool:
        self.cut = self.positions == self.budget
        self.positions += not self.cut
        return not self.cut

    def _after(self, s: _State, move: int, at: int, depth: int, window: tuple[int, int]) -> int:
        """The value of the move with a number, for the seat that makes it."""
        (alpha, beta), following, less = window, _State(s), _reduction(at, depth)
        result = self._advance(following, move)
        if result == _DRAW or (result == _ON and len(self.path) >= self.last_ply):
            return _drawn(s.turn)
        if result != _ON:
            return WIN
        if not at:
            return -self._searched(following, depth - 1, -beta, -alpha)
        value = -self._searched(following, depth - 1 - less, -alpha - 1, -alpha)
        if less and value > alpha and not self.cut:
            value = -self._searched(following, depth - 1, -alpha - 1, -alpha)
        if alpha < value < beta and not self.cut:
            value = -self._searched(following, depth - 1, -beta, -alpha)
        return value

    def _searched(self, s: _State, depth: int, alpha: int, beta: int) -> int:
        if not self._counted():
            return 0
        if s.key in self.path[-4::-2]:  # the players alternate
            return _drawn(s.turn)
        if not depth:
            return self._estimate(s)
        slot = self.slots.get(s.key >> _SLOT_SHIFT, _NOTHING)
        if slot.key != s.key:
            slot = _NOTHING
        if _settles(slot, depth, alpha, beta):
            return slot.value
        self.path.append(s.key)
        best, chosen = self._best_of(s, slot.move, depth, alpha, beta)
        self.path.pop()
        if self.cut:
            return 0
        if best >= beta:
            self.history[s.turn][chosen] += depth * depth
        bound = _AT_MOST if best <= alpha else _AT_LEAST if best >= beta else _EXACT
        self.slots[s.key >> _SLOT_SHIFT] = _Slot(s.key, best, chosen, depth, bound)
        return best

    def _best_of(self, s: _State, known: int, depth: int, alpha: int, beta: int) -> tuple[int, int]:
        moves, scores = self._moves_of(s), self.history[s.turn]
        if depth > 1:
            moves.sort(key=lambda move: -_INFINITE if move == known else -scores[move])
        best, chosen = -_INFINITE, moves[0]
        for at, move in enumerate(moves):
            value = self._after(s, move, at, depth, (max(alpha, best), beta))
            if self.cut:
                break
            if value > best:
                best, chosen = value, move
            if best >= beta:
                break
        return best, chosen

    # --- The decision ---------------------------------------------------------------------------

    def _by_rule(self, s: _State) -> int:
        """The cheapest cards; a take only if it must."""
        seat = s.turn
        hand = cards = s.hands[seat]
        if s.pile:
            cards &= self.beating[seat][s.pile[-1]]
        if not cards:
            return TAKE
        first = self._cheapest(cards, seat)
        rest = hand & ~(1 << first)
        return first | (self._cheapest(rest, seat) if s.pile and rest else NONE) << 6

    def _promise(self, move: int) -> int:
        """The promise of a move if both play on by the rule."""
        following, more = _State(self.root), _LONGEST
        result = self._advance(following, move)
        while result == _ON and more and self._counted():
            result = self._advance(following, self._by_rule(following))
            more -= 1
        return _PROMISE if result == 0 else -_PROMISE if result == 1 else 0

    def _deepen(
        self, moves: list[int], values: list[int], promises: dict[int, int], depth: int
    ) -> int:
        """Search every move; the best one goes to the front."""
        best, found = -_INFINITE, 0
        for at, move in enumerate(moves):
            more = promises[move]
            value = self._after(self.root, move, at, depth, (best - more, _INFINITE))
            if self.cut:
                break
            if -WIN < value < WIN:
                value += more
            values[at] = value
            best = max(best, value)
            found += 1
            if best >= WIN:
                break
        if best > -WIN:
            order = sorted(range(found), key=lambda at: -values[at])
        elif found < len(moves):
            first = max(range(len(moves)), key=values.__getitem__)
            order = [first, *range(first)]
        else:
            order = []
        moves[: len(order)] = [moves[at] for at in order]
        values[: len(order)] = [values[at] for at in order]
        return best

    def _value_each(self, moves: list[int], depth: int) -> list[int] | None:
        """The values of all moves, each searched with a full window; None: the search was cut."""
        values = list[int]()
        for move in moves:
            values.append(self._after(self.root, move, 0, depth, (-_INFINITE, _INFINITE)))
            if self.cut:
                return None
        return values

    def value_all(self) -> tuple[list[int], list[int]]:
        """The moves with their values at the same depth, the best ones first."""
        moves = self._moves_of(self.root)
        self.budget = self.most
        values, depth = [0] * len(moves), 1
        while depth <= _DEEPEST and (found := self._value_each(moves, depth)) is not None:
            values, depth = found, depth + 1
            if all(abs(value) >= WIN for value in values):
                break
        order = sorted(range(len(moves)), key=lambda at: -values[at])
        return [moves[at] for at in order], [values[at] for at in order]

    def decide(self) -> tuple[list[int], list[int]]:
        """The moves with their values, the best one first."""
        if self.page:
            return self.value_all()
        moves = self._moves_of(self.root)
        self.budget = self.most // _PROMISES_SHARE
        promises = {move: self._promise(move) for move in moves}
        self.budget, self.cut = self.most, False
        values, best, depth = [0] * len(moves), 0, 1
        while depth <= _DEEPEST and not self.cut and -WIN < best < WIN:
            best = self._deepen(moves, values, promises, depth)
            depth += 1
        return moves, values


def _kind(card: int, own: Sequence[int], seat: int) -> int:
    """Whether a card is of the seat's own trumps (0), of the other's (1), or of neither (2)."""
    return 0 if card & 3 == own[seat] else 1 if card & 3 == own[1 - seat] else 2


def _by_card(worth: Sequence[Sequence[int]], kinds: Sequence[int]) -> list[int]:
    return [worth[kind][card >> 2] for card, kind in enumerate(kinds)]


def _drawn(seat: int) -> int:
    """The value of a draw: seat 0 plays to win."""
    return _DRAWN if seat else -_DRAWN


def _reduction(at: int, depth: int) -> int:
    if depth < _SHALLOW or at < _SECOND:
        return 0
    if at < _THIRD:
        return 1
    return 2 if at < _FOURTH or depth == _SHALLOW else 3


def _settles(slot: _Slot, depth: int, alpha: int, beta: int) -> bool:
    """Whether what is known of a position is enough."""
    if slot.depth < depth and abs(slot.value) < WIN:
        return False
    if slot.bound == _AT_LEAST:
        return slot.value >= beta
    return slot.bound == _EXACT or slot.value <= alpha


def decide(question: Sequence[int]) -> tuple[int, ...]:
    """The words of the answer that the core gives to a question."""
    search = _Search(question)
    moves, values = search.decide()
    first = max(search.page - 1, 0) * MOST_VALUES
    pairs = list(zip(moves, values, strict=True))[first : first + MOST_VALUES]
    return answer(moves[0], 1, search.positions, cut=search.cut, values=pairs)
