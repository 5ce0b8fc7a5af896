"""A series does not continue without any person: if none is present, stand-ins wait."""

from typing import Any
from uuid import UUID

import pytest

from domain.kernel.leaving import SeatReturned, SeatTakenOver
from domain.table.events import SeriesEnded
from service.context import Context
from service.seats import leaving
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    Racing,
    assert_proved,
    at_table,
    commit,
    context_in_memory,
    move,
    on,
    opened,
    show,
    types,
)
from tests.workers.conftest import afresh, command, inbox, status
from workers import turns
from workers.sweep import sweep
from workers.turns import end_turn, play_bots

pytestmark = pytest.mark.usefixtures("stopped")
GAMES = (("goat", 4), ("durak", 2), ("svoi_kozyri", 2), ("skat", 4))
every_game = pytest.mark.parametrize(("game", "seats"), GAMES)
PERSON = 0
LIMIT = 10


@pytest.fixture
def racing() -> Racing:
    return Racing()


@pytest.fixture
def context(racing: Racing) -> Context:
    return context_in_memory(racing)


def stand_still(context: Context) -> None:
    """Run all work that the workers can do at this time."""
    while sweep(context, overdue=0):
        pass


def one_person(context: Context, *, game: str = "goat", seats: int = 4, **fields: Any) -> UUID:
    """A table of one person and bots, which waits for the person."""
    table = opened(context, game=game, seats=seats, bots=range(1, seats), **fields)
    stand_still(context)
    return table


def missed(context: Context, **fields: Any) -> UUID:
    """The same, after the person has missed a turn."""
    table = one_person(context, **fields)
    RUNTIME.pass_time(LIMIT)
    stand_still(context)
    assert on(context, table).is_away(PERSON)
    return table


def moves_of_stand_in(context: Context, table: UUID) -> list[int]:
    """The times of the stand-in's moves."""
    deal, by = on(context, table), f"bot:{PERSON}:"
    return [
        record.at
        for record, event in zip(deal.records, deal.events, strict=True)
        if event.MOVE is not None and record.actor.startswith(by)
    ]


def back(context: Context, table: UUID, seat: int = PERSON) -> Any:
    return leaving.come_back(context, on(context, table).id, seat, command(f"seat:{seat}"))


@every_game
def test_one_missed_turn_does_not_cost_the_series(game: str, seats: int, context: Context) -> None:
    table = missed(context, game=game, seats=seats)
    assert at_table(context, table).status == "playing"
    deal = on(context, table)
    assert not deal.over
    assert status(context, deal.id) == "timed"
    assert moves_of_stand_in(context, table) == []
    waits = deal.clock
    assert waits is not None
    assert (waits.seat, waits.stands_in) == (PERSON, True)
    assert waits.until == RUNTIME.now() + LIMIT * 10**6
    RUNTIME.pass_time(LIMIT - 0.000001)
    stand_still(context)
    assert on(context, table).version == deal.version
    assert back(context, table).stream.events[-1] == SeatReturned(PERSON)
    stand_still(context)
    move(context, table, PERSON)
    stand_still(context)
    assert_proved(context, table)
    leaving.close_table(context, OWNER, table, command())
    assert_proved(context, table)


@pytest.mark.costly
@every_game
def test_it_goes_on_at_that_pace_deal_after_deal_and_one_can_always_come_back(
    game: str, seats: int, context: Context
) -> None:
    table = missed(context, game=game, seats=seats)
    while len(at_table(context, table).deals) < 3 and at_table(context, table).status == "playing":
        before = on(context, table)
        RUNTIME.pass_time(LIMIT)
        stand_still(context)
        if on(context, table).id == before.id:
            assert moves_of_stand_in(context, table)[-1] == RUNTIME.now()
    if at_table(context, table).status == "playing":
        deal = on(context, table)
        assert SeatTakenOver(PERSON, "medium", "away") in deal.events[1:3]  # type: ignore[arg-type]
        back(context, table)
        stand_still(context)
        move(context, table, PERSON)
        leaving.close_table(context, OWNER, table, command())
    assert_proved(context, table)


def test_an_abandoned_series_ends(context: Context) -> None:
    table = missed(context, game="durak", seats=2, target=2)
    began, turns_taken = RUNTIME.now(), 0
    while at_table(context, table).status == "playing":
        RUNTIME.pass_time(LIMIT)
        stand_still(context)
        turns_taken += 1
        assert turns_taken < 500
    assert isinstance(at_table(context, table).ended, SeriesEnded)
    assert turns_taken > 5
    assert RUNTIME.now() == began + turns_taken * LIMIT * 10**6
    assert_proved(context, table)


def test_present_players_do_not_wait_for_a_stand_in(context: Context) -> None:
    table = opened(context, game="durak", seats=2)
    leaving.leave_deal(context, on(context, table).id, 0, command("seat:0"))
    for _ in range(3):
        stand_still(context)
        deal = on(context, table)
        assert deal.clock is not None
        assert (deal.clock.seat, deal.clock.stands_in) == (1, False), "it waits for no stand-in"
        RUNTIME.pass_time(1)
        move(context, table, 1)
    assert_proved(context, table)


def test_a_returning_player_does_not_wait_for_a_stand_in(context: Context) -> None:
    table = opened(context, game="durak", seats=2)
    for seat in (0, 1):
        leaving.leave_deal(context, on(context, table).id, seat, command(f"seat:{seat}"))
    stand_still(context)
    deal = on(context, table)
    assert deal.clock is not None
    assert deal.clock.stands_in
    gone = deal.clock.seat
    assert gone is not None
    back(context, table, 1 - gone)
    assert play_bots(context, deal.id) >= 1
    assert on(context, table).records[-1].at == RUNTIME.now()
    assert_proved(context, table)


def test_a_table_without_a_clock_has_nothing_to_wait_for(context: Context) -> None:
    table = one_person(context, turn_limit=None)
    deal = on(context, table)
    leaving.leave_deal(context, deal.id, PERSON, command("seat:0"))
    play_bots(context, deal.id)
    assert on(context, table).over


# --- Races, and lost tasks ------------------------------------------------------------------------


def test_the_turn_of_a_stand_in_is_announced_and_may_come_twice(context: Context) -> None:
    table = missed(context)
    deal = on(context, table)
    inbox(context).waiting.clear()
    assert not end_turn(context, deal.id), "it is too soon"
    assert inbox(context).waiting == [("end_turn", deal.id)], "it will be announced in time"
    RUNTIME.pass_time(LIMIT)
    assert end_turn(context, deal.id)
    assert not end_turn(context, deal.id)
    assert play_bots(context, deal.id) == 0
    assert {*moves_of_stand_in(context, table)} == {RUNTIME.now()}
    assert_proved(context, table)


@pytest.mark.parametrize("was_announced", [False, True])
def test_a_worker_that_died_is_made_up_for_by_the_sweep(
    was_announced: bool,  # noqa: FBT001
    context: Context,
) -> None:
    table = one_person(context)
    deal = on(context, table)
    leaving.leave_deal(context, deal.id, PERSON, command("seat:0"))
    if was_announced:
        play_bots(context, deal.id)
    assert status(context, deal.id) == ("timed" if was_announced else "bots")
    RUNTIME.pass_time(LIMIT)
    assert sweep(afresh(context)) >= 1
    assert {*moves_of_stand_in(context, table)} == {RUNTIME.now()}


def test_a_player_who_returns_first_makes_the_move(racing: Racing, context: Context) -> None:
    """The bot had chosen its move when the player returned, and the move is not made."""
    table = missed(context)
    RUNTIME.pass_time(LIMIT)
    racing.between = lambda: back(afresh(context), table)
    assert not end_turn(context, on(context, table).id)
    assert types(on(context, table))[-1] == "deal.seat_returned"
    assert moves_of_stand_in(context, table) == []
    move(context, table, PERSON)
    assert_proved(context, table)


def test_a_player_who_returns_late_plays_on_after_the_bots_move(
    racing: Racing, context: Context
) -> None:
    table = missed(context)
    deal = on(context, table)
    RUNTIME.pass_time(LIMIT)
    racing.between = lambda: end_turn(afresh(context), deal.id)
    back(context, table)
    after = on(context, table)
    assert moves_of_stand_in(context, table) == [RUNTIME.now()]
    assert after.events[-1] == SeatReturned(PERSON)
    assert not after.is_away(PERSON)
    stand_still(context)
    move(context, table, PERSON)
    assert_proved(context, table)


def test_a_clock_that_is_put_back_while_a_bot_thinks_lets_it_wait_again(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = missed(context)
    RUNTIME.pass_time(LIMIT)
    before = turns.next_turn

    def put_back(*given: Any) -> Any:
        chosen = before(*given)
        assert chosen is not None
        monkeypatch.setattr(turns, "next_turn", before)
        RUNTIME.set_clock(-0.000001)
        return chosen

    monkeypatch.setattr(turns, "next_turn", put_back)
    assert not end_turn(context, on(context, table).id)
    assert moves_of_stand_in(context, table) == []
    RUNTIME.pass_time(0.000001)
    assert end_turn(context, on(context, table).id)
    assert_proved(context, table)


# --- Seeds --------------------------------------------------------------------------------------


def add_seed(context: Context, table: UUID) -> None:
    """The person commits and shows a seed, as a client may do while a bot plays for it."""
    deal = commit(context, table, PERSON)
    stand_still(context)
    show(context, table, PERSON, deal)


def test_a_seat_that_adds_seeds_is_waited_for_from_the_cards_on(context: Context) -> None:
    table = one_person(context, commits=(PERSON,), reveal_seconds=60)
    add_seed(context, table)
    stand_still(context)
    RUNTIME.pass_time(LIMIT)
    stand_still(context)
    assert on(context, table).is_away(PERSON)
    while not on(context, table).over:
        RUNTIME.pass_time(LIMIT)
        stand_still(context)
    assert at_table(context, table).status == "committing", "no bot adds a seed for it (F1)"
    RUNTIME.pass_time(LIMIT)
    add_seed(context, table)
    stand_still(context)
    deal = on(context, table)
    assert deal.opened.number == 2
    assert deal.is_away(PERSON)
    assert deal.clock is not None
    assert (deal.clock.stands_in, deal.clock.since) == (True, RUNTIME.now())
    back(context, table)
    move(context, table, PERSON)
    leaving.close_table(context, OWNER, table, command())
    assert_proved(context, table)


def test_one_comes_back_while_seeds_are_waited_for(context: Context) -> None:
    table = opened(context, commits=(1,), bots=(0, 2), turn_limit=LIMIT)
    deal = commit(context, table, 1)
    stand_still(context)
    for seat in (1, 3):
        leaving.leave_deal(context, deal, seat, command(f"seat:{seat}"))
    back(context, table, 1)
    show(context, table, 1, deal)
    stand_still(context)
    now = on(context, table).clock
    assert now is not None
    assert (now.seat, now.stands_in) == (1, False), "a present player waits for no stand-in"
