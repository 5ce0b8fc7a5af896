"""A seat gets another token: the former one ends, and play goes on."""

from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.kernel.event import Digest
from domain.table.events import SeatLeft
from service.api.authentication import REMEMBERED_SECONDS
from service.api.dependencies import Application
from service.commands import Command
from service.ids import fresh_command_id, hashed
from service.problems import Code, Problem
from service.repository import StreamRepository
from service.tables.progress import at_table
from tests.api.playing import PERSONS, Answer, Client, Opened
from tests.api.test_evidence import bundle_of, statuses
from tests.simulation.runtime import RUNTIME
from verifier.verdicts import FAILS

BOT = {"bot": "easy"}


def issue(
    client: Client, table: Opened, seat: int = 0, who: str | None = None, key: str | None = None
) -> Answer:
    path = f"{table.path}/seats/{seat}/token"
    sent: dict[str, Any] = {} if key is None else {"Idempotency_Key": key}
    return client.send("POST", path, who or table.owner, **sent)


def issued(client: Client, table: Opened, seat: int = 0, who: str | None = None) -> str:
    answer = issue(client, table, seat, who)
    assert answer.status_code == 201, answer.text
    assert answer.json["seat"] == seat
    return str(answer.json["token"])


def status_of(client: Client, token: str) -> int:
    return client.send("GET", "/v1/me", token).status_code


@pytest.mark.parametrize("seats", [PERSONS, PERSONS[:1]], ids=["playing", "open"])
def test_the_former_token_ends_at_once(client: Client, seats: Any) -> None:
    """P17: a player whose seat the host has taken sees that their own token has ended."""
    table = client.open(seats=seats)
    former = table.tokens[0]
    assert status_of(client, former) == 200
    token = issued(client, table)
    assert token != former
    assert (status_of(client, former), status_of(client, token)) == (401, 200)
    newest = issued(client, table)
    assert [status_of(client, each) for each in (former, token, newest)] == [401, 401, 200]


def test_a_token_that_ends_during_its_request_has_no_effect(client: Client) -> None:
    table = client.open(seats=PERSONS[:1])
    former = Digest(hashed(table.tokens[0]).hex())
    command = Command(fresh_command_id(RUNTIME), "seat:0", token=former)
    issued(client, table)
    with pytest.raises(Problem) as refused:
        at_table(client.context, UUID(table.id), command, lambda _: (SeatLeft(0),))
    assert refused.value.code is Code.UNAUTHENTICATED
    assert client.get(table.path, table.owner)["seats"][0]["name"] == "Ann"


def test_the_deal_goes_on_with_the_new_token_and_every_proof_holds(client: Client) -> None:
    table = client.open()
    client.play(table, Random(3), moves=3)
    for seat in (0, 2):
        table.tokens[seat] = issued(client, table, seat)
    client.play(table, Random(3))
    client.record(str(table.deal))
    table.tokens[1] = issued(client, table, 1)
    client.sequence()
    for path in (f"{table.path}/bundle", f"{table.deal_path}/bundle"):
        assert FAILS not in statuses(bundle_of(client, path, table.tokens[1])).values()


def test_the_key_that_took_the_seat_may_have_its_token_issued(client: Client) -> None:
    table, holder = client.open(seats=PERSONS[:1]), client.key()
    for seat in (1, 2):
        path = f"{table.path}/seats/{seat}"
        assert client.send("PUT", path, holder, json=PERSONS[seat]).status_code == 201
    assert status_of(client, issued(client, table, 1, holder)) == 200
    assert issue(client, table, 0, holder).status_code == 403
    assert status_of(client, issued(client, table, 1)) == 200, "the owner of the table may too"


def test_a_seat_without_a_token_gets_none(client: Client) -> None:
    table = client.open(seats=[PERSONS[0], BOT])
    assert [issue(client, table, seat).status_code for seat in (1, 2, 9)] == [404, 404, 404]


def test_a_repeated_request_gets_the_same_token(client: Client) -> None:
    table, key = client.open(), uuid4().hex
    first, again = (issue(client, table, key=key) for _ in range(2))
    assert first.json == again.json
    assert not first.is_replayed
    assert again.is_replayed
    events = client.get(f"{table.path}/events", table.owner)["events"]
    found = [each for each in events if each["type"] == "table.seat_token_issued"]
    assert [each["data"] for each in found] == [{"seat": 0, "token": None}]


def test_a_move_that_is_repeated_with_the_new_token_is_made_once(client: Client) -> None:
    table, key = client.open(), uuid4().hex
    seat = client.get(table.deal_path, table.owner)["to_act"]
    move = {"move": client.moves(str(table.deal), table.tokens[seat])[0]["move"]}
    path = f"{table.deal_path}/moves"
    first = client.send("POST", path, table.tokens[seat], json=move, Idempotency_Key=key)
    token = issued(client, table, seat)
    again = client.send("POST", path, token, json=move, Idempotency_Key=key)
    assert first.status_code == 201
    assert first.json == again.json


def test_another_process_reads_the_table_again_when_the_time_is_over(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, here, table = client.flask.application, client.context, client.open()
    assert isinstance(app, Application)
    elsewhere = replace(here, streams=StreamRepository(here.store, RUNTIME))
    monkeypatch.setattr(app, "context", elsewhere)
    assert status_of(client, table.tokens[0]) == 200
    remembered = dict(app.identities)
    monkeypatch.setattr(app, "context", here)
    issued(client, table)
    monkeypatch.setattr(app, "context", elsewhere)
    app.identities.clear()
    app.identities.update(remembered)
    assert status_of(client, table.tokens[0]) == 200
    RUNTIME.pass_time(REMEMBERED_SECONDS)
    assert status_of(client, table.tokens[0]) == 401
