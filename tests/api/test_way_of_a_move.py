"""How far one card goes: files, functions and round trips of its POST."""

from random import Random
from uuid import uuid4

import pytest

from tests.api.playing import Client, Opened
from tests.way_of_a_move import Way, passed

FILES, FUNCTIONS, CALLS, TRIPS = 56, 222, 450, 1


def card(client: Client, table: Opened) -> Way:
    """The way of the next move."""
    shown = client.get(f"/v1/deals/{table.deal}", table.owner)
    seat = shown["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    with passed() as way:
        answer = client.send(
            "POST",
            f"/v1/deals/{table.deal}/moves",
            table.tokens[seat],
            json={"move": move},
            Idempotency_Key=uuid4().hex,
        )
    assert answer.status_code == 201, answer.text
    return way


@pytest.fixture
def way(client: Client) -> Way:
    """Of a card in the middle of a deal, after others have been played."""
    table = client.open()
    client.play(table, Random(5), moves=9)
    return card(client, table)


def test_the_way_of_a_card_is_short(way: Way) -> None:
    assert len(way.files) <= FILES, way.told()
    assert way.functions <= FUNCTIONS, way.told()
    assert way.total <= CALLS, way.told()


def test_a_card_takes_one_round_trip(way: Way) -> None:
    assert len(way.statements) == TRIPS, way.told()
