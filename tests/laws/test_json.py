"""No JSON input does harm."""

import random
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel.cards import UNKNOWN
from domain.kernel.event import Json
from domain.kernel.game import Game
from domain.kernel.moves import NotAMove, breaches, parse_move
from tests.laws.play import Run, every_game, random_deal
from tests.sampling import cases

FUZZED = settings(max_examples=cases(sample=100, full=300))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=10,
)


@every_game
@FUZZED
@given(raw=JSON)
def test_no_json_raises_anything_but_not_a_move(game: Game[Any], raw: Json) -> None:
    _judge(game, raw)


@every_game
@FUZZED
@given(data=st.data())
def test_no_near_miss_raises_anything_but_not_a_move(game: Game[Any], data: st.DataObject) -> None:
    """The right type with fields of any kind, some left out, others added."""
    kind = data.draw(st.sampled_from(game.moves))
    cards = st.lists(st.sampled_from([*game.pack, "ZZ", "", UNKNOWN]) | JSON, max_size=6)
    names = [name for name, _, _ in kind.GIVEN]
    given_ = st.fixed_dictionaries(
        {}, optional=dict.fromkeys([*names, "seat", "extra"], cards | JSON)
    )
    _judge(game, {"type": kind.MOVE, **data.draw(given_)})


def _judge(game: Game[Any], raw: Json) -> None:
    """A move is refused with an error that names the place, or judged by clauses."""
    run = _run(game)
    try:
        move = parse_move(game, 0, raw, any_card=True)
    except NotAMove as refused:
        assert refused.detail  # noqa: PT017
        assert refused.pointer == "" or refused.pointer.startswith("/")  # noqa: PT017
    else:
        assert all(isinstance(clause, str) for clause in breaches(game, run.state, move))


@cache
def _run(game: Game[Any]) -> Run:
    return random_deal(game, random.Random(7))
