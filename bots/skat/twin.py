"""The twin of `bots/core/skat.c`: the same search in Python, with equal values and counts.

It is the second opinion of the verifier, and slow. The core has the same names, cards and words.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from bots.skat.estimates import Odds, estimated, gain
from bots.skat.solver import NULL, POINTS, Solver, SolverOutOfBudget, each_of
from bots.words import answer, numbers, signed
from domain.games.skat.bot.bidding import WORTH
from domain.games.skat.bot.hands import chance, strength
from domain.games.skat.bot.plans import UNSEEN, after, before
from domain.games.skat.cards import KINDS, matadors, points_of
from domain.games.skat.model import Options
from domain.games.skat.scoring import base_of
from domain.kernel.cards import SUITS, Card, Cards, without

NO_BID: Final = 6
"""Instead of a game: whether to bid."""
NO_GAME: Final = 7
"""Instead of a game: a contract is chosen."""
CONTRACT_WORDS: Final = 5

_CANDIDATES: Final = 12
_WORLDS: Final = 40
_TRIES: Final = 50
_FINE: Final = 7
_SKAT: Final = 3
_FITS: Final = 8
_PLAYS_FIT: Final = 1024
_ODD: Final = 2
_LEAST: Final = -1_000_000
_SURE: Final = 90
_FIRST_CUT: Final = 4
_FEWEST: Final = 2
_TOTAL: Final = 160
_WINNING: Final = 100

_COARSE: Final = ((31, 10), (46, 10), (61, 10), (76, 10), (90, 10), (120, 10))
_EXACT: Final = (
    *((11, 2), (21, 2), (31, 10), (36, 2), (41, 2), (46, 2), (51, 2), (56, 2), (59, 2), (61, 4)),
    *((64, 2), (67, 2), (71, 2), (76, 2), (81, 2), (86, 2), (90, 10), (100, 2), (110, 2), (120, 4)),
)
_TEN: Final = 10
_CARDS: Final = [Card(rank + suit) for suit in SUITS for rank in "AKQJT987"]


class _Question:
    """The words of a question."""

    def __init__(self, words: Sequence[int]) -> None:
        given = tuple(words)
        self.kind, self.hand_game, self.player, self.forehand = given[:4]
        self.trick = given[5 : 5 + given[4]]
        self.cards, self.sizes = given[7:11], given[11:15]
        """Of three hands and the skat."""
        self.unseen, self.may, self.played = given[15], given[16:20], given[20:23]
        self.least, self.below = given[23:26], given[26:29]
        self.bid, self.taken, self.won, self.count, self.seed, self.budget = given[29:35]
        self.plays, self.cards_played = given[35:38], given[38]
        """Twelve cards in a word, and their number."""
        self.moves = given[39:]


_World = list[int]
"""The cards of three hands and the skat."""


class _Search(Solver):
    """One decision."""

    def __init__(self, words: Sequence[int]) -> None:
        self.asks = _Question(words)
        super().__init__(self.asks.budget)
        self.numbers = numbers(self.asks.seed)
        self.may = self.asks.may

    def _below(self, bound: int) -> int:
        return (next(self.numbers) >> 32) * bound >> 32

    # --- Worlds ---------------------------------------------------------------------------------

    def _fit(self, world: _World) -> int:
        """How well the hidden hands of a world fit what was bid, declared and played."""
        asks = self.asks
        fits = 1 if asks.kind == NO_GAME else self._plays_fit(world)
        for player in range(3):
            if world[player] == asks.cards[player]:
                continue
            cards = _known(world[player] | asks.played[player])
            if not player:
                fits *= self._declarer_fits(cards, _known(world[_SKAT]))
            elif asks.least[player] <= _limit(cards, asks.forehand == player) < asks.below[player]:
                fits *= _FITS
        return fits

    def _plays_fit(self, world: _World) -> int:
        """How well the hidden hands of a world fit the cards that were played from them."""
        asks, fits, leader = self.asks, _PLAYS_FIT, self.asks.forehand
        if self.null:
            return fits
        own = [self.bits_of(world[player] | asks.played[player]) for player in range(3)]
        plays = [word >> 5 * at & 31 for word in asks.plays for at in range(12)]
        bits = [self.bit_of[card] for card in plays[: asks.cards_played]]
        for first in range(0, len(bits) - 2, 3):
            trick, last = bits[first : first + 3], (leader + 2) % 3
            if world[last] != asks.cards[last] and self._is_odd(own[last], trick, leader):
                fits >>= _ODD
            best = 1 if self.beats(trick[1], trick[0]) else 0
            best = 2 if self.beats(trick[2], trick[best]) else best
            for at, bit in enumerate(trick):
                own[(leader + at) % 3] &= ~(1 << bit)
            leader = (leader + best) % 3
        return fits or 1

    def _is_odd(self, own: int, trick: Sequence[int], leader: int) -> bool:
        """Whether the last card of a trick is odd for a hand.

        Points for the enemy that need not be, no ten for the own side, or a rich trick left to the
        enemy.
        """
        point, (first, second, bit) = self.point, trick
        best = 1 if self.beats(second, first) else 0
        ours = (not (leader + best) % 3) == (not (leader + 2) % 3)
        legal = [*each_of(own & self.same[first] or own)]
        if ours:
            free = [other for other in legal if not self.trumps >> other & 1]
            tens = [other for other in free if point[other] == _TEN and not own >> other - 1 & 1]
            return bool(tens) and point[bit] < _TEN
        if self.beats(bit, trick[best]):
            return False
        rich = point[first] + point[second] >= _TEN
        beaten = rich and any(self.beats(other, trick[best]) for other in legal)
        return beaten or (point[bit] >= _TEN and any(point[other] < _TEN // 2 for other in legal))

    def _declarer_fits(self, cards: Cards, laid: Cards) -> int:
        asks, kind = self.asks, KINDS[self.asks.kind]
        points = UNSEEN if asks.hand_game else points_of(laid)
        strong = strength(cards, kind, leads=asks.forehand == 0, laid=points)
        fits = chance(2 * (strong - _SURE))
        if asks.kind == NULL:
            return fits
        value = base_of(kind) * (abs(matadors((*cards, *laid), kind)) + 1 + asks.hand_game)
        return fits if value < asks.bid else _FITS * fits

    def _dealt(self) -> _World | None:
        """Give the unseen cards out, those first that fewest may hold."""
        world = [*self.asks.cards]
        free = [
            size - cards.bit_count() for size, cards in zip(self.asks.sizes, world, strict=True)
        ]
        holders = {
            card: [at for at in range(_SKAT + 1) if self.may[at] >> card & 1]
            for card in each_of(self.asks.unseen)
        }
        for card in sorted(holders, key=lambda card: len(holders[card])):
            every = sum([free[at] for at in holders[card]])
            if not every:
                return None
            drawn = self._below(every)
            for at in holders[card]:
                if drawn < free[at]:
                    world[at] |= 1 << card
                    free[at] -= 1
                    break
                drawn -= free[at]
        return world

    def _sampled(self) -> _World | None:
        """One of some worlds, each as likely as it fits."""
        chosen: _World | None = None
        found = total = 0
        most = _CANDIDATES if self.asks.unseen else 1
        for _ in range(_TRIES):
            if found == most:
                break
            self.count()
            world = self._dealt()
            if world is None:
                continue
            fits = self._fit(world)
            found += 1
            total += fits
            if self._below(total) < fits:
                chosen = world
        if found or self.may[_SKAT] == self.asks.unseen:
            return chosen
        self.may = (*self.may[:_SKAT], self.asks.unseen)
        return self._sampled()

    def _worlds(self) -> Iterator[_World]:
        for _ in range(_WORLDS if self.asks.unseen else 1):
            world = self._sampled()
            if world is None:
                return
            yield world

    # --- The decision ---------------------------------------------------------------------------

    def _set_levels(self) -> None:
        fine = self.asks.cards[self.asks.player].bit_count() <= _FINE
        levels = _EXACT if fine else _COARSE
        self.alike = int(not fine)
        self.needs = [need for need, _ in levels]
        self.gains = [gain + _WINNING * (need == self.asks.won) for need, gain in levels]
        if self.null:
            self.needs, self.gains = [1], [_TOTAL]

    def _reached(self, bit: int, had: int, rest: int, guess: int) -> int:
        """The number of levels that the declarer reaches after a card."""
        asks, needs = self.asks, self.needs
        low, high, trick = 0, len(needs), tuple([self.bit_of[card] for card in asks.trick])
        leader = (asks.player - len(trick)) % 3
        while low < high:
            test = low if guess == low else (low + high) // 2
            test = guess - 1 if low < guess <= high else test
            value = had + self.played(leader, trick, bit, needs[test] - had, rest)
            if value >= needs[test]:
                while low <= test or (low < high and value >= needs[low]):
                    low += 1
            else:
                while high > test or (high > low and value < needs[high - 1]):
                    high -= 1
        return low

    def _weigh_cards(self, values: list[int]) -> Iterator[list[int]]:
        """The cards after each world, the best first; after 4, 8 … the better half is left."""
        asks, guess = self.asks, 0
        self.set_game(asks.kind)
        self._set_levels()
        left, out = [*range(asks.count)], list[int]()
        seen, sums = [0] * asks.count, [0] * asks.count
        for worlds, world in enumerate(self._worlds(), start=1):
            found, guess = self._weighed(world, left, guess)
            for at, value in zip(left, found, strict=True):
                sums[at] += value
                seen[at] = worlds
            left.sort(key=lambda at: -sums[at])
            if worlds >= _FIRST_CUT and not worlds & worlds - 1 and len(left) > _FEWEST:
                kept = (len(left) + 1) // 2
                left, out = left[:kept], left[kept:] + out
            values[:] = sums
            for at in out:  # they keep their average, but no more than the best
                average = (sums[at] + _TOTAL * seen[at]) * worlds // seen[at] - _TOTAL * worlds
                values[at] = min(average, sums[left[0]])
            yield left + out

    def _weighed(self, world: _World, left: list[int], guess: int) -> tuple[list[int], int]:
        """The values of the cards that are left in a world, and where to begin the next search."""
        asks, had, rest, found = self.asks, 0, 1, dict[int, int]()
        self.hands = [self.bits_of(cards) for cards in world[:_SKAT]]
        if not self.null:
            had = asks.taken + points_of(_known(world[_SKAT]))
            rest = sum([points_of(_known(cards)) for cards in world[:_SKAT]])
            rest += sum([POINTS[card & 7] for card in asks.trick])
        bits = [self.bit_of[card] for card in asks.moves[: asks.count]]
        searched = self._different(bits)
        bits = [max([each for each in searched if each <= bits[at]]) for at in left]
        for bit in dict.fromkeys(bits):
            guess = self._reached(bit, had, rest, guess)
            value = sum(self.gains[:guess]) - _TOTAL // 2
            found[bit] = -value if asks.player else value
        return [found[bit] for bit in bits], guess

    def _different(self, bits: list[int]) -> list[int]:
        """The cards that do not come to the same as a higher one."""
        hands, trick = self.hands, [self.bit_of[card] for card in self.asks.trick]
        others = (hands[0] | hands[1] | hands[2]) ^ hands[self.asks.player]
        legal = sum([1 << bit for bit in bits])
        return self.choices(legal, others | sum([1 << bit for bit in trick]))

    def _brings(self, world: _World, move: Sequence[int]) -> int:
        """The value of a contract in a world."""
        laid, kind = world[_SKAT] | move[0] & 0xFFFFFFFF, move[0] >> 32
        self.set_game(kind)
        hands = [world[0] & ~laid, world[1], world[2]]
        self.hands = [self.bits_of(cards) for cards in hands]
        need, rest = 1, 1
        if not self.null:
            need = move[1] - points_of(_known(laid))
            rest = sum([points_of(_known(cards)) for cards in hands])
        return move[2] if self.lead(self.asks.forehand, need, rest) >= need else -move[3]

    def _weigh_contracts(self, values: list[int]) -> Iterator[list[int]]:
        """The contracts that are left after each world, the best first."""
        given, size = self.asks.moves, CONTRACT_WORDS
        moves = [given[at * size : (at + 1) * size] for at in range(self.asks.count)]
        order = [*range(self.asks.count)]
        values[:] = [signed(move[4]) for move in moves]
        for worlds, world in enumerate(self._worlds(), start=1):
            found = [self._brings(world, moves[at]) for at in order]
            for at, value in zip(order, found, strict=True):
                values[at] += value
            order.sort(key=lambda at: -values[at])
            if worlds > 1 and not worlds & worlds - 1 and len(order) > _FEWEST:
                del order[(len(order) + 1) // 2 :]
            yield order

    def _weigh_bid(self, values: list[int]) -> Iterator[list[int]]:
        """The values of passing and bidding with each two cards in the skat."""
        asks, leads = self.asks, self.asks.forehand == 0
        suit, grand, null, ouvert, bonus, passing, thin = asks.moves[:7]
        odds = Odds(suit, grand, null, ouvert, thin)
        for skat in combinations(_known(asks.unseen), 2):
            twelve = (*_known(asks.cards[0]), *skat)
            best = _LEAST
            for laid in combinations(twelve, 2):
                self.count()
                ten = without(twelve, laid)
                for plan in after(ten, laid, leads=leads):
                    covered = estimated(plan, odds, ten, bid=asks.bid)
                    if covered is not None:
                        best = max(best, gain(covered, bonus=bonus))
            values[0] += signed(passing)
            values[1] += best
            yield [0, 1]

    def decide(self) -> tuple[int, ...]:
        """The words of the answer."""
        asks, worlds, cut = self.asks, 0, False
        values, order = [0] * asks.count, [*range(asks.count)]
        moves = [*asks.moves[: asks.count]] if asks.kind < NO_BID else order
        weigh = {NO_BID: self._weigh_bid, NO_GAME: self._weigh_contracts}
        try:
            for order in weigh.get(asks.kind, self._weigh_cards)(values):  # noqa: B007 - the last
                worlds += 1
        except SolverOutOfBudget:
            cut = True
        best = max(order, key=lambda at: values[at])
        pairs = [(moves[at], values[at]) for at in order]
        return answer(moves[best], worlds, self.positions, cut=cut, values=pairs)


def _known(cards: int) -> Cards:
    return tuple([_CARDS[card] for card in each_of(cards)])


def _limit(cards: Cards, leads: bool) -> int:  # noqa: FBT001
    """The highest value at which `medium` would play with ten cards and the skat."""
    plans = before(cards, leads=leads)
    return max((plan.value for plan in plans if plan.gain(Options()) > WORTH), default=0)


def decide(question: Sequence[int]) -> tuple[int, ...]:
    """The words of the answer that the core gives to a question."""
    return _Search(question).decide()
