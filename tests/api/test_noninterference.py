"""Noninterference: deals that differ only in unknown cards give the same answers, byte for byte.

A seat gets the same answers if the deals differ only in cards that it cannot know. The same holds
for all callers who know less: the public, the table's owner, watchers, auditors, readers, the
invited, strangers. Each of them calls every operation of the contract, at the beginning of a deal
and after some moves. The comparison covers bodies, statuses, all headers, open streams, refusals of
moves, and webhooks.
"""

import asyncio
import os
from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.event import FULL
from domain.kernel.game import Game
from domain.kernel.moves import say
from service.api.asgi import Served
from service.api.authentication import Bill
from service.api.dependencies import Application
from tests import servers
from tests.api.contracts import contract
from tests.api.inviting import running
from tests.api.operations import CASES, HOOK, NAMED, Case
from tests.api.playing import PERSONS, Client, Opened
from tests.api.streaming import NDJSON, SECONDS, SSE
from tests.api.twins import Twin, Twins, twins, world
from tests.laws.play import proposal
from tests.laws.policies import policies
from tests.memory.context import memory_of
from tests.memory.store import MemoryStore
from tests.memory.webhooks import WebhookTables
from tests.sampling import cases
from tests.simulation.loop import run
from tests.simulation.runtime import SimulatedRuntime

TWINS: Final = int(os.environ.get("TWINS", "1"))
"""Pairs of deals of each game; a longer run asks for more."""
MOVES: Final = cases(sample=6, full=8)
PRICED: Final = 3
"""Pairs of deals of each game whose prices are compared."""
PROPOSALS: Final = 25
ENDING: Final = {"closeTable", "resign"}
"""They end the deal, and then all cards are public: only callers who are refused try them."""
NO_DELIVERY: Final = "00000000-0000-8000-8000-000000000000"
QUESTIONS: Final = [*{(case.method, case.path): case for case in CASES}.values()]
GROUPS: Final = cases(sample=2, full=1)
"""In the ordinary run each game asks every second question, and the next game the others."""
LAST: Final = ("leaveDeal", "returnToDeal", "deleteWebhook")
STREAMED: Final = (
    "/v1/deals/{deal}/events",
    "/v1/deals/{deal}/events?view=public",
    "/v1/tables/{table}/events",
    "/v1/me/events",
)


Opens = Callable[[Twin], AbstractContextManager[Client]]
"""Opens the world of a twin."""


class Said(NamedTuple):
    """A request, and its complete answer."""

    who: str
    request: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def unasked(known: set[str]) -> set[str]:
    return known - {case.operation for case in CASES}


def test_every_operation_of_the_contract_is_asked() -> None:
    known = {
        operation["operationId"]
        for methods in contract()["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert unasked(known) == set()
    assert unasked({*known, "anotherOne"}) == {"anotherOne"}


def pairs() -> Iterator[Any]:
    """Pairs of deals that are played at random; in a long run, by every other policy too."""
    for game in GAMES.values():
        for seed in range(TWINS):
            yield pytest.param(game, "by_kind", seed, id=f"{game.key}-{seed}")
        for policy in sorted(policies(game).keys() - {"by_kind"}):
            yield pytest.param(game, policy, 0, id=f"{game.key}-{policy}", marks=pytest.mark.long)


@pytest.mark.parametrize(("game", "policy", "seed"), list(pairs()))
def test_unknown_cards_change_no_answer_to_a_seat(game: Game[Any], policy: str, seed: int) -> None:
    """Whatever is asked for, no answer depends on a card that the caller may not see."""
    compare(game, policy, seed, world)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_neither_on_a_database(game: Game[Any], embedded_postgres: str) -> None:
    @contextmanager
    def on_database(twin: Twin) -> Generator[Client]:
        with servers.fresh_database(embedded_postgres) as url, world(twin, url) as client:
            yield client

    compare(game, "by_kind", 0, on_database)


def compare(game: Game[Any], policy: str, seed: int, world_of: Opens) -> None:
    """Ask everything in both worlds."""
    made = twins(game, Random(f"{game.key}/{seed}"), moves=MOVES, policy=policy)
    heard = []
    for twin in made.pair:
        with world_of(twin) as client:
            session = ready(game, client, made)
            heard.append(list(everything(session, game, twin, Random(seed))))
    first, other = heard
    assert len(first) == len(other)
    for one, two in zip(first, other, strict=True):
        assert one == two
    statuses = {each.status for each in first}
    assert statuses >= {200, 201, 401, 403, 404, 409}
    assert sum(b'"clauses"' in each.body for each in first) > 5
    assert any(each.request.startswith("stream") and b"shuffled" in each.body for each in first)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_price_follows_from_cards_that_others_do_not_see(
    game: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """All credentials of an owner see one budget, so the seats whose cards differ ask as well."""
    charged, real = list[int](), Bill.charge

    def charge(self: Bill, size: int) -> Any:
        charged.append(size)
        return real(self, size)

    monkeypatch.setattr(Bill, "charge", charge)
    for seed in range(PRICED):
        chance = Random(f"price/{game.key}/{seed}")
        made = twins(game, chance, moves=MOVES, policy="by_kind")
        bills = [priced(game, made, twin, charged) for twin in made.pair]
        assert any(sizes for _, sizes in bills[0])
        assert bills[0] == bills[1]


def priced(
    game: Game[Any], made: Twins, twin: Twin, charged: list[int]
) -> list[tuple[str, list[int]]]:
    """What each seat is charged for every operation that reads, in a world."""
    bill = list[tuple[str, list[int]]]()
    with world(twin, quota=1_000_000) as client:
        session = ready(game, client, made, options={})
        for seat, move in twin.moves:
            client.make(session.table, seat, move)
        client.sequence()
        for seat, token in session.table.tokens.items():
            session.callers["seat"] = token
            for case in QUESTIONS:
                if case.method == "GET":
                    charged.clear()
                    session.ask("seat", case.method, case.path, None)
                    bill.append((f"{seat} {case.operation}", [*charged]))
    return bill


def ready(game: Game[Any], client: Client, made: Twins, **fields: Any) -> "TwinClient":
    """A table in a world, and all callers there."""
    owner = client.key()
    hook: Any = client.send("POST", "/v1/webhooks", owner, json=HOOK).json
    table, invited = running(client, owner, game=game.key, seats=PERSONS[: made.seats], **fields)
    callers: dict[str, str | None] = {
        "seat": table.tokens[made.seat],
        "owner": owner,
        "stranger": client.key(),
        "nobody": None,
    }
    callers["invited"] = invited[0]["token"]
    for kind in ("watcher", "auditor", "reader"):
        said: Any = client.send("POST", f"{table.path}/{kind}s", owner, json=NAMED).json
        callers[kind] = said["token"]
    group = [*GAMES].index(game.key) % GROUPS
    return TwinClient(client, table, made, callers, hook["id"], QUESTIONS[group::GROUPS])


def everything(
    session: "TwinClient", game: Game[Any], twin: Twin, chance: Random
) -> Iterator[Said]:
    """All answers of a world to callers who may not distinguish it from the other."""
    yield from session.all_that_changes_nothing(game, chance)
    for seat, move in twin.moves:
        answer = session.client.make(session.table, seat, move)
        if seat == session.made.seat:
            yield _said("seat", "move", answer)
    yield from session.all_that_changes_nothing(game, chance)
    yield from session.all_streams()
    yield from session.all_the_rest()


class TwinClient(NamedTuple):
    """All requests that can be made in a world."""

    client: Client
    table: Opened
    made: Twins
    callers: dict[str, str | None]
    hook: str
    questions: list[Case]

    def all_that_changes_nothing(self, game: Game[Any], chance: Random) -> Iterator[Said]:
        self.client.sequence()
        self.client.read_feed()
        yield from self._webhooks()
        for who in self.callers:
            for case in self.questions:
                if case.method == "GET":
                    yield self.ask(who, case.method, case.path, None)
        yield from self._refused(game, chance)

    def all_the_rest(self) -> Iterator[Said]:
        order = {name: place for place, name in enumerate(LAST, start=1)}
        changing = [case for case in self.questions if case.method != "GET"]
        for case in sorted(changing, key=lambda each: order.get(each.operation, 0)):
            for who in self.callers:
                if case.operation not in ENDING or who not in ("seat", "owner"):
                    yield self.ask(who, case.method, case.path, case.body)
        yield from self._webhooks()

    def ask(self, who: str, method: str, path: str, body: Any) -> Said:
        where = self._path(path)
        answer = self.client.send(
            method, where, self.callers[who], json=body, X_Request_Id="r", Idempotency_Key="k" + who
        )
        return _said(who, f"{method} {where}", answer)

    def _path(self, path: str) -> str:
        return path.format(
            table=self.table.id,
            deal=self.table.deal,
            seat=self.made.seat,
            next=(self.made.seat + 1) % self.made.seats,
            size=self.client.context.translog.checkpoint().size,
            webhook=self.hook,
            delivery=next((each[2] for each in self._deliveries()), NO_DELIVERY),
            tournament=NO_DELIVERY,
        )

    def _deliveries(self) -> list[Any]:
        context = self.client.context
        if isinstance(context.store, MemoryStore):
            rows = memory_of(context).tables(WebhookTables).deliveries.values()
            return sorted((each.position, each.type, each.id, each.payload) for each in rows)
        with context.credentials.pool.connection() as connection:
            text = "SELECT position, type, id, payload FROM webhook_delivery ORDER BY 1, 2"
            return connection.execute(text).fetchall()

    def _webhooks(self) -> Iterator[Said]:
        for position, kind, id_, payload in self._deliveries():
            yield Said("webhook", f"{position} {kind} {id_}", 0, (), str(payload).encode())

    def _refused(self, game: Game[Any], chance: Random) -> Iterator[Said]:
        """Illegal moves of all kinds for the seat, and a legal one on an old version."""
        seat, deal = self.made.seat, f"/v1/deals/{self.table.deal}"
        legal = self.client.moves(str(self.table.deal), self.table.tokens[seat])
        record = self.client.context.streams.deal(UUID(str(self.table.deal)), viewer=FULL)
        assert record is not None
        run: Any = SimpleNamespace(game=game, state=record.state, seats=range(self.made.seats))
        for _ in range(PROPOSALS):
            move = say(proposal(run, chance, seat=seat))
            if move not in [each["move"] for each in legal]:
                yield self.ask("seat", "POST", f"{deal}/moves", {"move": move})
        for each in legal[:3]:
            old = {"move": each["move"], "expected_version": 1}
            yield self.ask("seat", "POST", f"{deal}/moves", old)

    def all_streams(self) -> Iterator[Said]:
        app = cast("Application", self.client.flask.application)
        runtime = cast("SimulatedRuntime", app.context.runtime)
        served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)
        wanted = [
            (who, self._path(path), accept)
            for who in ("seat", "owner")
            for path in STREAMED
            for accept in (SSE, NDJSON)
        ]

        async def all_at_once() -> list[Any]:
            return await asyncio.gather(
                *(
                    hear(served, where, str(self.callers[who]), accept, self._many(who, where))
                    for who, where, accept in wanted
                )
            )

        heard = run(all_at_once(), runtime)
        for (who, where, accept), answer in zip(wanted, heard, strict=True):
            yield Said(who, f"stream {accept} {where}", *answer)

    def _many(self, who: str, where: str) -> int:
        """The number of events in a page, and therefore at the start of the stream."""
        return len(self.client.get(where, self.callers[who])["events"])


def _said(who: str, request: str, answer: Any) -> Said:
    return Said(who, request, answer.status_code, tuple(answer.headers), answer.data)


async def hear(
    served: Served, where: str, who: str, accept: str, many: int
) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """The stream until it has sent so many events: its status, headers, and bytes."""
    path, _, query = where.partition("?")
    scope = {
        "type": "http",
        "method": "GET",
        "raw_path": path.encode(),
        "scheme": "http",
        "query_string": query.encode(),
        "http_version": "1.1",
        "server": ("s", 80),
        "client": ("127.0.0.1", 1),
        "headers": [
            (b"authorization", f"Bearer {who}".encode()),
            (b"accept", accept.encode()),
            (b"x-request-id", b"r"),
        ],
    }
    messages, sent = iter([{"type": "http.request", "body": b""}]), list[Any]()
    silent, enough = asyncio.Event(), asyncio.Event()
    line_start = b"data: {" if accept == SSE else b"}\n"

    def text() -> bytes:
        return b"".join(each.get("body", b"") for each in sent)

    async def receive() -> Any:
        for first in messages:
            return first
        await silent.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)
        if text().count(line_start) >= many:
            enough.set()

    async def hang_up() -> None:
        try:
            async with asyncio.timeout(SECONDS):
                await enough.wait()
        finally:
            silent.set()

    await asyncio.gather(served(scope, receive, send), hang_up())
    headers = tuple((name.decode(), value.decode()) for name, value in sent[0]["headers"])
    return sent[0]["status"], headers, text()
