"""The cost of a hostile request: little time, and a short answer."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from json import dumps
from typing import Any

import pytest
from marshmallow import Schema, fields

from domain.games import GAMES
from domain.kernel.event import Event
from domain.kernel.game import Game
from service.api.schemas.fields import NAME_PATTERN, TEXT_PATTERN, ListOf, Text
from service.api.schemas.request import Request
from service.settings import Settings
from service.webhooks.addresses import _URL
from tests import plain
from tests.api import hostile_values
from tests.api.contracts import bare_contract
from tests.api.hostile_values import Shot
from tests.api.playing import PERSONS, Client, Opened
from tests.api.serving import Web

pytestmark = pytest.mark.threads

SECONDS = 0.05
"""Of CPU, for one answer."""
TRIES = 20
"""A machine may do something else meanwhile: the best of so many counts."""
LARGEST_ANSWER = 16_384
LONG = 65_000


@pytest.fixture(scope="module")
def unlimited(client: Client, settings: Settings) -> Client:
    """The API without budgets."""
    free = replace(settings, reads=0, writes=0, openings=0, strangers=0)
    return client.beside(free)


@pytest.fixture(scope="module")
def table(unlimited: Client) -> Opened:
    return unlimited.open()


def too_much(client: Client, table: Opened, shots: Iterable[Shot]) -> Iterator[str]:
    """Requests that cost more than allowed."""
    for shot in shots:
        least, answer = cost(client, table, shot)
        for _ in range(TRIES):
            if least > SECONDS:
                least = min(least, cost(client, table, shot)[0])
        short = answer.status_code < 400 or len(answer.data) <= LARGEST_ANSWER
        if least > SECONDS or not short or answer.status_code >= 500:
            yield f"{shot.what}: {least:.3f} s, {len(answer.data)} bytes, {answer.status}"


def cost(client: Client, table: Opened, shot: Shot) -> tuple[float, Any]:
    """The CPU time of a request, and its answer."""
    path = shot.path.format(
        table=table.id, deal=table.deal, seat=0, next=1, size=0, **dict.fromkeys(GONE, NOBODY)
    )
    who = table.tokens[0] if shot.seated else table.owner
    sent = {"Authorization": f"Bearer {who}", **dict(shot.headers)}
    if shot.body is not None:
        sent = {"Content-Type": "application/json", **sent}
    began = time.thread_time()
    answer = client.flask.open(
        path, method=shot.method, data=shot.body, headers=sent, buffered=True
    )
    return time.thread_time() - began, answer


GONE = ("webhook", "delivery", "tournament")
NOBODY = "00000000-0000-0000-0000-000000000009"


KINDS = {
    hostile_values.bodies: 24,
    hostile_values.queries: 5,
    hostile_values.paths: 7,
    hostile_values.headers: 5,
}
"""The kinds of hostile requests. An ordinary run sends one of so many of each."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=[each.__name__ for each in KINDS])


@every_kind
def test_hostile_requests_cost_little(
    unlimited: Client, table: Opened, kind: Callable[[], Iterator[Shot]]
) -> None:
    assert [*too_much(unlimited, table, islice(kind(), 0, None, KINDS[kind]))] == []


@pytest.mark.long
@every_kind
def test_all_hostile_requests_cost_little(
    unlimited: Client, table: Opened, kind: Callable[[], Iterator[Shot]]
) -> None:
    assert [*too_much(unlimited, table, kind())] == []


def test_hostile_moves_of_every_game_cost_little(unlimited: Client) -> None:
    for game in GAMES.values():
        opened = unlimited.open(game=game.key, seats=PERSONS[: game.seats[0]])
        path = f"{opened.deal_path}/moves"
        moves = (
            a_move(f"{game.key} {kind.MOVE}", path, move)
            for kind in game.moves
            for move in long_moves(game, kind)
        )
        assert [*too_much(unlimited, opened, moves)] == []


def a_move(what: str, path: str, move: dict[str, Any]) -> Shot:
    return Shot(what, seated=True, method="POST", path=path, body=dumps({"move": move}).encode())


def long_moves(game: Game[Any], kind: type[Event]) -> Iterator[dict[str, Any]]:
    """A move with each of its fields at its greatest length, and longer."""
    pack = list(game.pack)
    good = {name: "TH" for name, _, required in kind.GIVEN if required}
    for name, *_ in kind.GIVEN:
        for value in (pack, pack * 300, ["7C"] * len(pack), ["??"] * 9_000, "T" * LONG, 10**4_000):
            yield {"type": kind.MOVE, **good, name: value}


# --- Patterns -----------------------------------------------------------------------------------


def patterns(found: Any) -> Iterator[str]:
    """Every pattern in the contract."""
    if isinstance(found, dict):
        for name, inner in found.items():
            if name == "pattern" and isinstance(inner, str):
                yield inner
            yield from patterns(inner)
    elif isinstance(found, list):
        for inner in found:
            yield from patterns(inner)


ALL_PATTERNS = sorted({*patterns(bare_contract()), NAME_PATTERN, TEXT_PATTERN, f"^{_URL.pattern}$"})


@pytest.mark.parametrize("pattern", ALL_PATTERNS)
def test_the_time_of_every_pattern_grows_with_the_length(pattern: str) -> None:
    """For clients that use one, and for the service, in case a length check is ever forgotten."""
    tried = re.compile(pattern)
    for piece in PIECES:
        text = piece * (LONG // len(piece)) + "\x7f"
        least = SECONDS * 2
        for _ in range(TRIES):
            if least > SECONDS:
                began = time.thread_time()
                assert tried.search(text) is None
                least = min(least, time.thread_time() - began)
        assert least <= SECONDS, piece


PIECES = (
    *("a", "A", "0", " ", "\t", "a ", " a", "-", "_", "a-", ".", "a.", "/", "/a", "seat:0", "7C"),
    *("https://a", "https://a.", "public", "!", "~", "\u00a0", "\u3000", "\u2003a", "я", "é", ":"),
)


# --- Schemas ------------------------------------------------------------------------------------


class _Unbounded(Request):
    text = fields.String()


class _UnboundedItems(Request):
    texts = ListOf(fields.String(), most=3)


class _UnboundedList(Request):
    texts = fields.List(Text(longest=3))


class _UnboundedInside(Request):
    inner = fields.Nested(Schema.from_dict({"text": fields.String()}))


@pytest.mark.parametrize("schema", [_Unbounded, _UnboundedItems, _UnboundedList, _UnboundedInside])
def test_no_request_has_a_field_without_a_bound(schema: type[Request]) -> None:
    with pytest.raises(TypeError, match="no bound"):
        schema()


def test_at_most_twenty_errors_are_listed(unlimited: Client) -> None:
    seats = [dict.fromkeys(("name", "bot", "key", "kind", "commits"), 1)] * 10
    said: Any = unlimited.send(
        "POST", "/v1/tables", unlimited.key(), json={"game": 1, "name": 1, "seats": seats}
    ).json
    assert len(said["errors"]) == 20


# --- A real server ------------------------------------------------------------------------------


@pytest.mark.long
def test_other_requests_are_answered_meanwhile(web: Web, database_client: Client) -> None:
    """Requests that once blocked a process for 16 seconds, or for one, and had long answers."""
    client = database_client
    opened = client.open()
    deal, hostile = opened.deal_path, ("a" * LONG) + "\x7f"
    shots = (
        ("POST", f"{deal}/disputes", opened.tokens[0], {"at": 1, "claim": "deal", "text": hostile}),
        ("PUT", f"{opened.path}/seats/0", opened.owner, {"name": hostile}),
        ("POST", "/v1/tables", opened.owner, {"game": "goat", "name": "x", "seats": [1] * 32_000}),
    )
    with ThreadPoolExecutor(len(shots)) as threads, plain.Client(base_url=web.url) as other:
        sent = [
            threads.submit(
                plain.request,
                method,
                web.url + path,
                json=body,
                headers={"Authorization": f"Bearer {who}"},
                timeout=30,
            )
            for method, path, who, body in shots * 3
        ]
        while not all(each.done() for each in sent):
            assert other.get("/healthz").status_code == 200
    assert {each.result().status_code for each in sent} == {422}
    assert max(len(each.result().content) for each in sent) < LARGEST_ANSWER
