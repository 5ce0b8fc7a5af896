"""A client of the API for tests, and common operations."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from json import dumps
from random import Random
from typing import Any, Final, NamedTuple, cast
from uuid import UUID

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.kernel.event import FULL, Viewer
from events.translog.sequencer import Sequencer
from service.access import keys
from service.access.credentials import ApiKey
from service.api.app import create_app
from service.context import Context
from service.repository import StreamRepository
from service.settings import Settings
from service.streams import Deal, TableStream
from service.tables.progress import record_deal
from service.webhooks.follower import Follower
from tests.contexts import SECRET

GOAT = {"game": "goat", "name": "The yard"}
SHORT: Final[dict[str, dict[str, Any]]] = {
    "svoi_kozyri": {"max_plies": 60, "voluntary_take": False}
}
"""Options by which a series that is played at random ends soon: after 300 moves, and not 2,000."""
WITHOUT_QUOTAS: Final = Settings(given_secret=SECRET, reads=0, writes=0, openings=0, strangers=0)
PERSONS = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dan")]


@dataclass(repr=False)
class Opened:
    """An open table, with its credentials."""

    id: str
    deal: str | None
    tokens: dict[int, str]
    owner: str

    @property
    def path(self) -> str:
        """The address of the table."""
        return f"/v1/tables/{self.id}"

    @property
    def deal_path(self) -> str:
        """The address of its deal."""
        return f"/v1/deals/{self.deal}"

    def address(self, path: str) -> str:
        """An address of the contract, for this table and its deal; other ids do not exist."""
        nobody = dict.fromkeys(("key", "webhook", "delivery", "tournament"), UUID(int=9))
        known = {"game": "goat", "code": "not-found", "table": self.id, "deal": self.deal}
        return path.format_map(defaultdict(lambda: 9, {**known, **nobody, "seat": 0}))


OFTEN: Final = 0.95
INTERNAL: Final = 500
FAILURES: Final = (b'"code":"broken"', b'"code":"internal-server-error"')
"""In answers of a service with a bug."""


class Answer(TestResponse):
    """An answer of the API, and what tests ask of it."""

    @property
    def json(self) -> Any:
        """Its JSON; None: it has none."""
        return self.get_json(silent=True)

    @property
    def refusal(self) -> tuple[int, str]:
        """The status and the code of a problem."""
        return self.status_code, self.json["code"]

    @property
    def pointers(self) -> list[str]:
        """The fields with errors."""
        return [each["pointer"] for each in self.json["errors"]]

    @property
    def is_replayed(self) -> bool:
        """Whether a request was repeated, and is answered as before."""
        return self.headers.get("Idempotent-Replayed") == "true"


class Sent(NamedTuple):
    """A request with its answer."""

    who: str | None
    path: str
    json: Any
    headers: dict[str, str]
    answer: Answer


@dataclass(repr=False)
class Client:
    """Sends requests with a credential, and keeps all answers."""

    flask: FlaskClient
    context: Context
    sent: list["Sent"] = field(default_factory=list)
    may_fail: bool = False
    """Whether a bug of the service is an answer like others."""

    def __post_init__(self) -> None:
        self.flask.response_wrapper = Answer

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
    ) -> Answer:
        """Send a request; names of headers are written with underscores.

        Raises:
            AssertionError: the service has failed.
        """
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if who is not None:
            sent["Authorization"] = f"Bearer {who}"
        if json is not None:
            data, sent = dumps(json).encode(), {"Content-Type": "application/json", **sent}
        answer = self.flask.open(path, method=method, data=data, headers=sent, buffered=True)
        failed = answer.status_code == INTERNAL and any(code in answer.data for code in FAILURES)
        assert self.may_fail or not failed, f"{method} {path}"
        self.sent.append(Sent(who, path, json, headers, cast("Answer", answer)))
        return self.sent[-1].answer

    def get(self, path: str, who: str | None = None, **headers: str) -> Any:
        """The JSON of an answer, which must be a success."""
        answer = self.send("GET", path, who, json=None, data=None, **headers)
        assert answer.status_code == 200, answer.text
        return answer.json

    def post(
        self, path: str, who: str | None, body: Any = None, *, method: str = "POST", **headers: str
    ) -> Any:
        """The JSON of the answer to a request that makes something."""
        answer = self.send(method, path, who, json=body, data=None, **headers)
        assert answer.status_code in (200, 201), answer.text
        return answer.json

    def delete(self, path: str, who: str) -> None:
        """Delete something, or end it."""
        answer = self.send("DELETE", path, who)
        assert answer.status_code == 204, answer.text

    def pages(self, path: str, who: str | None, *, limit: int = 100) -> list[dict[str, Any]]:
        """The lines of all pages of a list."""
        found, cursor = list[dict[str, Any]](), ""
        while True:
            link = "&" if "?" in path else "?"
            page = self.get(f"{path}{link}limit={limit}{cursor}", who)
            [lines] = [each for each in page.values() if isinstance(each, list)]
            assert len(lines) <= limit
            found += lines
            if page["next"] is None:
                return found
            cursor = f"&cursor={page['next']}"

    def follow(
        self, path: str, who: str | None, *, after: int = 0, limit: int = 100
    ) -> list[dict[str, Any]]:
        """All that a feed has after a position, page by page."""
        found, link = list[dict[str, Any]](), "&" if "?" in path else "?"
        while True:
            page = self.get(f"{path}{link}after={after}&limit={limit}", who)
            assert len(page["events"]) <= limit
            found += page["events"]
            if page["position"] == after:
                return found
            assert page["position"] > after
            after = page["position"]

    def guest(
        self, table: Opened, kind: str, who: str | None = None, name: str = "Eve", **fields: Any
    ) -> str:
        """The token of a guest of a table: an auditor, a watcher, a reader or an invitation."""
        path, body = f"{table.path}/{kind}s", {"name": name, **fields}
        return str(self.post(path, who or table.owner, body)["token"])

    def sit(self, table: Opened, seat: int, who: str | None = None, **fields: Any) -> Any:
        """The answer to a person who takes a seat; the table has its token, and the deal."""
        path, body = f"{table.path}/seats/{seat}", {**PERSONS[seat], **fields}
        taken = self.post(path, who or table.owner, body, method="PUT")
        deal = taken["table"]["deal"]
        table.tokens[seat], table.deal = taken["token"], deal and deal["id"]
        return taken

    def deal(self, table: Opened, viewer: Viewer = FULL) -> Deal:
        """The record of the deal of a table."""
        found = self.context.streams.deal(UUID(str(table.deal)), viewer=viewer)
        assert found is not None
        return found

    def table(self, table: Opened) -> TableStream:
        """The record of a table."""
        found = self.context.streams.table(UUID(table.id))
        assert found is not None
        return found

    def principal(self, key: str) -> ApiKey:
        """The service's view of a key."""
        found = self.context.credentials.key(key)
        assert found is not None
        return found

    def beside(self, settings: Settings | None = None, **changes: Any) -> "Client":
        """Another app, with other settings or another context, on the same database."""
        return client_of(replace(self.context, **changes), settings)

    def open(self, owner: str | None = None, **fields: Any) -> Opened:
        owner = owner or self.key()
        short = {"options": SHORT.get(fields.get("game", ""), {})}
        shown = self.post("/v1/tables", owner, {**GOAT, "seats": PERSONS, **short, **fields})
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
        shown = self.get(table.deal_path, table.tokens[0])
        while made < moves and shown["status"] != "over":
            seat = shown["to_act"]
            if seat != seen_by:
                shown = self.get(table.deal_path, table.tokens[seat])
            move = choice(shown["legal_moves"], chance)
            answer = self.make(table, seat, move, Prefer="return=representation")
            shown, seen_by, made = answer.json["view"], seat, made + 1
            if each is not None:
                each()
                shown = self.get(table.deal_path, table.tokens[seat])
        return made

    def make(self, table: Opened, seat: int, move: dict[str, Any], **headers: str) -> Answer:
        """Make a move, which must succeed."""
        key = self.context.runtime.uuid().hex
        answer = self.send(
            "POST",
            f"{table.deal_path}/moves",
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


def client_of(context: Context, settings: Settings | None = None) -> Client:
    """A client of a process; without settings it has no quotas.

    Quotas would refuse the moves of a long series on a quick machine.
    """
    return Client(create_app(context, settings or WITHOUT_QUOTAS).test_client(), context)


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
