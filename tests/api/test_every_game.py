"""A series of every game over HTTP and PostgreSQL, from the request for a table to the replay."""

from random import Random
from typing import Any

import pytest

from domain.judge.deal_rules import check
from domain.kernel.game import Game
from domain.kernel.options import options_of
from tests.api.playing import PERSONS, SHORT, Client
from tests.laws.play import every_game

pytestmark = pytest.mark.database


@pytest.mark.parametrize(("claims", "rules"), [("exact", "1"), ("order", "2")])
def test_only_an_option_asks_for_later_rules(claims: str, rules: str, client: Client) -> None:
    table = client.open(game="skat", seats=PERSONS[:3], options={"claims": claims})
    record = client.deal(table)
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
    chance = Random(11)
    while True:
        assert client.play(table, chance) > 0
        client.record(str(table.deal))
        shown = client.get(table.path, table.owner)
        if shown["status"] == "over":
            break
        table.deal = shown["deal"]["id"]
    record = client.deal(table)
    assert check(game, record.events) == ()
    for viewer in ("public", "full", *(f"seat:{seat}" for seat in seats)):
        for at in (1, record.version):
            state = client.get(f"{table.deal_path}?view={viewer}&at={at}", table.owner)
            assert (state["at"], state["legal_moves"]) == (at, [])
    path = f"{table.deal_path}/moves"
    made = next(each.json for each in reversed(client.sent) if each.path == path)
    assert client.send("POST", path, table.tokens[0], json=made).refusal == (409, "deal-over")
    series = client.get(f"{table.path}/series", table.tokens[1])
    first = [side for side, rank in enumerate(series["ranks"]) if rank == 1]
    assert first == [series["winner"]] or (len(first) > 1 and series["winner"] is None)
    assert "options" not in series["score"]
    for side, shown in enumerate(series["sides"]):
        assert sum(line["counted"][side] for line in series["deals"]) == shown["points"]
    for line in series["deals"]:
        deal = client.get(f"/v1/deals/{line['deal']}", table.owner)
        assert line["explained"] == deal["explained"] != []
