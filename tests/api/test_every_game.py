"""A series of every game over HTTP, from the request for a table to the last replay."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.judge.deal_rules import check
from domain.kernel.event import FULL
from domain.kernel.game import Game
from domain.kernel.options import options_of
from tests.api.playing import PERSONS, SHORT, Client
from tests.laws.play import every_game


@pytest.mark.parametrize(("claims", "rules"), [("exact", "1"), ("order", "2")])
def test_only_an_option_asks_for_later_rules(claims: str, rules: str, client: Client) -> None:
    table = client.open(game="skat", seats=PERSONS[:3], options={"claims": claims})
    record = client.context.streams.deal(UUID(str(table.deal)), viewer=FULL)
    assert record is not None
    opened = record.progress.opened
    assert (opened.rules, opened.options.get("claims", "exact")) == (rules, claims)


@every_game
def test_a_series_is_played_and_can_be_replayed_from_every_seat(
    game: Game[Any], client: Client
) -> None:
    seats = range(game.seats[0])
    target = next(each for each in options_of(game.options) if each.name == game.target)
    table = client.open(
        game=game.key,
        seats=PERSONS[: len(seats)],
        target=target.at(len(seats)).low,
        options=SHORT.get(game.key, {}),
    )
    chance = Random(5)
    while True:
        client.play(table, chance)
        client.record(str(table.deal))
        shown = client.get(f"/v1/tables/{table.id}", table.owner)
        if shown["status"] == "over":
            break
        table.deal = shown["deal"]["id"]
    record = client.context.streams.deal(UUID(str(table.deal)), viewer=FULL)
    assert record is not None
    assert check(game, record.events) == ()
    for viewer in ("public", "full", *(f"seat:{seat}" for seat in seats)):
        for at in (1, record.version):
            state = client.get(f"/v1/deals/{table.deal}?view={viewer}&at={at}", table.owner)
            assert state["at"] == at
