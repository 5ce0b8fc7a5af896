"""A client of the API for tests, and common operations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from json import dumps
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from events.translog.sequencer import Sequencer
from service.access import keys
from service.context import Context
from service.play.progress import record_deal
from service.repository import StreamRepository
from service.webhooks.follower import Follower

GOAT = {"game": "goat", "name": "The yard"}
SHORT: Final[dict[str, dict[str, Any]]] = {
    "svoi_kozyri": {"max_plies": 60, "voluntary_take": False}
}
"""Options by which a series that is played at random ends soon: after 300 moves, and not 2,000."""
PERSONS = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dan")]


@dataclass(repr=False)
class Opened:
    """An open table, with its credentials."""

    id: str
    deal: str | None
    tokens: dict[int, str]
    owner: str

    def address(self, path: str) -> str:
        """An address of the contract, for this table and its deal; other ids do not exist."""
        numbers = ("auditor", "dispute", "watcher", "reader", "invitation")
        nothing = dict.fromkeys(numbers, 9)
        nobody = dict.fromkeys(("key", "webhook", "delivery"), UUID(int=9))
        return path.format(table=self.id, deal=self.deal, seat=0, **nothing, **nobody)


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
    """Sends requests with a credential, and keeps all answers."""

    flask: FlaskClient
    context: Context
    sent: list["Sent"] = field(default_factory=list)

    def key(self, name: str = "test") -> str:
        return keys.create_key(self.context.credentials, name=name, default_visibility="public")

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
        answer = self.flask.open(path, method=method, data=data, headers=sent, buffered=True)
        self.sent.append(Sent(who, path, json, headers, answer))
        return answer

    def get(self, path: str, who: str | None = None, **headers: str) -> Any:
        """The JSON of an answer, which must be a success."""
        answer = self.send("GET", path, who, json=None, data=None, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def open(self, owner: str | None = None, **fields: Any) -> Opened:
        owner = owner or self.key()
        short = {"options": SHORT.get(fields.get("game", ""), {})}
        body = {**GOAT, "seats": PERSONS, **short, **fields}
        answer = self.send("POST", "/v1/tables", owner, json=body)
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
        """Make random moves, the kind chosen first, until the deal is over; return their number."""
        made, seen_by = 0, 0
        shown = self.get(f"/v1/deals/{table.deal}", table.tokens[0])
        while made < moves and shown["status"] != "over":
            seat = shown["to_act"]
            if seat != seen_by:
                shown = self.get(f"/v1/deals/{table.deal}", table.tokens[seat])
            move = choice(shown["legal_moves"], chance)
            answer: Any = self.make(table, seat, move, Prefer="return=representation").json
            shown, seen_by, made = answer["view"], seat, made + 1
            if each is not None:
                each()
                shown = self.get(f"/v1/deals/{table.deal}", table.tokens[seat])
        return made

    def make(self, table: Opened, seat: int, move: dict[str, Any], **headers: str) -> TestResponse:
        """Make a move, which must succeed."""
        key = self.context.runtime.uuid().hex
        answer = self.send(
            "POST",
            f"/v1/deals/{table.deal}/moves",
            table.tokens[seat],
            json={"move": move},
            data=None,
            **{"Idempotency_Key": key, **headers},
        )
        assert answer.status_code == 201, answer.text
        return answer

    def sequence(self) -> int:
        """Run the sequencer; return the number of entries in the log."""
        return log_everything(self.context)

    def read_feed(self) -> None:
        """Run the first step of the delivery process: create deliveries for webhooks."""
        context = self.context
        streams = StreamRepository(context.store, context.runtime)
        follower = Follower(feed=context.webhooks.feed, streams=streams, secret=context.secret)
        while follower.read_turn(at=context.runtime.now()).more:
            pass

    def record(self, deal: str) -> None:
        """Run the task of a worker when a deal is over."""
        record_deal(self.context, UUID(deal))

    def versions(self, *streams: str) -> dict[UUID, int]:
        return self.context.store.versions(list(map(UUID, streams)))


def log_everything(context: Context) -> int:
    """Run the sequencer; return the number of entries in the log."""
    sequencer = Sequencer(context.translog.store, context.translog.key)
    while sequencer.advance().more:
        pass
    return context.translog.checkpoint().size


def choice(legal: list[dict[str, Any]], chance: Random) -> dict[str, Any]:
    """Choose the kind, then the move; moves that end the deal early are rare."""
    on = [each for each in legal if not each["early"]]
    if on and len(on) < len(legal) and chance.random() < OFTEN:
        legal = on
    kinds = sorted({each["move"]["type"] for each in legal})
    kind = chance.choice(kinds)
    move: dict[str, Any] = chance.choice([e["move"] for e in legal if e["move"]["type"] == kind])
    return move
