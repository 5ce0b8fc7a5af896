"""The Python client with answers that were lost, or came too early."""

import json
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from datetime import timedelta
from email.utils import format_datetime
from typing import Any
from unittest import mock

import pytest

from fairdeal_client import (
    Client,
    ForeignAnswer,
    Patience,
    Problem,
    Runtime,
    Unreachable,
    streams,
    wire,
)
from service.timestamps import when
from tests.clients.scripted import FOREIGN, NOTHING, Script, answer, foreign, scripted, stream
from tests.simulation.runtime import RUNTIME

DEAL = "/v1/deals/d/moves"
MOVE = {"type": "lead", "cards": ["7C"]}
MOVED = {"deal": "d", "version": 4, "events": [], "receipt": {}}
REFUSED = {
    "code": "illegal-move",
    "detail": "No.",
    "clauses": [{"id": "G10", "text": "Beat it."}],
    "errors": [{"pointer": "/move", "detail": "Bad."}],
}


class Slept(list[float]):
    """The pauses that were made."""

    def runtime(self) -> Runtime:
        return Runtime(
            now=lambda: RUNTIME.now() / 1_000_000,
            monotonic=RUNTIME.monotonic,
            sleep=self.append,
            random_bytes=RUNTIME.random_bytes,
        )


@contextmanager
def answering(*replies: bytes, seconds: float = 60.0) -> Generator[tuple[Client, Script, Slept]]:
    slept = Slept()
    with (
        scripted(*replies) as script,
        Client(
            script.url,
            "seat_x",
            patience=Patience(seconds=seconds),
            runtime=slept.runtime(),
            timeout=5,
        ) as client,
    ):
        yield client, script, slept


def test_one_intent_has_one_key_however_often_it_is_sent() -> None:
    broken = answer(201, MOVED)[:-5]
    too_many = answer(429, {"code": "too-many-requests"}, "Retry-After: 7")
    late = answer(408, {"code": "request-timeout"}, "Connection: close")
    replies = (NOTHING, broken, answer(500), too_many, answer(503, {}), late, answer(201, MOVED))
    with answering(*replies) as (client, script, slept):
        assert client.move("d", MOVE) == MOVED
        assert len(script.keys) == 1
        assert {each.body for each in script.received} == {json.dumps({"move": MOVE}).encode()}
        assert {(each.method, each.path) for each in script.received} == {("POST", DEAL)}
        assert slept[0] <= 0.1
        assert 7 <= slept[3] <= 7.8


def test_a_date_beyond_all_calendars_is_no_delay() -> None:
    late = answer(503, {}, "Retry-After: Fri, 21 Nov 99999999999999999999 00:00:00 GMT")
    with answering(late, answer(201, MOVED)) as (client, _, slept):
        assert client.move("d", MOVE) == MOVED
        assert slept[0] <= 0.1


def test_two_intents_have_two_keys_or_those_that_are_given() -> None:
    with answering(*[answer(201, MOVED)] * 3) as (client, script, _):
        client.move("d", MOVE)
        client.move("d", MOVE)
        client.move("d", MOVE, idempotency_key="mine")
        assert len(script.keys) == 3
        assert "mine" in script.keys


def test_reads_have_no_key_and_are_repeated_too() -> None:
    with answering(NOTHING, answer(200, {"kind": "key"})) as (client, script, _):
        assert client.me() == {"kind": "key"}
        assert "idempotency-key" not in script.received[0].headers
        assert script.received[0].headers["authorization"] == "Bearer seat_x"


def test_refusals_come_at_once_with_a_reason() -> None:
    with answering(answer(409, REFUSED)) as (client, _, slept):
        with pytest.raises(Problem) as caught:
            client.move("d", MOVE)
        problem = caught.value
        assert (problem.status, problem.code, problem.retry_after) == (409, "illegal-move", None)
        assert problem.clauses == REFUSED["clauses"]
        assert problem.errors == REFUSED["errors"]
        assert problem.more == REFUSED
        assert str(problem) == "409 illegal-move: No. [G10] Beat it. /move: Bad."
        assert slept == []


@pytest.mark.parametrize("status", [301, 404])
def test_unexpected_errors_are_problems_too(status: int) -> None:
    with answering(answer(status)) as (client, _, _), pytest.raises(Problem) as caught:
        client.me()
    assert caught.value.code == f"http-{status}"


ASKS: tuple[Callable[[Client], Any], ...] = (
    lambda client: client.me(),
    lambda client: client.move("d", MOVE),
    lambda client: client.table("t"),
    lambda client: next(client.events("d")),
)


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_answer_is_one_error_and_is_tried_again(name: str) -> None:
    with answering(FOREIGN[name], FOREIGN[name], answer(201, MOVED)) as (client, script, slept):
        assert client.move("d", MOVE) == MOVED
        assert (len(script.keys), len(slept)) == (1, 2)
    for ask in ASKS[:3]:
        with (
            answering(FOREIGN[name], seconds=0) as (client, _, _),
            pytest.raises(ForeignAnswer) as caught,
        ):
            ask(client)
        error = caught.value
        assert error.code == f"http-{error.status}"
        assert str(error.status) in FOREIGN[name][:13].decode()
        assert len(str(error)) < 600
        assert error.begin[:5] in str(error)
        assert error.content_type in str(error)


def test_a_move_is_judged_by_an_answer_without_a_body() -> None:
    with answering(answer(204)) as (client, _, slept):
        client.judge("d", MOVE)
        assert slept == []


def test_an_answer_that_is_nested_too_deep_is_a_foreign_one() -> None:
    nested = b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    kinds = (200, "application/json"), (400, "application/problem+json")
    for reply in (foreign(status, kind, nested) for status, kind in kinds):
        with answering(reply, seconds=0) as (client, _, _), pytest.raises(ForeignAnswer):
            client.me()


def test_no_answer_and_no_line_is_read_without_an_end() -> None:
    event = b'{"position": 1, "type": "' + b"x" * 2_000 + b'"}\n'
    long = stream("application/x-ndjson", event, whole=True)
    with (
        mock.patch.object(wire, "MOST", 1_000),
        answering(answer(200, {"long": "x" * 1_000}), seconds=0) as (client, _, _),
        pytest.raises(ForeignAnswer),
    ):
        client.me()
    with answering(long, answer(204)) as (client, _, _):
        assert [each["position"] for each in client.events("d")] == [1]
    with mock.patch.object(streams, "LINE", 1_000), answering(long, answer(204)) as (client, _, _):
        assert [*client.events("d")] == []


@pytest.mark.parametrize("body", [{}, {"events": 3, "position": 1}, {"events": []}, []])
def test_a_page_without_its_fields_is_a_foreign_answer(body: Any) -> None:
    with answering(answer(200, body), seconds=0) as (client, _, _), pytest.raises(ForeignAnswer):
        next(client.deliveries())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with scripted() as elsewhere:
        for ask in ASKS:
            where = f"Location: {elsewhere.url}/v1/tables"
            with (
                answering(answer(status, None, where)) as (client, script, slept),
                pytest.raises(ForeignAnswer, match=elsewhere.url),
            ):
                ask(client)
            assert (len(script.received), slept) == (1, [])
        assert elsewhere.received == []


def test_a_stream_of_something_else_is_opened_again() -> None:
    line = json.dumps({"position": 1}).encode() + b"\n"
    junk = stream("application/x-ndjson", b"<html>\n", whole=True)
    good = stream("application/x-ndjson", line, whole=True)
    with answering(FOREIGN["HTML"], junk, good, answer(204)) as (client, script, _):
        assert list(client.events("d")) == [{"position": 1}]
        assert len(script.received) == 4


def test_a_stream_that_breaks_after_its_first_line_is_not_opened_again_at_once() -> None:
    """The state of the people comes first in every stream: it is no progress."""
    line = json.dumps({"position": 3, "type": "people", "people": {}}).encode() + b"\n"
    begun = stream("application/x-ndjson", line, whole=False)
    with answering(*[begun] * 5, answer(204)) as (client, _, slept):
        assert len(list(client.follow_people("t"))) == 5
        assert len(slept) == 4


@pytest.mark.parametrize("position", ['"4\\r\\nX: y"', "null", "[" * 100_000])
def test_a_line_whose_position_is_no_number_ends_the_stream(position: str) -> None:
    line = stream("application/x-ndjson", b'{"position": %b}\n' % position.encode(), whole=True)
    with answering(line, answer(204)) as (client, _, _):
        assert list(client.events("d")) == []


def test_a_proxy_may_say_by_a_date_when_to_come_again() -> None:
    began = when(RUNTIME.now())
    dates = [format_datetime(began + timedelta(seconds=each)) for each in (300, -300)]
    replies = [answer(503, {}, f"Retry-After: {each}") for each in (*dates, "soon")]
    with answering(*replies, answer(200, {}), seconds=600) as (client, _, slept):
        client.me()
        assert 298 <= slept[0] < 301
        assert max(slept[1:]) < 1


def test_patience_ends() -> None:
    with (
        answering(NOTHING, seconds=0) as (client, _, _),
        pytest.raises(Unreachable, match="Remote"),
    ):
        client.me()
    late = answer(429, {"code": "too-many-requests"}, "Retry-After: 60")
    with answering(late, seconds=30) as (client, _, slept), pytest.raises(Problem) as caught:
        client.me()
    assert (caught.value.retry_after, slept) == (60, [])


def test_a_kept_connection_that_has_ended_costs_no_pause() -> None:
    """The second request came over the first connection, and was not answered on it."""
    first = answer(200, {}, kept=True)
    with answering(first, NOTHING, answer(200, {"kind": "key"})) as (client, script, slept):
        client.me()
        assert client.me() == {"kind": "key"}
        assert slept == []
        assert len(script.received) == 3


def test_pauses_have_full_jitter_under_a_ceiling_that_doubles() -> None:
    patience = Patience(first=1, longest=5)
    for failures, ceiling in enumerate((1, 2, 4, 5, 5)):
        pauses = [patience.pause(failures, Runtime()) for _ in range(200)]
        assert 0 <= min(pauses) < ceiling / 4
        assert ceiling * 3 / 4 < max(pauses) <= ceiling
    assert patience.pause(100_000, Runtime()) <= 5


def test_a_url_may_have_a_path_and_has_to_be_one() -> None:
    with scripted(answer(200, {})) as script, Client(f"{script.url}/cards/", "key_x") as client:
        client.ask("GET", "/v1/me", query={"a": "ü", "b": None})
        assert script.received[0].path == "/cards/v1/me?a=%C3%BC"
    with pytest.raises(ValueError, match="no http"):
        Client("ftp://cards.example", "key_x")


NDJSON = "application/x-ndjson"


def line(position: int) -> bytes:
    return json.dumps({"position": position, "type": "x"}).encode() + b"\n"


def test_a_stream_goes_on_after_the_last_event_that_was_whole() -> None:
    replies = (
        stream(NDJSON, b"\n", line(1), line(2), line(3)[:9], whole=False),
        NOTHING,
        answer(503, {}, "Retry-After: 5"),
        stream(NDJSON, b"\n", line(3)[:9], line(3)[9:] + line(4), whole=True),
        stream(NDJSON, b"\n", whole=False),
        stream(NDJSON, b"\n", b"\n", whole=True),
        stream(NDJSON, line(5), whole=True),
        answer(204),
    )
    with answering(*replies) as (client, script, slept):
        assert [each["position"] for each in client.events("d")] == [1, 2, 3, 4, 5]
        received = [each.headers["last-event-id"] for each in script.received]
        assert received == ["0", "2", "2", "2", "4", "4", "4", "5"]
        assert len(slept) == 2 + 2, "twice unanswered, twice broken as soon as it was open"


def test_a_stream_that_is_let_go_is_closed() -> None:
    with answering(stream(NDJSON, line(8), line(9), whole=False)) as (client, script, _):
        with closing(client.table_events("t", after=7)) as events:
            assert next(events)["position"] == 8
        assert script.received[0].headers["last-event-id"] == "7"
    assert list(events) == []


def test_a_stream_is_refused_like_anything_else() -> None:
    refused = answer(403, {"code": "not-allowed"})
    with answering(refused) as (client, _, _), pytest.raises(Problem, match="not-allowed"):
        next(client.events("d", view="full"))


def test_the_lobby_is_followed_from_a_page_with_its_filter() -> None:
    page = {"position": 9, "events": [{"position": 3}]}
    streamed = stream(NDJSON, line(12), whole=True)
    with answering(answer(200, page), streamed, answer(204)) as (client, script, _):
        found = client.follow_lobby(after=2, game="goat", free=True)
        assert [each["position"] for each in found] == [3, 12]
        first, second, _ = script.received
        assert set(first.path.partition("?")[2].split("&")) == {"after=2", "game=goat", "free=true"}
        assert set(second.path.partition("?")[2].split("&")) == {"game=goat", "free=true"}
        assert second.headers["last-event-id"] == "9"


def test_people_are_followed_and_events_beside_them_left_out() -> None:
    people: list[Any] = [{"present": [seat], "phrases": [], "rematch": None} for seat in (0, 1)]
    said = [
        json.dumps({"position": 3, "type": "people", "people": each}).encode() + b"\n"
        for each in people
    ]
    replies = (stream(NDJSON, line(3), said[0], whole=False), stream(NDJSON, said[1], whole=True))
    with answering(*replies, answer(204)) as (client, script, _):
        assert [*client.follow_people("t")] == people
        first, second, _ = script.received
        assert first.path == "/v1/tables/t/events?people=true"
        assert second.headers["last-event-id"] == "3"
