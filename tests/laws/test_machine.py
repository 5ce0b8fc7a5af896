"""Hypothesis plays: it chooses deck, options and moves, and shrinks counterexamples."""

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.game import Game
from domain.kernel.options import Option, options_of
from tests.laws.law import Walk
from tests.laws.play import LONGEST, Run, dealt_by_hand, every_game, lasting, terms
from tests.laws.test_every_law import UNDER_ANY_OPTIONS
from tests.sampling import cases


@st.composite
def runs(draw: st.DrawFn, game: Game[Any]) -> Run:
    """A deal of any pack under any options; often almost sorted, so that suits lie together."""
    deck = list(game.pack)
    for one, other in draw(st.lists(_pairs(len(deck)), max_size=60)):
        deck[one], deck[other] = deck[other], deck[one]
    if draw(st.booleans()):
        size = len(deck) // 4
        deck = [deck[at % 4 * size + at // 4] for at in range(4 * size)] + deck[4 * size :]
    seats = draw(st.sampled_from(game.seats))
    options = {option.name: draw(_values(option.at(seats))) for option in options_of(game.options)}
    on = terms(game, options, seats=seats)
    lots = tuple(draw(st.integers(0, lot.below - 1)) for lot in game.lots(seats))
    return Run(game, *dealt_by_hand(tuple(deck), lots=lots, on=on))


def _values(option: Option) -> st.SearchStrategy[Any]:
    if option.values:
        return st.sampled_from(option.values)
    return st.integers(option.low // option.step, option.high // option.step).map(
        lambda times: times * option.step
    )


def _pairs(size: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.tuples(st.integers(0, size - 1), st.integers(0, size - 1))


@every_game
@settings(max_examples=cases(sample=4, full=40))
@given(data=st.data())
def test_any_deal_keeps_the_laws(game: Game[Any], data: st.DataObject) -> None:
    run = data.draw(runs(game))
    walk = Walk(
        run, UNDER_ANY_OPTIONS, Random(data.draw(st.integers(0, 2**32))), "deal of hypothesis"
    )
    walk.look()
    for _ in range(LONGEST):
        if run.over:
            break
        kinds = run.kinds()
        if lasting(kinds) != kinds and data.draw(st.integers(0, 29)):
            kinds = lasting(kinds)
        kind = data.draw(st.sampled_from(sorted(kinds)))
        run.make(data.draw(st.sampled_from(kinds[kind])))
        walk.look()
    assert run.over
    walk.end()
