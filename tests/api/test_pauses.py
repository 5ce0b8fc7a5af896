"""The pause between two deals over the API: answers for a page, and repeated requests."""

from random import Random
from typing import Any

import pytest

from tests.api.playing import PERSONS, Client, Opened
from tests.simulation.runtime import RUNTIME

SKAT: dict[str, Any] = {"game": "skat", "seats": PERSONS[:3], "target": 9}


@pytest.fixture
def table(client: Client) -> Opened:
    """A table in the pause after its first deal."""
    table = client.open(**SKAT, pause_seconds=600)
    client.play(table, Random(1))
    client.record(str(table.deal))
    return table


def ready(client: Client, table: Opened, seat: int, key: str = "", number: int = 2) -> Any:
    path = f"{table.path}/seats/{seat}/ready"
    headers: Any = {"Idempotency_Key": key} if key else {}
    return client.send("POST", path, table.tokens[seat], json={"number": number}, **headers)


def waits(client: Client, table: Opened) -> Any:
    return client.get(table.path, table.owner)["waiting_for"]


def test_the_table_says_who_is_waited_for_and_until_when(client: Client, table: Opened) -> None:
    shown = client.get(table.path, table.tokens[1])
    assert (shown["status"], shown["deal"], shown["pause_seconds"]) == ("playing", None, 600)
    assert shown["next_deal"]["number"] == 2
    assert shown["waiting_for"]["kind"] == "ready"
    assert shown["waiting_for"]["seats"] == [0, 1, 2]
    assert shown["now"] < shown["waiting_for"]["until"]
    assert ready(client, table, 1).json["waiting_for"]["seats"] == [0, 2]
    assert waits(client, table)["seats"] == [0, 2]
    client.sequence()
    line: Any = client.get("/v1/tables?owner=me&status=playing", table.owner)["tables"]
    assert [each["id"] for each in line] == [table.id]


def test_the_last_answer_has_the_next_deal(client: Client, table: Opened) -> None:
    for seat in (0, 1):
        assert ready(client, table, seat).json["deal"] is None
    last = ready(client, table, 2, "last")
    assert (last.status_code, last.json["deal"]["number"]) == (200, 2)
    again = ready(client, table, 2, "last")
    assert again.is_replayed
    assert again.json == last.json
    assert ready(client, table, 0).status_code == 200, "another request, to the same effect"


def test_a_page_that_follows_its_table_hears_of_it(client: Client, table: Opened) -> None:
    ready(client, table, 2)
    events = client.get(f"{table.path}/events", table.owner)["events"]
    assert events[-1]["type"] == "table.seat_ready"
    assert events[-1]["data"] == {"seat": 2, "number": 2}
    assert events[-1]["actor"] == "seat:2"
    client.sequence()
    news = client.get("/v1/me/events?after=0&limit=1000", table.tokens[0])["events"]
    assert "deal.finished" in [each["type"] for each in news]


@pytest.mark.parametrize("body", [{}, {"number": 0}, {"number": "2"}, {"number": 2, "seat": 1}])
def test_what_does_not_fit_is_refused(client: Client, table: Opened, body: Any) -> None:
    path = f"{table.path}/seats/0/ready"
    assert client.send("POST", path, table.tokens[0], json=body).status_code == 422


def test_a_player_is_refused_before_and_after_the_pause(client: Client, table: Opened) -> None:
    for number in (1, 3, 999_999_999):
        assert ready(client, table, 0, number=number).refusal == (409, "not-the-next-deal")
    assert waits(client, table)["seats"] == [0, 1, 2]


def test_what_is_closed_as_its_pause_ends_has_had_its_next_deal(
    client: Client, table: Opened
) -> None:
    """Another process may open that deal in the same moment."""
    RUNTIME.pass_time(599.5)
    client.delete(table.path, table.owner)
    deals = client.get(f"{table.path}/series", table.owner)["deals"]
    assert [each["abandoned"] for each in deals] == [None, {"seats": [], "reason": "closed"}]


def test_the_owner_says_it_for_no_seat_of_another_key(client: Client) -> None:
    table, holder = (
        client.open(**{**SKAT, "seats": [*PERSONS[:2], {}]}, pause_seconds=60),
        client.key(),
    )
    client.sit(table, 2, holder)
    client.play(table, Random(1))
    client.record(str(table.deal))
    path, body = f"{table.path}/seats/2/ready", {"number": 2}
    assert client.send("POST", path, table.owner, json=body).refusal == (403, "not-allowed")
    assert client.send("POST", path, holder, json=body).status_code == 200


@pytest.mark.parametrize("seconds", [-1, 86_401, 1.5, "60", None])
def test_a_pause_has_bounds(client: Client, seconds: Any) -> None:
    body = {"name": "x", **SKAT, "pause_seconds": seconds}
    assert client.send("POST", "/v1/tables", client.key(), json=body).status_code == 422
