"""The events of all tables of a caller in one stream: what each caller is shown, and no more."""

from random import Random
from typing import Any

import pytest

from events.listings import PartyEntry
from tests.api.playing import PERSONS, Client, Opened
from tests.memory.listings import MemoryListings

PATH = "/v1/me/tables/events"


def events(client: Client, who: str, **query: str) -> list[Any]:
    """All events for a caller, page by page."""
    chosen = "".join(f"?{name}={value}" for name, value in query.items())
    return client.follow(PATH + chosen, who, limit=40)


@pytest.fixture
def owner(client: Client) -> str:
    return client.key()


@pytest.fixture
def table(client: Client, owner: str) -> Opened:
    """A deal of Skat that is on: three persons, whose seats the owner's key holds."""
    table = client.open(owner, game="skat", seats=PERSONS[:3])
    client.play(table, Random(5), moves=6)
    client.sequence()
    return table


def of_deal(found: list[Any]) -> list[Any]:
    return [each for each in found if each["deal"] is not None]


def test_a_seat_sees_its_table_and_its_deals_as_it_does_elsewhere(
    client: Client, table: Opened
) -> None:
    found = events(client, table.tokens[1])
    deal: Any = client.get(f"{table.deal_path}/events?limit=1000", table.tokens[1])
    of_table: Any = client.get(f"{table.path}/events?limit=1000", table.tokens[1])
    assert [each["event"] for each in of_deal(found)] == deal["events"]
    assert [each["event"] for each in found if each["deal"] is None] == of_table["events"]
    assert all(each["seats"] == [] for each in found)
    assert [each["position"] for each in found] == sorted(each["position"] for each in found)


def test_a_key_sees_what_the_public_and_its_seats_see(
    client: Client, owner: str, table: Opened
) -> None:
    found = of_deal(events(client, owner))
    public: Any = client.get(f"{table.deal_path}/events?limit=1000&view=public", owner)
    assert [each["event"] for each in found] == public["events"]
    for seat in range(3):
        seen: Any = client.get(f"{table.deal_path}/events?limit=1000", table.tokens[seat])
        whole = {each["position"]: each for each in seen["events"]}
        for each in found:
            views = {view["seat"]: view["event"] for view in each["seats"]}
            position = each["event"]["position"]
            assert views.get(seat, each["event"]) == whole[position]


def test_a_key_that_may_not_play_sees_what_the_public_sees(
    client: Client, owner: str, table: Opened
) -> None:
    assert table.deal
    made = client.send("POST", "/v1/keys", owner, json={"name": "reader", "scopes": ["read"]})
    found = of_deal(events(client, made.json["key"]))
    assert len(found) == len(of_deal(events(client, owner))) > 0
    assert all(each["seats"] == [] for each in found)


def test_a_stranger_sees_nothing(client: Client, table: Opened) -> None:
    assert table.deal
    assert events(client, client.key()) == []


def test_a_page_reads_no_more_of_the_log_than_it_shows(
    client: Client, owner: str, table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def entries_of(listings: MemoryListings, *span: Any, limit: int) -> list[PartyEntry]:
        limits.append(limit)
        return read(listings, *span, limit=limit)

    assert table.owner == owner
    limits: list[int] = []
    read = MemoryListings.entries_of
    monkeypatch.setattr(MemoryListings, "entries_of", entries_of)
    page: Any = client.get(f"{PATH}?after=0&limit=5", owner)
    assert (len(page["events"]), limits) == (5, [5])
    page = client.get(f"{PATH}?after=0&limit=5&types=skat.passed", owner)
    assert limits[1:] == [20], "most events are not shown"


def test_types_are_chosen(client: Client, owner: str, table: Opened) -> None:
    assert table.deal
    chosen = {each["type"] for each in events(client, owner, types="deal.opened,table.seat_taken")}
    assert chosen == {"deal.opened", "table.seat_taken"}
    assert client.send("GET", f"{PATH}?types=A", owner).status_code == 422


def test_the_owners_notes_are_apart_from_what_players_see(client: Client) -> None:
    """A program passes the events on to its users, who may not see the ids of the others."""
    owner = client.key()
    seats = [{**PERSONS[0], "ref": "user-1", "metadata": {"mail": "a@cards.example"}}, *PERSONS[1:]]
    table = client.open(owner, seats=seats, ref="table-1", metadata={"note": "x"})
    client.sequence()
    lines = client.get(f"{PATH}?after=0&limit=1000", owner)["events"]
    (first,) = {each["refs"]["table"] for each in lines}
    assert first == "table-1"
    assert all(each["refs"]["seats"] == ["user-1", None, None, None] for each in lines)
    assert "user-1" not in str([each["event"] for each in lines])
    assert "cards.example" not in str(lines)
    seen = client.get(f"{PATH}?after=0&limit=1000", table.tokens[1])["events"]
    assert not any("refs" in each for each in seen)
    assert "user-1" not in str(seen)
