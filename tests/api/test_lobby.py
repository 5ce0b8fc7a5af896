"""The list of tables: visibility, and pages."""

from base64 import urlsafe_b64decode
from typing import Any
from uuid import UUID

import pytest

from domain.table.players import NO_NOTES
from service.play.queries import NOBODY
from tests.api.playing import PERSONS, Client


def listed(client: Client, who: str, query: str = "", *, limit: int = 100) -> list[str]:
    """The ids of all pages."""
    client.sequence()
    return [each["id"] for each in client.pages(f"/v1/tables?{query}", who, limit=limit)]


@pytest.mark.parametrize("limit", [1, 2, 3, 100])
def test_tables_are_listed_the_newest_first_each_once(client: Client, limit: int) -> None:
    owner = client.key()
    opened = [client.open(owner, seats=PERSONS[:1]).id for _ in range(5)]
    found = listed(client, owner, limit=limit)
    assert [each for each in found if each in opened] == opened[::-1]
    assert len(set(found)) == len(found)


def test_private_tables_are_listed_for_their_owner_only(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, visibility="private").id
    assert table in listed(client, owner)
    assert table not in listed(client, client.key())


def test_tables_are_listed_by_what_they_stand_at(client: Client) -> None:
    owner = client.key()
    tables = {
        "open": client.open(owner, seats=[]).id,
        "playing": client.open(owner).id,
        "closed": client.open(owner, seats=[]).id,
    }
    client.send("DELETE", f"/v1/tables/{tables['closed']}", owner)
    for status in ("open", "playing", "closed", "over"):
        found = listed(client, owner, f"&status={status}")
        assert [each for each in tables.values() if each in found] == [
            tables[name] for name in tables if name == status
        ]
    assert tables["open"] in listed(client, owner, "&open=true")
    assert tables["open"] not in listed(client, owner, "&open=false")
    assert tables["playing"] in listed(client, owner, "&open=false&game=goat")
    assert listed(client, owner, "&game=chess") == []
    assert listed(client, owner, "&open=true&status=over") == []


def test_a_line_names_the_player_of_a_seat(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, name=" Ours ", target=6, seats=[{"name": "Ann"}, {"bot": "easy"}])
    client.sequence()
    page: Any = client.get("/v1/tables?limit=1", owner)
    opened_at = client.get(f"/v1/tables/{table.id}", owner)["created_at"]
    assert page["tables"][0] == {
        "id": table.id,
        "name": "Ours",
        **NO_NOTES,
        "game": "goat",
        "target": 6,
        "visibility": "public",
        "spectators": True,
        "hints": False,
        "status": "open",
        "created_at": opened_at,
        "opened_at": opened_at,
        "started_at": None,
        "finished_at": None,
        "seats": [
            {"seat": 0, **NOBODY, "name": "Ann", "kind": "person"},
            {"seat": 1, **NOBODY, "name": "easy", "bot": "easy", "kind": "bot"},
            {"seat": 2, **NOBODY},
            {"seat": 3, **NOBODY},
        ],
        "branch_of": None,
        "rematch_of": None,
    }


def test_an_external_bot_is_shown_as_one(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, seats=[{"name": "Ann's", "kind": "bot"}, {"bot": "easy"}])
    path = f"/v1/tables/{table.id}"
    for seat, body in ((2, {"name": "Cid's", "kind": "bot"}), (3, {"name": "Dan"})):
        assert client.send("PUT", f"{path}/seats/{seat}", owner, json=body).status_code == 201
    kinds = [("bot", None), ("bot", "easy"), ("bot", None), ("person", None)]
    shown = client.get(path, owner)
    assert [(each["kind"], each["bot"]) for each in shown["seats"]] == kinds
    client.sequence()
    line: Any = client.get("/v1/tables?limit=1", owner)["tables"][0]
    assert [(each["kind"], each["bot"]) for each in line["seats"]] == kinds
    events = client.get(f"{path}/events", owner)["events"]
    taken = [each["data"] for each in events if each["type"] == "table.seat_taken"]
    assert [(each["kind"], each["bot"]) for each in taken] == kinds


@pytest.mark.parametrize(
    "seat", [{"bot": "easy", "kind": "bot"}, {"kind": "bot"}, {"name": "Ann", "kind": "program"}]
)
def test_only_named_seats_have_a_kind(client: Client, seat: Any) -> None:
    fields = {"game": "goat", "name": "The yard", "seats": [seat]}
    refused = client.send("POST", "/v1/tables", client.key(), json=fields)
    assert refused.status_code == 422
    assert refused.json
    assert refused.json["errors"][0]["pointer"].startswith("/seats/0")


@pytest.mark.parametrize("cursor", ["A" * 44, "_" * 44, "-" * 44])
def test_any_cursor_is_a_place_in_the_list(client: Client, cursor: str) -> None:
    assert "tables" in client.get(f"/v1/tables?cursor={cursor}", client.key())


def test_a_cursor_names_no_table(client: Client) -> None:
    """It is the place of the last row examined, perhaps of another owner's private table."""
    listed = [client.open() for _ in range(2)]
    hidden = [client.open(visibility="private") for _ in range(6)]
    client.sequence()
    cursor = client.get("/v1/tables?limit=1", client.key())["next"]
    assert cursor is not None, listed
    assert not any(UUID(each.id).bytes in urlsafe_b64decode(cursor) for each in hidden)
