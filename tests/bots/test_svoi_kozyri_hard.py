"""The hard bot of Svoi Kozyri proves wins and losses, ends its games, and beats the medium one."""

from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any, Final, cast

import pytest

import bots
from bots import core
from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import Beaten, Ended, Led, State, TrumpChosen, Yielded
from domain.kernel.cards import PACK_36, Card, unknown
from domain.kernel.history import History
from domain.kernel.moves import decide, legal_moves
from domain.kernel.policy import Decision
from offline.simulate import Setting, play_many
from tests.bots.decisions import SEED, decisions
from tests.domain.svoi_kozyri.positions import position, rest
from tests.missing import needs
from tests.sampling import cases

pytestmark = needs("the wheel wasmtime", core.is_available())

WIN: Final = 1_000_000
"""The value of a proved win."""


def decision(state: State, *, level: str = "hard", seed: bytes = SEED) -> Decision:
    """The decision of the seat to move, which does not see the other hand."""
    seat = cast("int", state.turn)
    hands = tuple(
        hand if each == seat else unknown(len(hand)) for each, hand in enumerate(state.hands)
    )
    view = state._replace(hands=hands)
    legal = legal_moves(SVOI_KOZYRI, view, seat)
    return bots.choose(SVOI_KOZYRI, level, seat=seat, shown=(), view=view, legal=legal, seed=seed)


def table(mine: str, theirs: str, top: str = "9S", **options: Any) -> State:
    """Seat 0 (trumps S) to move; all other cards lie on the pile."""
    pile = f"{rest(mine, theirs, top)} {top}"
    state: State = position(mine, theirs, pile=pile, **options).state
    return state


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_last_card_that_beats_wins(level: str) -> None:
    found = decision(table("JS", "6C 7C 8C"), level=level)
    assert found.move == Beaten(0, Card("JS"))
    assert dict(found.values)[found.move] == WIN
    assert not found.cut


def test_the_other_one_is_not_let_out() -> None:
    found = decision(table("JS AC 7D", "8D"))
    out = Beaten(0, Card("JS"), Card("7D"))
    assert dict(found.values)[out] == -WIN
    assert found.move != out


def test_a_win_in_two_moves_is_found() -> None:
    """They cannot beat a trump; the last one beats what lies under the three that they take."""
    found = decision(table("JS KS AS", "8D 9D"))
    assert found.move is not None
    assert dict(found.values)[found.move] == WIN
    assert not found.cut


def test_a_lost_position_is_called_lost() -> None:
    """Their last card is the ace of their trumps."""
    found = decision(table("9C KC 6D", "AH", top="8C"))
    assert {value for _, value in found.values} == {-WIN}
    assert not found.cut


@pytest.mark.parametrize("seed", range(cases(sample=8, full=100)))
def test_a_plain_search_of_every_move_agrees(seed: int) -> None:
    """Where all moves of some plies prove a win or a loss, so does the bot."""
    state = small(Random(seed))
    found = decision(state)
    known = plain(state, depth=3)
    if known:
        assert max(value for _, value in found.values) == known * WIN


def small(chance: Random) -> State:
    """A position with few cards in both hands."""
    pack = [*PACK_36]
    chance.shuffle(pack)
    mine, theirs = chance.randint(1, 3), chance.randint(1, 3)
    hands = " ".join(pack[:mine]), " ".join(pack[mine : mine + theirs])
    state: State = position(*hands, pile=" ".join(pack[mine + theirs :])).state
    return state


def plain(state: State, *, depth: int) -> int:
    """1 if the seat to move wins within some moves, -1 if it loses within them, else 0."""
    seat, best = cast("int", state.turn), -1
    if not depth:
        return 0
    for move in legal_moves(SVOI_KOZYRI, state, seat):
        following: State = decide(SVOI_KOZYRI, state, move, seen=state)[1]
        if following.ended is not None:
            worth = 0 if following.ended.winner is None else 1
        else:
            worth = -plain(following, depth=depth - 1)
        best = max(best, worth)
        if best == 1:
            break
    return best


def test_a_seat_that_has_proved_a_win_wins() -> None:
    proved = 0
    for number in range(cases(sample=3, full=100)):
        wins, ended = set[int](), cast("Ended | None", None)
        for each in decisions("svoi_kozyri", "hard", {}, number):
            if dict(each.decision.values).get(each.answer) == WIN:
                wins.add(each.seat)
            after = decide(SVOI_KOZYRI, fold(each.events), cast("Any", each.answer), seen=each.view)
            ended = after[1].ended
        proved += len(wins)
        assert ended is not None
        assert wins <= {ended.winner}
    assert proved


def fold(events: tuple[Any, ...]) -> State:
    """The state of a deal, in full."""
    state: State = SVOI_KOZYRI.initial(events[0])
    for event in events[1:]:
        state = SVOI_KOZYRI.evolve(state, event)
    return state


def test_the_last_move_before_the_deal_is_drawn_is_worth_a_draw() -> None:
    state = position("JS AC 7D", rest("JS AC 7D"), max_plies=20).state
    found = decision(state._replace(positions=History.of([*state.positions] * 20)))
    assert {value for _, value in found.values} <= {-150, -100, -50}


@pytest.mark.parametrize("by_core", [True, False])
def test_a_position_that_has_been_is_worth_a_draw(
    *, by_core: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(core, "is_available", lambda: by_core)
    state = position("7D KD", rest("7D KD")).state
    first = decision(state)
    assert isinstance(first.move, Led)
    met = (f"1 {first.move.card} ", "0 7C ", "1 7C ")
    again = decision(
        state._replace(positions=History.of((*state.positions, *met, *state.positions)))
    )
    values = dict(again.values)
    assert values[first.move] in {-150, -100, -50}
    assert values[first.move] != dict(first.values)[first.move]


def test_chance_decides_between_trumps_alone() -> None:
    free = next(each for each in decisions("svoi_kozyri", "hard", {}, 3))
    seeds = [sha256(bytes([number])).digest() for number in range(20)]
    chosen = {decide_again(free, seed).move for seed in seeds}
    assert len(chosen) > 1
    assert all(isinstance(move, TrumpChosen) for move in chosen)
    state = table("JS AC 7D", "8D 6C 9H")
    assert len({decision(state, seed=seed) for seed in seeds[:3]}) == 1


def decide_again(each: Any, seed: bytes) -> Decision:
    """The decision with another seed."""
    return bots.choose(
        SVOI_KOZYRI,
        "hard",
        seat=each.seat,
        shown=each.shown,
        view=each.view,
        legal=each.legal,
        seed=seed,
    )


def test_a_forced_take_is_not_searched() -> None:
    found = decision(table("6C", "AC AD", top="8C"))
    assert found == Decision(Yielded(0))


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"deal": "mirrored"}, {"voluntary_take": False}], ids=str)
def test_two_hard_bots_end_their_games(options: dict[str, str | bool]) -> None:
    played = play_many(Setting("svoi_kozyri", options, ("hard", "hard"), "ends"), deals=200)
    reasons = {
        deal.outcome.reason  # type: ignore[attr-defined]
        for deal in chain.from_iterable(series.deals for series in played)
    }
    assert "max_plies" not in reasons


@pytest.mark.long
@pytest.mark.parametrize("hard", [0, 1])
def test_hard_beats_medium(hard: int) -> None:
    levels = ("hard", "medium") if hard == 0 else ("medium", "hard")
    setting = Setting("svoi_kozyri", {}, levels, "strength")
    played = list(play_many(setting, deals=200))
    assert sum(series.score.winner == hard for series in played) >= 0.6 * len(played)
