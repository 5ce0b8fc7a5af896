"""Events are judged against the table that they are appended to, whatever happened before."""

from collections.abc import Callable
from functools import partial
from uuid import UUID

import pytest

from domain.kernel.event import Digest, Event, Text
from domain.table.events import DealOpened, SeatTaken
from service.access.credentials import Auditor, SeatHolder, hashed
from service.commands import Asked
from service.context import House
from service.play import leaving, seeds, tables, watchers
from service.play.progress import append_table, deal_of, record_deal
from service.problems import Code, Problem
from service.proof import disputes
from tests.seeding import commitment_of
from tests.workers.conftest import afresh, asked
from tests.workers.timing import (
    OWNER,
    Clock,
    Racing,
    assert_proved,
    at_table,
    house_in_memory,
    on,
    opened,
    set_clock,
)

DAY = 86_400


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return set_clock(monkeypatch)


@pytest.fixture
def racing() -> Racing:
    return Racing(entropy=bytes)


def refused(code: Code, act: Callable[[], object]) -> None:
    with pytest.raises(Problem) as caught:
        act()
    assert caught.value.code == code


# --- Auditors -----------------------------------------------------------------------------------


def disputed(house: House, count: int = 2) -> tuple[UUID, UUID]:
    """A table whose deal is over and disputed, with an auditor; and the deal."""
    table = opened(house, abandon="forfeit", seats=4)
    deal = on(house, table).id
    for seat in (0, 2):
        leaving.resign(house, deal, seat, asked(f"seat:{seat}"))
    record_deal(house, deal)
    disputes.admit_auditor(
        house, OWNER, table, name="Elder", seconds=DAY, limit=5, asked=asked(OWNER.actor)
    )
    for _ in range(count):
        disputes.open_dispute(
            house,
            SeatHolder(table, 1),
            deal,
            at=1,
            claim="deal",
            text="No.",
            limit=5,
            asked=asked("seat:1"),
        )
    return table, deal


def rule(house: House, table: UUID, deal: UUID) -> None:
    disputes.rule_dispute(
        house,
        Auditor(table, 1),
        deal,
        1,
        ruling="dismissed",
        adjustment=(),
        text="So.",
        asked=asked("auditor:1"),
    )


def dismiss(house: House, table: UUID) -> None:
    disputes.dismiss_auditor(house, OWNER, table, 1, asked=asked(OWNER.actor))


def test_an_auditor_who_is_dismissed_meanwhile_rules_nothing(racing: Racing) -> None:
    """Between the moment when the ruling is judged and its append."""
    house = house_in_memory(racing)
    table, deal = disputed(house)
    racing.between = lambda: dismiss(afresh(house), table)
    refused(Code.UNAUTHENTICATED, lambda: rule(house, table, deal))
    assert all(each.ruled is None for each in at_table(house, table).docket.disputes)
    assert_proved(house, table)


def test_the_time_of_an_auditor_is_that_of_the_ruling(clock: Clock) -> None:
    house = house_in_memory()
    table, deal = disputed(house)
    clock.passes(DAY)
    refused(Code.NOT_ALLOWED, lambda: rule(house, table, deal))
    assert_proved(house, table)


def test_a_deal_that_was_given_up_can_be_disputed() -> None:
    house = house_in_memory()
    table, deal = disputed(house)
    rule(house, table, deal)
    assert_proved(house, table)


# --- Seats that change hands --------------------------------------------------------------------


def sit(house: House, table: UUID, seat: int) -> str:
    """Somebody sits down; the seat's token."""
    wish = tables.SeatWish(f"P{seat}", commits=True)
    done = tables.take_seat(house, OWNER, table, seat, wish=wish, asked=asked(OWNER.actor))
    return done.tokens[0].token


def held(token: str, seat: int) -> Asked:
    """A command that comes with the token of a seat."""
    return asked(f"seat:{seat}")._replace(token=Digest(hashed(token).hex()))


def next_deal(house: House, table: UUID) -> UUID:
    stream = house.journal.table(table)
    assert stream is not None
    return deal_of(house, stream, stream.state.next_number)


def half_empty(house: House) -> tuple[UUID, str]:
    """A table with one person on seat 0, who adds seeds; and their token."""
    wish = tables.TableWish(game="durak", name="yard", options={})
    table = tables.open_table(house, OWNER, wish, asked(OWNER.actor)).table.id
    return table, sit(house, table, 0)


ACTS: dict[str, Callable[[House, UUID, Asked], object]] = {
    "commit": lambda house, table, by: seeds.commit_seed(
        house,
        SeatHolder(table, 0),
        table,
        0,
        deal=next_deal(house, table),
        commitment=commitment_of(next_deal(house, table), 0),
        asked=by,
    ),
    "leave": lambda house, table, by: leaving.leave_seat(house, SeatHolder(table, 0), table, 0, by),
    "admit a watcher": lambda house, table, by: watchers.admit_watcher(
        house, SeatHolder(table, 0), table, name="Eve", seconds=DAY, limit=5, asked=by
    ),
}


@pytest.mark.parametrize("name", ACTS)
def test_a_token_does_nothing_for_whoever_sits_there_now(name: str, racing: Racing) -> None:
    """Its player leaves, and somebody else sits down, before what was asked for is appended."""
    house = house_in_memory(racing)
    table, token = half_empty(house)

    def change_hands() -> None:
        elsewhere = afresh(house)
        leaving.leave_seat(elsewhere, OWNER, table, 0, asked(OWNER.actor))
        sit(elsewhere, table, 0)

    racing.between = change_hands
    refused(Code.UNAUTHENTICATED, lambda: ACTS[name](house, table, held(token, 0)))
    state = at_table(house, table)
    assert state.players[0] is not None
    assert (state.commitments[0], state.watchers) == (None, ())
    assert_proved(house, table)


@pytest.mark.parametrize("name", ACTS)
def test_a_token_does_it_while_its_player_sits_there(name: str) -> None:
    house = house_in_memory()
    table, token = half_empty(house)
    ACTS[name](house, table, held(token, 0))
    assert_proved(house, table)


def test_what_cannot_follow_is_not_appended() -> None:
    """However it came there: what verifiers would refuse is refused."""
    house = house_in_memory()
    table, _ = half_empty(house)
    stream = house.journal.table(table)
    assert stream is not None
    taken = SeatTaken(0, Text("Bob"), None, None, None)
    wrong: Event
    for wrong in (taken, DealOpened(1, stream.opened.table)):
        refused(
            Code.NOT_ALLOWED,
            partial(append_table, house, table, stream, (wrong,), asked=asked("system")),
        )
    assert house.store.versions([table]) == {table: 2}
