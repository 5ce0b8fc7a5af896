"""`fairdeal reports` prints the reports at the tables of the house, and no others."""

from uuid import UUID

import pytest

from domain.table.phrases import PHRASES
from events.postgres import open_pool
from service.access.credentials import HOUSE
from service.players.phrase_store import People
from tests.cli.commands import fairdeal
from tests.simulation.runtime import BEGAN

pytestmark = pytest.mark.database

OF_HOUSE, OTHER, OWNER = (UUID(int=each) for each in (1, 2, 3))


def test_the_operator_reads_what_was_reported_at_tables_of_the_house(database: str) -> None:
    with open_pool(database, size=1) as pool:
        people = People(pool)
        for table, owner in ((OF_HOUSE, HOUSE.owner), (OTHER, OWNER)):
            for seat, phrase in enumerate(PHRASES[:2]):
                command = UUID(int=table.int * 10 + seat)
                people.say(table, seat, phrase, taken=1, command=command, time=BEGAN)
            people.report(table, 0, 2, owner=UUID(str(owner)), time=BEGAN)
    ran = fairdeal("reports", DATABASE_URL=database)
    assert ran.code == 0
    assert ran.out.splitlines() == [
        f"2026-01-15T08:00:00.000000Z  table {OF_HOUSE}: seat 0 reports phrase 2",
        "    1  2026-01-15T08:00:00.000000Z  seat 0: Hello!",
        "  * 2  2026-01-15T08:00:00.000000Z  seat 1: Good luck!",
    ]


def test_without_reports_it_prints_nothing(database: str) -> None:
    assert fairdeal("reports", DATABASE_URL=database) == (0, "", "")
