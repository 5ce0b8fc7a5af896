"""Compare the arrays with the rules and the bot: `python -m lab.training.goat_network.check`.

In deals of chance, each move must be legal in both, and the inputs of the network the same bits.
"""

from itertools import product
from random import Random
from typing import Any, Final, cast

import jax
import jax.numpy as jnp
import numpy as np

from bots.goat import expert
from bots.goat.numbers import NUMBERS, bits
from domain.games.goat import GOAT
from domain.games.goat.model import SEATS, Discarded, Lay, Pulled, State
from domain.kernel.cards import Suit
from domain.kernel.event import Seat
from domain.kernel.moves import legal_moves
from domain.kernel.policy import Sight
from lab.training.goat_network import deals
from lab.training.goat_network.deals import IN_STOCK, NOT_DEALT, SETS, Array, Deal
from lab.training.goat_network.inputs import CARDS
from offline.deals import RunningDeal
from tests.bots.deals import dealt

DEALS: Final = 50
CHANCE: Final = Random(1)

LEGAL, LAY, PULLED, INPUTS = map(jax.jit, (deals.legal, deals.lay, deals.pulled, deals.inputs))


def begun(state: State) -> Deal:
    """The arrays of a deal before its first move."""
    number = NUMBERS[cast("Suit", state.trump)]
    place, order = np.zeros(CARDS, int), np.full(CARDS, NOT_DEALT)
    for seat, hand in enumerate(state.hands):
        place[[number[card] for card in hand]] = seat
    for at, card in enumerate(state.stock):
        place[number[card]], order[number[card]] = IN_STOCK, at
    none, leader, zero = jnp.full(CARDS, -1), jnp.int32(cast("int", state.leader)), jnp.int32(0)
    empty = jnp.zeros(CARDS, bool)
    return cast(
        "Deal",
        PULLED(
            Deal(
                *(jnp.array(place), jnp.array(order), none, none, empty, empty),
                *(jnp.zeros(SEATS, jnp.int32), leader, leader, leader, zero, zero, zero),
                *(jnp.int32(number[cast("Any", state.shown)]), jnp.int32(-1)),
                *(
                    jnp.bool_(state.options.trump_card == "bottom"),
                    jnp.bool_(state.options.molodka != "off"),
                ),
            )
        ),
    )


def pull(playing: RunningDeal) -> None:
    """Pull the nearest molodka as a trick opens, unless the leader has one."""
    state = playing.state
    for at in range(SEATS):
        seat = (cast("Seat", state.leader) + at) % SEATS
        legal = legal_moves(GOAT, playing.view(seat), seat)
        pulls = [move for move in legal if isinstance(move, Pulled)]
        if pulls and at:
            playing.make(pulls[0])
        if pulls:
            return


def sets(deal: Deal) -> set[tuple[int, bool]]:
    """The legal moves of the arrays: cards as bits, and whether they lie face up."""
    legal, one = map(np.asarray, LEGAL(deal))
    masks = [sum(1 << int(card) for card in np.nonzero(np.asarray(each) @ one)[0]) for each in SETS]
    moves = list(product((True, False), masks))
    return {(moves[at][1], moves[at][0]) for at in np.nonzero(legal)[0]}


def as_array(cards: int) -> Array:
    """A set of cards."""
    return jnp.array([bool(cards >> card & 1) for card in range(CARDS)])


def check(number: int) -> None:
    """Play one deal in both."""
    playing = dealt(GOAT, number, {"trump_card": "bottom"} if number % 2 else {})
    deal = begun(playing.state)
    while playing.state.scored is None:
        if not playing.state.laid:
            pull(playing)
        state = playing.state
        seat = cast("Seat", state.turn)
        legal = legal_moves(GOAT, playing.view(seat), seat)
        numbers = NUMBERS[cast("Suit", state.trump)]
        moves = {
            (bits(numbers, move.cards), not isinstance(move, Discarded)): move
            for move in cast("tuple[Lay, ...]", legal)
            if not isinstance(move, Pulled)
        }
        assert sets(deal) == {*moves}, (number, seat)
        sight = Sight(
            seat, playing.shown(seat), playing.view(seat), legal, may_wait=False, budget=0
        )
        mine = sum(1 << int(at) for at in np.nonzero(np.asarray(INPUTS(deal)))[0])
        assert mine == expert.inputs(sight), (number, seat)
        cards, up = CHANCE.choice(list(moves))
        playing.make(moves[cards, up])
        deal = LAY(deal, as_array(cards), jnp.bool_(up))
    assert deals.over(deal)
    points = playing.state.scored.points
    assert deals.result(deal) == points[0] - points[1]


if __name__ == "__main__":
    for each in range(1, DEALS + 1):
        check(each)
    print(f"{DEALS} deals are equal")
