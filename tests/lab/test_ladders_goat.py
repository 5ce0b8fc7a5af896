"""The yardstick of Goat in C plays out as the slow one does by the rules."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random

from bots import core
from domain.games.goat import GOAT
from domain.games.goat.model import SEATS, Pulled, State
from domain.kernel.cards import unknown
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, Sight
from lab.ladders import goat
from lab.ladders.players import _played_out, flat_goat
from tests.bots.deals import dealt
from tests.bots.decisions import decisions
from tests.missing import needs
from tests.sampling import cases

DEALS = cases(sample=3, full=12)

pytestmark = needs("the wheel wasmtime", core.is_available())


def test_a_known_deal_is_played_out_as_by_the_rules() -> None:
    """With all hands known and one world the playouts are by the rules, for some order of a stock
    of four cards.
    """
    compared = 0
    for state, turn, shown in known():
        legal = legal_moves(GOAT, state, turn)
        view = state._replace(stock=unknown(len(state.stock)))
        found = dict(goat.flat(Sight(turn, shown, view, legal, may_wait=False, budget=1)).values)
        states = [state._replace(stock=stock) for stock in permutations(state.stock)]
        for move in legal[: 2 if state.stock else None]:
            assert found[move] in {_played_out(GOAT, each, move, turn) for each in states}
            compared += 1
    assert compared > 25 * DEALS


def known() -> Iterator[tuple[State, Seat, Sequence[Event]]]:
    """Positions of random deals with a choice and a short stock."""
    for number in range(1, DEALS + 1):
        playing, chance = dealt(GOAT, number), Random(number)
        while (turn := GOAT.to_act(playing.state)) is not None:
            legal = legal_moves(GOAT, playing.state, turn)
            pulls = any(isinstance(move, Pulled) for move in legal)
            if len(playing.state.stock) <= SEATS and len(legal) > 1 and not pulls:
                yield playing.state, turn, playing.events
            playing.make(chance.choice(legal))


def test_a_molodka_is_pulled_at_once() -> None:
    pulls = 0
    for number in range(20):
        for each in decisions("goat", "easy", {}, number, version=FRESH):
            if any(isinstance(move, Pulled) for move in each.legal):
                sight = Sight(
                    *(each.seat, each.shown, each.view, each.legal), may_wait=False, budget=1
                )
                assert isinstance(goat.flat(sight).move, Pulled)
                pulls += 1
    assert pulls


def test_the_same_position_gives_the_same_move() -> None:
    playing, player = dealt(GOAT, 1), flat_goat(GOAT)
    turn = GOAT.to_act(playing.state)
    assert turn is not None
    assert player.choose(playing, turn) == player.choose(playing, turn)
