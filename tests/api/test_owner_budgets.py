"""All keys of an owner share one rate limit, and all tokens of their tables another one."""

from typing import Any

import pytest

from service.access.budgets import Account, LocalCounters
from tests.api.playing import GOAT, PERSONS
from tests.api.test_budgets import Narrow, narrow, statuses
from tests.api.test_keys import make
from tests.api.test_rematches import ask, given_up
from tests.simulation.runtime import RUNTIME

__all__ = ["narrow"]


def test_all_keys_of_an_owner_share_one_budget_and_all_tokens_another(narrow: Narrow) -> None:
    client = narrow(reads=8, openings=0, writes=0)
    own = client.key()
    child = make(client, own)["key"]
    table, other = client.open(own), client.open(own)
    assert statuses(client, "/v1/me", own, times=2) == {200}
    tokens = [*table.tokens.values(), *other.tokens.values()]
    answers = [client.send("GET", "/v1/me", token) for token in tokens]
    assert {each.headers["RateLimit"] for each in answers} == {'"reads";r=1;t=30'}
    assert statuses(client, "/v1/me", tokens[0], times=1) == {429}, "all tokens share a quota"
    answers = [client.send("GET", "/v1/me", child) for _ in range(6)]
    assert [each.headers["RateLimit"][:11] for each in answers][::5] == [
        '"reads";r=5',
        '"reads";r=0',
    ]
    assert statuses(client, "/v1/me", own, times=2) == {429}
    assert statuses(client, "/v1/me", client.key(), times=8) == {200}


def test_the_tokens_of_watchers_and_auditors_are_their_owners(narrow: Narrow) -> None:
    client = narrow(reads=8, openings=0, writes=0)
    table = client.open()
    tokens = [client.guest(table, each) for each in ("watcher", "auditor") * 4]
    assert {client.send("GET", "/v1/me", token).status_code for token in tokens} == {200}
    assert statuses(client, "/v1/me", tokens[0], times=1) == {429}
    assert statuses(client, "/v1/me", table.owner, times=1) == {200}


def test_a_guest_uses_the_budget_of_the_key_that_took_the_seat(
    narrow: Narrow,
) -> None:
    client = narrow(reads=4, openings=0, writes=0)
    guest, table = client.key(), client.open(seats=PERSONS[:1])
    taken: Any = client.send("PUT", f"{table.path}/seats/1", guest, json=PERSONS[1]).json
    own = [taken["token"], *(client.guest(client.open(guest), "watcher") for _ in range(3))]
    assert {client.send("GET", "/v1/me", token).status_code for token in own} == {200}
    assert statuses(client, "/v1/me", client.guest(client.open(guest), "watcher")) == {429}
    assert statuses(client, "/v1/me", table.tokens[0], times=1) == {200}, "another owner's"


def test_one_token_cannot_use_up_the_budget_of_the_others(narrow: Narrow) -> None:
    client = narrow(reads=8, openings=0, writes=0)
    table = client.open()
    assert statuses(client, "/v1/me", table.tokens[0], times=2) == {200}
    refused = client.send("GET", "/v1/me", table.tokens[0])
    assert refused.status_code == 429
    assert refused.headers["RateLimit-Policy"] == '"reads";q=2;w=60'
    for token in (table.tokens[1], table.tokens[2]):
        assert statuses(client, "/v1/me", token, times=2) == {200}
    other = client.open(table.owner)
    assert statuses(client, "/v1/me", table.tokens[3], times=2) == {200}
    assert statuses(client, "/v1/me", other.tokens[3]) == {429}
    assert statuses(client, "/v1/me", table.owner, times=2) == {200}, "keys are counted apart"


def test_a_request_that_one_account_refuses_is_counted_on_none() -> None:
    counts = LocalCounters(RUNTIME)
    little, much = Account("little", 1), Account("much", 9)
    assert [counts.spend(little, much).wait == 0 for _ in range(4)] == [True, False, False, False]
    assert counts.spend(much).left == 7


@pytest.mark.costly
def test_streams_of_seats_count_for_their_owner(narrow: Narrow) -> None:
    client = narrow(writes=0, openings=2)
    table = given_up(client)
    other = given_up(client, owner=table.owner)
    third = given_up(narrow(openings=0), owner=table.owner)
    for each, status in ((table, 201), (other, 201), (third, 429)):
        assert ask(client, each, each.tokens[0]).status_code == status
    assert client.send("POST", "/v1/tables", table.owner, json=GOAT).status_code == 429
    assert client.send("POST", "/v1/tables", client.key(), json=GOAT).status_code == 201


def test_idle_time_and_refused_requests_change_no_quota() -> None:
    counters, account = LocalCounters(RUNTIME), Account("somebody", 3)
    with RUNTIME.stopped():
        for _ in range(2):
            waits = [counters.spend(account).wait for _ in range(5)]
            assert [wait > 0 for wait in waits] == [False, False, False, True, True]
            RUNTIME.pass_time(600)
