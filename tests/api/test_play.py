"""A whole series over HTTP."""

from random import Random

from tests.api.playing import Client


def test_a_series_is_played_to_its_end(client: Client) -> None:
    table = client.open(target=4)
    chance = Random(7)
    while True:
        client.play(table, chance)
        deal = client.get(f"/v1/deals/{table.deal}", table.tokens[2])
        assert deal["status"] == "over"
        assert deal["legal_moves"] == []
        client.record(str(table.deal))
        shown = client.get(f"/v1/tables/{table.id}", table.owner)
        if shown["status"] == "over":
            break
        table.deal = shown["deal"]["id"]
    series = client.get(f"/v1/tables/{table.id}/series", table.tokens[1])
    assert max(side["points"] for side in series["sides"]) >= 4
    assert series["winner"] in (0, 1)
    assert "goats" in "".join(series["titles"])
    assert all(line["result"]["points"] for line in series["deals"])
