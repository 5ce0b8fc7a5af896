"""The medium bot of Goat: a yard player who remembers the cards already seen.

The value of a move is the expected gain from its trick, minus the value of its cards in the hand.
All values are in thousandths of a card point, as whole numbers.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Final, NamedTuple, cast

from domain.games.goat.model import SEATS, SIDES, Discarded, Laid, Lay, Pulled, State
from domain.games.goat.rules import STRENGTH, beats, clockwise, evolve, next_seat, side_of
from domain.games.goat.scoring import HALF, POINTS, SAVED
from domain.kernel.cards import PACK_36, SUITS, UNKNOWN, Card, Cards, Hands, Suit
from domain.kernel.chance import pick
from domain.kernel.event import Event, Seat
from domain.kernel.odds import CERTAIN, Rings, odds
from domain.kernel.policy import MEDIUM, Numbers, Policy, Sight, by_move

LEAD: Final = 5_000
"""The value of taking the trick and leading the next one."""
POWER: Final = 9_000
"""The value of an unbeatable card in the hand, besides its own points."""
RISK: Final = 300
"""The part, in thousandths, of its points that a card loses in the hand if it can be beaten."""
FIRST_TRICK: Final = 10_000
"""The value to a side of its first trick, and to the other side of preventing it (G17)."""
PASS_BONUS: Final = 4_000
"""The value of passing 30 or 60 points, and of keeping the other side from it (G17)."""
THRESHOLDS: Final = (1000 * SAVED, 1000 * (HALF + 1))
AGAIN: Final = 800
"""Chance, in thousandths, that a player who can beat the own side's set also beats its winner."""

_PACK: Final = frozenset(PACK_36)
_POINTS: Final[dict[Card, int]] = {card: 1000 * points for card, points in POINTS.items()}
_BIT: Final[dict[Card, int]] = {UNKNOWN: 0, **{card: 1 << at for at, card in enumerate(PACK_36)}}


def _bits(cards: Iterable[Card]) -> int:
    """A set of cards as a number, with a bit for each; unknown cards have none."""
    return sum(map(_BIT.__getitem__, cards))


_BEATERS: Final[dict[Suit, dict[Card, int]]] = {
    trump: {
        card: _bits(other for other in PACK_36 if beats(other, card, trump)) for card in PACK_36
    }
    for trump in SUITS
}
"""The cards that beat a card (G4), as a number, by the trump suit."""


class Trick(NamedTuple):
    """A trick as it is, or as a move would make it."""

    best: Laid | None
    laid: int
    """How many seats have laid cards."""
    points: int
    """The points of the cards laid."""
    next: Seat
    """The seat to the left of the last one that has laid cards."""
    hands: Hands
    """Of the seats that have yet to lay cards, at least."""


class Mind:
    """The knowledge of a seat about the cards, and its estimates."""

    def __init__(self, seat: Seat, state: State) -> None:
        self.state = state
        self.side = side_of(seat)
        self.enemies = SIDES[1 - self.side]
        laid = (each.cards for each in state.laid)
        unseen = _PACK.difference(*state.hands, *laid, *state.piles, state.stock)
        self.unseen, self.count_unseen = _bits(unseen), len(unseen)
        self.average = sum(map(_POINTS.__getitem__, unseen)) // max(len(unseen), 1)
        self.points = {**_POINTS, UNKNOWN: self.average}
        self.beaters = _BEATERS[cast("Suit", state.trump)]
        self.first = FIRST_TRICK * state.tricks.count(0)
        have = tuple(map(self.count, state.piles))
        gaps = (least - points for points in have for least in THRESHOLDS)
        self.gaps = tuple(gap for gap in gaps if gap > 0)
        self.chances: dict[tuple[Laid, int], int] = {}

    def count(self, cards: Iterable[Card]) -> int:
        """The points of cards; an unknown one counts as the average of the unseen ones."""
        return sum(map(self.points.__getitem__, cards))

    @cached_property
    def trick(self) -> Trick:
        """The trick as it is; the seat on the left of the last one matters once cards are laid."""
        state = self.state
        points = sum(self.count(each.cards) for each in state.laid)
        last = state.laid[-1].seat if state.laid else 0
        return Trick(state.best, len(state.laid), points, next_seat(last), state.hands)

    def after(self, move: Lay) -> Trick:
        """The trick after a move of this seat."""
        before, points = self.trick, self.count(move.cards)
        if isinstance(move, Pulled):
            hands = evolve(self.state, move).hands
            laid = Laid(move.seat, move.cards, face_up=True)
            return Trick(laid, 1, points, next_seat(move.seat), hands)
        best = before.best
        if not isinstance(move, Discarded):
            best = Laid(move.seat, move.cards, face_up=True)
        points += before.points
        return Trick(best, before.laid + 1, points, next_seat(move.seat), before.hands)

    def worth(self, trick: Trick) -> int:
        """The expected value of a table's trick for this side."""
        if trick.best is None:
            return 0
        to_come = (SEATS - trick.laid) * len(trick.best.cards) * self.average
        points = trick.points + to_come
        stakes = points + self.bonus(points) + LEAD
        return (2 * self.wins(trick, trick.best) - CERTAIN) * stakes // CERTAIN

    def bonus(self, points: int) -> int:
        """The value of taking a trick of so many points, besides these points (G17)."""
        return self.first + PASS_BONUS * sum(gap <= points for gap in self.gaps)

    def wins(self, trick: Trick, best: Laid) -> int:
        """The chance, in thousandths, that this side takes the trick if all beat that can."""
        place = best, trick.laid
        if place not in self.chances:
            self.chances[place] = self._wins(trick, best)
        return self.chances[place]

    def _wins(self, trick: Trick, best: Laid) -> int:
        winner = side_of(best.seat)
        ours = CERTAIN if winner == self.side else 0
        for seat in clockwise(trick.next)[: SEATS - trick.laid]:
            side, chance = side_of(seat), self.can_beat(trick.hands[seat], best.cards)
            if side == winner:
                chance = chance * AGAIN // CERTAIN
            if side == self.side:
                ours += (CERTAIN - ours) * chance // CERTAIN
            else:
                ours -= ours * chance // CERTAIN
        return ours

    def can_beat(self, hand: Cards, best: Cards) -> int:
        """The chance that a hand holds a set that beats the best one (G10), in thousandths."""
        if len(hand) < len(best):
            return 0
        rings, beating = self.rings(_bits(hand), best)
        return odds(rings, others=self.count_unseen - beating, hidden=hand.count(UNKNOWN))

    def rings(self, hand: int, best: Cards) -> tuple[Rings, int]:
        """The cards that beat the strongest of a set, those that beat but the next, and so on.

        Returns:
            The rings, and how many unseen cards are in one of them.
        """
        rings: list[tuple[int, int]] = []
        held = free = 0
        if len(best) > 1:
            strength = STRENGTH[cast("Suit", self.state.trump)].__getitem__
            best = tuple(sorted(best, key=strength, reverse=True))
        for card in best:
            beaters = self.beaters[card]
            all_held, all_free = (hand & beaters).bit_count(), (self.unseen & beaters).bit_count()
            rings.append((all_held - held, all_free - free))
            held, free = all_held, all_free
        return tuple(rings), free

    def keep(self, card: Card) -> int:
        """The value of keeping a card in the hand: its expected gain when it leads a trick."""
        stands = CERTAIN
        for seat in self.enemies:
            stands -= stands * self.can_beat(self.state.hands[seat], (card,)) // CERTAIN
        own = self.points[card]
        return (stands * (POWER + own) - (CERTAIN - stands) * own * RISK // CERTAIN) // CERTAIN


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """The move that is worth most; among equals, any."""
    legal = cast("tuple[Lay, ...]", sight.legal)
    if len(legal) == 1 and not sight.may_wait:
        return legal[0]
    state = cast("State", sight.view)
    mind = Mind(sight.seat, state)
    kept = {card: mind.keep(card) for card in state.hands[sight.seat]}
    worth: list[tuple[int, Event | None]] = []
    for move in legal:
        spent = sum(map(kept.__getitem__, move.cards))
        worth.append((mind.worth(mind.after(move)) - spent, move))
    if sight.may_wait:
        worth.append((mind.worth(mind.trick), None))
    most = max(value for value, _ in worth)
    return pick([move for value, move in worth if value == most], numbers)


POLICY: Final = Policy(MEDIUM, 1, by_move(choose))
