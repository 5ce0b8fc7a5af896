"""Analyses: values of every legal move, verdicts, and that they follow from the record alone."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, cast
from unittest.mock import patch

import pytest

import bots
from bots import analysis, core, skat
from bots.analysis import Alternative, MoveVerdict, Review, moves_of, reviews, verdict
from bots.skat.question import bits
from bots.skat.search import decide
from bots.skat.twin import NO_GAME
from bots.svoi_kozyri import twin as svoi_kozyri_twin
from domain.games import GAMES
from domain.games.durak.model import State
from domain.kernel.deal import Opened
from domain.kernel.event import FULL, Event
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, HARD, Decision, Numbers, Policy, Sight
from domain.kernel.shown_deal import ShownDeal
from offline.deals import RunningDeal
from service.analyses.use_cases import review_json
from tests.bots.deals import chosen, dealt
from tests.redealing import dealt_anew

JUDGED = [key for key, game in GAMES.items() if bots.judge(game)]
DURAK: Game[Any] = GAMES["durak"]
SKAT: Game[Any] = GAMES["skat"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POSITIONS", 1_000_000)


def judge_of(game: Game[Any]) -> Policy:
    policy = bots.judge(game)
    assert policy is not None
    return policy


def played(game: Game[Any], number: int, *, moves: int = 1_000) -> RunningDeal:
    """A deal of `easy` bots, or its first moves."""
    playing = dealt(game, number)
    for _ in range(moves):
        if (turn := game.to_act(playing.state)) is None:
            break
        make(playing, chosen(playing, turn, "easy", opened=FRESH))
    return playing


def make(playing: RunningDeal, move: Event | None) -> None:
    assert move is not None, "it is the seat's turn"
    playing.make(move)


def reviewed(game: Game[Any], events: Sequence[Event], **more: Any) -> list[Review | None]:
    return [*reviews(game, events, judge_of(game), **more)]


@pytest.mark.parametrize("key", JUDGED)
def test_every_legal_move_gets_values(key: str) -> None:
    game = GAMES[key]
    playing = played(game, 3, moves=40)
    found = reviewed(game, playing.events)
    assert len(found) == len(moves_of(playing.events)) <= 40
    chosen = [review for review in found if review is not None]
    assert chosen
    for review in chosen:
        moves = [each.move for each in review.alternatives]
        assert review.played.move == playing.events[review.position - 1]
        assert len({*moves}) == len(moves) > 1
        assert {review.played, review.best} <= {*review.alternatives}
        assert all(0 <= value <= 1_000 for each in review.alternatives for value in each[1:])
        assert [each.value for each in review.alternatives] == sorted(
            (each.value for each in review.alternatives), reverse=True
        )


@pytest.mark.parametrize("key", JUDGED)
def test_an_analysis_is_the_same_again_and_goes_on_anywhere(key: str) -> None:
    game = GAMES[key]
    events = played(game, 4, moves=30).events
    found = reviewed(game, events)
    assert any(found)
    assert reviewed(game, events) == found
    assert reviewed(game, events, after=7) == found[7:]


@pytest.mark.parametrize("moves", [1, 50, 1_000])
def test_the_values_of_a_deal_share_its_positions(moves: int) -> None:
    """So an analysis has a bound, however long the deal is."""
    game = GAMES["svoi_kozyri"]
    events = played(game, 2, moves=12).events
    budgets = list[int]()

    def noted(sight: Sight, numbers: Numbers) -> Decision:
        budgets.append(sight.budget)
        return judge_of(game).choose(sight._replace(budget=1), numbers)

    many = patch.object(analysis, "moves_of", lambda each: moves_of(each) * moves)
    with many:
        found = reviews(game, events, judge_of(game)._replace(choose=noted))
        assert [*islice(found, 12)]
    assert 0 < 2 * moves * 12 * max(budgets) <= analysis.POSITIONS


def test_only_what_the_seat_could_know_counts_for_its_value() -> None:
    events = played(DURAK, 3, moves=12).events
    last = next(review for review in reversed(reviewed(DURAK, events)) if review is not None)
    mine = reviewed(DURAK, events[: last.position])[-1]  # each value has a share of the deal
    assert mine is not None
    at, opened = mine.position, cast("Opened", events[0])
    anew = dealt_anew(DURAK, events, at=at, seat=mine.seat, opened=opened, key=bytes(32), tries=200)
    assert anew is not None
    assert [*anew.events[:at]] != events[:at]
    other = reviewed(DURAK, anew.events[:at])[-1]
    assert other is not None
    assert values_of(other) == values_of(mine)


def test_the_cards_as_they_lie_are_possible_for_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Skat the declarer may have laid trumps, which `hard` takes for impossible."""
    questions = list[Sequence[int]]()

    def noted(question: Sequence[int]) -> tuple[int, ...]:
        questions.append(question)
        return (*decide(question),)

    monkeypatch.setattr(skat, "decide", noted)
    monkeypatch.setattr(analysis, "POSITIONS", 100)

    def ruled_out(policy: Policy) -> Iterator[int]:
        """The cards in the skat that the question of a card says are elsewhere."""
        for number in range(6):
            events = played(SKAT, number).events
            questions.clear()
            list(reviews(SKAT, events, policy))
            full = ShownDeal(SKAT, cast("Opened", events[0]), FULL)
            full.follow(events)
            for unseen, *_, may_be_laid in (
                each[15:20] for each in questions if each[0] != NO_GAME
            ):
                yield bits(full.view.skat) & unseen & ~may_be_laid

    hard = skat.POLICIES[-1]
    assert any(ruled_out(hard._replace(scale=1)))
    assert not any(ruled_out(judge_of(SKAT)))


def values_of(review: Review) -> dict[Event | None, int]:
    return {each.move: each.value for each in review.alternatives}


@pytest.mark.parametrize(
    ("loss", "open_loss", "due"),
    [
        (0, 0, MoveVerdict.BEST),
        (19, 99, MoveVerdict.BEST),
        (20, 0, MoveVerdict.INACCURACY),
        (99, 1_000, MoveVerdict.INACCURACY),
        (100, 0, MoveVerdict.BLUNDER),
        (19, 100, MoveVerdict.UNLUCKY),
    ],
)
def test_verdicts(loss: int, open_loss: int, due: MoveVerdict) -> None:
    assert verdict(loss=loss, open_loss=open_loss) is due


def test_giving_a_won_deal_away_is_a_blunder() -> None:
    """Without a stock, the values of Durak are exact: 1000 is won, 0 is lost."""
    playing, move = _won_or_lost()
    playing.make(move)
    review = reviewed(DURAK, playing.events)[-1]
    assert review is not None
    assert (review.loss, review.open_loss, review.verdict) == (1_000, 1_000, MoveVerdict.BLUNDER)
    assert (review.best.value, review.cut) == (1_000, False)


def _won_or_lost() -> tuple[RunningDeal, Event]:
    """A deal in which the next player may win by one move, and loses by this one."""
    for number in range(1, 100):
        playing = dealt(DURAK, number)
        while (turn := DURAK.to_act(playing.state)) is not None:
            if not cast("State", playing.state).stock:
                view = playing.view(turn)
                decision = bots.choose(
                    DURAK,
                    HARD,
                    seat=turn,
                    shown=playing.shown(turn),
                    view=view,
                    legal=legal_moves(DURAK, view, turn),
                    seed=bytes(32),
                )
                values = dict(decision.values)
                if {*values.values()} == {1, -1} and not decision.cut:
                    return playing, next(m for m in values if m and values[m] < 0)
            make(playing, chosen(playing, turn, "easy", opened=FRESH))
    raise AssertionError("no such deal")


def test_every_game_has_a_judge_where_the_core_runs() -> None:
    assert list(GAMES) == JUDGED


def test_of_svoi_kozyri_all_cards_are_known() -> None:
    """Both values are the same, so no move is unlucky; also where there are many moves."""
    game = GAMES["svoi_kozyri"]
    found = [each for each in reviewed(game, played(game, 2, moves=60).events) if each]
    assert max(len(each.alternatives) for each in found) > svoi_kozyri_twin.MOST_VALUES
    for review in found:
        assert all(each.value == each.open for each in review.alternatives)
        assert review.verdict is not MoveVerdict.UNLUCKY


def test_of_svoi_kozyri_a_move_that_lets_the_opponent_win_is_a_blunder() -> None:
    """Its value is 0, and then the opponent has a move of value 1000."""
    game = GAMES["svoi_kozyri"]
    playing, levels = dealt(game, 1), ("hard", "easy")
    while (turn := game.to_act(playing.state)) is not None:
        make(playing, chosen(playing, turn, levels[turn], opened=FRESH))
    lost, won = reviewed(game, playing.events, after=28)
    assert lost is not None
    assert won is not None
    assert (lost.played.value, lost.verdict) == (0, MoveVerdict.BLUNDER)
    assert 0 < lost.best.value < 1_000, "another one did not lose, as far as was searched"
    assert [each.value == 1_000 for each in won.alternatives] == [True, False]
    assert (won.played.value, won.verdict) == (1_000, MoveVerdict.BEST)


@pytest.mark.parametrize("key", JUDGED)
def test_the_choice_of_the_policy_loses_nothing(key: str) -> None:
    """The best move as far as a player could know has the highest value of all."""
    game = GAMES[key]
    for review in reviewed(game, played(game, 6, moves=40).events):
        if review is not None:
            assert review.best.value == max(each.value for each in review.alternatives)
            again = review._replace(played=review.best)
            assert again.loss == 0
            assert again.verdict in {MoveVerdict.BEST, MoveVerdict.UNLUCKY}


def test_waiting_is_no_move_in_json() -> None:
    waiting = Alternative(None, 500, 400)
    review = Review(9, 1, waiting, waiting, (waiting,), worlds=1, cut=False)
    assert review_json(review)["best"] == {"value": 500, "open": 400}


def test_there_is_no_judge_without_the_core() -> None:
    with patch.object(core, "is_available", return_value=False):
        assert bots.judge(DURAK) is None
