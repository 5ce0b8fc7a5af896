"""The careful bot accepts answers that our service never gives, but a proxy on the way may."""

import pytest

from clients.examples.careful_bot import Refused, Wire
from tests.clients.scripted import answer, scripted


def test_it_waits_until_a_date_or_briefly_without_one() -> None:
    late = [
        answer(503, {}, f"Retry-After: {said}")
        for said in ("Fri, 21 Nov 2025 00:00:00 GMT", "soon")
    ]
    with scripted(*late, answer(200, {"kind": "seat"})) as script:
        assert Wire(script.url, "seat_x").ask("GET", "/v1/me") == {"kind": "seat"}


@pytest.mark.parametrize(
    ("reply", "words"),
    [
        (b"HTTP/1.1 403 X\r\nConnection: close\r\n\r\n<h1>No", "<h1>No"),
        (b"HTTP/1.1 403 X\r\nConnection: close\r\nContent-Length: 9\r\n\r\n<h1>", "403"),
    ],
)
def test_invalid_values_are_refused_in_every_spelling(reply: bytes, words: str) -> None:
    with scripted(reply) as script, pytest.raises(Refused, match=words):
        Wire(script.url, "seat_x").ask("POST", "/v1/deals/d/moves", {"move": {}})
