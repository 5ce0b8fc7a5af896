"""Clocks and leaving (L1-L6): their events in the record of a deal and of a table."""

from dataclasses import replace
from functools import reduce
from typing import Any, NamedTuple, cast

import pytest

from domain.games.goat import GOAT
from domain.kernel.clock import Clock, Turn
from domain.kernel.deal import Opened, Revealed, SeedRevealed, commit, shuffled
from domain.kernel.event import Digest, Event, Text
from domain.kernel.game import fold, settle, start
from domain.kernel.leaving import (
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
    TimeOver,
    absent,
    players,
)
from domain.kernel.moves import decide, legal_moves
from domain.kernel.progress import Progress, begin, grown, progress_at
from domain.kernel.progress import evolve as evolve_deal
from domain.kernel.stored import from_data
from domain.table.events import DealAbandoned, DealOpened, SeriesEnded, TableClosed
from domain.table.next_deal import terms
from domain.table.series import abandoned, evolve, fold_table
from tests.domain.in_english import Finding, check
from tests.domain.test_f1_f6_seeds import SERVER, shows
from tests.domain.test_f1_f6_seeds import opened as opened_with_seeds
from tests.domain.test_f1_f6_seeds import record as record_with_seeds
from tests.domain.test_series import FULL_TABLE, deal_id, taken

SECOND = 1_000_000
MEDIUM = Text("medium")
REVEALED = Revealed(Digest(SERVER.hex()))
PERSONS = (FULL_TABLE[0], taken(0, None), taken(1, None), taken(2, None), taken(3))
"""A table of three persons and a bot."""
CLOCK = ClockSet(10, 5, stand_ins_wait=True)
OLD: Any = from_data("deal.clock_set", 1, {"turn": 10, "bank": 5})


def opened() -> Opened:
    return commit(terms(fold_table(PERSONS), deal=deal_id(1)), seed=SERVER)


def begun(*first: Event) -> list[Event]:
    """A deal that has been dealt, with these events directly after its opening."""
    order = shuffled(opened(), pack=GOAT.pack, lots=GOAT.lots(4), seed=SERVER)
    (at, *rest), _ = start(GOAT, opened(), order)
    return [at, *first, *rest]


def progress(events: list[Event]) -> Progress:
    return reduce(evolve_deal, events[1:], begin(GOAT, opened()))


def on_turn(events: list[Event]) -> int:
    seat = GOAT.to_act(fold(GOAT, events))
    assert seat is not None
    return seat


def until_person(events: list[Event]) -> list[Event]:
    """The deal with first legal moves made until a person is to move."""
    while on_turn(events) == 3:
        events = moved(events)
    return events


def moved(events: list[Event]) -> list[Event]:
    state, seat = fold(GOAT, events), on_turn(events)
    made, _ = decide(GOAT, state, legal_moves(GOAT, state, seat)[0], seen=state)
    return [*events, *made]


def late(seat: int, bot: bool = True) -> tuple[Event, ...]:  # noqa: FBT001, FBT002
    """A seat's time is over."""
    over = TimeOver(seat, 0, 15 * SECOND)
    return (over, taken_over(seat, "time")) if bot else (over, Abandoned((seat,), "time"), REVEALED)


def taken_over(seat: int, reason: Any = "left", bot: Text = MEDIUM) -> SeatTakenOver:
    return SeatTakenOver(seat, bot, reason)


def finding(events: list[Event]) -> Finding | None:
    return next(iter(check(GOAT, events)), None)


def refused(events: list[Event], clause: str, *, back: int = 0) -> bool:
    """Whether the event at this distance from the end was impossible there."""
    found = finding(events)
    return found is not None and (found.position, found.clauses) == (len(events) - back, (clause,))


# --- The clock ----------------------------------------------------------------------------------


class Timed(NamedTuple):
    """A deal by the clock."""

    state: Any
    bots: tuple[Text | None, ...]
    clock: Clock
    progress: Progress


def by_clock(progress: Progress) -> Timed:
    assert progress.clock is not None
    return Timed(progress.state, progress.bots, progress.clock, progress)


def timed(events: list[Event], at: int = 0, clock: ClockSet = CLOCK) -> Timed:
    rest = [each for each in events[1:] if not isinstance(each, ClockSet)]
    return by_clock(grown(begin(GOAT, opened()), (clock, *rest), at=at))


def after(before: Timed, *events: Event, at: int) -> Timed:
    return by_clock(grown(before.progress, events, at=at))


def a_move(now: Timed) -> tuple[Event, ...]:
    seat = GOAT.to_act(now.state)
    assert seat is not None
    move = legal_moves(GOAT, now.state, seat)[0]
    follow, _ = settle(GOAT, GOAT.evolve(now.state, move))
    return (move, *follow)


def test_l1_a_turn_has_its_limit_and_the_bank_besides() -> None:
    events = until_person(begun(CLOCK))
    now = timed(events, at=100)
    seat = on_turn(events)
    banks, persons = (5 * SECOND,) * 4, (0, 1, 2)
    on = Turn(seat, 100)
    assert now.clock == Clock(10 * SECOND, banks, on, "player", persons, turns_go_on=True)
    assert now.clock.until == 100 + 15 * SECOND
    assert not now.clock.is_over(now.clock.until - 1)
    assert now.clock.is_over(now.clock.until)


@pytest.mark.parametrize(
    ("seconds", "left"), [(0, 5), (10, 5), (10.5, 4.5), (14.999999, 0.000001), (99, 0), (-3, 5)]
)
def test_l1_what_is_beyond_the_limit_is_taken_from_the_bank(seconds: float, left: float) -> None:
    now = timed(until_person(begun(CLOCK)))
    seat = now.clock.seat
    assert seat is not None
    later = after(now, *a_move(now), at=round(seconds * SECOND)).clock
    assert later.banks[seat] == round(left * SECOND)
    assert sum(later.banks) == round((15 + left) * SECOND)


def test_l1_no_time_is_counted_for_bots_nor_before_the_deal() -> None:
    assert timed([opened(), CLOCK]).clock.until is None
    assert not timed([opened(), CLOCK]).clock.is_over(10**18)
    now = timed(until_person(begun(CLOCK)))
    seat = now.clock.seat
    assert seat is not None
    gone = after(now, taken_over(seat), at=12 * SECOND)
    assert (gone.clock.seat, gone.clock.since, gone.clock.until) == (None, None, None)
    assert gone.bots[seat] == "medium"
    later = after(gone, *a_move(gone), at=99 * SECOND).clock
    assert later.banks[seat] == 3 * SECOND, "the time used before leaving"


def test_l1_a_turn_goes_on_for_a_player_who_leaves_and_returns() -> None:
    now = timed(until_person(begun(CLOCK)))
    seat = now.clock.seat
    assert seat is not None
    for at in (2, 9, 14):
        gone = after(now, taken_over(seat), at=at * SECOND - 1)
        assert not gone.clock.is_used_up(seat, 15 * SECOND - 1)
        assert gone.clock.is_used_up(seat, 15 * SECOND)
        assert not gone.clock.is_used_up((seat + 1) % 3, 15 * SECOND)
        now = after(gone, SeatReturned(seat), at=at * SECOND)
        assert (now.clock.since, now.clock.until) == (0, 15 * SECOND)
    assert after(now, *a_move(now), at=14 * SECOND).clock.banks[seat] == SECOND
    late_now = after(now, *late(seat), at=15 * SECOND)
    assert late_now.clock.is_used_up(seat, 0), "even if the clock is set back"
    moved_on = after(late_now, *a_move(late_now), at=16 * SECOND)
    assert not moved_on.clock.is_used_up(seat, 10**18)
    assert moved_on.clock.banks[seat] == 0


def test_l1_in_records_of_before_a_return_began_a_turn() -> None:
    now = timed(until_person(begun(OLD)), clock=OLD)
    seat = now.clock.seat
    assert seat is not None
    gone = after(now, taken_over(seat), at=12 * SECOND)
    assert (gone.clock.seat, gone.clock.banks[seat]) == (None, 3 * SECOND)
    assert not gone.clock.is_used_up(seat, 10**18)
    back = after(gone, SeatReturned(seat), at=99 * SECOND).clock
    assert (back.seat, back.since, back.banks[seat]) == (seat, 99 * SECOND, 3 * SECOND)


def test_l1_a_turn_goes_on_whatever_others_do_meanwhile() -> None:
    now = timed(until_person(begun(CLOCK)))
    seat = now.clock.seat
    assert seat is not None
    other = (seat + 1) % 3
    assert after(now, taken_over(other), at=9 * SECOND).clock == now.clock
    assert after(now, Resigned(other), at=9 * SECOND).clock == now.clock


def all_away(clock: ClockSet = CLOCK) -> tuple[Timed, int]:
    """All persons have left, first the one on turn, the last of them at 7 seconds."""
    seat = on_turn(until_person(begun()))
    now = timed(until_person(begun(clock)), clock=clock)
    for at, gone in enumerate((seat, *({0, 1, 2} - {seat})), start=5):
        assert not now.clock.stands_in
        now = after(now, taken_over(gone), at=at * SECOND)
    return now, seat


def test_l3_without_persons_a_stand_in_waits_for_the_turn_limit() -> None:
    now, seat = all_away()
    clock, until = now.clock, 17 * SECOND
    assert (clock.seat, clock.since, clock.until) == (seat, 7 * SECOND, until)
    assert clock.stands_in
    assert clock.is_too_soon(seat, until - 1)
    assert not clock.is_too_soon(seat, until)
    assert not clock.is_too_soon(3, until - 1), "another bot waits for no person"
    assert not clock.is_over(10**18), "no player is late"
    moved_on = after(now, *a_move(now), at=until).clock
    assert moved_on.banks == (5 * SECOND,) * 4, "it takes nothing from the player's bank"
    assert (moved_on.seat, moved_on.since) in {(None, None), (moved_on.seat, until)}
    back = after(now, SeatReturned(seat), at=9 * SECOND).clock
    assert (back.seat, back.since, back.stands_in) == (seat, 9 * SECOND, False)
    assert back.is_over(24 * SECOND)


def test_l3_a_stand_in_waits_once_in_a_turn_and_the_player_gets_the_turn_back() -> None:
    now, seat = all_away()
    back = after(now, SeatReturned(seat), at=16 * SECOND)
    assert (back.clock.since, back.clock.until) == (16 * SECOND, 31 * SECOND)
    once_more = after(back, taken_over(seat), at=16 * SECOND + 1)
    once_more = after(once_more, SeatReturned(seat), at=16 * SECOND + 2)
    assert once_more.clock.until == 31 * SECOND, "the turn does not begin anew twice"
    gone = after(back, *late(seat), at=31 * SECOND)
    assert (gone.clock.stands_in, gone.clock.until) == (True, 17 * SECOND)
    assert not gone.clock.is_too_soon(seat, 31 * SECOND), "it has waited"
    assert gone.clock.is_used_up(seat, 31 * SECOND)
    assert after(gone, *a_move(gone), at=32 * SECOND).clock.banks[seat] == 0


def test_l3_a_stand_in_that_others_interrupt_waits_on() -> None:
    now, seat = all_away()
    other = next(each for each in (0, 1, 2) if each != seat)
    back = after(now, SeatReturned(other), at=9 * SECOND)
    again = after(back, taken_over(other), at=10 * SECOND).clock
    assert (again.stands_in, again.until) == (True, 17 * SECOND)
    present = after(back, SeatReturned(seat), at=10 * SECOND).clock
    assert (present.since, present.until) == (0, 15 * SECOND), "a person waits for it"
    assert back.clock.is_used_up(seat, 15 * SECOND)


def test_l3_a_turn_that_began_in_absence_begins_with_the_return() -> None:
    seat = on_turn(until_person(begun()))
    first = taken_over(seat, "away")
    now = timed(until_person(begun(CLOCK, first)))
    assert (now.clock.seat, now.bots[seat]) == (None, "medium")
    assert not now.clock.is_used_up(seat, 10**18)
    back = after(now, SeatReturned(seat), at=40 * SECOND).clock
    assert (back.since, back.until) == (40 * SECOND, 55 * SECOND)


def test_l3_present_players_do_not_wait_for_a_stand_in() -> None:
    now, seat = all_away()
    other = next(each for each in (0, 1, 2) if each != seat)
    back = after(now, SeatReturned(other), at=9 * SECOND).clock
    assert (back.seat, back.until, back.stands_in) == (None, None, False)
    assert not back.is_too_soon(seat, 0)


def test_l3_in_records_of_before_no_stand_in_waited() -> None:
    before, seat = all_away(OLD)
    assert (before.clock.seat, before.clock.stands_in) == (None, False)
    assert not before.clock.is_too_soon(seat, 0)


def test_l1_the_clock_is_set_once_at_the_beginning() -> None:
    assert check(GOAT, begun(CLOCK)) == ()
    assert finding(begun(replace(CLOCK, turn=0))) == Finding(
        2, ("L1",), "deal.clock_set cannot have happened here"
    )
    assert refused([*begun(CLOCK), CLOCK], "L1")
    assert finding(begun(replace(CLOCK, bank=-1))) is not None


# --- Time over ----------------------------------------------------------------------------------


def test_l2_whose_time_is_over_has_left() -> None:
    events = until_person(begun(CLOCK))
    seat = on_turn(events)
    assert check(GOAT, [*events, *late(seat)]) == ()
    assert check(GOAT, moved([*events, *late(seat)])) == ()
    assert check(GOAT, [*events, *late(seat, bot=False)]) == ()
    assert fold(GOAT, [*events, *late(seat)]) == fold(GOAT, events)


def test_l2_the_deadline_is_that_of_the_person_on_turn() -> None:
    events = until_person(begun(CLOCK))
    seat = on_turn(events)
    other = (seat + 1) % 3
    assert refused([*events, *late(other)], "L2", back=1)
    assert refused([*events, *late(9)], "L2", back=1)
    assert refused([*events, late(seat)[0], taken_over(other, "time")], "L2", back=1)
    assert refused([*events, late(seat)[0], Abandoned((other,), "time"), REVEALED], "L2", back=2)
    assert refused([*events, late(seat)[0]], "L2")
    unclocked = until_person(begun())
    assert refused([*unclocked, *late(on_turn(unclocked))], "L2", back=1)
    gone = [*events, taken_over(seat)]
    assert refused([*gone, *late(seat)], "L2", back=1)


# --- Bots stand in --------------------------------------------------------------------------------


def test_l3_a_bot_plays_until_the_player_is_back() -> None:
    events = [*begun(), taken_over(1)]
    assert players(opened().bots, events) == (None, "medium", None, "easy")
    assert absent(opened().bots, events) == {1: "medium"}
    back = [*events, SeatReturned(1)]
    assert players(opened().bots, back) == opened().bots
    assert check(GOAT, back) == ()
    assert check(GOAT, [*back, taken_over(1)]) == ()


def test_l3_it_plays_in_the_deals_that_follow() -> None:
    assert check(GOAT, begun(taken_over(1, "away"), taken_over(2, "away"))) == ()
    assert check(GOAT, begun(CLOCK, taken_over(1, "away"))) == ()
    assert refused([*begun(), taken_over(1, "away")], "L3")
    assert refused([*begun(), taken_over(0), taken_over(1, "away")], "L3")


def test_l3_no_stand_in_for_a_present_player_or_a_bot() -> None:
    for seat in (3, 4, -1):
        assert refused([*begun(), taken_over(seat)], "L3")
        assert refused([*begun(), SeatReturned(seat)], "L3")
    assert refused([*begun(), taken_over(1), taken_over(1)], "L3")
    assert refused([*begun(), SeatReturned(1)], "L3")
    assert refused([*begun(), taken_over(1, "time")], "L3")
    events = until_person(begun(CLOCK))
    assert refused(
        [*events, TimeOver(on_turn(events), 0, 1), taken_over(on_turn(events))], "L2", back=1
    )


def test_l3_a_returned_player_may_leave_again_after_the_next_move() -> None:
    back = [*until_person(begun(CLOCK)), taken_over(1), SeatReturned(1)]
    assert refused([*back, taken_over(1)], "L3")
    assert check(GOAT, [*back, taken_over(2)]) == ()
    assert check(GOAT, [*moved(back), taken_over(1)]) == ()
    seat = on_turn(back)
    mine = [*until_person(begun(CLOCK)), taken_over(seat), SeatReturned(seat)]
    assert check(GOAT, [*mine, *late(seat)]) == (), "even if it was by timeout"
    for first in ((OLD,), ()):
        before = [*begun(*first), taken_over(1), SeatReturned(1), taken_over(1)]
        assert check(GOAT, before) == (), "older, or without a clock"


def test_l3_a_player_who_comes_and_goes_is_not_in_the_opening() -> None:
    events = [opened_with_seeds(), CLOCK, shows(3), taken_over(0), shows(1)]
    read = progress_at(GOAT, events)
    assert read.shown == (shows(3), shows(1))
    assert read.owing == ()
    whole = record_with_seeds(3, 1)
    record = [*events, *whole[3:]]
    assert check(GOAT, record) == ()
    assert isinstance(record[2], SeedRevealed)


# --- Forfeit, resign, close ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "end",
    [Abandoned((1,), "left"), Abandoned((), "closed")],
)
def test_l4_an_abandoned_deal_ends_with_the_servers_seed(end: Abandoned) -> None:
    events = begun()
    assert check(GOAT, [*events, end, REVEALED]) == ()
    for wrong in ([], [end], [REVEALED, REVEALED], moved(events)[len(events) :]):
        found = finding([*events, end, *wrong])
        assert found is not None
        assert found.clauses == ("L4",)
    assert refused([*events, end, Revealed(Digest("ab" * 32))], "") is False
    assert finding([*events, end, Revealed(Digest("ab" * 32))]) is not None


def test_l4_before_the_seeds_are_shown_too() -> None:
    events: list[Event] = [opened_with_seeds(), shows(3), Abandoned((0,), "left")]
    assert progress_at(GOAT, events).abandoned == events[-1]
    assert progress_at(GOAT, events[:-1]).abandoned is None
    assert check(GOAT, [*events, REVEALED]) == ()
    assert progress_at(GOAT, events).is_off
    assert progress_at(GOAT, events).shuffled is None
    assert refused(events, "L4")


def test_l4_a_deck_made_by_hand_follows_from_no_seed() -> None:
    events = begun()
    by_hand = replace(cast("Any", events[0]), seed=None, commitment=Digest("0" * 64))
    plain = [replace(cast("Any", events[1]), transcript=Digest("0" * 64))]
    record = [by_hand, *plain, *events[2:], Abandoned((), "closed")]
    assert check(GOAT, record) == ()


def test_l4_only_the_players_who_left_are_to_blame() -> None:
    events = begun()
    for wrong in (
        Abandoned((), "left"),
        Abandoned((0, 1), "left"),
        Abandoned((3,), "left"),
        Abandoned((1,), "closed"),
        Abandoned((1,), "time"),
        Abandoned((0, 2), "resigned"),
        Abandoned((0, 1), "resigned"),
    ):
        assert refused([*events, wrong, REVEALED], "L4", back=1), wrong


def test_l4_leaving_is_impossible_after_the_end() -> None:
    events = begun()
    while GOAT.outcome(fold(GOAT, events)) is None:
        events = moved(events)
    assert check(GOAT, [*events, REVEALED]) == ()
    assert refused([*events, taken_over(1), REVEALED], "L3", back=1)
    assert finding([*events, Abandoned((1,), "left"), REVEALED]) is not None


def test_l4_the_series_ends_with_the_leavers_side_last() -> None:
    table = fold_table([*PERSONS, DealOpened(1, deal_id(1))])
    events = abandoned(table, seats=(2,), reason="left")
    assert events == (
        DealAbandoned(1, deal_id(1), (2,), "left"),
        SeriesEnded(1, (2, 1), (0, 0), (Text(""), Text(""))),
    )
    ended = reduce(evolve, events, table)
    assert (ended.status, ended.forfeited) == ("over", (2,))
    assert ended.deals[-1].on is False
    assert ended.score == table.score


def test_l5_a_side_resigns_with_its_last_person() -> None:
    one = [*begun(), Resigned(0)]
    assert check(GOAT, one) == ()
    both = [*one, Resigned(2), Abandoned((0, 2), "resigned"), REVEALED]
    assert check(GOAT, both) == ()
    assert progress(both[:-2]).has_resigned((0, 2))
    assert not progress(one).has_resigned((0, 2))
    assert progress(one).has_resigned((0, 2), 2)
    alone = [*begun(), Resigned(1), Abandoned((1, 3), "resigned"), REVEALED]
    assert check(GOAT, alone) == ()


def test_l5_impossible_resignations() -> None:
    assert refused([*begun(), Resigned(0), Resigned(0)], "L5")
    assert refused([*begun(), Resigned(3)], "L5")
    assert refused([*begun(), Resigned(7)], "L5")
    assert refused([*begun(), taken_over(0), Resigned(0)], "L5")
    assert refused([*begun(), Resigned(1)], "L5")
    assert not progress([*begun(), Resigned(3)]).has_resigned((3,))


def test_l6_a_closed_table_has_no_result() -> None:
    table = fold_table([*PERSONS, DealOpened(1, deal_id(1))])
    events = abandoned(table, seats=(), reason="closed")
    assert events == (DealAbandoned(1, deal_id(1), (), "closed"), TableClosed())
    closed = reduce(evolve, events, table)
    assert (closed.status, closed.ended, closed.forfeited) == ("closed", None, ())
