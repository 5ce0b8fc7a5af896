"""The medium bot of Goat as it was first written: card by card, on states that moves make.

Records name `medium/1`, so the policy must decide like this for ever, however it is written.
"""

from collections.abc import Iterable
from typing import cast

from domain.games.goat.bot import (
    AGAIN,
    FIRST_TRICK,
    LEAD,
    PASS_BONUS,
    POWER,
    RISK,
    THRESHOLDS,
)
from domain.games.goat.model import SEATS, SIDES, Laid, Lay, State
from domain.games.goat.rules import STRENGTH, beats, clockwise, evolve, next_seat, side_of
from domain.games.goat.scoring import POINTS, points_of
from domain.kernel.cards import PACK_36, UNKNOWN, Card, Cards, Suit
from domain.kernel.chance import pick
from domain.kernel.event import Event, Seat
from domain.kernel.odds import CERTAIN, Rings, odds
from domain.kernel.policy import Numbers, Sight


class Mind:
    """The knowledge of a seat about the cards, and its estimates."""

    def __init__(self, seat: Seat, state: State) -> None:
        self.state = state
        self.trump: Suit = cast("Suit", state.trump)
        self.side = side_of(seat)
        self.enemies = SIDES[1 - self.side]
        laid = (each.cards for each in state.laid)
        seen = {
            card for cards in (*state.hands, *laid, *state.piles, state.stock) for card in cards
        }
        self.unseen = tuple(card for card in PACK_36 if card not in seen)
        self.average = 1000 * points_of(self.unseen) // max(len(self.unseen), 1)
        self.have = tuple(map(self.count, state.piles))
        self.beaters: dict[Card, int] = {}
        self.chances: dict[tuple[Laid, int], int] = {}

    def count(self, cards: Iterable[Card]) -> int:
        """The points of cards; an unknown one counts as the average of the unseen ones."""
        return sum(self.average if card == UNKNOWN else 1000 * POINTS[card] for card in cards)

    def worth(self, after: State) -> int:
        """The expected value of a table's trick for this side."""
        if after.best is None:
            return 0
        laid = sum(self.count(each.cards) for each in after.laid)
        to_come = (SEATS - len(after.laid)) * len(after.best.cards) * self.average
        stakes = laid + to_come + self.bonus(laid + to_come) + LEAD
        return (2 * self.wins(after) - CERTAIN) * stakes // CERTAIN

    def bonus(self, points: int) -> int:
        """The value of taking a trick of so many points, besides these points (G17)."""
        first = FIRST_TRICK * self.state.tricks.count(0)
        passed = sum(have < least <= have + points for have in self.have for least in THRESHOLDS)
        return first + PASS_BONUS * passed

    def wins(self, after: State) -> int:
        """The chance, in thousandths, that this side takes the trick if all beat that can."""
        best = cast("Laid", after.best)
        place = best, len(after.laid)
        if place not in self.chances:
            self.chances[place] = self._wins(after, best)
        return self.chances[place]

    def _wins(self, after: State, best: Laid) -> int:
        ours = CERTAIN if side_of(best.seat) == self.side else 0
        left = SEATS - len(after.laid)
        for seat in clockwise(next_seat(after.laid[-1].seat))[:left]:
            chance = self.can_beat(after.hands[seat], best.cards)
            if side_of(seat) == side_of(best.seat):
                chance = chance * AGAIN // CERTAIN
            if side_of(seat) == self.side:
                ours += (CERTAIN - ours) * chance // CERTAIN
            else:
                ours -= ours * chance // CERTAIN
        return ours

    def can_beat(self, hand: Cards, best: Cards) -> int:
        """The chance that a hand holds a set that beats the best one (G10), in thousandths."""
        if len(hand) < len(best):
            return 0
        rings = self.rings(hand, best)
        others = len(self.unseen) - sum(free for _, free in rings)
        return odds(rings, others=others, hidden=hand.count(UNKNOWN))

    def rings(self, hand: Cards, best: Cards) -> Rings:
        """The cards that beat the strongest of a set, those that beat but the next, and so on."""
        rings: list[tuple[int, int]] = []
        held = free = 0
        for card in sorted(best, key=STRENGTH[self.trump].__getitem__, reverse=True):
            all_held = sum(beats(mine, card, self.trump) for mine in hand if mine != UNKNOWN)
            all_free = self.beating(card)
            rings.append((all_held - held, all_free - free))
            held, free = all_held, all_free
        return tuple(rings)

    def beating(self, card: Card) -> int:
        """How many unseen cards beat a card."""
        if card not in self.beaters:
            self.beaters[card] = sum(beats(other, card, self.trump) for other in self.unseen)
        return self.beaters[card]

    def keep(self, card: Card) -> int:
        """The value of keeping a card in the hand: its expected gain when it leads a trick."""
        stands = CERTAIN
        for seat in self.enemies:
            stands -= stands * self.can_beat(self.state.hands[seat], (card,)) // CERTAIN
        own = 1000 * POINTS[card]
        return (stands * (POWER + own) - (CERTAIN - stands) * own * RISK // CERTAIN) // CERTAIN


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """The move that is worth most; among equals, any."""
    state = cast("State", sight.view)
    mind = Mind(sight.seat, state)
    kept = {card: mind.keep(card) for card in state.hands[sight.seat]}
    worth: list[tuple[int, Event | None]] = []
    for move in cast("tuple[Lay, ...]", sight.legal):
        spent = sum(kept[card] for card in move.cards)
        worth.append((mind.worth(evolve(state, move)) - spent, move))
    if sight.may_wait:
        worth.append((mind.worth(state), None))
    most = max(value for value, _ in worth)
    return pick([move for value, move in worth if value == most], numbers)
