"""Races: another process is faster, between the decision on a request and its append."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_disputes import UPHELD, disputed, ruling
from tests.seeding import commitment_of
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify

pytestmark = pytest.mark.threads


class Between:
    """Runs an action once, directly before the next append."""

    def __init__(self, append: Callable[..., Any]) -> None:
        self.append = append
        self.act: Callable[[], object] | None = None

    def __call__(self, *given: Any, **more: Any) -> Any:
        act, self.act = self.act, None
        if act is not None:
            # a request in this thread would share its context
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(act).result()
        return self.append(*given, **more)


@pytest.fixture
def between(client: Client, monkeypatch: pytest.MonkeyPatch) -> Between:
    made = Between(client.context.store.append)
    monkeypatch.setattr(client.context.store, "append", made)
    return made


def assert_verifies(client: Client, table: Opened) -> None:
    """The record of the table verifies, as its owner gets it."""
    answer = client.send("GET", f"/v1/tables/{table.id}/bundle", table.owner)
    said = list(verify(Case(read(answer.data))))
    assert [each for each in said if each.status == FAILS] == []


def test_a_seat_that_is_left_meanwhile_gets_no_token(client: Client, between: Between) -> None:
    table = client.open(seats=PERSONS[:2])
    seat = f"/v1/tables/{table.id}/seats/0"
    between.act = lambda: client.send("DELETE", seat, table.tokens[0])
    assert client.send("POST", f"{seat}/token", table.owner).status_code == 404
    client.sequence()
    assert_verifies(client, table)


def test_a_token_is_issued_while_the_former_one_moves(client: Client, between: Between) -> None:
    table = client.open()
    seat = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    path, former = f"/v1/tables/{table.id}/seats/{seat}/token", table.tokens[seat]
    between.act = lambda: client.send("POST", path, table.owner)
    client.make(table, seat, move)
    assert client.send("GET", "/v1/me", former).status_code == 401
    client.sequence()
    assert_verifies(client, table)


def test_a_former_token_admits_nobody(client: Client, between: Between) -> None:
    table = client.open()
    issue = f"/v1/tables/{table.id}/seats/0/token"
    between.act = lambda: client.send("POST", issue, table.owner)
    admission = f"/v1/tables/{table.id}/watchers"
    answer = client.send("POST", admission, table.tokens[0], json={"name": "Eve"})
    assert answer.status_code == 401, answer.text
    client.sequence()
    assert_verifies(client, table)


def test_a_ruling_of_an_auditor_who_is_dismissed_meanwhile(
    client: Client, between: Between
) -> None:
    table = client.open()
    client.play(table, Random(5))
    client.record(str(table.deal))
    token = client.guest(table, "auditor")
    disputed(client, table)
    dismissal = f"/v1/tables/{table.id}/auditors/1"
    between.act = lambda: client.send("DELETE", dismissal, table.owner)
    answer = client.send("POST", ruling(table), token, json=UPHELD)
    assert answer.status_code == 401, answer.text
    shown = client.get(f"/v1/tables/{table.id}/series", table.owner)
    assert shown["adjustments"] == []
    assert_verifies(client, table)


SEAT_COMMANDS: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "commit": (
        "PUT",
        "/v1/tables/{}/seats/0/commitment",
        lambda deal: {"deal": deal, "commitment": commitment_of(deal, 0)},
    ),
    "admit a watcher": ("POST", "/v1/tables/{}/watchers", lambda _: {"name": "Eve"}),
    "admit a reader": ("POST", "/v1/tables/{}/readers", lambda _: {"name": "Eve"}),
    "leave": ("DELETE", "/v1/tables/{}/seats/0", lambda _: None),
}


@pytest.mark.parametrize("name", SEAT_COMMANDS)
def test_the_token_of_a_player_who_has_left_does_nothing_for_the_next_one(
    name: str, client: Client, between: Between
) -> None:
    table = client.open(seats=[{**PERSONS[0], "commits": True}])
    seat = f"/v1/tables/{table.id}/seats/0"

    def change_hands() -> None:
        client.send("DELETE", seat, table.owner)
        client.send("PUT", seat, table.owner, json={**PERSONS[1], "commits": True})

    method, path, body = SEAT_COMMANDS[name]
    deal = client.get(f"/v1/tables/{table.id}", table.owner)["next_deal"]["id"]
    between.act = change_hands
    sent = client.send(method, path.format(table.id), table.tokens[0], json=body(deal))
    assert sent.status_code == 401, sent.text
    shown = client.get(f"/v1/tables/{table.id}", table.owner)
    assert shown["seats"][0]["name"] == "Bob"
    assert shown["next_deal"]["waiting"] == [0]
    assert client.get(f"/v1/tables/{table.id}/watchers", table.owner) == {"watchers": []}
    assert_verifies(client, table)


def test_a_seat_is_left_once(client: Client, between: Between) -> None:
    table = client.open(seats=PERSONS[:1])
    seat = f"/v1/tables/{table.id}/seats/0"
    between.act = lambda: client.send("DELETE", seat, table.owner)
    assert client.send("DELETE", seat, table.tokens[0]).status_code in (204, 401)
    assert_verifies(client, table)
