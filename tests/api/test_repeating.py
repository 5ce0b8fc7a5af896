"""Repeated requests: the same answer, and nothing done twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest

from service.repository import StreamRepository
from service.runtime import Runtime
from service.settings import Settings
from tests.api.playing import GOAT, PERSONS, Answer, Client, Opened, client_of

pytestmark = pytest.mark.threads

Send = Callable[..., Answer]


def key() -> dict[str, Any]:
    return {"Idempotency_Key": uuid4().hex}


def on_turn(client: Client, table: Opened) -> tuple[str, dict[str, Any]]:
    """The token of the seat on turn, and one of its moves."""
    seat = client.get(table.deal_path, table.owner)["to_act"]
    token = table.tokens[seat]
    return token, {"move": client.moves(str(table.deal), token)[0]["move"]}


def another_process(client: Client, settings: Settings, runtime: Runtime) -> Client:
    """A client of a service that remembers nothing of its own."""
    context = replace(client.context, streams=StreamRepository(client.context.store, runtime))
    return client_of(context, settings)


def same(first: Answer, again: Answer) -> None:
    assert again.status_code == first.status_code
    assert again.data == first.data
    assert not first.is_replayed
    assert again.is_replayed


@pytest.mark.parametrize("seats", [PERSONS, PERSONS[:2], []])
def test_opening_a_table(client: Client, seats: list[dict[str, str]]) -> None:
    owner, header, body = client.key(), key(), {**GOAT, "seats": seats}
    first = client.send("POST", "/v1/tables", owner, json=body, **header)
    same(first, client.send("POST", "/v1/tables", owner, json=body, **header))
    if seats:  # whatever has happened since, the first answer is repeated
        path = f"/v1/tables/{first.json['table']['id']}/seats/3"
        client.send("PUT", path, owner, json=PERSONS[3])
        client.send("DELETE", f"/v1/tables/{first.json['table']['id']}/seats/0", owner)
        same(first, client.send("POST", "/v1/tables", owner, json=body, **header))


def test_the_order_of_the_fields_and_the_white_space_are_no_other_body(client: Client) -> None:
    owner, header = client.key(), key()
    bodies = (b'{"game":"goat","name":"x"}', b'{ "name": "x",\n"game": "goat" }')
    json = {"Content_Type": "application/json"}
    first, again = (
        client.send("POST", "/v1/tables", owner, data=body, **json, **header) for body in bodies
    )
    same(first, again)


def test_another_body_is_refused(client: Client, table: Opened) -> None:
    owner, header = client.key(), key()
    client.send("POST", "/v1/tables", owner, json=GOAT, **header)
    other = client.send("POST", "/v1/tables", owner, json={**GOAT, "name": "Another"}, **header)
    token, move = on_turn(client, table)
    path = f"{table.deal_path}/moves"
    client.send("POST", path, token, json=move, **header)
    more = client.send("POST", path, token, json={**move, "expected_version": 3}, **header)
    for answer in (other, more):
        assert answer.refusal == (422, "idempotency-key-reused")


def test_a_key_is_that_of_its_caller_and_resource(client: Client) -> None:
    header = key()
    tables = [
        client.send("POST", "/v1/tables", owner, json=GOAT, **header)
        for owner in (client.key(), client.key())
    ]
    ids = {answer.json["table"]["id"] for answer in tables}
    assert len(ids) == 2
    assert all(not answer.is_replayed for answer in tables)


def test_making_a_move(client: Client, table: Opened) -> None:
    token, move = on_turn(client, table)
    header, path = key(), f"{table.deal_path}/moves"
    first = client.send("POST", path, token, json=move, **header)
    same(first, client.send("POST", path, token, json=move, **header))
    next_token, next_move = on_turn(client, table)
    client.send("POST", path, next_token, json=next_move)
    before = client.versions(str(table.deal))
    same(first, client.send("POST", path, token, json=move, **header))
    assert client.versions(str(table.deal)) == before


def test_a_move_is_repeated_after_the_deal_and_past_its_version(
    client: Client, played: Opened
) -> None:
    """A move that was accepted gets its first answer again, although it would be refused now."""
    path = f"{played.deal_path}/moves"
    last = next(each for each in reversed(client.sent) if each.path == path)
    again = client.send("POST", path, last.who, json=last.json, **last.headers)
    same(last.answer, again)
    assert again.json["events"][-1]["type"] == "deal.revealed"


def test_a_process_that_has_missed_a_move_makes_the_next_one(
    client: Client, settings: Settings, runtime: Runtime, table: Opened
) -> None:
    elsewhere = another_process(client, settings, runtime)
    token, move = on_turn(client, table)
    path = f"{table.deal_path}/moves"
    elsewhere.send("POST", path, token, json={**move, "expected_version": 1})
    client.send("POST", path, token, json=move)
    next_token, next_move = on_turn(client, table)
    assert elsewhere.send("POST", path, next_token, json=next_move).status_code == 201


def test_a_move_is_repeated_at_a_process_that_has_seen_neither_it_nor_the_next_one(
    client: Client, settings: Settings, runtime: Runtime, table: Opened
) -> None:
    elsewhere = another_process(client, settings, runtime)
    token, move = on_turn(client, table)
    header, path = key(), f"{table.deal_path}/moves"
    stale = elsewhere.send("POST", path, token, json={**move, "expected_version": 1})
    assert stale.status_code == 409, "the other process remembers the deal from here on"
    first = client.send("POST", path, token, json=move, **header)
    next_token, next_move = on_turn(client, table)
    client.send("POST", path, next_token, json=next_move)
    same(first, elsewhere.send("POST", path, token, json=move, **header))


def test_a_refused_move_may_be_put_right_under_its_key(client: Client, table: Opened) -> None:
    token, move = on_turn(client, table)
    header, path = key(), f"{table.deal_path}/moves"
    bad = client.send("POST", path, token, json={**move, "expected_version": 1}, **header)
    assert bad.status_code == 409
    assert client.send("POST", path, token, json=move, **header).status_code == 201


def test_taking_and_leaving_a_seat(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, seats=[])
    path = f"{table.path}/seats/2"
    taking, leaving = key(), key()
    first = client.send("PUT", path, owner, json=PERSONS[0], **taking)
    same(first, client.send("PUT", path, owner, json=PERSONS[0], **taking))
    assert client.send("PUT", path, owner, json=PERSONS[0]).status_code == 409
    assert client.send("DELETE", path, owner, **leaving).status_code == 204
    same(first, client.send("PUT", path, owner, json=PERSONS[0], **taking))

    second = client.send("PUT", path, owner, json=PERSONS[1])
    again = client.send("DELETE", path, owner, **leaving)
    assert again.status_code == 204
    assert again.is_replayed
    shown = client.get(table.path, second.json["token"])
    assert shown["seats"][2]["name"] == PERSONS[1]["name"], "the new player was not removed"


def test_taking_the_last_seat_answers_with_the_deal(client: Client) -> None:
    table = client.open(seats=PERSONS[:3])
    header, path = key(), f"{table.path}/seats/3"
    first = client.send("PUT", path, table.owner, json=PERSONS[3], **header)
    assert first.json["table"]["deal"]["number"] == 1
    table.deal, table.tokens[3] = first.json["table"]["deal"]["id"], first.json["token"]
    client.send("POST", f"{table.deal_path}/moves", table.tokens[3], json={})
    same(first, client.send("PUT", path, table.owner, json=PERSONS[3], **header))


def together(client: Client, requests: list[Callable[[Send], Answer]]) -> list[Answer]:
    """Send requests at the same moment."""
    start = Barrier(len(requests))

    def run(request: Callable[[Send], Answer]) -> Answer:
        mine = Client(client.flask.application.test_client(), client.context)
        start.wait()
        return request(mine.send)

    with ThreadPoolExecutor(len(requests)) as pool:
        return list(pool.map(run, requests))


def test_the_same_request_at_the_same_moment_is_done_once(client: Client) -> None:
    owner, header = client.key(), key()
    body = {**GOAT, "seats": PERSONS}
    answers = together(
        client, [lambda send: send("POST", "/v1/tables", owner, json=body, **header)] * 6
    )
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert sum(not answer.is_replayed for answer in answers) == 1


def test_the_same_move_at_the_same_moment_is_made_once(client: Client, table: Opened) -> None:
    token, move = on_turn(client, table)
    header, path = key(), f"{table.deal_path}/moves"
    answers = together(client, [lambda send: send("POST", path, token, json=move, **header)] * 6)
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert sum(not answer.is_replayed for answer in answers) == 1


def test_of_other_moves_at_the_same_moment_one_is_made(client: Client, table: Opened) -> None:
    token, move = on_turn(client, table)
    path = f"{table.deal_path}/moves"
    version = client.get(table.deal_path, token)["version"]
    body = {**move, "expected_version": version}
    answers = together(client, [lambda send: send("POST", path, token, json=body, **key())] * 6)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]


def test_of_concurrent_players_one_gets_the_seat(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, seats=[])
    path = f"{table.path}/seats/0"
    answers = together(client, [lambda send: send("PUT", path, owner, json=PERSONS[0])] * 6)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409, 409]


def test_all_seats_taken_at_the_same_moment_begin_one_series(client: Client) -> None:
    owner = client.key()
    table = client.open(owner, seats=[])

    def take(seat: int) -> Callable[[Send], Answer]:
        path = f"{table.path}/seats/{seat}"
        return lambda send: send("PUT", path, owner, json=PERSONS[seat])

    answers = together(client, [take(seat) for seat in range(4)])
    assert {answer.status_code for answer in answers} == {201}
    deals = client.get(f"{table.path}/series", owner)["deals"]
    assert [each["number"] for each in deals] == [1]


def test_a_key_belongs_to_the_current_holder_of_the_seat(client: Client) -> None:
    table = client.open(seats=[])
    address = f"{table.path}/seats/0"
    for name in ("Ann", "Bob"):
        taken: Any = client.send("PUT", address, table.owner, json={"name": name}).json
        left = client.send("DELETE", address, taken["token"], Idempotency_Key="leave")
        assert not left.is_replayed
        assert client.get(table.path, table.owner)["seats"][0]["name"] is None
