"""Slots for streams and long polls: no reader can take all; and the time between two looks."""

from collections import Counter
from collections.abc import Collection, Mapping
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.live import waiting
from service.live.shares import SHARE, Holder, Slots
from service.live.waiting import WaitingClients
from tests.simulation.runtime import RUNTIME
from tests.simulation.waiting import until

MINE, YOURS = Holder("mine", "mine"), Holder("yours", "yours")


def filled(slots: Slots, holder: Holder) -> int:
    """Take all slots of a reader."""
    count = 0
    while slots.take(holder):
        count += 1
    return count


def test_a_caller_has_so_many_at_most() -> None:
    slots = Slots(100, each=3)
    assert filled(slots, MINE) == 3
    assert slots.take(MINE) is False
    assert slots.take(YOURS) is True
    slots.leave(MINE)
    assert slots.take(MINE) is True
    assert slots.taken() == 4


def test_an_owner_leaves_some_to_others_however_many_tokens_are_used() -> None:
    slots = Slots(100, each=50)
    mine = sum(filled(slots, Holder("mine", f"table:seat:{n}")) for n in range(100))
    assert mine == 100 * SHARE // (SHARE + 1)
    assert slots.take(Holder("mine", "one more")) is False
    assert filled(slots, YOURS) == 16
    assert filled(slots, Holder("theirs", "theirs")) > 0


def test_without_slots_no_stream_gets_one() -> None:
    slots = Slots(2, each=2)
    assert [slots.take(Holder(name, name)) for name in "abc"] == [True, True, None]


@pytest.mark.costly
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.booleans())))
def test_taken_and_released_slots_are_counted(changes: list[tuple[int, int, bool]]) -> None:
    slots, had = Slots(12, each=4), Counter[Holder]()
    for owner, principal, leaves in changes:
        holder = Holder(str(owner), str(principal))
        if leaves and had[holder]:
            slots.leave(holder)
            had[holder] -= 1
        elif slots.take(holder):
            had[holder] += 1
        assert slots.taken() == had.total() <= 12
        assert max(had.values(), default=0) <= 4
    for holder, count in had.items():
        for _ in range(count):
            slots.leave(holder)
    assert slots.taken() == 0
    assert not slots._of_owner
    assert not slots._of_principal


def polled(mine: list[Holder], *, refused: int) -> None:
    """Let so many of these long polls be refused, and one of another owner not."""
    waiting, stream = WaitingClients(lambda _: {}, RUNTIME, limit=12), uuid4()

    def wait(holder: Holder) -> bool:
        return waiting.until_after(stream, 5, seconds=60, holder=holder)

    with RUNTIME.executor(len(mine) + 1, name="poll") as pool:
        waits = [pool.submit(wait, each) for each in mine]
        until(lambda: sum(each.done() for each in waits) == refused)
        other = pool.submit(wait, YOURS)
        until(lambda: waiting._slots.taken() == len(mine) - refused + 1)
        waiting.end_in(0)
        assert other.result() is True
        assert Counter(each.result() for each in waits)[False] == refused


def test_an_owner_that_polls_often_leaves_slots_to_others() -> None:
    most = 10  # then two are free, of which it would have more than `SHARE` times
    polled([Holder("mine", f"table:seat:{n % 4}") for n in range(40)], refused=40 - most)


def test_a_caller_that_polls_often_has_half_of_the_slots() -> None:
    polled([MINE] * 12, refused=6)


OUTAGE = 0.3
"""Seconds for which the first query waits for the database."""

LONGEST = 60
"""Seconds of a wait that hears of nothing."""


def test_an_outage_of_the_database_delays_no_news_of_what_comes_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pause would be hours, if a late answer were followed by a multiple of its time."""
    monkeypatch.setattr(waiting, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(waiting, "SHARE", 100_000)
    stream, queries = uuid4(), 0

    def versions(_: Collection[UUID]) -> Mapping[UUID, int]:
        nonlocal queries
        queries += 1
        if queries == 1:
            RUNTIME.sleep(OUTAGE)
            return {stream: 5}
        return {stream: 6}

    began = RUNTIME.monotonic()
    waits = waiting.WaitingClients(versions, RUNTIME, limit=2)
    assert waits.until_after(stream, 5, seconds=LONGEST, holder=Holder("mine", "mine"))
    assert OUTAGE <= RUNTIME.monotonic() - began < 2 * OUTAGE
