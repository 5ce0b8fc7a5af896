"""`expert` of Goat: the core and its twin agree on the network, and its weights never change."""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Final

import pytest

from bots import core, network
from bots.goat.expert import WEIGHTS, valued
from domain.games.goat import GOAT
from domain.games.goat.model import Pulled
from domain.kernel.chance import words
from domain.kernel.event import Json
from domain.kernel.policy import Sight
from tests.bots.decisions import Question, decisions, variants
from tests.missing import needs
from tests.sampling import cases

DIGEST: Final = "be13b6066038f04f6c3184113883e2ecf38f66b69bd5a77ba51dc37fa93d8e96"
"""Of the weights of `expert/1`."""
DECISIONS: Final = "9a335b16ea7448ca404842aa937afab6721429632ec8ba3b43df99bd882013c6"
"""Of its decisions in two deals."""
FIRST: Final = 9
"""The first deal in which a molodka is pulled out of turn."""
DEALS: Final = cases(sample=2, full=100)
EACH: Final = cases(sample=10, full=1)
"""Of so many positions, one is compared."""
LARGEST: Final = 1 << 31
ONE: Final = 1 << network.BITS

needs_wheel = needs("the wheel wasmtime", core.is_available())


def positions(options: dict[str, Json], number: int) -> Iterator[Question]:
    return (each for each in decisions("goat", "expert", options, number) if len(each.legal) > 1)


def test_the_weights_of_a_version_never_change() -> None:
    assert sha256(WEIGHTS.read_bytes()).hexdigest() == DIGEST


@needs_wheel
def test_the_values_and_moves_of_a_version_never_change() -> None:
    found = sha256()
    for number in range(2):
        for each in decisions("goat", "expert", {}, number):
            values = [(words(move), value) for move, value in each.decision.values]
            found.update(repr((words(each.answer), values)).encode())
    assert found.hexdigest() == DECISIONS


@needs_wheel
@pytest.mark.parametrize("options", variants(GOAT), ids=str)
def test_the_twin_gives_the_same_values(
    options: dict[str, Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in islice(positions(options, 1), 0, None, EACH):
        sight = Sight(each.seat, each.shown, each.view, each.legal, may_wait=False, budget=0)
        values = valued(sight, each.legal)
        monkeypatch.setattr(core, "is_available", lambda: False)
        assert valued(sight, each.legal) == values
        monkeypatch.undo()


@needs_wheel
def test_they_agree_on_inputs_that_no_deal_has() -> None:
    chance = Random(3)
    most, least = (1 << network.SHARED) - 1, (1 << network.OWN) - 1
    shared = (0, most, *(chance.getrandbits(network.SHARED) for _ in range(2)))
    own = [0, least, *(chance.getrandbits(network.OWN) for _ in range(network.MOVES - 2))]
    for each in shared:
        twin = network._valued(network.network(WEIGHTS), each, own)
        assert network.valued(WEIGHTS, each, own) == twin


def test_no_sum_can_leave_32_bits() -> None:
    net = network.network(WEIGHTS)
    first = [sum(map(abs, column)) for column in zip(net.bias[0], *net.first, strict=True)]
    upper = [
        abs(bias) + ONE * sum(map(abs, row))
        for rows, biases in zip(net.upper, net.bias[1:], strict=True)
        for row, bias in zip(rows, biases, strict=True)
    ]
    assert max(*first, *upper) < LARGEST


def test_a_molodka_out_of_turn_is_pulled_at_once() -> None:
    pulls = 0
    for number in range(FIRST, FIRST + DEALS):
        for each in decisions("goat", "expert", {}, number):
            if not each.on_turn:
                assert isinstance(each.answer, Pulled)
                pulls += 1
    assert pulls
