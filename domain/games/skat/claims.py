"""Claims: check by exact search, with all cards known, whether one holds against any defence (K30).

The order of the search and its limit are part of the rules' version: a verifier must reach the
recorded result of a claim again.
"""

from typing import Final, NamedTuple, TypeAlias

from domain.games.skat.cards import FOLLOWS, NULL, STRENGTH, Kind, taker
from domain.games.skat.model import PLAYERS, Finding
from domain.games.skat.phases import Playing, State
from domain.kernel.cards import Card, Cards

NODES: Final = 20_000
"""The maximum number of positions to search; beyond them the result is unknown."""

_Hands: TypeAlias = tuple[frozenset[Card], ...]


class _Exhausted(Exception):
    """The search has come to its limit."""


class _Place(NamedTuple):
    """The cards in the hands, from forehand on, and the trick that is on."""

    hands: _Hands
    leader: int
    trick: Cards = ()


def judge(play: Playing, state: State) -> Finding:
    """Whether the declarer takes every remaining trick (none, in a null game) against any defence.

    Args:
        play: The play, with the trick that is on.
        state: The full state: all hands are known.
    """
    players = state.players
    place = _Place(
        tuple(frozenset(state.hands[seat]) for seat in players),
        players.index(play.leader),
        play.trick,
    )
    search = _Search(play, players.index(play.declarer))
    try:
        return "proved" if search.holds(place) else "refuted"
    except _Exhausted:
        return "unknown"


class _Search:
    """One claim: what has been found, and how many positions were looked at."""

    def __init__(self, play: Playing, declarer: int) -> None:
        self.kind: Kind = play.contract.kind
        self.declarer = declarer
        self.follows, self.strength = FOLLOWS[self.kind], STRENGTH[self.kind]
        self.known: dict[_Place, bool] = {}
        self.nodes = 0

    def holds(self, place: _Place) -> bool:
        """Whether the claim holds from here: by one card of the declarer, against all of theirs."""
        if (known := self.known.get(place)) is not None:
            return known
        self.nodes += 1
        if self.nodes > NODES:
            raise _Exhausted
        if len(place.trick) == PLAYERS:
            held = self._trick_holds(place)
        else:
            player = (place.leader + len(place.trick)) % PLAYERS
            after = (self._with(place, player, card) for card in self._cards(place, player))
            quantified = any if player == self.declarer else all
            held = not any(place.hands) or quantified(map(self.holds, after))
        self.known[place] = held
        return held

    def _trick_holds(self, place: _Place) -> bool:
        took = (place.leader + taker(place.trick, self.kind)) % PLAYERS
        as_claimed = (took == self.declarer) != (self.kind == NULL)
        return as_claimed and self.holds(_Place(place.hands, took))

    def _with(self, place: _Place, player: int, card: Card) -> _Place:
        hands = list(place.hands)
        hands[player] = hands[player] - {card}
        return _Place(tuple(hands), place.leader, (*place.trick, card))

    def _cards(self, place: _Place, player: int) -> Cards:
        """The legal cards, the highest first; of those that touch, the highest alone.

        Cards touch when no card of another hand, or of the trick, lies between them: whichever is
        played, the same tricks are won.
        """
        hand = place.hands[player]
        if place.trick:
            required_suit = self.follows[place.trick[0]]
            hand = frozenset(card for card in hand if self.follows[card] == required_suit) or hand
        others = {
            card for other in place.hands for card in other if other is not place.hands[player]
        }
        others.update(place.trick)
        kept: list[Card] = []
        for card in sorted(hand, key=self._order, reverse=True):
            if not (kept and self._touch(kept[-1], card, others)):
                kept.append(card)
        return tuple(kept)

    def _order(self, card: Card) -> tuple[str, int]:
        return self.follows[card], self.strength[card]

    def _touch(self, higher: Card, lower: Card, others: set[Card]) -> bool:
        if self.follows[higher] != self.follows[lower]:
            return False
        low, high, follows = self.strength[lower], self.strength[higher], self.follows[lower]
        return not any(
            self.follows[card] == follows and low < self.strength[card] < high for card in others
        )
