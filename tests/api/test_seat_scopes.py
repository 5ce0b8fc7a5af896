"""A key without the scope `play` gets no seat's token, on any path."""

from typing import Any

import pytest

from tests.api.playing import GOAT, Client, Opened
from tests.api.test_keys import ALL, make
from tests.api.test_rematches import given_up


def without_play(client: Client, own: str) -> str:
    """A key with every scope except `play`."""
    return str(make(client, own, *(scope for scope in ALL if scope != "play"))["key"])


def refused_for_play(answer: Any) -> bool:
    return (answer.status_code, answer.json["code"], answer.json.get("scope")) == (
        403,
        "scope-missing",
        "play",
    )


@pytest.mark.parametrize("kind", ["person", "bot"])
def test_opening_a_table_with_persons_needs_the_scope_play(client: Client, kind: str) -> None:
    key = without_play(client, client.key())
    seats = [{"name": "Ann", "kind": kind}, {"bot": "easy"}]
    assert refused_for_play(client.send("POST", "/v1/tables", key, json={**GOAT, "seats": seats}))
    bare = client.send("POST", "/v1/tables", key, json={**GOAT, "seats": seats[1:]})
    assert (bare.status_code, bare.json["tokens"]) == (201, [])
    path = f"/v1/tables/{bare.json['table']['id']}/seats/1"
    assert refused_for_play(client.send("PUT", path, key, json={"name": "Ann"}))


def test_without_the_scope_play_no_rematch_is_opened_for_the_owners_seats(client: Client) -> None:
    own = client.key()
    table, key = given_up(client, owner=own), without_play(client, own)
    versions = client.versions(table.id)
    path = f"/v1/tables/{table.id}/rematch"
    assert refused_for_play(client.send("POST", path, key, json={}))
    assert client.versions(table.id) == versions, "no table is opened"
    tokens = client.send("POST", path, own, json={}).json["tokens"]
    assert len(tokens) == 4
    assert refused_for_play(client.send("POST", path, key, json={}))


def test_without_the_scope_play_a_branch_has_bots_only(client: Client, played: Opened) -> None:
    key = without_play(client, played.owner)
    path = f"/v1/deals/{played.deal}/branches"
    for seats in ({}, {"seats": [{"name": "Ann"}]}):
        fields = {"at": 3, "deal": "true", **seats}
        assert refused_for_play(client.send("POST", path, key, json=fields))
    bots = {"at": 3, "deal": "true", "seats": [{"bot": "easy"}]}
    answer: Any = client.send("POST", path, key, json=bots)
    assert (answer.status_code, answer.json["tokens"]) == (201, [])
