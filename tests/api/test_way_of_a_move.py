"""How far one card goes: the files, functions and round trips of its POST, and of its use case."""

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from service import ids
from service.commands import Command
from service.deals.moves import play_move
from tests.api.playing import Client, Opened
from tests.simulation.runtime import RUNTIME
from tests.way_of_a_move import Way, passed

pytestmark = pytest.mark.database

TABLES, BEFORE, CARDS = 3, 6, 5
"""The tables, the moves before, and the cards whose ways are looked at: no deal has ended by then,
as it has 12 moves or more. Which functions of the rules a card passes is chance.

Of 480 cards without hidden ones the longest ways had 192 and 139 calls, of 420 others 316 and 236.

The checks and writers of values are made once for each type, and each counts as a function. Two
others stand in the place of dearer ones of libraries, which do not count.
"""
HIDDEN = {"goat.discarded", "goat.drawn"}
"""Events with cards that other seats do not see: each card has a commitment."""


@pytest.fixture
def table(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opened]:
    """A table in the middle of a deal, in a process that has played one before.

    Its tokens are checked again after a minute only, however slow the tests are.
    """
    monkeypatch.setattr("service.api.authentication.REMEMBERED_SECONDS", 60)
    client.play(client.open(), Random(5))
    table = client.open()
    client.play(table, Random(5), moves=BEFORE)
    with RUNTIME.stopped():  # nothing is done that is done once a second
        yield table


def next_card(client: Client, table: Opened) -> tuple[int, dict[str, Any]]:
    """The seat that is to act, and a move of it."""
    seat: int = client.get(table.deal_path, table.owner)["to_act"]
    return seat, client.moves(str(table.deal), table.tokens[seat])[0]["move"]


def request(client: Client, table: Opened, seat: int, move: dict[str, Any]) -> tuple[Way, set[str]]:
    """The way of a whole request, and the types of its events."""
    path, token = f"{table.deal_path}/moves", table.tokens[seat]
    with passed() as way:
        made = client.post(path, token, {"move": move}, Idempotency_Key=uuid4().hex)
    return way, {event["type"] for event in made["events"]}


def use_case(
    client: Client, table: Opened, seat: int, move: dict[str, Any]
) -> tuple[Way, set[str]]:
    """The way from the use case to the store, and the types of its events."""
    command = Command(ids.fresh_command_id(RUNTIME), f"seat:{seat}")
    with passed() as way:
        done = play_move(client.context, UUID(table.deal), seat, move, command=command)
    return way, {record.type for record in done.records}


@pytest.mark.parametrize(
    ("go", "most", "most_if_hidden"),
    [(request, (30, 110, 222), (32, 119, 352)), (use_case, (19, 66, 160), (20, 77, 302))],
)
def test_the_way_of_a_card_is_short(
    go: Any,
    most: tuple[int, int, int],
    most_if_hidden: tuple[int, int, int],
    client: Client,
    table: Opened,
) -> None:
    """The largest numbers of files, functions and calls, with and without hidden cards."""
    seen = set[bool]()
    for number in range(TABLES * CARDS):
        if number and number % CARDS == 0:
            table = client.open()
            client.play(table, Random(5), moves=BEFORE)
        way, types = go(client, table, *next_card(client, table))
        is_hidden = bool(types & HIDDEN)
        files, functions, calls = most_if_hidden if is_hidden else most
        assert len(way.files) <= files, way.report()
        assert way.functions <= functions, way.report()
        assert way.total <= calls, way.report()
        seen.add(is_hidden)
    assert seen == {True, False}


@pytest.mark.parametrize("go", [request, use_case])
def test_a_card_takes_one_round_trip(go: Any, client: Client, table: Opened) -> None:
    for _ in range(3):
        way, _ = go(client, table, *next_card(client, table))
        assert len(way.statements) == 1, way.report()
