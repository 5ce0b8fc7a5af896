"""Moves that the easy bot of every game avoids: those that end a deal before it is played out."""

from bots import easy
from domain.kernel.chance import chance
from domain.kernel.event import Event, Seat, event
from domain.kernel.policy import Sight
from tests.bots.decisions import SEED
from tests.domain.toy import PACK, LaidDown

ME: Seat = 0
SEEDS = range(40)


@event("toy.resigned", move="resign", early=True)
class Resigned(Event):
    """A player gives up."""

    seat: Seat


def answers(*legal: Event, may_wait: bool = False) -> set[Event | None]:
    """The moves that it makes, with many seeds."""
    sight = Sight(ME, (), None, legal, may_wait=may_wait, budget=0)
    numbers = (chance(SEED + bytes([seed]), seat=ME, legal=legal) for seed in SEEDS)
    return {easy.choose(sight, each) for each in numbers}


def test_moves_say_whether_they_end_a_deal_early() -> None:
    assert Resigned.EARLY
    assert not LaidDown.EARLY


def test_it_plays_on_while_it_can() -> None:
    laid = [LaidDown(ME, card) for card in PACK[:2]]
    assert answers(Resigned(ME), *laid) == set(laid)
    assert answers(Resigned(ME), *laid, may_wait=True) == {*laid, None}


def test_it_would_sooner_wait_than_give_up() -> None:
    assert answers(Resigned(ME), may_wait=True) == {None}


def test_it_gives_up_where_nothing_else_is_left() -> None:
    assert answers(Resigned(ME)) == {Resigned(ME)}
