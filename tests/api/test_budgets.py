"""Rate limits: counters, owners, headers, and behaviour when counting fails."""

import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as rounds
from hypothesis import strategies as st

from service.access.budgets import (
    REFILL,
    SECOND,
    WINDOW,
    Account,
    LocalCounters,
    SharedCounters,
    counters_at,
)
from service.api import metrics
from service.api.peers import client_address
from service.settings import Settings
from tests.api.contracts import contract
from tests.api.operations import addressed
from tests.api.playing import GOAT, PERSONS, Client
from tests.api.serving import serving
from tests.api.streamed import streams_of, takes_streams
from tests.api.streaming import SSE
from tests.api.test_keys import make
from tests.sampling import cases
from tests.serving import until
from tests.simulation.runtime import RUNTIME

FEW: dict[str, Any] = {"reads": 5, "writes": 4, "openings": 2, "strangers": 3}
Narrow = Callable[..., Client]


@pytest.fixture
def narrow(client: Client, settings: Settings) -> Narrow:
    """The API with small rate limits, none of them used yet."""

    def made(**limits: Any) -> Client:
        few = replace(settings, **{**FEW, **limits})
        return client.beside(few)

    return made


def statuses(client: Client, path: str, who: str | None, *, times: int = 7) -> set[int]:
    return {client.send("GET", path, who).status_code for _ in range(times)}


# --- Headers --------------------------------------------------------------------------------------


def test_every_answer_says_what_is_left(narrow: Narrow) -> None:
    client, left = narrow(), []
    key = client.key()
    for _ in range(5):
        answer = client.send("GET", "/v1/me", key)
        assert answer.headers["RateLimit-Policy"] == '"reads";q=5;w=60'
        found = re.fullmatch(r'"reads";r=(\d);t=(\d+)', answer.headers["RateLimit"])
        assert found is not None
        left.append(int(found[1]))
        assert 12 * (5 - left[-1]) >= int(found[2]) > 12 * (4 - left[-1])
        assert "Retry-After" not in answer.headers
    assert left == [4, 3, 2, 1, 0]


def test_an_exhausted_budget_gives_retry_after(narrow: Narrow) -> None:
    client = narrow()
    key = client.key()
    statuses(client, "/v1/me", key, times=5)
    answer = client.send("GET", "/v1/me", key)
    assert answer.refusal == (429, "too-many-requests")
    assert answer.mimetype == "application/problem+json"
    assert answer.json["violated-policies"] == ["reads"]
    assert 1 <= int(answer.headers["Retry-After"]) <= 12
    assert answer.headers["RateLimit"].startswith('"reads";r=0;')


@pytest.mark.costly
def test_a_request_that_is_refused_is_not_read_and_does_nothing(narrow: Narrow) -> None:
    client = narrow(openings=1)
    key = client.key()
    first = client.send("POST", "/v1/tables", key, json=GOAT, Idempotency_Key="a")
    for data in (b"{", b"{}"):
        assert client.send("POST", "/v1/tables", key, data=data).status_code == 429
    again = narrow().send("POST", "/v1/tables", key, json=GOAT, Idempotency_Key="a")
    assert again.json == first.json


# --- Whose budget, and which --------------------------------------------------------------------


def test_reads_writes_and_openings_are_counted_apart(narrow: Narrow) -> None:
    client = narrow()
    key = client.key()
    assert statuses(client, "/v1/me", key) == {200, 429}
    opened = [client.send("POST", "/v1/tables", key, json=GOAT) for _ in range(3)]
    assert [each.status_code for each in opened] == [201, 201, 429]
    assert opened[0].headers["RateLimit-Policy"] == '"openings";q=2;w=60'
    shown: Any = opened[0].json
    path = f"/v1/tables/{shown['table']['id']}/seats/0"
    taken = [client.send("PUT", path, key, json=PERSONS[0]).status_code for _ in range(5)]
    assert taken == [201, 409, 409, 409, 429]


def test_a_scope_that_is_missing_is_counted_too(narrow: Narrow) -> None:
    client = narrow()
    playing = make(client, client.key(), "play")["key"]
    assert statuses(client, "/v1/tables", playing) == {403, 429}


def test_unauthenticated_callers_are_counted_by_address(narrow: Narrow) -> None:
    client = narrow()
    answers = [client.send("GET", "/v1/me", "key_guessed").status_code for _ in range(3)]
    assert answers == [401, 401, 401]
    for path, who in (("/v1/me", "key_other"), ("/v1/me", None), ("/v1/games", None)):
        refused = client.send("GET", path, who)
        assert refused.status_code == 429
        assert refused.headers["RateLimit-Policy"] == '"strangers";q=3;w=60'
    assert client.send("GET", "/v1/me", client.key()).status_code == 200, (
        "known callers are still served"
    )


def remote(client: Client, address: str, **headers: str) -> int:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    environ = {"REMOTE_ADDR": address}
    return client.flask.get("/v1/games", headers=sent, environ_overrides=environ).status_code


def test_other_addresses_have_their_own_budget(narrow: Narrow) -> None:
    client = narrow()
    assert [remote(client, "192.0.2.1") for _ in range(4)] == [200, 200, 200, 429]
    assert remote(client, "192.0.2.2") == 200
    subnet = [remote(client, f"2001:db8:0:7::{host:x}") for host in range(1, 5)]
    assert subnet == [200, 200, 200, 429], "a /64 belongs to one customer"
    assert remote(client, "2001:db8:0:8::1") == 200
    assert remote(client, "::ffff:192.0.2.1") == 429, "the first, by a socket for both kinds"
    assert remote(client, "::ffff:192.0.2.3") == 200
    assert remote(client, "64:ff9b::192.0.2.1") == 429, "the first, translated (NAT64)"
    assert remote(client, "64:ff9b::192.0.2.4") == 200
    assert [remote(client, "no address") for _ in range(4)] == [200, 200, 200, 429]


@pytest.mark.costly
def test_forwarded_headers_count_only_behind_a_proxy(narrow: Narrow) -> None:
    bare, behind = narrow(), narrow(proxies=1)
    for client, last in ((bare, 429), (behind, 200)):
        answers = [
            remote(client, "10.0.0.1", X_Forwarded_For=f"6.6.6.{each}, 192.0.2.{each}")
            for each in range(4)
        ]
        assert answers == [200, 200, 200, last]
    made_up = [
        remote(behind, "10.0.0.1", X_Forwarded_For=f"6.6.6.{each}, 198.51.100.1")
        for each in range(4)
    ]
    assert made_up == [200, 200, 200, 429], "the part before the proxy's own entry could be forged"


CLIENT, CLIENT_6 = "192.0.2.7", "2001:db8::7"
NODES = {
    CLIENT: (CLIENT, f"{CLIENT}:4711", f'"{CLIENT}:4711"'),
    CLIENT_6: (CLIENT_6, f"[{CLIENT_6}]", f"[{CLIENT_6}]:4711", f'"[{CLIENT_6}]:4711"'),
}
"""Addresses as proxies write them."""
NO_NODES = (
    "unknown",
    "_hidden",
    '"_hidden:4711"',
    "",
    '"',
    "192.0.2.300",
    "x" * 4_000,
    "[::1",
    ":",
)
FORGED = ("", "6.6.6.6, ", '", ', 'for="6.6.6.6, ', 'x="\\", ', ", , ")
"""Texts that a caller may write before a proxy adds its entry."""


def address(number: int = 1, *, x_forwarded_for: str = "", forwarded: str = "") -> str:
    sent = {"HTTP_X_FORWARDED_FOR": x_forwarded_for, "HTTP_FORWARDED": forwarded}
    given = {name: value for name, value in sent.items() if value}
    return client_address({"REMOTE_ADDR": "10.0.0.1", **given}, number)


@pytest.mark.parametrize("forged", FORGED)
def test_the_entry_of_a_proxy_is_read_however_it_is_written(forged: str) -> None:
    written = [(node, expected) for expected, nodes in NODES.items() for node in nodes]
    for node, expected in (*written, *((node, "10.0.0.1") for node in NO_NODES)):
        if node or not forged.strip(" ,"):
            assert address(x_forwarded_for=forged + node) == expected
            assert address(x_forwarded_for=f"{forged}{node}, 10.0.0.2", number=2) == expected
        for entry in (f"for={node}", f'by=_x; For={node};proto=https;host="a, for=6.6.6.6"'):
            if node != '"':
                assert address(forwarded=forged + entry) == expected, entry
            assert address(forwarded=forged + entry, number=0) == "10.0.0.1"


def test_headers_that_disagree_and_missing_entries_name_nobody() -> None:
    named = f"for={CLIENT}"
    assert address(x_forwarded_for=CLIENT, forwarded=named) == CLIENT
    for forged in ("6.6.6.6", "unknown", "for=6.6.6.6"):
        assert address(x_forwarded_for=forged, forwarded=named) == "10.0.0.1"
        assert address(x_forwarded_for=CLIENT, forwarded=forged) == "10.0.0.1"
    assert address(x_forwarded_for=CLIENT, number=2) == "10.0.0.1"


def test_strangers_behind_a_proxy_have_budgets_of_their_own(narrow: Narrow) -> None:
    client = narrow(proxies=1)
    for first in ("203.0.113.9:{}", '"[2001:db8:7:1::9]:{}"'):
        ports = [remote(client, "10.0.0.1", X_Forwarded_For=first.format(n)) for n in range(4)]
        assert ports == [200, 200, 200, 429], "a port is no other caller"
    for each in range(4):
        assert remote(client, "10.0.0.1", X_Forwarded_For=f"198.51.100.{each}:9") == 200
        assert remote(client, "10.0.0.1", Forwarded=f'for="[2001:db8:{each}::1]:9"') == 200


@pytest.mark.parametrize(
    "path",
    ["/healthz", "/readyz", pytest.param("/openapi.yaml", marks=pytest.mark.costly)],
)
def test_operators_are_not_counted(narrow: Narrow, path: str) -> None:
    client = narrow()
    assert statuses(client, path, None) == {200}
    assert "RateLimit" not in client.send("GET", path).headers


@pytest.mark.costly
def test_zero_is_any_number(narrow: Narrow) -> None:
    client = narrow(reads=0, strangers=0)
    assert statuses(client, "/v1/me", client.key(), times=20) == {200}
    assert statuses(client, "/v1/games", None, times=20) == {200}
    assert "RateLimit" not in client.send("GET", "/v1/games").headers


def test_the_contract_says_that_it_may_be_refused() -> None:
    for path, methods in contract()["paths"].items():
        for method, operation in methods.items():
            if method != "parameters":
                counted = path.startswith("/v1/")
                assert ("429" in operation["responses"]) is counted, path
    spent = contract()["components"]["responses"]["TooMany"]
    assert set(spent["headers"]) == {"Retry-After", "RateLimit", "RateLimit-Policy"}


# --- Streams ------------------------------------------------------------------------------------

FOLLOWED = [
    path
    for path, methods in contract()["paths"].items()
    if "get" in methods and SSE in methods["get"]["responses"]["200"].get("content", {})
]


@pytest.mark.parametrize("path", FOLLOWED)
def test_each_stream_is_charged_to_its_caller(narrow: Narrow, path: str) -> None:
    """When it pays, `tests.api.test_channels` says."""
    client = narrow(**dict.fromkeys(FEW, 1_000))
    table = client.open()
    where = addressed(client, table, 0, path)
    takes_streams(client)
    charged = 0
    with RUNTIME.stopped():
        for who in (table.owner, table.tokens[0], None):
            before = client.send("GET", where, who, Accept=SSE)
            for stream in streams_of(client)[:]:
                assert stream.pay(3 * round(stream.part)) == 0
                after = client.send("GET", where, who, Accept=SSE)
                assert left_in(before) - left_in(after) == 3 + 1, who
                charged += 1
            streams_of(client).clear()
    assert charged


@pytest.mark.parametrize("path", FOLLOWED)
def test_no_page_is_longer_than_the_service_allows(narrow: Narrow, path: str) -> None:
    client = narrow(**dict.fromkeys(FEW, 1_000), page_size=2)
    table = client.open()
    where = addressed(client, table, 0, path)
    lengths = [
        len(client.get(f"{where}?after=0&limit={limit}", table.owner)["events"])
        for limit in (1, 2, 3, 1_000)
    ]
    assert lengths[0] == 1
    assert lengths[1:] == [lengths[1]] * 3


def left_in(answer: Any) -> int:
    return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])


# --- Counting -----------------------------------------------------------------------------------


@pytest.mark.costly
@rounds(max_examples=cases(sample=60, full=200), deadline=None)
@given(
    quota=st.integers(1, 50),
    steps=st.lists(st.tuples(st.booleans(), st.integers(0, 90 * SECOND)), max_size=120),
)
def test_no_window_has_more_than_it_may(quota: int, steps: list[tuple[bool, int]]) -> None:
    """At most twice the quota in any window, at most the quota at once; promises are kept."""
    counts, allowed = LocalCounters(RUNTIME), []
    for waits, pause in steps:
        spent = counts.spend(Account("x", quota))
        assert 0 <= spent.left < quota or spent.wait
        if spent.wait == 0:
            allowed.append(round(RUNTIME.monotonic() * SECOND))
        elif waits:
            RUNTIME.pass_time((spent.wait) / SECOND)
            assert counts.spend(Account("x", quota)).wait == 0
            allowed.append(round(RUNTIME.monotonic() * SECOND))
        RUNTIME.pass_time((pause if pause > 45 * SECOND else 0) / SECOND)
    for at in allowed:
        within = [each for each in allowed if at <= each < at + WINDOW * SECOND]
        assert len(within) <= 2 * quota
        assert allowed.count(at) <= quota


def test_a_quota_comes_back_evenly() -> None:
    counts = LocalCounters(RUNTIME)
    assert [counts.spend(Account("x", 6)).left for _ in range(6)] == [5, 4, 3, 2, 1, 0]
    refused = counts.spend(Account("x", 6))
    assert (refused.wait, refused.debt, refused.left) == (10 * SECOND, 60 * SECOND, 0)
    RUNTIME.pass_time((20 * SECOND) / SECOND)
    assert [counts.spend(Account("x", 6)).wait == 0 for _ in range(3)] == [True, True, False]
    RUNTIME.pass_time((60 * SECOND) / SECOND)
    assert counts.spend(Account("x", 6)).left == 5


def test_whose_budget_was_not_used_for_longest_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.access.budgets.REMEMBERED", 2)
    counts = LocalCounters(RUNTIME)
    left = [counts.spend(Account(name, 9)).left for name in ("a", "b", "a", "c", "a", "b")]
    assert left == [8, 8, 7, 8, 6, 8]


def shared(broker: str, prefix: str) -> tuple[SharedCounters, list[None]]:
    """Counters in a broker, which may answer late, because the machine is busy."""
    lost: list[None] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("service.access.budgets.PATIENCE", 60.0)
        counts = counters_at(broker, RUNTIME, queue=prefix, lost=lambda: lost.append(None))
    assert isinstance(counts, SharedCounters)
    return counts, lost


@pytest.mark.parametrize("broker", ["valkey", "redis"], indirect=True)
def test_processes_share_what_they_count(broker: str) -> None:
    one, lost = shared(broker, "a")
    two, _ = shared(broker, "a")
    other, _ = shared(broker, "b")
    assert [each.spend(Account("x", 4)).left for each in (one, two, one, two)] == [3, 2, 1, 0]
    refused = one.spend(Account("x", 4))
    assert refused.left == 0
    assert 0 < refused.wait <= REFILL // 4 == 15 * SECOND
    assert refused.debt == refused.wait + 45 * SECOND
    assert two.spend(Account("y", 4)).left == other.spend(Account("x", 4)).left == 3
    assert lost == []


@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
def test_they_count_as_one_process_would(broker: str) -> None:
    counts, lost = shared(broker, "c")
    own = LocalCounters(RUNTIME)
    for quota in (1, 3, 1_000, 10_000_000):
        for _ in range(5):
            here, there = (
                own.spend(Account(str(quota), quota)),
                counts.spend(Account(str(quota), quota)),
            )
            assert (here.wait == 0) == (there.wait == 0)
            assert 0 < there.debt <= here.debt + SECOND, "the clock of the broker is as quick"
            assert there.wait <= here.wait + SECOND
    assert lost == []


@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
def test_full_budgets_are_forgotten(broker: str) -> None:
    counts, _ = shared(broker, "d")
    counts.spend(Account("x", 3_000))
    client = counts._spend.registered_client
    left = client.pttl("d:spent:x")
    assert 0 <= left <= 20 or left == -2
    until(lambda: client.exists("d:spent:x") == 0)


def test_without_a_shared_counter_each_process_counts_for_itself() -> None:
    counts, lost = shared("redis://127.0.0.1:1/0", "e")
    assert [counts.spend(Account("x", 2)).wait == 0 for _ in range(3)] == [True, True, False]
    assert len(lost) == 3


@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
def test_it_is_asked_again_after_a_while(broker: str) -> None:
    counts, lost = shared(broker, "f")
    counts._retry_at = RUNTIME.monotonic() + 60
    counts.spend(Account("x", 9))
    assert len(lost) == 1
    counts._retry_at = 0.0
    assert counts.spend(Account("x", 9)).left == 8
    assert len(lost) == 1


@pytest.mark.parametrize("broker", [None, "amqp://guest@localhost//"])
def test_without_a_redis_every_process_counts_for_itself(broker: str | None) -> None:
    assert isinstance(counters_at(broker, RUNTIME, queue="x", lost=lambda: None), LocalCounters)


def test_requests_that_could_not_be_counted_for_all_are_counted(
    client: Client, settings: Settings
) -> None:
    gone = replace(settings, broker_url="redis://127.0.0.1:1/0", strangers=100)
    assert client.beside(gone).send("GET", "/v1/games").status_code == 200
    assert uncounted(metrics.page().decode()) >= 1


def uncounted(page: str) -> float:
    """The requests that were not counted for all processes, by a page of metrics."""
    [line] = re.findall(r"^fairdeal_uncounted_total (\S+)$", page, re.MULTILINE)
    return float(line)


@pytest.mark.long
def test_several_web_processes_count_together(
    url: str, valkey_broker: str, tmp_path: Any, database_client: Client
) -> None:
    client = database_client
    limits = {"FAIRDEAL_READS": "8", "FAIRDEAL_QUEUE": "together", "FAIRDEAL_WEB_PROCESSES": "2"}
    with serving(url, valkey_broker, tmp_path, tmp_path / "numbers", **limits) as web:
        key, began = client.key(), time.monotonic()
        answers = [web.get("/v1/me", key).status_code for _ in range(20)]
        came_back = (time.monotonic() - began) * SECOND / (REFILL // 8)
        apart = uncounted(web.numbers())  # where the broker did not answer in time
    assert 8 <= answers.count(200) <= 8 + came_back + apart
