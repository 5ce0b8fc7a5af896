"""A finished deal in the notations of its game, and in no other."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.notation import Notation
from service.offline.replay import held
from tests.api.playing import PERSONS, Client, Opened

NOTATIONS = [(game, notation) for game in GAMES.values() for notation in game.notations]
"""Every notation, with its game."""


def tables(client: Client, game: Game[Any]) -> Iterator[Opened]:
    """A table of each size, its first deal played out."""
    for seats in game.seats:
        for seed in range(4):
            table = client.open(game=game.key, seats=PERSONS[:seats])
            client.play(table, Random(seed))
            yield table


@pytest.mark.parametrize(("game", "notation"), NOTATIONS)
def test_a_finished_deal_is_given_in_the_notation_and_reads_back(
    game: Game[Any], notation: Notation, client: Client
) -> None:
    for table in tables(client, game):
        path = f"/v1/deals/{table.deal}/transcript"
        answer = client.send("GET", path, table.owner, Accept=notation.media_type)
        assert (answer.status_code, answer.mimetype) == (200, notation.media_type)
        assert answer.text.count("\n") == 1
        assert str(table.deal) in answer.text
        assert table.id in answer.text
        (piece,) = notation.pieces([answer.text])
        reading = notation.read(piece.text)
        assert held(reading, name="").ok
        record = client.deal(table)
        assert reading.events[2:] == record.events[2 : len(reading.events)]


def test_a_game_without_the_notation_does_not_offer_it(client: Client, played: Opened) -> None:
    path = f"/v1/deals/{played.deal}/transcript"
    for _, notation in NOTATIONS:
        answer = client.send("GET", path, played.owner, Accept=notation.media_type)
        assert (answer.status_code, answer.mimetype) == (406, "application/problem+json")
        either = f"{notation.media_type}, text/plain;q=0.1"
        assert client.send("GET", path, played.owner, Accept=either).mimetype == "text/plain"


def test_a_deal_that_is_on_is_given_in_none(client: Client) -> None:
    for game, notation in NOTATIONS:
        table = client.open(game=game.key, seats=PERSONS[: game.seats[0]])
        path = f"/v1/deals/{table.deal}/transcript"
        assert client.send("GET", path, table.owner, Accept=notation.media_type).status_code == 409


def test_the_contract_lists_every_notation(client: Client) -> None:
    contract = client.send("GET", "/openapi.yaml").text
    assert [notation.media_type in contract for _, notation in NOTATIONS] == [True] * len(NOTATIONS)
