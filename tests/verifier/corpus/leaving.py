"""Clocks, leaving and stand-ins: deadlines follow from recorded times, or the check fails."""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, NamedTuple
from unittest.mock import patch
from uuid import UUID

from domain.judge.record_rules import FIRST_FIXED
from domain.kernel.deal import Opened as DealOpened
from domain.kernel.leaving import ClockSet
from service.context import Context
from service.deals.streams import find_deal
from service.seats import leaving
from service.tables import progress
from service.tables.progress import record_deal
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import (
    OWNER,
    at_table,
    context_in_memory,
    move,
    on,
    opened,
    turn,
)
from tests.verifier.entries import Entry
from tests.verifier.making import bundled
from tests.verifier.mutations import rechained
from tests.verifier.older import in_old_form
from tests.workers.conftest import command
from verifier.bundle import Bundle
from verifier.case import Case
from workers.sweep import sweep
from workers.turns import play_bots

SECOND: Final = 1_000_000


class PlayedTable(NamedTuple):
    """The evidence of a series: its table, and its deals."""

    table: Bundle
    deals: tuple[Bundle, ...]


Play = Callable[[], PlayedTable]


def by_itself(play: Callable[..., PlayedTable]) -> Callable[..., PlayedTable]:
    """Play once, with the same chance and times whichever test needs it first."""

    @cache
    def played(*given: Any) -> PlayedTable:
        with RUNTIME.begun(play.__name__, elapsed=0), RUNTIME.stopped():
            return play(*given)

    return played


def evidence(context: Context, table: UUID) -> PlayedTable:
    stream = context.streams.table(table)
    assert stream is not None
    deals = [find_deal(context, UUID(line.deal)) for line in stream.state.deals]
    return PlayedTable(
        bundled(stream.records, view="public", receipts=False, logged=False),
        tuple(bundled(deal.records, receipts=False, logged=False) for deal in deals),
    )


@by_itself
def left() -> PlayedTable:
    """A deal with a late move, a stand-in, and a return; and one in which a seat resigned."""
    context = context_in_memory()
    table = opened(context, game="durak", seats=2, time_bank=5, turn_limit=10)
    first = turn(context, table)
    RUNTIME.pass_time(9)
    move(context, table, first)
    other = turn(context, table)
    RUNTIME.pass_time(15)
    sweep(context)
    deal = on(context, table)
    play_bots(context, deal.id)
    leaving.come_back(context, deal.id, other, command(f"seat:{other}"))
    RUNTIME.pass_time(1)
    move(context, table, turn(context, table))
    leaving.leave_deal(context, deal.id, other, command(f"seat:{other}"))
    while not on(context, table).over:
        RUNTIME.pass_time(1)
        if play_bots(context, deal.id) == 0:
            move(context, table, first)
    record_deal(context, deal.id)
    leaving.resign(context, on(context, table).id, first, command(f"seat:{first}"))
    record_deal(context, on(context, table).id)
    assert at_table(context, table).status == "over"
    return evidence(context, table)


@by_itself
def closed() -> PlayedTable:
    """A series of two deals in which the player who left stays away, and which is closed.

    There is a pause between them, in which that player is ready by the record.
    """
    context = context_in_memory()
    table = opened(context, bots=(0, 1, 2), options={"loss_target": 12}, pause_seconds=30)
    first = on(context, table)
    leaving.leave_deal(context, first.id, 3, command("seat:3"))
    while not on(context, table).over:
        RUNTIME.pass_time(10)
        sweep(context)
    record_deal(context, first.id)
    leaving.close_table(context, OWNER, table, command())
    return evidence(context, table)


@by_itself
def back() -> PlayedTable:
    """A deal with a turn of 10 s, left after 8 and continued after 9; then the other resigns."""
    context = context_in_memory()
    table = opened(context, game="durak", seats=2, turn_limit=10)
    first, deal = turn(context, table), on(context, table)
    RUNTIME.pass_time(8)
    leaving.leave_deal(context, deal.id, first, command(f"seat:{first}"))
    RUNTIME.pass_time(1)
    leaving.come_back(context, deal.id, first, command(f"seat:{first}"))
    leaving.resign(context, deal.id, 1 - first, command(f"seat:{1 - first}"))
    return evidence(context, table)


@by_itself
def alone(version: int = DealOpened.VERSION, waits: bool = True) -> PlayedTable:  # noqa: FBT001, FBT002 - the name says it
    """A deal in which the only person was late and stayed away, and the next one, by today's rules.

    Args:
        version: The version of the deals, which have the bots of its time.
        waits: Whether a stand-in waits in the first deal, or the older rules hold there.
    """
    context = context_in_memory()

    def clock_set(turn: int, bank: int, **_: Any) -> ClockSet:
        return ClockSet(turn, bank, stand_ins_wait=waits)

    with (
        patch.object(progress, "ClockSet", clock_set),
        patch.object(progress, "deal_version", lambda _: version),
    ):
        table = opened(context, game="durak", seats=2, bots=(1,), stand_in="easy")
    first = on(context, table)
    while on(context, table).id == first.id:
        sweep(context, overdue=0)
        RUNTIME.pass_time(10)
    leaving.come_back(context, on(context, table).id, 0, command("seat:0"))
    leaving.close_table(context, OWNER, table, command())
    return evidence(context, table)


def alone_before() -> PlayedTable:
    """The same by the older rules, where no stand-in waits."""
    return alone(DealOpened.VERSION, False)  # noqa: FBT003 - `alone` says it


# --- Alterations --------------------------------------------------------------------------------


def at(bundle: Bundle, kind: str) -> int:
    """The index of the first event of a type."""
    name = f'"type":"{kind}"'.encode()
    return next(place for place, entry in enumerate(bundle.events) if name in entry.body)


def altered(bundle: Bundle, kind: str, old: bytes, new: bytes) -> Bundle:
    """The record with other text in the first event of a type."""
    events, place = list(bundle.events), at(bundle, kind)
    body = events[place].body
    assert old in body, body
    events[place] = events[place]._replace(body=body.replace(old, new))
    return rechained(bundle, events)


def without(bundle: Bundle, place: int) -> Bundle:
    events = list(bundle.events)
    del events[place]
    return rechained(bundle, events)


def later(bundle: Bundle, place: int, by: int) -> Bundle:
    """The append that contains this event, at another time; later ones are moved as well."""
    events = list(bundle.events)
    for each in range(place, len(events)):
        before, _, rest = events[each].body.partition(b'"at":')
        time, _, end = rest.partition(b",")
        body = b'%b"at":%d,%b' % (before, int(time) + by, end)
        events[each] = events[each]._replace(body=body)
    return rechained(bundle, events)


def moved(play: Play, kind: str, by: int) -> Bundle:
    """The first deal, with other times from an event of this type on."""
    return later(play().deals[0], at(play().deals[0], kind), by)


def with_deadline(field: str) -> Bundle:
    deal = left().deals[0]
    name = f'"{field}":'.encode()
    after = deal.events[at(deal, "deal.time_over")].body.partition(name)[2]
    digits = after.partition(b",")[0].partition(b"}")[0]
    other = str(int(digits) + 1 if field != "seat" else 1 - int(digits)).encode()
    return altered(deal, "deal.time_over", name + digits, name + other)


def before_stand_ins_waited(deal: Bundle) -> Bundle:
    """The clock as before 0.2, when no stand-in had to wait."""
    plain = altered(deal, "deal.clock_set", b',"stand_ins_wait":true', b"")
    return altered(plain, "deal.clock_set", b'"schema":2', b'"schema":1')


def moved_before(kind: str) -> Bundle:
    """A record from before a return began a turn: only the times of moves were checked."""
    before = in_old_form(before_stand_ins_waited(back().deals[0]))
    return later(before, at(before, kind), 11 * SECOND)


def waited(bundle: Bundle) -> int:
    """The index of a move for which a stand-in has waited."""
    return next(
        place
        for place, entry in enumerate(bundle.events)
        if b'"actor":"bot:0:' in entry.body and place > at(bundle, "deal.seat_taken_over")
    )


def waits(by: int) -> Bundle:
    deal = alone().deals[0]
    return later(deal, waited(deal), by)


def of_before() -> Bundle:
    """The same in the older form, without waiting; and in this one no person is present."""
    plain = in_old_form(before_stand_ins_waited(alone(FIRST_FIXED).deals[0]))
    return later(plain, waited(plain), -10 * SECOND)


Alter = Callable[[PlayedTable], PlayedTable]


def of_table(kind: str, old: bytes, new: bytes) -> Alter:
    return lambda made: made._replace(table=altered(made.table, kind, old, new))


def of_deal(number: int, kind: str, old: bytes, new: bytes) -> Alter:
    def alter(made: PlayedTable) -> PlayedTable:
        deals = list(made.deals)
        deals[number] = altered(deals[number], kind, old, new)
        return made._replace(deals=tuple(deals))

    return alter


def cut(place: int) -> Alter:
    return lambda made: made._replace(table=without(made.table, place))


def not_taken_over(made: PlayedTable) -> PlayedTable:
    first, second = made.deals
    return made._replace(deals=(first, without(second, at(second, "deal.seat_taken_over"))))


def forfeited(made: PlayedTable) -> PlayedTable:
    """The second deal was forfeited, although a bot stands in at this table."""
    made = of_deal(1, "deal.abandoned", b'"resigned"', b'"left"')(made)
    return of_table("table.deal_abandoned", b'"resigned"', b'"left"')(made)


def deal(play: Play, number: int) -> Bundle:
    return play().deals[number]


def series(play: Play, alter: Alter) -> Entry:
    """An altered series, with its deals."""
    return Entry(
        lambda: alter(play()).table, held=lambda: {"others": tuple(map(Case, alter(play()).deals))}
    )


ABANDONED: Final = "table.deal_abandoned"

ENTRIES: Final = {
    **{
        f"{name} {number}": Entry(partial(deal, play, number))
        for name, play, deals in (
            ("left", left, 2),
            ("closed", closed, 2),
            ("alone", alone, 2),
            ("alone before", alone_before, 2),
            ("back", back, 1),
        )
        for number in range(deals)
    },
    "the series that was left": series(left, lambda made: made),
    "the series that was closed": series(closed, lambda made: made),
    "the series of one person": series(alone, lambda made: made),
    "the series of one person before": series(alone_before, lambda made: made),
    "absence without the deal before": series(
        closed, lambda made: made._replace(deals=made.deals[1:])
    ),
    "a move just before its deadline": Entry(
        partial(moved, left, "durak.attacked", 6 * SECOND - 1)
    ),
    "a move after its deadline": Entry(partial(moved, left, "durak.attacked", 6 * SECOND)),
    "a deadline with another begin": Entry(partial(with_deadline, "since")),
    "a deadline with another end": Entry(partial(with_deadline, "until")),
    "a deadline of another seat": Entry(partial(with_deadline, "seat")),
    "a premature timeout": Entry(partial(moved, left, "deal.time_over", -1)),
    "left after the deadline": Entry(partial(moved, back, "deal.seat_taken_over", 2 * SECOND)),
    "left before the deadline": Entry(partial(moved, back, "deal.seat_taken_over", SECOND - 1)),
    "resigned after the deadline": Entry(partial(moved, back, "deal.resigned", SECOND)),
    "resigned before the deadline": Entry(partial(moved, back, "deal.resigned", -1)),
    "abandoned after the deadline": Entry(partial(moved, back, "deal.abandoned", SECOND)),
    "back in a turn that was used up": Entry(partial(moved, back, "deal.seat_returned", SECOND)),
    **{
        f"{kind} late, by the rules of the time": Entry(partial(moved_before, f"deal.{kind}"))
        for kind in ("seat_taken_over", "seat_returned", "resigned")
    },
    "a stand-in that did not wait": Entry(partial(waits, -1)),
    "a stand-in that waited longer": Entry(partial(waits, 1)),
    "a stand-in that had not to wait": Entry(of_before),
    "a clock in an older form": Entry(lambda: before_stand_ins_waited(alone().deals[0])),
    "a clock in an older record": Entry(
        lambda: in_old_form(before_stand_ins_waited(alone(FIRST_FIXED).deals[0]))
    ),
    "left, not resigned": series(left, of_table(ABANDONED, b'"resigned"', b'"left"')),
    "closed, not resigned": series(left, of_table(ABANDONED, b'"resigned"', b'"closed"')),
    "resigned by seat 7, too": series(left, of_table(ABANDONED, b'"seats":[', b'"seats":[7,')),
    "another limit": series(left, of_table("table.opened", b'"turn_limit":10', b'"turn_limit":11')),
    "no limit": series(left, of_table("table.opened", b'"turn_limit":10', b'"turn_limit":null')),
    "another stand-in": series(left, of_table("table.opened", b'"medium"', b'"easy"')),
    "another rule for leaving": series(
        left, of_table("table.opened", b'"abandon":"bot"', b'"abandon":"forfeit"')
    ),
    "a deal left, not resigned": series(
        left, of_deal(1, "deal.abandoned", b'"resigned"', b'"left"')
    ),
    "the last event missing": series(left, cut(-1)),
    "the last event but one missing": series(left, cut(-2)),
    "forfeited although a bot stands in": series(left, forfeited),
    "closed by seat 3": series(closed, of_table(ABANDONED, b'"seats":[]', b'"seats":[3]')),
    "another bot stands in": series(
        closed, of_deal(1, "deal.seat_taken_over", b'"medium"', b'"easy"')
    ),
    "nobody stands in": series(closed, not_taken_over),
    "closed, and its end missing": series(closed, cut(-1)),
}
