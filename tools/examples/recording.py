"""Record requests and answers of all operations, as examples for the contract.

Ids, seeds and the clock are the same in every run, so the same script records the same examples.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from itertools import count
from typing import Any, Final, cast
from unittest.mock import patch
from urllib.parse import urlencode
from uuid import UUID

from werkzeug.test import TestResponse

from service.access.budgets import REFILL, WINDOW, Account, LocalCounters, Spent
from service.api.contract import examples
from service.api.contract.document import SPENT, contract_yaml, payload_operation
from service.api.dependencies import Application
from service.api.requests import LATE
from service.context import Context
from service.live.channels import NDJSON, SSE
from service.live.streams import Live
from service.settings import Settings
from tests.api.contracts import bare_contract
from tests.api.playing import Client, client_of
from tests.api.streamed import streamed, streams_of, takes_streams
from tests.contexts import SECRET, opened_context
from tests.simulation.runtime import SimulatedRuntime

PROBLEM: Final = "application/problem+json"
JSON: Final = "application/json"
NOBODY: Final = UUID(int=0)
NOWHERE: Final[dict[str, Any]] = {
    "delivery": NOBODY,
    "webhook": NOBODY,
    "key": NOBODY,
    "table": NOBODY,
    "deal": NOBODY,
    "game": "bridge",
    "code": "x",
}
"""Values for addresses that do not exist."""
LIMITS: Final[dict[str, Any]] = {
    **dict.fromkeys(("auditors", "watchers", "readers", "invitations", "webhooks"), 2),
    "keys": 3,
}
"""Small, so that they are reached soon."""
SEEN: Final = ("Location", "Preference-Applied")
"""Headers of answers that are recorded where they occur."""
MICROSECONDS: Final = 1_000_000
WHOLE: Final[Callable[[str], str]] = str
OF_THE_CONTRACT = 'W/"00000000000000000000000000000000"'
"""An example of its ETag."""


class Operation:
    """An operation of the contract."""

    def __init__(self, method: str, path: str, said: dict[str, Any]) -> None:
        self.method = method.upper()
        self.path = path
        self.said = said
        self.name: str = said["operationId"]
        names = [each["name"] for each in said.get("parameters", ())]
        self.in_path = re.findall(r"{(\w+)}", path)
        of_keys = any("apiKey" in each for each in said["security"])
        self.reads_deal = of_keys and method == "get" and path.startswith("/v1/deals/{deal}")
        self.has_views = self.reads_deal and "view" in names
        self.repeatable = "Idempotency-Key" in names
        self.tagged = "304" in said["responses"]
        self.audited = {"auditorToken": []} in said["security"]
        self.scoped = any(each.get("apiKey") for each in said["security"])
        self.followed = "Last-Event-ID" in names
        self.exported = self.name in ("listDeals", "getTournamentEvidence")
        self.refusals = {status for status in said["responses"] if status >= "400"}


def operations() -> dict[str, Operation]:
    """Every operation of the contract, by its name."""
    return {
        said["operationId"]: Operation(method, path, said)
        for path, methods in bare_contract()["paths"].items()
        for method, said in methods.items()
        if method != "parameters"
    }


@dataclass
class Request:
    operation: Operation
    who: str | None
    place: dict[str, Any]
    query: dict[str, Any]
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    data: bytes | None = None
    method: str = ""
    spent: bool = False
    """Whether it comes when nothing is left of its budget."""
    late: bool = False
    """Whether its body does not come to its end."""
    slots: bool | None = True
    """Whether there is a slot for a stream; False: its reader has enough; None: all are taken."""

    def __post_init__(self) -> None:
        self.method = self.method or self.operation.method


@dataclass
class Recorder:
    """Sends requests, and records them with their answers."""

    client: Client
    settings: Settings
    runtime: SimulatedRuntime
    known: dict[str, Operation] = field(default_factory=operations)
    found: dict[str, dict[str, Any]] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=lambda: count(1))
    elder: str | None = None
    """The token of an auditor, who is let in nowhere but to evidence."""
    narrow: str | None = None
    """An API key without any scope."""
    problems: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The first answer of every code, by status."""
    bodies: list[tuple[str, str | None, Any]] = field(default_factory=list)
    """All JSON that was recorder (the status is None) and answered, with its operation."""
    values: dict[str, list[Any]] = field(default_factory=dict)
    """Other recorded values, by the component of the contract that describes them."""
    last_key: str = ""
    """The idempotency key of the last request that had one."""

    def show(
        self,
        name: str,
        who: str | None = None,
        *,
        body: Any = None,
        query: dict[str, Any] | None = None,
        accept: str | None = None,
        prefer: str | None = None,
        cut: Callable[[str], str] = WHOLE,
        headers: dict[str, str] | None = None,
        **place: Any,
    ) -> Any:
        """Send a request that must succeed. The first one of an operation is its example.

        Common errors are requested first: no credential, no JSON, an unknown field, an address that
        does not exist.

        Args:
            name: The operation.
            who: The credential.
            body: The body, as JSON.
            query: The parameters of the query.
            accept: The media type that is wanted.
            prefer: What is preferred.
            cut: Shortens a text that is long, or never the same.
            headers: Further headers.
            place: The values for the address.
        """
        request = Request(self.known[name], who, place, query or {}, body, headers or {})
        self._go_wrong(request)
        if accept is not None:
            request.headers["Accept"] = accept
        if prefer is not None:
            request.headers["Prefer"] = prefer
        answer = self._send(request)
        hint = "a deal may have none: show it in tools/examples/script.py before `unseen_reads`"
        assert answer.status_code < HTTPStatus.BAD_REQUEST, (name, answer.text, hint)
        kept = self.found.setdefault(name, {})
        said = {**self._said(request), **self._tagged(request, answer)}
        self._keep_headers(name, answer, [each for each in SEEN if each in answer.headers])
        kept["parameters"] = said | kept.get("parameters", {})
        if body is not None:
            kept.setdefault("request", body)
            self.bodies.append((name, None, body))
        shown = answer.json if answer.mimetype == JSON else cut(self._text(answer))
        status = str(answer.status_code)
        if answer.status_code != HTTPStatus.NO_CONTENT:
            by_type = kept.setdefault("answers", {}).setdefault(status, {})
            by_type.setdefault(answer.mimetype, shown)
        if answer.mimetype == JSON:
            self.bodies.append((name, status, shown))
        return shown

    def refuse(
        self,
        name: str,
        code: str,
        who: str | None = None,
        *,
        body: Any = None,
        query: dict[str, Any] | None = None,
        method: str | None = None,
        headers: dict[str, str] | None = None,
        late: bool = False,
        **place: Any,
    ) -> None:
        """Send a request that must be refused with this code; `show` covers the common errors."""
        request = Request(self.known[name], who, place, query or {}, body, headers or {})
        request.method, request.late = method or request.method, late
        self._keep(request, code)

    def keep_notice(self, kind: str, payload: Any, headers: dict[str, str]) -> None:
        """Keep what a receiver of webhooks was sent: the example of a kind of news."""
        name = payload_operation(kind)
        self.found.setdefault(name, {"parameters": headers, "request": payload})
        self.bodies.append((name, None, payload))

    def keep(self, component: str, value: Any) -> None:
        """Keep a value, sent or answered, that a component of the contract describes.

        No example shows it; a test holds it against the component.
        """
        values = self.values.setdefault(component, [])
        if value not in values:
            values.append(value)

    def elsewhere(self, context: Context) -> "Recorder":
        """A recorder with another context."""
        return replace(self, client=streaming(context, self.settings))

    def place(self, name: str, **known: Any) -> dict[str, Any]:
        """The values for an operation's address: those that are known, and the number 1."""
        return {each: known.get(each, 1) for each in self.known[name].in_path}

    def with_views(self) -> list[str]:
        """The operations that read a deal in a view, which may be refused."""
        return [name for name, each in self.known.items() if each.has_views]

    def unseen_reads(self) -> list[str]:
        """The operations that read something of a deal and have no example yet."""
        return [
            name
            for name, operation in self.known.items()
            if operation.reads_deal and "answers" not in self.found.get(name, {})
        ]

    def lacking(self) -> list[str]:
        """Refusals in the contract that the script has not shown, with instructions."""
        return [
            f"{name} has no example of {status}: add `recorder.refuse({name!r}, code, …)`"
            for name, operation in self.known.items()
            for status in sorted(operation.refusals)
            if status not in self.found.get(name, {}).get("problems", {})
        ]

    def _go_wrong(self, request: Request) -> None:
        shown = {*self.found.get(request.operation.name, {}).get("problems", {})}
        for status, code, wrong in self._wrong(request):
            if status in request.operation.refusals and status not in shown:
                self._keep(wrong, code)

    def _wrong(self, request: Request) -> Iterator[tuple[str, str, Request]]:
        """The request with each of the common errors in turn."""

        def but(**changes: Any) -> Request:
            return Request(**{**vars(request), "headers": {}, **changes})

        yield "401", "unauthenticated", but(who="key_of_nobody")
        if self.elder is not None and not request.operation.audited:
            yield "403", "not-allowed", but(who=self.elder)
        if self.narrow is not None and request.operation.scoped:
            yield "403", "scope-missing", but(who=self.narrow)
        yield "429", "too-many-requests", but(spent=True)
        if request.operation.followed or request.operation.exported:
            streaming = {"Accept": f"{SSE.media_type}, {NDJSON.media_type}"}
            yield "429", "too-many-streams", but(slots=False, headers=streaming)
            yield "503", "too-many-streams", but(slots=None, headers=streaming)
        yield "406", "not-acceptable", but(headers={"Accept": "image/png"})
        for name, wrong in NOWHERE.items():
            if name in request.place:
                yield "404", "not-found", but(place={**request.place, name: wrong})
        if request.body is None:
            query = {**request.query, "nonsense": "1"}
            by_key = request.operation.repeatable
            headers = {"Idempotency-Key": "k" * 256} if by_key else {}
            yield "422", "invalid", but(query={} if by_key else query, headers=headers)
            return
        typed = {"Content-Type": JSON}
        yield "400", "malformed-json", but(body=None, data=b'{"', headers=typed)
        yield "415", "unsupported-media-type", but(body=None, data=b"x")
        long = b" " * (self.settings.body_bytes + 1)
        yield "413", "request-entity-too-large", but(body=None, data=long, headers=typed)
        yield "422", "invalid", but(body={**request.body, "nonsense": 1})

    def _keep(self, request: Request, code: str) -> None:
        answer = self._send(request)
        shown: Any = answer.json if answer.is_json else None
        name = request.operation.name
        assert answer.mimetype == PROBLEM, (name, code, answer.status, answer.text)
        assert shown["code"] == code, (name, code, shown)
        status = str(answer.status_code)
        codes = self.found.setdefault(name, {}).setdefault("problems", {}).setdefault(status, [])
        if code not in codes:
            codes.append(code)
        self.problems.setdefault(status, {}).setdefault(code, shown)
        self.bodies.append((name, status, shown))
        if request.spent:  # of other answers they go by real time
            self._keep_headers(name, answer, SPENT)

    def _keep_headers(self, name: str, answer: TestResponse, headers: Iterable[str]) -> None:
        """Record the headers that no earlier answer has shown."""
        shown = {each for known in self.found.values() for each in known.get("headers", {})}
        for header in headers:
            if header not in shown:
                self.found[name].setdefault("headers", {})[header] = answer.headers[header]

    def _send(self, request: Request) -> TestResponse:
        number = next(self.numbers)
        path = request.operation.path.format(**request.place)
        if request.query:
            path += f"?{urlencode(request.query)}"
        headers = {"X-Request-Id": f"example-{number}", **request.headers}
        if request.operation.repeatable:
            # a stranger's has to be long
            key = f"example-{number}" if request.who else f"example-of-a-stranger-{number}"
            self.last_key = headers.setdefault("Idempotency-Key", key)
        named = {name.replace("-", "_"): value for name, value in headers.items()}
        self.runtime.pass_time(1)
        with ExitStack() as stack:
            if request.spent:
                stack.enter_context(patch.object(LocalCounters, "spend", _nothing_left))
            if request.late:
                stack.enter_context(patch.dict(self.client.flask.environ_base, {LATE: True}))
            if request.slots is not True:
                stack.enter_context(patch.object(Live, "take_slot", return_value=request.slots))
            return self.client.send(
                request.method, path, request.who, json=request.body, data=request.data, **named
            )

    def _text(self, answer: TestResponse) -> str:
        """The text of an answer; of a stream, the part before it would wait for more."""
        app = cast("Application", self.client.flask.application)
        streams = streams_of(self.client)
        if not streams:
            return answer.text
        app.live.leave_slot(streams[-1].holder)
        return streamed(streams.pop(), app)

    def _tagged(self, request: Request, answer: TestResponse) -> dict[str, str]:
        """The ETag of an answer, with which a second request gets 304."""
        exports = request.operation.exported and answer.mimetype != "application/json"
        if not request.operation.tagged or exports:
            return {}
        tag = answer.headers["ETag"]
        self._keep_headers(request.operation.name, answer, ["ETag"])
        request.headers["If-None-Match"] = tag
        assert self._send(request).status_code == HTTPStatus.NOT_MODIFIED, request.operation.name
        # The contract has its own examples in it: the tag of its text cannot be one of them.
        own = request.operation.name == "getContract"
        return {"If-None-Match": OF_THE_CONTRACT if own else tag}

    def _said(self, request: Request) -> dict[str, Any]:
        said = {name: _plain(value) for name, value in {**request.place, **request.query}.items()}
        if request.operation.repeatable:
            said["Idempotency-Key"] = "my-first-table"
        said |= {name: text for name, text in request.headers.items() if name == "Prefer"}
        if request.operation.followed:
            last = str(request.query.get("after", 1))
            said |= {"Last-Event-ID": last, "lastEventId": last}
        return said


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, UUID) else value


@contextmanager
def recorder(url: str) -> Iterator[Recorder]:
    """A recorder on a service in a fresh database, whose clock only the script moves."""
    runtime = SimulatedRuntime()
    runtime.seed("examples")
    settings = Settings(given_secret=SECRET, **LIMITS)
    with ExitStack() as stack:
        stack.enter_context(runtime.stopped())
        context = stack.enter_context(opened_context(url, runtime=runtime))
        made = Recorder(streaming(context, settings), settings, runtime)
        stack.enter_context(patch.object(examples, "recorded", lambda: made.found))
        stack.callback(contract_yaml.cache_clear)  # other examples were served meanwhile
        yield made


def streaming(context: Context, settings: Settings) -> Client:
    client = client_of(context, settings)
    client.may_fail = True
    takes_streams(client)
    return client


def _nothing_left(_counts: LocalCounters, *accounts: Account, price: int = 1) -> Spent:
    assert price
    quota = min(each.quota for each in accounts)
    return Spent(quota, wait=REFILL // quota, debt=MICROSECONDS * WINDOW, left=0)
