"""Turns keep their time limits, regardless of who leaves and returns, and when (L1, L3)."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import pytest

from domain.kernel.clock import SECOND
from domain.kernel.event import Event
from domain.kernel.leaving import SeatReturned
from tests.domain.test_l1_l6_leaving import (
    CLOCK,
    Timed,
    a_move,
    after,
    begun,
    late,
    taken_over,
    timed,
)

LIMIT = 10 * SECOND
PERSONS = (0, 1, 2)


class Held(NamedTuple):
    """The use of the time of one turn."""

    bank: int
    """The time left in the seat's bank when it began."""
    by_player: int = 0
    """The time in which the player could have moved, and did not."""
    by_stand_in: int = 0
    """The time in which the bot must not move."""
    since: int | None = None
    """When the player was there first."""
    came_to_nobody: bool = False
    """Whether its player has returned to it when no person was present."""


def turn_of(now: Timed) -> int:
    seat = now.clock.on and now.clock.on.seat
    assert seat is not None
    return seat


def passed(held: Held, now: Timed, before: int, at: int) -> Held:
    """The same after time has passed without an event."""
    until = now.clock.until
    if until is None:
        return held
    counted = max(0, min(at, until) - before)
    if now.bots[turn_of(now)] is None:
        since = before if held.since is None else held.since
        return held._replace(by_player=held.by_player + counted, since=since)
    return held._replace(by_stand_in=held.by_stand_in + counted)


def something(now: Timed, at: int, chance: Random) -> Sequence[Event]:
    """A possible event: a player leaves, returns or moves, within limits."""
    seat = turn_of(now)
    if now.clock.is_over(at):
        return late(seat)
    present = [each for each in PERSONS if now.bots[each] is None]
    away = [each for each in PERSONS if now.bots[each] and not now.clock.is_used_up(each, at)]
    may: list[Sequence[Event]] = [
        *([taken_over(each)] for each in (*present, *(each for each in present if each == seat))),
        *([SeatReturned(each)] for each in away),
    ]
    if not now.clock.is_too_soon(seat, at):
        may.append(a_move(now))
    return chance.choice(may)


@pytest.mark.parametrize("number", range(60))
def test_l1_l3_no_player_holds_a_turn_beyond_its_limit(number: int) -> None:
    chance = Random(number)
    now, at = timed(begun(CLOCK)), 0
    held = Held(now.clock.banks[turn_of(now)])
    for _ in range(150):
        before, at = at, at + round(chance.choice((0, 0.01, 0.5, 2, 7)) * SECOND)
        held = passed(held, now, before, at)
        seat, events = turn_of(now), something(now, at, chance)
        if events == [SeatReturned(seat)] and None not in now.bots:
            held = held._replace(came_to_nobody=True)
        now = after(now, *events, at=at)
        assert held.by_player <= LIMIT * (2 if held.came_to_nobody else 1) + held.bank
        assert held.by_stand_in <= LIMIT
        if held.since is not None and not held.came_to_nobody and now.bots[seat] is None:
            assert at <= held.since + LIMIT + held.bank or now.clock.is_over(at)
        if any(each.MOVE is not None for each in events):
            if now.clock.on is None:
                break
            held = Held(now.clock.banks[turn_of(now)])


def test_l3_to_leave_and_come_back_for_ever_is_no_way_to_win_time() -> None:
    now = timed(begun(CLOCK))
    seat, at = turn_of(now), 0
    if seat == 3:
        now = after(now, *a_move(now), at=0)
        seat = turn_of(now)
    while not now.clock.is_used_up(seat, at):
        at += 2_600_000
        if now.clock.is_over(at):
            now = after(now, *late(seat), at=at)
        else:
            now = after(after(now, taken_over(seat), at=at), SeatReturned(seat), at=at)
    assert at <= LIMIT + 5 * SECOND + 2_600_000
