"""A client of the API, and what all its tests do with it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from json import dumps
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events.postgres import open_pool
from events.postgres_log import PostgresLog
from events.sequencer import Sequencer
from proofs.notes import SigningKey
from service import keys
from service.building import store_in
from service.credentials import Credentials
from service.house import House
from service.journal import Journal
from service.logbook import Logbook
from service.progress import record_deal

SECRET = b"a secret of the tests, 32 bytes."
GOAT = {"game": "goat", "name": "The yard"}
PERSONS = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dan")]


@dataclass
class Inbox:
    """What was announced, in the order of announcing."""

    waiting: list[tuple[str, UUID]] = field(default_factory=list)

    def play_bots(self, deal: UUID, *, version: int) -> None:
        assert version > 0
        self.waiting.append(("play_bots", deal))

    def record_deal(self, deal: UUID) -> None:
        self.waiting.append(("record_deal", deal))


@contextmanager
def opened_house(url: str) -> Iterator[House]:
    with open_pool(url, size=8) as pool:
        store = store_in(pool, SECRET)
        yield House(
            store=store,
            journal=Journal(store),
            logbook=Logbook(PostgresLog(pool), SigningKey("fairdeal.test/log", bytes(32))),
            credentials=Credentials(pool),
            tasks=Inbox(),
            secret=SECRET,
        )


@dataclass(repr=False)
class Opened:
    """A table that was opened, and what its owner and its players need."""

    id: str
    deal: str | None
    tokens: dict[int, str]
    owner: str


OFTEN: Final = 0.95


class Sent(NamedTuple):
    """A request with its answer."""

    who: str | None
    path: str
    json: Any
    headers: dict[str, str]
    answer: TestResponse


@dataclass(repr=False)
class Client:
    """Sends requests with a credential, and keeps the answer of each."""

    flask: FlaskClient
    house: House
    sent: list["Sent"] = field(default_factory=list)

    def key(self, name: str = "test") -> str:
        return keys.create_key(self.house.credentials, name=name)

    def send(
        self,
        method: str,
        path: str,
        who: str | None = None,
        *,
        json: Any = None,
        data: bytes | None = None,
        **headers: str,
    ) -> TestResponse:
        """Send a request; names of headers are written with underscores."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if who is not None:
            sent["Authorization"] = f"Bearer {who}"
        if json is not None:
            data, sent = dumps(json).encode(), {"Content-Type": "application/json", **sent}
        answer = self.flask.open(path, method=method, data=data, headers=sent)
        self.sent.append(Sent(who, path, json, headers, answer))
        return answer

    def get(self, path: str, who: str | None = None, **headers: str) -> Any:
        """The JSON of an answer that must be good."""
        answer = self.send("GET", path, who, json=None, data=None, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def open(self, owner: str | None = None, **wish: Any) -> Opened:
        owner = owner or self.key()
        answer = self.send("POST", "/v1/tables", owner, json={**GOAT, "seats": PERSONS, **wish})
        assert answer.status_code == 201, answer.text
        shown: Any = answer.json
        deal = shown["table"]["deal"]
        tokens = {each["seat"]: each["token"] for each in shown["tokens"]}
        return Opened(shown["table"]["id"], deal and deal["id"], tokens, owner)

    def moves(self, deal: str, token: str) -> list[dict[str, Any]]:
        moves: list[dict[str, Any]] = self.get(f"/v1/deals/{deal}", token)["legal_moves"]
        return moves

    def play(
        self,
        table: Opened,
        chance: Random,
        *,
        moves: int = 10_000,
        each: Callable[[], None] | None = None,
    ) -> int:
        """Make random moves, the kind chosen first, until the deal is over; how many were made."""
        deal, made = f"/v1/deals/{table.deal}", 0
        while made < moves:
            shown = self.get(deal, table.tokens[0])
            if shown["status"] == "over":
                break
            seat = shown["to_act"]
            move = choice(self.moves(str(table.deal), table.tokens[seat]), chance)
            self.make(table, seat, move)
            made += 1
            if each is not None:
                each()
        return made

    def make(self, table: Opened, seat: int, move: dict[str, Any]) -> TestResponse:
        """A move that must be good."""
        path, key = f"/v1/deals/{table.deal}/moves", uuid4().hex
        answer = self.send(
            "POST", path, table.tokens[seat], json={"move": move}, Idempotency_Key=key
        )
        assert answer.status_code == 201, answer.text
        return answer

    def log(self) -> int:
        """Do what the sequencer does; how many entries the log has then."""
        return log_everything(self.house)

    def record(self, deal: str) -> None:
        """Do what a worker does when a deal is over."""
        record_deal(self.house, UUID(deal))

    def versions(self, *streams: str) -> dict[UUID, int]:
        return self.house.store.versions(list(map(UUID, streams)))


def log_everything(house: House) -> int:
    """Do what the sequencer does; how many entries the log has then."""
    sequencer = Sequencer(house.logbook.log, house.logbook.key)
    while sequencer.advance().more:
        pass
    return house.logbook.checkpoint().size


def choice(legal: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """The kind first, then the move; what would end the deal early only now and then."""
    on = [each for each in legal if not each["early"]]
    if on and len(on) < len(legal) and chance.random() < OFTEN:
        legal = on
    kinds = sorted({each["move"]["type"] for each in legal})
    kind = chance.choice(kinds)
    move: dict[str, Any] = chance.choice([e["move"] for e in legal if e["move"]["type"] == kind])
    return move
