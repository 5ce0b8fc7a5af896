"""How far one card goes: the files, functions and round trips of its POST, and of its use case."""

from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from service import ids
from service.commands import Command
from service.play.deals import play_move
from tests.api.playing import Client, Opened
from tests.way_of_a_move import Way, passed

CARDS = 9
"""The cards whose ways are looked at; which functions of the rules one passes is chance."""


@pytest.fixture
def table(client: Client) -> Opened:
    """A table in the middle of a deal."""
    table = client.open()
    client.play(table, Random(5), moves=6)
    return table


def next_card(client: Client, table: Opened) -> tuple[int, dict[str, Any]]:
    """The seat that is to act, and a move of it."""
    seat: int = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    return seat, client.moves(str(table.deal), table.tokens[seat])[0]["move"]


def request(client: Client, table: Opened) -> Way:
    """The way of a whole request."""
    seat, move = next_card(client, table)
    path, token = f"/v1/deals/{table.deal}/moves", table.tokens[seat]
    with passed() as way:
        answer = client.send("POST", path, token, json={"move": move}, Idempotency_Key=uuid4().hex)
    assert answer.status_code == 201, answer.text
    return way


def use_case(client: Client, table: Opened) -> Way:
    """The way from the use case to the store."""
    seat, move = next_card(client, table)
    command = Command(ids.fresh_command_id(), f"seat:{seat}")
    with passed() as way:
        play_move(client.context, UUID(table.deal), seat, move, command=command)
    return way


@pytest.mark.parametrize(("go", "most"), [(request, (40, 143, 300)), (use_case, (25, 95, 230))])
def test_the_way_of_a_card_is_short(
    go: Any, most: tuple[int, int, int], client: Client, table: Opened
) -> None:
    """The largest numbers of files, functions and calls."""
    files, functions, calls = most
    ways = sorted((go(client, table) for _ in range(CARDS)), key=lambda way: way.functions)
    way = ways[CARDS // 2]
    assert len(way.files) <= files, way.report()
    assert way.functions <= functions, way.report()
    assert way.total <= calls, way.report()


@pytest.mark.parametrize("go", [request, use_case])
def test_a_card_takes_one_round_trip(go: Any, client: Client, table: Opened) -> None:
    ways = [go(client, table) for _ in range(3)]
    assert [len(way.statements) for way in ways] == [1, 1, 1], ways[0].report()
