"""The deciding event of a deal of the toy; the laws cover all games."""

from dataclasses import replace

from domain.kernel.decided import Decided, decided, plays, winners
from domain.kernel.event import Event, Seat, event
from domain.kernel.game import Counting, fold
from tests.domain.test_game import dealt, record
from tests.domain.toy import PACK, TOY, Ended, LaidDown, Score, State


@event("toy.given_up", move="give_up", early=True)
class GivenUp(Event):
    """Ends the deal before a card is laid."""

    seat: Seat


def test_the_only_move_decides_the_deal() -> None:
    assert decided(TOY, record(), states=100) == Decided(3, exact=True)


def test_with_less_to_look_at_it_was_there_or_before() -> None:
    assert decided(TOY, record(), states=1) == Decided(3, exact=False)


def test_where_all_comes_to_the_same_the_shuffle_decided() -> None:
    same = replace(TOY, tally=lambda score, _: score)
    assert decided(same, record(), states=100) == Decided(2, exact=True)


def test_the_next_dealer_and_leader_are_not_part_of_the_result() -> None:
    passing = replace(TOY, tally=lambda score, ended: score._replace(dealer=ended.winner))
    assert decided(passing, record(), states=100) == Decided(2, exact=True)


def test_a_state_that_two_plays_come_to_is_searched_once() -> None:
    searched: list[Ended] = []

    def tally(score: Score, ended: Ended) -> Score:
        searched.append(ended)
        return score

    def evolve(state: State, happened: Event) -> State:
        return TOY.evolve(state, LaidDown(0, PACK[0]) if type(happened) is LaidDown else happened)

    alike = replace(TOY, tally=tally, evolve=evolve)
    assert len(plays(alike, fold(TOY, dealt()))) > 2
    assert decided(alike, record(), states=100) == Decided(2, exact=True)
    assert len(searched) == 2, "the result, and the one state after any play"


def test_moves_that_end_a_deal_early_are_no_play_where_there_are_others() -> None:
    state = fold(TOY, dealt())
    both = replace(TOY, legal=lambda _, seat: (GivenUp(seat), LaidDown(seat, PACK[0])))
    early = replace(TOY, legal=lambda _, seat: [GivenUp(seat)])
    assert plays(both, state) == (LaidDown(0, PACK[0]), LaidDown(1, PACK[0]))
    assert plays(early, state) == (GivenUp(0), GivenUp(1))


def test_the_side_that_comes_off_best_wins_the_deal() -> None:
    opened, _ = dealt()
    game = replace(TOY, tally=lambda score, _: score._replace(points=(1, 2)))
    assert winners(game, opened, Ended(1)) == (1,)
    assert winners(replace(game, counting=Counting("low")), opened, Ended(1)) == (0,)


def test_nobody_wins_a_deal_in_which_all_come_off_equally() -> None:
    opened, _ = dealt()
    assert winners(replace(TOY, tally=lambda score, _: score), opened, Ended(1)) == ()
