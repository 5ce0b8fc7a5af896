"""CORS and security headers, and the size limit of a request's head."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, cast

import httpx
import pytest

from service.api.app import create_app
from service.api.dependencies import Application
from service.settings import Settings
from tests import plain
from tests.api.contracts import contract
from tests.api.operations import CASES, addressed
from tests.api.playing import GOAT, Client, Opened
from tests.api.serving import Web
from tests.api.test_contract import objects

pytestmark = pytest.mark.threads

PAGE, OTHER = "https://cards.example", "https://evil.example"
WithSettings = Callable[..., Client]

SILENT = {"HEAD", "OPTIONS"}
OF_PLATFORMS = {
    *("host", "cookie", "origin", "accept", "accept-encoding", "accept-language"),
    *("access-control-request-method", "access-control-request-headers", "user-agent"),
    *("forwarded", "x-forwarded-for", "transfer-encoding", "if-modified-since", "range"),
    *("connection", "sec-fetch-site"),
}
"""Headers that a browser or a proxy sends itself, or that a page may send without asking."""


@pytest.fixture
def with_settings(client: Client, settings: Settings) -> WithSettings:
    def made(**more: Any) -> Client:
        app = create_app(client.context, replace(settings, **more))
        return Client(app.test_client(), client.context)

    return made


def preflight(client: Client, origin: str, path: str = "/v1/tables", **more: str) -> Any:
    asks: dict[str, Any] = {"Origin": origin, "Access_Control_Request_Method": "POST", **more}
    return client.send("OPTIONS", path, **asks)


def sharing(answer: Any) -> dict[str, str]:
    """The headers that depend on the origin."""
    varied = "Origin" in answer.headers.get("Vary", "")
    allowed = {
        name: value for name, value in answer.headers.items() if name.startswith("Access-Control")
    }
    return allowed | ({"Vary": "Origin"} if varied else {})


def test_by_default_no_page_of_another_origin_reads_anything(client: Client) -> None:
    for answer in (preflight(client, PAGE), client.send("GET", "/v1/bots", Origin=PAGE)):
        assert sharing(answer) == {}


def test_an_allowed_origin_is_confirmed_in_preflight_and_answer(
    with_settings: WithSettings,
) -> None:
    client = with_settings(cors_origins=f"{PAGE} http://localhost:3000")
    for origin in (PAGE, "http://localhost:3000"):
        preflighted = preflight(client, origin)
        assert (preflighted.status_code, preflighted.data) == (204, b"")
        allowed = preflighted.headers["Access-Control-Allow-Headers"].split(", ")
        assert {"Authorization", "Content-Type", "Idempotency-Key", "Last-Event-ID"} <= {*allowed}
        methods = {*preflighted.headers["Access-Control-Allow-Methods"].split(", ")}
        rules = client.flask.application.url_map.iter_rules()
        assert methods == {each for rule in rules for each in rule.methods or ()} - SILENT
        assert preflighted.headers["Access-Control-Max-Age"] == "86400"
        answers = [
            client.send("GET", "/v1/games", Origin=origin),
            client.send("GET", "/v1/me", Origin=origin),
            client.send("GET", "/v1/nothing", Origin=origin),
            client.send("POST", "/v1/tables", client.key(), json=GOAT, Origin=origin),
        ]
        assert [each.status_code for each in answers] == [200, 401, 404, 201]
        for each in (*answers, preflighted):
            assert each.headers["Access-Control-Allow-Origin"] == origin
            assert "Origin" in each.headers["Vary"]
            assert "Access-Control-Allow-Credentials" not in each.headers
        shown = answers[-1].headers["Access-Control-Expose-Headers"].split(", ")
        named = {"ETag", "Location", "Retry-After", "RateLimit", "RateLimit-Policy"}
        assert named | {"Idempotent-Replayed"} <= set(shown)


class Recorded(dict[str, Any]):
    """A request as its server gives it, which notes the headers that are read."""

    read: ClassVar = set[str]()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.read.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.read.add(name)
        return super().get(name, default)


def test_a_page_may_send_every_header_that_the_service_reads(
    with_settings: WithSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = with_settings(cors_origins=PAGE, proxies=1)
    app = cast("Application", client.flask.application)
    served = app.wsgi_app

    def recording(environ: dict[str, Any], start: Any) -> Any:
        return served(Recorded(environ), start)

    monkeypatch.setattr(app, "wsgi_app", recording)
    Recorded.read.clear()
    table = client.open()
    for case in CASES:
        path = addressed(client, table, 0, case.path)
        client.send(case.method, path, table.tokens[0], json=case.body)
    document = contract()
    described = {
        parameter["name"].lower()
        for parameter in objects([document["paths"], document["components"]])
        if parameter.get("in") == "header" and not parameter["name"].startswith("webhook-")
    }
    read = {
        name.removeprefix("HTTP_").replace("_", "-").lower()
        for name in Recorded.read
        if name.startswith("HTTP_")
    }
    assert {"authorization", "idempotency-key", "last-event-id", "prefer"} <= read | described
    allowed = preflight(client, PAGE).headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert (read | described) - OF_PLATFORMS <= {*allowed}


def test_a_page_may_send_headers_that_nobody_reads(with_settings: WithSettings) -> None:
    client = with_settings(cors_origins=PAGE)
    wanted = {
        *("traceparent", "tracestate", "baggage", "cache-control", "x-requested-with"),
        *("sentry-trace", "x-b3-traceid", "last-event-id"),
    }
    named = ", ".join([*wanted, "not a name", "sétting", "x" * 101, ""])
    answer = preflight(client, PAGE, Access_Control_Request_Headers=named)
    allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert wanted < {*allowed}
    assert len({*allowed}) == len(allowed)
    assert not {*allowed} & {"not a name", "sétting", "x" * 101, ""}
    assert "Access-Control-Request-Headers" in answer.headers["Vary"]


@pytest.mark.parametrize("origin", [OTHER, "null", f"{PAGE}.evil.example", PAGE.upper(), ""])
def test_a_forbidden_origin_gets_no_headers(with_settings: WithSettings, origin: str) -> None:
    client = with_settings(cors_origins=PAGE)
    for answer in (preflight(client, origin), client.send("GET", "/v1/bots", Origin=origin)):
        assert sharing(answer) == {"Vary": "Origin"}


def test_every_page_may_where_the_settings_say_so(with_settings: WithSettings) -> None:
    client = with_settings(cors_origins="*")
    assert preflight(client, OTHER).headers["Access-Control-Allow-Origin"] == "*"
    answer = client.send("GET", "/v1/bots", Origin=OTHER)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Origin" not in answer.headers.get("Vary", "")


def test_ordinary_options_requests_are_answered_as_before(with_settings: WithSettings) -> None:
    client = with_settings(cors_origins=PAGE)
    answer = client.send("OPTIONS", "/v1/tables", Origin=PAGE)
    assert (answer.status_code, "POST" in answer.headers["Allow"]) == (200, True)


def test_a_tag_and_an_origin_both_vary(with_settings: WithSettings) -> None:
    client = with_settings(cors_origins=PAGE)
    table = client.open()
    varied = client.send("GET", table.path, table.owner, Origin=PAGE).headers["Vary"]
    assert {each.strip() for each in varied.split(",")} == {"Authorization", "Origin"}


# --- All answers --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/games"),
        ("GET", "/v1/me"),
        ("GET", "/openapi.yaml"),
        ("GET", "/nothing"),
        ("PATCH", "/v1/tables"),
    ],
)
def test_every_answer_is_data_and_no_page(client: Client, method: str, path: str) -> None:
    headers = client.send(method, path).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Strict-Transport-Security" not in headers
    assert "Server" not in headers


def test_https_alone_is_asked_for_by_a_setting(with_settings: WithSettings) -> None:
    headers = with_settings(hsts_seconds=600).send("GET", "/healthz").headers
    assert headers["Strict-Transport-Security"] == "max-age=600; includeSubDomains"


def test_answers_with_secrets_are_not_cached(client: Client, key: str) -> None:
    opened = client.send("POST", "/v1/tables", key, json={**GOAT, "seats": [{"name": "Ann"}]})
    made = client.send("POST", "/v1/keys", key, json={"name": "x"})
    for answer in (opened, made, client.send("GET", "/v1/me")):
        assert answer.headers["Cache-Control"] == "no-store"


def test_private_answers_are_cached_by_the_seat_only(client: Client, played: Opened) -> None:
    for path in ("", "?at=3", "/events"):
        answer = client.send("GET", f"/v1/deals/{played.deal}{path}", played.tokens[0])
        assert answer.headers["Cache-Control"].startswith("private")


# --- Size limit of a head -------------------------------------------------------------------------


def test_a_long_address_is_refused(client: Client) -> None:
    key, most = client.key(), 4_096 - len("/v1/tables")
    for path, status in (
        ("/v1/tables?game=" + "x" * (most - 5), 422),  # the head is read, but there is no such game
        ("/v1/tables?game=" + "x" * (most - 4), 414),
        ("/v1/games/" + "x" * 5_000, 414),
    ):
        answer = client.send("GET", path, key)
        assert answer.status_code == status, answer.text[:200]
    assert answer.json["code"] == "uri-too-long"


def test_long_headers_are_refused(client: Client) -> None:
    assert client.send("GET", "/v1/games", X_Long="x" * 4_000).status_code == 200
    cases: list[dict[str, Any]] = [
        {"X_Long": "x" * 4_100},
        {f"X_{n}": "x" * 900 for n in range(20)},
    ]
    for headers in cases:
        assert client.send("GET", "/v1/games", **headers).refusal == (431, "headers-too-large")


@pytest.mark.long
def test_the_web_server_gives_up_on_a_head_without_end(web: Web) -> None:
    """Far above our own limits, and long before memory becomes short."""
    for headers in ({"X-Long": "x" * 200_000}, {f"X-{n}": "x" * 900 for n in range(300)}):
        with suppress(httpx.TransportError):
            assert plain.get(f"{web.url}/healthz", headers=headers).status_code in {400, 431}
    assert web.get("/healthz").status_code == 200
