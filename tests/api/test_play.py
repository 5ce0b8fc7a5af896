"""A whole series over HTTP, on every available PostgreSQL."""

from random import Random
from uuid import UUID

from domain.judge.deal_rules import check
from domain.kernel.event import FULL
from service.api.app import create_app
from service.settings import Settings
from tests.api.playing import Client
from tests.contexts import SECRET, opened_context


def test_a_series_is_played_to_its_end(database: str) -> None:
    with opened_context(database) as context:
        app = create_app(context, Settings(given_secret=SECRET))
        play_a_series(Client(app.test_client(), context))


def play_a_series(client: Client) -> None:
    table = client.open(target=4)
    chance = Random(7)
    while True:
        assert client.play(table, chance) > 8
        deal = client.get(f"/v1/deals/{table.deal}", table.tokens[2])
        assert deal["status"] == "over"
        assert deal["legal_moves"] == []
        record = client.context.streams.deal(UUID(str(table.deal)), viewer=FULL)
        assert record is not None
        assert check(record.game, record.events) == ()
        client.record(str(table.deal))
        shown = client.get(f"/v1/tables/{table.id}", table.owner)
        if shown["status"] == "over":
            break
        table.deal = shown["deal"]["id"]
    series = client.get(f"/v1/tables/{table.id}/series", table.tokens[1])
    assert series["ranks"] == [2 - (side == series["winner"]) for side in (0, 1)]
    assert series["score"]["points"] == [side["points"] for side in series["sides"]]
    assert series["score"]["deals"] == len(series["deals"])
    assert "options" not in series["score"]
    loser = 1 - series["winner"]
    assert series["sides"][loser]["points"] >= 4
    assert "goats" in series["titles"][loser]
    assert series["titles"][series["winner"]] == ""
    for side in (0, 1):
        counted = [line["counted"][side] for line in series["deals"]]
        assert sum(counted) == series["sides"][side]["points"]
    for line in series["deals"]:
        assert (
            line["explained"] == client.get(f"/v1/deals/{line['deal']}", table.owner)["explained"]
        )
        assert any(sentence.endswith("[G3].") for sentence in line["explained"])
    over = client.send(
        "POST",
        f"/v1/deals/{table.deal}/moves",
        table.tokens[0],
        json={"move": {"type": "lead", "cards": ["7C"]}},
    )
    assert (over.status_code, over.get_json()["code"]) == (409, "deal-over")
