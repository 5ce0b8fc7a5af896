"""Rematches, branches and the end of a table: what may stand in its record, and when."""

from dataclasses import replace
from typing import Any, Final, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST
from domain.kernel.event import Event, Id, Text
from domain.table import series
from domain.table.events import (
    DealOpened,
    RematchOpened,
    TableBranched,
    TableClosed,
    TableOpened,
    TableRematched,
)
from tests.verifier.entries import Entry
from tests.verifier.making import Step
from tests.verifier.series import PERSON, TABLE, a_series, events_of, table_bundle
from tests.verifier.series import forfeited as forfeited_after
from tests.verifier.series import taken as taken_with_all
from verifier.bundle import Bundle

OTHER: Final = Id("f0000000-0000-8000-8000-000000000002")
DEAL: Final = Id("00000000-0000-4000-8000-00000000000d")
BRANCHED: Final = TableBranched(DEAL, 3, "true", None)
RULES: Final = (Text("durak"), Text(GAMES["durak"].version))
OPENED: Final = TableOpened(TABLE, PERSON, Text("x"), *RULES, {}, 2, "public", spectators=True)
AGAIN: Final[Step] = ("system", (RematchOpened(OTHER),))
CLOSED: Final[Step] = ("system", (TableClosed(),))


def steps(*appended: Event) -> list[Step]:
    return [(f"key:{PERSON}", (each,)) for each in appended]


def taken(seat: int) -> Event:
    """A person without seed and key takes a seat."""
    return replace(taken_with_all(seat), commits=False, key=None)


def given_up() -> list[Step]:
    """A series that a seat has resigned."""
    on = [*steps(OPENED, taken(0), taken(1)), ("system", (DealOpened(1, DEAL),))]
    table = series.fold_table(events_of(on))
    end = series.abandoned(table, seats=(1,), reason="resigned", version=5, head=NO_DIGEST)
    return [*on, ("system", end)]


def rematch() -> list[Step]:
    return [("system", (OPENED, TableRematched(OTHER))), *steps(taken(1), taken(0))]


def branched(*more: Event) -> Bundle:
    """A series whose table is a branch from its first event on, with more of its events."""
    (actor, (opened, *_)), *_ = a_series("durak", 2).table
    return table_bundle([(actor, (opened, BRANCHED)), *steps(*more)])


def branched_late() -> Bundle:
    return table_bundle([*a_series("durak", 2).table[:3], *steps(BRANCHED)])


def with_options() -> Bundle:
    """A series with an option that its game does not have."""
    (actor, (opened, *rest)), *others = a_series("durak", 2).table
    odd = replace(cast("TableOpened", opened), options={"no": 1})
    return table_bundle([(actor, (odd, *rest)), *others])


def forfeited(*, cut: bool) -> Bundle:
    """A series that ends with the third deal that a seat voids."""
    deals = (Id(str(UUID(int=number << 96, version=4))) for number in range(1, 4))
    steps = forfeited_after(a_series("durak", 2).table[:4], *deals)
    assert series.fold_table(events_of(steps)).ended is not None
    actor, last = steps[-1]
    return table_bundle([*steps[:-1], (actor, last[:1])] if cut else steps)


def shut(*, until: int | None = None) -> Bundle:
    first, *others = a_series("durak", 2).table
    return table_bundle([first, CLOSED, *others][:until])


IMPOSSIBLE: Final[dict[str, list[Step]]] = {
    "a second rematch": [*given_up(), AGAIN, AGAIN],
    "a rematch while a deal is on": [*given_up()[:-1], AGAIN],
    "a rematch of a closed table": [*steps(OPENED, TableClosed()), AGAIN],
    "a rematch of a new one": [*rematch(), AGAIN],
    "a rematch twice of another": [*rematch()[:1], *steps(TableRematched(OTHER))],
    "late a rematch of another": steps(OPENED, taken(0), TableRematched(OTHER)),
    "a branch that is a rematch": steps(OPENED, BRANCHED, TableRematched(OTHER)),
    "a rematch that is a branch": [*rematch()[:1], *steps(BRANCHED)],
    "a rematch of another, after the end": [*given_up(), *steps(TableRematched(OTHER))],
}


def bundle_of(record: list[Step]) -> Any:
    return lambda: table_bundle(record)


ENTRIES: Final = {
    "only opened": Entry(bundle_of(steps(OPENED))),
    "a rematch": Entry(bundle_of([*given_up(), AGAIN])),
    "a rematch of another": Entry(bundle_of(rematch())),
    **{name: Entry(bundle_of(steps)) for name, steps in IMPOSSIBLE.items()},
    "a branch": Entry(branched),
    "a branch twice": Entry(lambda: branched(BRANCHED)),
    "a branch later on": Entry(branched_late),
    "closed": Entry(lambda: shut(until=2)),
    "closed, and played": Entry(shut),
    "closed at the end": Entry(lambda: table_bundle([*a_series("durak", 2).table, CLOSED])),
    "closed twice": Entry(lambda: table_bundle([*a_series("durak", 2).table, CLOSED, CLOSED])),
    "unknown options": Entry(with_options),
    "forfeited": Entry(lambda: forfeited(cut=False)),
    "forfeited without its end": Entry(lambda: forfeited(cut=True)),
}
