"""Obvious moves of `medium/1` of Svoi Kozyri, and proof that `medium` beats weaker players."""

import pytest

import bots
from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import Led, State
from domain.kernel.cards import unknown
from domain.kernel.event import Event
from domain.kernel.history import History
from domain.kernel.moves import legal_moves
from offline.simulate import Setting, play_many
from tests.bots.decisions import SEED
from tests.domain.svoi_kozyri.positions import position, rest

DEALS = 60


def answer(state: State) -> Event | None:
    """The move of seat 0, who does not see the other hand."""
    state = state._replace(hands=(state.hands[0], unknown(len(state.hands[1]))))
    legal = legal_moves(SVOI_KOZYRI, state, 0)
    return bots.choose(
        SVOI_KOZYRI, "medium", seat=0, shown=(), view=state, legal=legal, seed=SEED, opened=4
    ).move


def test_no_position_is_brought_up_again_where_another_move_is_there() -> None:
    state = position("7D KD", rest("7D KD")).state
    first = answer(state)
    assert isinstance(first, Led)
    met = f"1 {first.card} "
    second = answer(state._replace(positions=History.of((*state.positions, met))))
    assert isinstance(second, Led)
    assert second.card != first.card
    both = History.of((*state.positions, "1 7D ", "1 KD "))
    assert answer(state._replace(positions=both)) == first


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"deal": "mirrored"}, {"voluntary_take": False}])
def test_medium_ends_its_games(options: dict[str, str | bool]) -> None:
    levels = ("medium", "medium")
    played = list(play_many(Setting("svoi_kozyri", options, levels, "ends"), deals=DEALS))
    reasons = [deal.outcome.reason for series in played for deal in series.deals]  # type: ignore[attr-defined]
    assert not {"repetition", "max_plies"} & set(reasons)
