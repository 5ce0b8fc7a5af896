"""Obvious moves of `medium/1` of Svoi Kozyri, and proof that `medium` beats weaker players."""

import pytest

import bots
from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import Beaten, Led, State, Yielded
from domain.kernel.cards import Card, unknown
from domain.kernel.event import Event
from domain.kernel.history import History
from domain.kernel.moves import legal_moves
from service.offline.simulate import Setting, play_many
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


def table(mine: str, theirs: str, *, turn: int = 0) -> State:
    """Seat 0 (trumps S) to move; all other cards lie on the pile, ``9S`` on top."""
    pile = f"{rest(mine, theirs, '9S')} 9S"
    state: State = position(mine, theirs, pile=pile, turn=turn).state
    return state


def test_a_last_card_that_beats_wins() -> None:
    assert answer(table("JS", "6C 7C 8C")) == Beaten(0, Card("JS"))


def test_a_last_card_is_not_laid_where_that_draws_if_a_better_one_is_there() -> None:
    assert answer(table("JS QS", "KS")) in (Yielded(0), Beaten(0, Card("JS"), Card("QS")))


def test_a_pile_is_beaten_as_cheaply_as_it_can_be() -> None:
    move = answer(table("JS AS 6D 7D AD", "6C 7C 8C 9C"))
    assert isinstance(move, Beaten)
    assert move.card == "JS"


def test_a_card_that_the_opponent_cannot_beat_is_played_on_top() -> None:
    move = answer(table("JS 7D AC 8C", "9C 10C 9D 6C"))
    assert isinstance(move, Beaten)
    assert move.then == "AC"


def test_the_other_one_is_not_let_out() -> None:
    move = answer(table("JS AC 7D", "8D"))
    assert move == Beaten(0, Card("JS"), Card("AC"))


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
@pytest.mark.parametrize("medium", [0, 1])
def test_medium_beats_easy_clearly(medium: int) -> None:
    levels = ("medium", "easy") if medium == 0 else ("easy", "medium")
    played = list(play_many(Setting("svoi_kozyri", {}, levels, "strength"), deals=DEALS))
    won = sum(series.score.winner == medium for series in played)
    assert won >= 0.95 * len(played)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"deal": "mirrored"}, {"voluntary_take": False}])
def test_medium_ends_its_games(options: dict[str, str | bool]) -> None:
    levels = ("medium", "medium")
    played = list(play_many(Setting("svoi_kozyri", options, levels, "ends"), deals=DEALS))
    reasons = [deal.outcome.reason for series in played for deal in series.deals]  # type: ignore[attr-defined]
    assert not {"repetition", "max_plies"} & set(reasons)
