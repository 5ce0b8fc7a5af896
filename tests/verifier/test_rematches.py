"""Rematches: their evidence holds in both languages, and impossible events are detected."""

from base64 import b64encode
from dataclasses import replace

import pytest

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
from domain.table.series import Table
from tests.verifier.javascript import said_of
from tests.verifier.making import Step, failing
from tests.verifier.test_series import PERSON, TABLE, events_of, table_bundle
from tests.verifier.test_series import taken as taken_with_all
from verifier.bundle import write
from verifier.verdicts import FAILS

OTHER = Id("f0000000-0000-8000-8000-000000000002")
DEAL = Id("00000000-0000-4000-8000-00000000000d")
OPENED = TableOpened(
    TABLE,
    PERSON,
    Text("x"),
    Text("durak"),
    Text(GAMES["durak"].version),
    {},
    2,
    "public",
    spectators=True,
)
SOMEBODY = f"key:{PERSON}"
AGAIN: Step = ("system", (RematchOpened(OTHER),))


def steps(*appended: Event) -> list[Step]:
    return [(SOMEBODY, (each,)) for each in appended]


def taken(seat: int) -> Event:
    """A person without seed and key takes a seat."""
    return replace(taken_with_all(seat), commits=False, key=None)


def given_up() -> list[Step]:
    """A series that a seat has resigned."""
    on = steps(OPENED, taken(0), taken(1))
    on.append(("system", (DealOpened(1, DEAL),)))
    table = series.fold_table(events_of(on))
    return [*on, ("system", _resigned(table))]


def _resigned(table: Table) -> tuple[Event, ...]:
    return series.abandoned(table, seats=(1,), reason="resigned", version=5, head=NO_DIGEST)


def rematch() -> list[Step]:
    return [("system", (OPENED, TableRematched(OTHER))), *steps(taken(1), taken(0))]


@pytest.mark.parametrize("record", [[*given_up(), AGAIN], rematch()], ids=["old", "new"])
def test_it_holds_in_both_languages(record: list[Step]) -> None:
    made = table_bundle(record)
    assert failing(made) == []
    (said,) = said_of([{"raw": b64encode(write(made)).decode()}])
    assert not [each for each in said if each.status == FAILS]


BRANCHED = TableBranched(DEAL, 3, "true", None)


@pytest.mark.parametrize(
    "record",
    [
        [*given_up(), AGAIN, AGAIN],
        [*given_up()[:-1], AGAIN],
        [*steps(OPENED, TableClosed()), AGAIN],
        [*rematch(), AGAIN],
        [*rematch()[:1], *steps(TableRematched(OTHER))],
        [*steps(OPENED, taken(0), TableRematched(OTHER))],
        [*steps(OPENED, BRANCHED, TableRematched(OTHER))],
        [*rematch()[:1], *steps(BRANCHED)],
        [*given_up(), *steps(TableRematched(OTHER))],
    ],
    ids=["twice", "on", "closed", "new", "again", "late", "branch", "branched", "over"],
)
def test_impossible_events_are_detected(record: list[Step]) -> None:
    assert "consequences" in failing(table_bundle(record))
