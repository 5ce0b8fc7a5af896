"""The twin of `bots/core/durak.c`: the same search in Python, with equal values and counts.

It is the second opinion of the verifier, and slow. The core has the same names, cards and words.
"""

from collections.abc import Sequence
from typing import Final

from bots.words import WORD, answer, numbers

TAKE: Final = 36
DONE: Final = 37
NONE: Final = 63

_CARDS: Final = 36
_HAND: Final = 6
_ON: Final = 3
_DRAW: Final = 2
_SLOTS: Final = 1 << 14
_SUIT: Final = 0x111111111


class _State:
    """A deal with all cards known; the cards of the stock are in `_Search.pack`."""

    __slots__ = (
        *("attack", "attacker", "attacks", "beaten", "hands"),
        *("next", "stock", "table", "taking"),
    )

    def __init__(self, other: "_State | None" = None) -> None:
        if other is not None:
            self.hands = other.hands.copy()
            self.table, self.attack, self.attacker = other.table, other.attack, other.attacker
            self.taking, self.attacks, self.beaten = other.taking, other.attacks, other.beaten
            self.next, self.stock = other.next, other.stock

    hands: list[int]
    table: int
    attack: int
    attacker: int
    taking: int
    attacks: int
    beaten: int
    next: int
    stock: int

    @property
    def mover(self) -> int:
        return self.attacker if self.attack == NONE else 1 - self.attacker

    @property
    def word(self) -> int:
        """The move without a card."""
        if self.attack != NONE:
            return TAKE
        return DONE if self.attacks else NONE

    @property
    def one_is_out(self) -> bool:
        return self.next == self.stock and not all(self.hands)

    @property
    def winner(self) -> int:
        if self.hands[0]:
            return 1
        return 0 if self.hands[1] else _DRAW


class _Search:
    """One decision."""

    def __init__(self, question: Sequence[int]) -> None:
        trump, any_trump, self.draw_out, self.throw_in, self.seat, *bout = question[:14]
        self.hidden = bout.pop()
        self.shown = bout.pop()
        hand_0, hand_1, unseen, chance, self.most = question[14:19]
        self.numbers = numbers(chance)
        self.root = state = _State()
        state.hands, state.next = [hand_0, hand_1], 0
        state.attacker, state.taking, state.attacks, state.beaten = bout[:4]
        state.attack, state.table, state.stock = bout[4:]
        self.trumps = _SUIT << trump
        self.beating = [
            _SUIT << (card & 3) & -1 << (card + 1) & (1 << _CARDS) - 1
            | (self.trumps if card & 3 != trump or any_trump else 0)
            for card in range(_CARDS)
        ]
        self.unseen = [card for card in range(_CARDS) if unseen >> card & 1]
        self.pack = [0] * _CARDS
        self.slots: list[tuple[int, int, int, int]] = []
        self.positions = self.budget = 0
        self.cut = False

    # --- The rules ------------------------------------------------------------------------------

    def _playable(self, s: _State) -> int:
        hand = s.hands[s.mover]
        if s.attack != NONE:
            return hand & self.beating[s.attack]
        if not s.attacks:
            return hand
        cards = s.table | s.table >> 1 & 0x777777777
        cards |= cards >> 2 & 0x333333333
        return hand & (cards & _SUIT) * 15

    def _cheapest(self, cards: int) -> int:
        cards = cards & ~self.trumps or cards
        return (cards & -cards).bit_length() - 1

    def _advance(self, s: _State, move: int) -> int:
        """Make a move with all that follows it."""
        attacker, defender = s.attacker, 1 - s.attacker
        if move != DONE:
            _play(s, move)
        attacked = s.attack != NONE
        replies = self.draw_out and attacked and s.hands[defender].bit_count() == 1
        if s.one_is_out and not replies:
            return s.winner
        if attacked:
            return _ON
        limit = min(s.hands[defender].bit_count() + s.beaten, _HAND)
        over = move == DONE or s.attacks == limit or not all(s.hands)
        if not over and not (s.taking and not self.throw_in):
            return _ON
        if s.taking:
            s.hands[defender] |= s.table
        else:
            s.attacker = defender
        s.table = s.taking = s.attacks = s.beaten = 0
        for seat in (attacker, defender):
            self._draw(s, seat)
        return s.winner if s.one_is_out else _ON

    def _draw(self, s: _State, seat: int) -> None:
        due = max(_HAND - s.hands[seat].bit_count(), 0)
        for card in self.pack[s.next : min(s.next + due, s.stock)]:
            s.hands[seat] |= 1 << card
            s.next += 1

    # --- The search -----------------------------------------------------------------------------

    def _counted(self) -> bool:
        self.cut = self.positions == self.budget
        self.positions += not self.cut
        return not self.cut

    def _after(self, s: _State, move: int, alpha: int, beta: int) -> int:
        following, seat = _State(s), s.mover
        result = self._advance(following, move)
        if result != _ON:
            return _value(result, seat)
        if following.mover == seat:
            return self._solved(following, alpha, beta)
        return -self._solved(following, -beta, -alpha)

    def _searched(self, s: _State, alpha: int, beta: int) -> int:
        best = -2
        for move in self._moves_of(s):
            best = max(best, self._after(s, move, max(alpha, best), beta))
            if best >= beta or self.cut:
                break
        return best

    def _solved(self, s: _State, alpha: int, beta: int) -> int:
        """The value for the seat to move."""
        if not self._counted():
            return 0
        if s.attacks:
            return self._searched(s, alpha, beta)
        key = s.hands[0] | (s.attacker + 1) << _CARDS, s.hands[1]
        at = _slot(*key)
        low, high = -1, 1
        if self.slots[at][:2] == key:
            low, high = self.slots[at][2:]
            if low >= beta or low == high:
                return low
            if high <= alpha:
                return high
        best = self._searched(s, alpha, beta)
        if self.cut:
            return 0
        self.slots[at] = *key, best if best > alpha else low, best if best < beta else high
        return best

    def _by_rule(self, s: _State) -> int:
        cards = self._playable(s)
        if not cards:
            return s.word
        card = self._cheapest(cards)
        keeps = s.attack == NONE and s.attacks and s.next < s.stock
        return DONE if keeps and self.trumps >> card & 1 else card

    def _played_out(self, s: _State, move: int) -> int:
        if not self._counted():
            return 0
        following = _State(s)
        result = self._advance(following, move)
        while result == _ON and self._counted():
            result = self._advance(following, self._by_rule(following))
        return 0 if self.cut else _value(result, self.seat)

    # --- The decision ---------------------------------------------------------------------------

    def _dealt(self) -> _State:
        world, unseen = _State(self.root), self.unseen
        for at in range(len(unseen) - 1, 0, -1):
            other = (next(self.numbers) >> 32) * (at + 1) >> 32
            unseen[at], unseen[other] = unseen[other], unseen[at]
        for card in unseen[: self.hidden]:
            world.hands[1 - self.seat] |= 1 << card
        rest = unseen[self.hidden :]
        self.pack[: len(rest)] = rest
        if world.stock:
            self.pack[world.stock - 1] = self.shown
        return world

    def _moves_of(self, s: _State) -> list[int]:
        moves, cards = list[int](), self._playable(s)
        while cards:
            moves.append(self._cheapest(cards))
            cards &= ~(1 << moves[-1])
        return moves if s.word == NONE else [*moves, s.word]

    def _play_all(self, world: _State, moves: list[int]) -> list[int] | None:
        values = [self._played_out(world, move) for move in moves]
        return None if self.cut else values

    def _solve_all(self, world: _State, moves: list[int]) -> list[int] | None:
        self.slots = [(0, 0, 0, 0)] * _SLOTS
        values = [self._after(world, move, -1, 1) for move in moves]
        return None if self.cut else values

    def decide(self) -> tuple[list[int], list[int], int, bool]:
        """The moves with their values, the number of worlds, and whether the search was cut."""
        moves, world = self._moves_of(self.root), self._dealt()
        none = [0] * len(moves)
        if not self.root.stock:
            self.budget = self.most // 2
            if (found := self._solve_all(world, moves)) is not None:
                return moves, found, 1, False
            self.budget, self.cut = self.most, False
            found = self._play_all(world, moves)
            return moves, found or none, int(found is not None), True
        self.budget, worlds, values = self.most, 0, none
        while (found := self._play_all(world, moves)) is not None:
            values = [value + more for value, more in zip(values, found, strict=True)]
            worlds += 1
            world = self._dealt()
        return moves, values, worlds, True


def _play(s: _State, move: int) -> None:
    if move == TAKE:
        s.taking, s.attack = 1, NONE
        return
    s.hands[s.mover] &= ~(1 << move)
    s.table |= 1 << move
    if s.attack != NONE:
        s.beaten += 1
        s.attack = NONE
    else:
        s.attacks += 1
        s.attack = NONE if s.taking else move


def _value(result: int, seat: int) -> int:
    if result == _DRAW:
        return 0
    return 1 if result == seat else -1


def _slot(first: int, second: int) -> int:
    mixed = (first * 0x9E3779B97F4A7C15 ^ second * 0xBF58476D1CE4E5B9) & WORD
    return mixed >> 40 & (_SLOTS - 1)


def decide(question: Sequence[int]) -> tuple[int, ...]:
    """The words of the answer that the core gives to a question."""
    search = _Search(question)
    moves, values, worlds, stopped = search.decide()
    best = values.index(max(values))
    pairs = zip(moves, values, strict=True)
    return answer(moves[best], worlds, search.positions, cut=stopped, values=pairs)
