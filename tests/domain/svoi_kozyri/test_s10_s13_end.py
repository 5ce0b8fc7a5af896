"""The end (S10-S13): out, the last card, repetition, the longest deal, the match."""

import random
from typing import Any

import pytest

from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import SEATS, Dealt, Ended, Options, Reason, State
from domain.games.svoi_kozyri.rules import consequence, evolve
from domain.games.svoi_kozyri.scoring import MatchScore, opening_score, report, tally
from domain.judge.deal_rules import check
from domain.kernel.cards import PACK_36
from domain.kernel.deal import Shuffled
from domain.kernel.event import PUBLIC, Digest, to_json
from domain.kernel.game import start, view
from domain.kernel.history import History
from tests.domain.positions import cards
from tests.domain.svoi_kozyri.positions import Deal, dealt, opened, position, rest
from tests.laws.play import Run, commonest, random_deal, steps


def test_s10_while_the_deal_is_on_there_is_no_result() -> None:
    assert report(dealt().state) == {"winner": None, "reason": None, "hands": [18, 18]}


CYCLE = ("0 lead KH", "1 beat AH AS", "0 take", "1 lead AC", "0 beat AS AH", "1 take")


def test_s12_worked_case_7() -> None:
    deal = position("KS KH", rest("KS KH"))
    first = deal.state.positions[0]
    deal.play(*CYCLE)
    assert deal.state.positions.count(first) == 2
    assert deal.hands[0] == {"KS", "KH"}
    deal.play(*CYCLE[:-1])
    assert deal.result is None
    happened = deal.play(CYCLE[-1])
    assert happened[-1] == Ended(None, "repetition", None, next_dealer=0)
    assert deal.state.plies == 12


def test_s12_another_mover_or_another_pile_is_another_position() -> None:
    one = position("KS KH", rest("KS KH")).state
    other = position("KS KH", rest("KS KH"), turn=1).state
    assert one.positions != other.positions
    assert len(set(_after(*CYCLE).state.positions)) == 6


def _after(*moves: str) -> Deal:
    deal = position("KS KH", rest("KS KH"))
    deal.play(*moves)
    return deal


@pytest.mark.costly
def test_s12_positions_are_alike_exactly_when_mover_hands_and_pile_are() -> None:
    """The stored key of a position has no hands, but distinguishes as exactly as the hands."""
    for seed in range(6):
        chance = random.Random(seed)
        run = random_deal(SVOI_KOZYRI, chance)
        remembered: dict[str, Any] = {}
        for _ in steps(run, chance, commonest):
            _remember(run.state, remembered)
        assert len({*remembered.values()}) == len(remembered)


def _remember(state: State, remembered: dict[str, Any]) -> None:
    if not state.positions:
        return
    if state.ended is None:
        whole = state.turn, *map(frozenset, state.hands), state.pile
        assert remembered.setdefault(state.positions[-1], whole) == whole


def test_s12_the_public_counts_repetitions_too() -> None:
    run, chance = random_deal(SVOI_KOZYRI, random.Random(3)), random.Random(3)
    for _ in steps(run, chance):
        assert all(seen.positions == run.state.positions for seen in run.views.values())


def test_s12_max_plies_ends_what_nothing_else_ends() -> None:
    deal = position("KS KH", rest("KS KH"), max_plies=20)
    deal.state = deal.state._replace(positions=History.of(map(str, range(20))))
    deal.play("0 lead KH")
    assert deal.result == (None, "max_plies", None)


def test_s12_a_win_by_move_number_max_plies_is_a_win() -> None:
    deal = position("KH", rest("KH"), max_plies=20)
    deal.state = deal.state._replace(positions=History.of(map(str, range(20))))
    deal.play("0 lead KH")
    assert deal.result == (0, "out", None)


def test_s12_a_repetition_by_move_number_max_plies_is_a_repetition() -> None:
    deal = _after(*CYCLE, *CYCLE[:-1])
    filler = ("filler",) * 9
    deal.state = deal.state._replace(
        options=Options(max_plies=20 + 1),
        positions=History.of((*filler, *deal.state.positions)),
    )
    deal.play(CYCLE[-1])
    assert deal.state.plies == 21
    assert deal.result == (None, "repetition", None)


@pytest.mark.parametrize("seed", range(3))
def test_s12_a_whole_deal_that_runs_to_its_longest(seed: int) -> None:
    """Bots that play for ever: they take unless it would end the deal."""
    chance = random.Random(seed)
    run = random_deal(SVOI_KOZYRI, chance, options={"max_plies": 60})
    while not run.over:
        run.make(_endless(run, chance))
    assert run.state.ended.reason in {"max_plies", "repetition"}
    assert check(SVOI_KOZYRI, run.events) == ()
    assert view(SVOI_KOZYRI, run.events, PUBLIC).ended == run.state.ended


def _endless(run: Run, chance: random.Random) -> Any:
    """The one with fewer cards takes, the other one beats."""
    kinds = run.kinds()
    seat = run.state.turn
    if "take" in kinds and len(run.state.hands[seat]) <= 18:
        return kinds["take"][0]
    return chance.choice(kinds.get("beat") or [move for each in kinds.values() for move in each])


def test_s13_the_first_to_wins() -> None:
    score = _tallied(opening_score(Options(wins=2), SEATS), 0, 1, None, 1)
    assert score.points == (1, 2)
    assert score.winner == 1
    assert score.titles == ("", "")
    assert score.leader is None


def test_s13_one_win_is_the_default() -> None:
    assert opening_score(Options(), SEATS).winner is None
    assert _tallied(opening_score(Options(), SEATS), 0).winner == 0


def test_s13_drawn_deals_are_replayed() -> None:
    score = _tallied(opening_score(Options(), SEATS), None, None, None)
    assert score.points == (0, 0)
    assert score.winner is None


def _tallied(score: MatchScore, *winners: int | None) -> MatchScore:
    for winner in winners:
        reason: Reason = "out" if winner is not None else "repetition"
        score = tally(score, Ended(winner, reason, None, next_dealer=0))
    return score


def test_the_hands_and_the_pile_are_all_cards() -> None:
    deal = dealt()
    deal.play("0 lead 6C", "1 beat 7C 6S", "0 take")
    held = {*deal.state.hands[0], *deal.state.hands[1], *deal.state.pile}
    assert held == set(PACK_36)
    assert deal.state.strays == cards("6S 7C")


def test_before_the_shuffle_nothing_follows() -> None:
    assert consequence(SVOI_KOZYRI.initial(opened())) is None


def test_no_event_of_another_game_happens_here() -> None:
    with pytest.raises(TypeError, match="is no event of svoi_kozyri"):
        evolve(SVOI_KOZYRI.initial(opened()), opened())


def test_an_unknown_suit_in_a_record_is_detected() -> None:
    first = opened(), Shuffled(Digest("00" * 32), Digest("00" * 32), PACK_36, (0,))
    events, _ = start(SVOI_KOZYRI, *first)
    forged = type(_first_choice())(0, "X")
    (finding,) = check(SVOI_KOZYRI, [*events, forged])
    assert finding.clauses == ("T5",)


def _first_choice() -> Any:
    return next(event for event in dealt().events if event.MOVE == "choose_trump")


def test_a_state_is_json() -> None:
    deal = dealt()
    deal.play("0 lead 6C")
    assert to_json(deal.state)["positions"] == ["0  ", "1 6C "]
    assert Dealt.HIDDEN[0].name == "hands"
