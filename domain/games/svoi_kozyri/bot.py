"""The medium bot of Svoi Kozyri: it gives weak cards away, and makes the opponent take.

The pack is dealt out, so a player who knows their own hand and the pile knows the other hand too.
The value of a move is its effect on the two hands, and the expected effect of the answer to it.
"""

from typing import Final, cast

from domain.games.svoi_kozyri.model import Beaten, Led, State, TrumpChosen, Yielded, opponent
from domain.games.svoi_kozyri.rules import RANK, beats, consequence, evolve, played, take_size
from domain.kernel.cards import PACK_36, Card, Cards, Suit
from domain.kernel.chance import pick
from domain.kernel.event import Event, Seat
from domain.kernel.policy import MEDIUM, Numbers, Policy, Sight, by_move

AT_ONCE: Final = 2
"""The number of cards that a beating player gets rid of (S7)."""
CARD: Final = 1000
"""The cost of holding a useless card."""
RANK_EASES: Final = 60
"""The reduction for every rank, and for every rank that an own trump is above other suits."""
TRUMP_EASES: Final = 9 * RANK_EASES
FREED: Final = 1000
"""The cost of letting the opponent get rid of two cards."""
LOST: Final = 100_000
"""The cost of letting the opponent win."""


class Mind:
    """Both hands, and their value to each player."""

    def __init__(self, seat: Seat, state: State) -> None:
        self.state = state
        self.mine = state.hands[seat]
        self.own: Suit | None = state.trumps[seat]
        self.others: Suit | None = state.trumps[opponent(seat)]
        seen = {*self.mine, *state.pile}
        self.theirs = tuple(card for card in PACK_36 if card not in seen)
        self.answers: dict[Card, tuple[Card, ...]] = {}

    def worth(self, move: Event) -> int:
        """The value of a move."""
        if isinstance(move, Yielded):
            return self._take()
        laid = played(cast("Led | Beaten", move))
        eased = sum(burden(card, self.own) for card in laid)
        if len(laid) == len(self.mine):
            return LOST if not self._draws(laid[-1]) else 0
        return eased + self._answer(self.state.pile + laid)

    def _take(self) -> int:
        pile = self.state.pile
        size = take_size(pile, self.own)
        costs = sum(burden(card, self.own) for card in pile[-size:])
        return self._answer(pile[:-size]) - costs

    def _draws(self, top: Card) -> bool:
        """Whether the other one's last card beats my last one (S11)."""
        return len(self.theirs) == 1 and bool(self.beaters(top))

    def _answer(self, pile: Cards) -> int:
        """The expected gain from the opponent's answer to a pile."""
        if not pile:
            return -LOST if len(self.theirs) == 1 else -FREED
        beaters = self.beaters(pile[-1])
        if not beaters:
            taken = pile[-take_size(pile, self.others) :]
            return sum(burden(card, self.others) for card in taken)
        if len(self.theirs) <= AT_ONCE:
            return -LOST
        return -FREED - max(burden(card, self.others) for card in beaters)

    def beaters(self, top: Card) -> tuple[Card, ...]:
        """The other one's cards that beat a top card."""
        if top not in self.answers:
            self.answers[top] = tuple(c for c in self.theirs if beats(c, top, self.others))
        return self.answers[top]


def burden(card: Card, own: Suit | None) -> int:
    """The cost of a card in a hand with these own trumps."""
    return CARD - RANK_EASES * RANK[card] - (TRUMP_EASES if card[1] == own else 0)


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """The move that is worth most and brings up no position again; among equals, any."""
    state = cast("State", sight.view)
    if isinstance(sight.legal[0], TrumpChosen):
        return pick(sight.legal, numbers)
    mind = Mind(sight.seat, state)
    worth: dict[int, list[Event]] = {}
    for move in sight.legal:
        worth.setdefault(mind.worth(move), []).append(move)
    for most in sorted(worth, reverse=True):
        fresh = [move for move in worth[most] if not comes_again(state, move)]
        if fresh:
            return pick(fresh, numbers)
    return pick(worth[max(worth)], numbers)


def comes_again(state: State, move: Event) -> bool:
    """Whether a move brings up a position that has been (S12)."""
    after = evolve(state, move)
    if after.taking:
        after = evolve(after, cast("Event", consequence(after)))
    return after.positions.last in state.positions


POLICY: Final = Policy(MEDIUM, 1, by_move(choose))
