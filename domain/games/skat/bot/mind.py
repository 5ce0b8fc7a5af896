"""The knowledge of a seat: cards seen, possible hands of the others, and chances to take a trick.

Chances are in thousandths, points in thousandths of a card point. Whole numbers throughout.
"""

from collections.abc import Iterable
from typing import Final, cast

from domain.games.skat.cards import FOLLOWS, NULL, POINTS, STRENGTH, TRUMP, Kind, taker
from domain.games.skat.model import PLAYERS
from domain.games.skat.phases import Playing, State
from domain.games.skat.play import next_player
from domain.kernel.cards import PACK_32, UNKNOWN, Card, Cards
from domain.kernel.event import Seat
from domain.kernel.odds import CERTAIN, odds

POINT: Final = 1000
"""A card point."""


class Mind:
    """The knowledge of a player, and the probabilities that follow from it."""

    def __init__(self, seat: Seat, state: State) -> None:
        self.seat, self.state = seat, state
        self.play = cast("Playing", state.phase)
        self.kind: Kind = self.play.contract.kind
        self.follows, self.strength = FOLLOWS[self.kind], STRENGTH[self.kind]
        self.hand = state.hands[seat]
        self.declarer = self.play.declarer
        self.declares = seat == self.declarer
        """Whether it is the declarer."""
        seen = {*self.play.piles[0], *self.play.piles[1], *self.play.trick, *state.skat}
        seen.update(*state.hands)
        self.unseen = tuple(card for card in PACK_32 if card not in seen)
        self.lacks: dict[Seat, set[str]] = {player: set() for player in state.players}
        """The suits, or trumps, that each player was to follow and could not (K16)."""
        self._remember()
        self.pools = {player: self._pool(player) for player in state.players if player != seat}
        """The cards that each of the others may hold."""

    def _remember(self) -> None:
        """Go through the tricks again, as they were played."""
        piles = [iter(pile) for pile in self.play.piles]
        leader = self.state.players[0]
        for took in self.play.takers:
            pile = piles[0 if took == self.declarer else 1]
            self._watch(leader, tuple(next(pile) for _ in range(PLAYERS)))
            leader = took
        self._watch(self.play.leader, self.play.trick)

    def _watch(self, leader: Seat, trick: Cards) -> None:
        for steps, card in enumerate(trick):
            if self.follows[card] != self.follows[trick[0]]:
                self.lacks[self.player(leader, steps)].add(self.follows[trick[0]])

    def _pool(self, player: Seat) -> Cards:
        hand = self.state.hands[player]
        if UNKNOWN not in hand:
            return hand
        return tuple(card for card in self.unseen if self.follows[card] not in self.lacks[player])

    def player(self, seat: Seat, steps: int) -> Seat:
        """The player who sits so many places to the left."""
        return next_player(self.state.players, seat, steps)

    def with_me(self, player: Seat) -> bool:
        """Whether a player is on the own side."""
        return (player == self.declarer) == self.declares

    @property
    def to_come(self) -> tuple[Seat, ...]:
        """The players who follow in this trick after the seat, which is on turn."""
        left = PLAYERS - 1 - len(self.play.trick)
        return tuple(self.player(self.seat, steps) for steps in range(1, left + 1))

    @property
    def helpless(self) -> bool:
        """Whether a defender knows that their own hand can no longer take a trick."""
        if self.kind == NULL or self.play.trick:
            return False
        return not any(
            self.follows[card] == TRUMP
            or any(self.is_lower(other, card) for pool in self.pools.values() for other in pool)
            for card in self.hand
        )

    def is_lower(self, card: Card, other: Card) -> bool:
        """Whether a card follows the same as another one, and is lower."""
        follows, strength = self.follows, self.strength
        return follows[card] == follows[other] and strength[card] < strength[other]

    # --- Chances --------------------------------------------------------------------------------

    def holds(self, player: Seat, wanted: Iterable[Card]) -> int:
        """The chance that another player holds one of these cards."""
        pool = self.pools[player]
        return one_of(len(set(wanted).intersection(pool)), len(pool), self.size(player))

    def size(self, player: Seat) -> int:
        """How many cards a player has in hand."""
        return len(self.state.hands[player])

    def beats(self, player: Seat, best: Card, led: str) -> int:
        """The chance that another player can beat the best card of a trick, by the suit led."""
        follows, strength = self.follows, self.strength
        pool, size = self.pools[player], self.size(player)
        same = [card for card in pool if follows[card] == led]
        best_follows = follows[best]
        higher = sum(strength[card] > strength[best] for card in same) if best_follows == led else 0
        chance = one_of(higher, len(pool), size)
        rest = len(pool) - len(same)
        if led == TRUMP or self.kind == NULL or rest < size:
            return chance
        trumps = sum(
            follows[card] == TRUMP and (best_follows != TRUMP or strength[card] > strength[best])
            for card in pool
        )
        lacks = CERTAIN - one_of(len(same), len(pool), size)
        return chance + lacks * one_of(trumps, rest, size) // CERTAIN

    def ours(self, trick: Cards) -> int:
        """The chance that the own side takes a trick whose last card so far is the seat's."""
        place = taker(trick, self.kind)
        best, owner = trick[place], self.player(self.play.leader, place)
        chance = CERTAIN if self.with_me(owner) else 0
        for player in self.to_come:
            beats = self.beats(player, best, self.follows[trick[0]])
            if self.with_me(player):
                chance += (CERTAIN - chance) * beats // CERTAIN
            else:
                chance -= chance * beats // CERTAIN
        return chance

    def stands(self, card: Card) -> int:
        """The chance that a card takes the trick that it leads, against all players."""
        chance = CERTAIN
        for player in self.pools:
            if not self.with_me(player):
                beats = self.beats(player, card, self.follows[card])
                chance -= chance * beats // CERTAIN
        return chance


def one_of(wanted: int, pool: int, size: int) -> int:
    """The chance that one of the wanted cards is among so many, drawn from a pool."""
    return odds(((0, wanted),), others=pool - wanted, hidden=size)


def worth(cards: Iterable[Card]) -> int:
    """The points of cards, in thousandths of a point (K1)."""
    return POINT * sum(POINTS[card] for card in cards)
