"""The medium bot of Durak: it plays its cheapest card, and keeps its trumps while there is a stock.

It has no memory: it considers its hand, the table and the public numbers of cards.
"""

from typing import Final, cast

from domain.games.durak.model import Attacked, Beaten, Move, State
from domain.games.durak.rules import RANK, on_table
from domain.kernel.cards import Card
from domain.kernel.chance import pick
from domain.kernel.event import Event
from domain.kernel.policy import MEDIUM, Numbers, Policy, Sight, by_move

TRUMP: Final = 9
"""The value of a trump over another card of its rank, in ranks."""
TWIN: Final = 2
"""The discount, in ranks, for leading a card if another of its rank could follow it."""
ADDED: Final = 5
"""The price of the dearest card, a jack, that is added to a bout while there is a stock."""
SPENT: Final = 11
"""The price of the dearest card, an eight of trumps, that beats a lone card early in a deal."""
LATE: Final = 6
"""The size at which a stock is soon drawn; from here on any card may be spent on beating."""
LAST: Final = 2
"""The hand size up to which trumps are added too, once the stock is empty."""


def choose(sight: Sight, numbers: Numbers) -> Event | None:
    """Attack, add or answer with the cheapest card that will do; among equals, any."""
    state = cast("State", sight.view)
    moves = cast("tuple[Move, ...]", sight.legal)
    playing = [move for move in moves if isinstance(move, Attacked | Beaten)]
    saying = [move for move in moves if not isinstance(move, Attacked | Beaten)]
    least = min((price(move, state) for move in playing), default=0)
    cheapest = [move for move in playing if price(move, state) == least]
    if saying and not (cheapest and pays(cheapest[0], state)):
        return pick(saying, numbers)
    return pick(cheapest, numbers)


def price(move: Attacked | Beaten, state: State) -> int:
    """The cost of giving a card away, in ranks above a six."""
    card = move.card
    if card[1] == state.trump:
        return RANK[card] + TRUMP
    leads = not state.table and _has_twin(card, state, seat=move.seat)
    return RANK[card] - (TWIN if leads else 0)


def _has_twin(card: Card, state: State, *, seat: int) -> bool:
    """Whether the hand has another card of the rank, no trump, to be added later."""
    ranks = [other[0] for other in state.hands[seat] if other[1] != state.trump]
    return ranks.count(card[0]) > 1


def pays(move: Attacked | Beaten, state: State) -> bool:
    """Whether a card is better played than kept, if the alternative is to say done or to take."""
    cost = price(move, state)
    if isinstance(move, Beaten):
        return len(state.stock) <= LATE or cost <= SPENT + len(on_table(state))
    if state.stock:
        return cost <= ADDED
    return cost < TRUMP or len(state.hands[move.seat]) <= LAST


POLICY: Final = Policy(MEDIUM, 1, by_move(choose))
