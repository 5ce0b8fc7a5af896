"""Races: another process is faster, between the decision on a request and its append."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_tournaments import enter, opened
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
    answer = client.send("GET", f"{table.path}/bundle", table.owner)
    said = list(verify(Case(read(answer.data))))
    assert [each for each in said if each.status == FAILS] == []


def test_a_seat_that_is_left_meanwhile_gets_no_token(client: Client, between: Between) -> None:
    table = client.open(seats=PERSONS[:2])
    seat = f"{table.path}/seats/0"
    between.act = lambda: client.send("DELETE", seat, table.tokens[0])
    assert client.send("POST", f"{seat}/token", table.owner).status_code == 404
    client.sequence()
    assert_verifies(client, table)


def test_a_token_is_issued_while_the_former_one_moves(client: Client, between: Between) -> None:
    table = client.open()
    seat = client.get(table.deal_path, table.owner)["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    path, former = f"{table.path}/seats/{seat}/token", table.tokens[seat]
    between.act = lambda: client.send("POST", path, table.owner)
    client.make(table, seat, move)
    assert client.send("GET", "/v1/me", former).status_code == 401
    client.sequence()
    assert_verifies(client, table)


def test_a_former_token_admits_nobody(client: Client, between: Between, table: Opened) -> None:
    issue = f"{table.path}/seats/0/token"
    between.act = lambda: client.send("POST", issue, table.owner)
    answer = client.send("POST", f"{table.path}/watchers", table.tokens[0], json={"name": "Eve"})
    assert answer.status_code == 401, answer.text
    client.sequence()
    assert_verifies(client, table)


@pytest.mark.parametrize("act", ["withdraw", "erase"])
def test_a_former_entry_token_changes_nothing(client: Client, between: Between, act: str) -> None:
    owner = client.key("club")
    path = opened(client, owner)
    ann = enter(client, path, owner, name="Ann")["token"]
    body = {"name": "Eve", "reason": "Ill"}
    between.act = lambda: client.post(f"{path}/players/1/substitute", owner, body)
    player = f"{path}/players/1"
    answer = client.send("DELETE", player if act == "withdraw" else f"{player}/person", ann)
    assert answer.status_code == 401, answer.text
    shown = client.get(path, owner)["players"][0]
    assert (shown["name"], shown["withdrawn"]) == ("Eve", False)


def test_a_seat_is_left_once(client: Client, between: Between) -> None:
    table = client.open(seats=PERSONS[:1])
    seat = f"{table.path}/seats/0"
    between.act = lambda: client.send("DELETE", seat, table.owner)
    assert client.send("DELETE", seat, table.tokens[0]).status_code in (204, 401)
    assert_verifies(client, table)
