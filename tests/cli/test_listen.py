"""`fairdeal listen` delivers what the service would send, signed as it signs, once."""

import re
from typing import Any

import orjson
import pytest
from standardwebhooks import Webhook

from tests.cli.commands import fairdeal_now
from tests.clients.scripted import Script, answer, scripted, stream
from tests.webhooks.receiving import Received, check_signature, receiving


def delivery(position: int, kind: str = "turn.started") -> dict[str, Any]:
    """As `/v1/me/deliveries` has it."""
    data = {"table": "f1", "position": position, "refs": {"table": "Тбилиси", "seats": [None]}}
    payload = {"type": kind, "timestamp": "2026-11-28T12:00:00Z", "data": data}
    return {"position": position, "id": f"id-{position}", "type": kind, "payload": payload}


def lines(*positions: int) -> bytes:
    return b"".join(orjson.dumps(delivery(each)) + b"\n" for each in positions)


def page(position: int, *events: Any) -> bytes:
    return answer(200, {"position": position, "events": events})


REPLIES = (
    page(6),
    page(7, delivery(7, "deal.finished")),
    stream("application/x-ndjson", lines(8, 9), lines(10)[:20], whole=False),
    stream("application/x-ndjson", b"\n", lines(10), whole=True),
    answer(204),
)
"""From position 6 on: a page, a stream that breaks within a line, its rest, and no more."""


def requests_of(script: Script) -> list[tuple[str, str | None]]:
    return [(each.path, each.headers.get("last-event-id")) for each in script.received]


def test_each_delivery_comes_once_and_is_signed_as_a_real_one() -> None:
    def answering(came: Received) -> int:
        return 500 if came.news["data"]["position"] == 8 else 204

    with scripted(*REPLIES) as script, receiving() as receiver:
        receiver.answering = answering
        ran = fairdeal_now("listen", script.url, "key_x", "--forward", receiver.url)
    assert (ran.code, ran.err) == (0, "")
    assert requests_of(script) == [
        ("/v1/me/deliveries?limit=1", None),
        ("/v1/me/deliveries?after=6", None),
        *(("/v1/me/deliveries", last) for last in ("7", "9", "10")),
    ]
    assert [each.news for each in receiver.came] == [
        delivery(7, "deal.finished")["payload"],
        *(delivery(each)["payload"] for each in (8, 9, 10)),
    ]
    secret, public = (re.findall(rf"{kind}_\S+", ran.out)[0] for kind in ("whsec", "whpk"))
    for came in receiver.came:
        Webhook(secret).verify(came.body, came.headers)
        check_signature(public, came.headers, came.body)
        assert came.id == f"id-{came.news['data']['position']}"
    assert re.findall(r"^(\d+) (\S+) .* -> (\d+)$", ran.out, re.MULTILINE) == [
        ("7", "deal.finished", "204"),
        ("8", "turn.started", "500"),
        ("9", "turn.started", "204"),
        ("10", "turn.started", "204"),
    ]


def test_some_kinds_are_printed_after_a_position() -> None:
    with scripted(*REPLIES[1:]) as script:
        words = ("--after", "6", "--events", "deal.finished,table.closed")
        ran = fairdeal_now("listen", script.url, "key_x", *words)
    assert ran.code == 0
    assert re.findall(r"^\d+ \S+ .*$", ran.out, re.MULTILINE) == [
        '7 deal.finished {"table":"f1","position":7,"refs":{"table":"Тбилиси","seats":[null]}}'
    ]


def test_a_stream_that_is_refused_says_where_to_go_on() -> None:
    problem = {"code": "scope-missing", "detail": "The key lacks the scope webhooks."}
    with scripted(*REPLIES[:3], answer(403, problem)) as script:
        ran = fairdeal_now("listen", script.url, "key_x")
    assert ran.code == 1
    assert ran.err == (
        "fairdeal listen: 403 scope-missing: The key lacks the scope webhooks. "
        "To go on from here: --after 9\n"
    )


@pytest.mark.parametrize(
    "words",
    [
        ("--forward", "localhost:3000"),
        ("--forward", "ftp://localhost/"),
        ("--forward", "http://user@localhost/"),
        ("--events", "card.dealt"),
        ("--after", "now"),
        ("--after", "-1"),
    ],
)
def test_wrong_arguments_are_refused(words: tuple[str, ...]) -> None:
    ran = fairdeal_now("listen", "http://127.0.0.1:9", "key_x", *words)
    assert ran.code == 2
    assert f"argument {words[0]}" in ran.err


HUGE = delivery(7) | {"payload": {"data": 1 << 70}}


@pytest.mark.parametrize(
    "replies",
    [
        [answer(200, {})],
        [page(6), answer(200, {"position": 7})],
        *(
            [page(6), page(7, each)]
            for each in (
                {},
                None,
                "x",
                [1],
                delivery(7) | {"id": 3},
                delivery(7) | {"id": "a\r\nb"},
                HUGE,
            )
        ),
        [page(6), page(7, delivery(7) | {"payload": None})],
    ],
)
def test_an_answer_that_is_not_the_services_is_said_in_a_sentence(replies: list[bytes]) -> None:
    with scripted(*replies) as script:
        ran = fairdeal_now("listen", script.url, "key_x")
    assert ran.code == 1
    assert "answer of the service" in ran.err
    assert "Traceback" not in ran.err
