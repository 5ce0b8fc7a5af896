"""Open streams, at a web process as shipped: no event is lost or repeated."""

import signal
import time
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import islice, pairwise
from random import Random
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from tests import plain
from tests.api.playing import PERSONS, Client, Opened
from tests.api.serving import Web, serving
from tests.api.streaming import NDJSON, SSE, events, proxy, stream
from tests.sampling import cases
from tests.serving import until

pytestmark = [pytest.mark.database, pytest.mark.threads]

BEAT_MS = 200
SOON = 60
"""Seconds, on a busy machine, for what takes less than one."""
EACH, ALL = 4, 60
VIEWERS = ("seat:0", "seat:1", "seat:2", "seat:3", "public", "full")
STEP = cases(sample=9, full=1)
"""Between the positions at which a stream begins."""
QUICK = {
    "FAIRDEAL_BEAT_MS": str(BEAT_MS),
    "FAIRDEAL_STREAMS": str(ALL),
    "FAIRDEAL_STREAMS_EACH": str(EACH),
}


@pytest.fixture(scope="module")
def live(url: str, valkey_broker: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Web]:
    folder = tmp_path_factory.mktemp("live")
    with serving(url, valkey_broker, folder, folder / "numbers", **QUICK) as served:
        yield served


def path_of(table: Opened, more: str = "") -> str:
    return f"{table.deal_path}/events{more}"


def page(client: Client, table: Opened, who: str) -> list[dict[str, Any]]:
    """All events, as pages return them."""
    found: list[dict[str, Any]] = []
    while True:
        after = found[-1]["position"] if found else 0
        more = client.get(path_of(table, f"?after={after}"), who)["events"]
        if not more:
            return found
        found += more


@pytest.mark.parametrize("accept", [SSE, NDJSON])
def test_a_stream_has_the_events_of_the_pages_after_every_position_for_every_viewer(
    accept: str, live: Web, client: Client, played: Opened
) -> None:
    with plain.Client(base_url=live.url) as web:
        web.headers.update({"Authorization": f"Bearer {played.owner}", "Accept": accept})
        for view in VIEWERS:
            path = path_of(played, f"?limit=1000&view={view}")
            expected = client.get(path, played.owner)["events"]
            assert len(expected) > 20
            for after in range(0, len(expected), STEP):
                answer = web.get(f"{path}&after={after}")
                assert answer.status_code == 200
                assert list(events(answer)) == expected[after:]
                assert ("event: end" in answer.text) is (accept == SSE)
            for after in (len(expected), 999_999_999):
                assert web.get(f"{path}&after={after}").status_code == 204


def test_every_reader_gets_all_events_once_despite_killed_connections(
    live: Web, client: Client, table: Opened
) -> None:
    """Connections are killed after any number of events, while another process plays the deal."""
    readers = [*table.tokens.values(), table.owner] * 2

    def read(number: int, who: str) -> tuple[list[dict[str, Any]], int]:
        chance, had, lives = Random(number), list[dict[str, Any]](), 0
        while True:
            last = {"Last_Event_ID": str(had[-1]["position"])} if had else {}
            accept = (SSE, NDJSON)[chance.randrange(2)]
            with stream(live.url, path_of(table), who, accept=accept, **last) as response:
                if response.status_code == 204:
                    return had, lives
                assert response.status_code == 200, response.read()
                had += islice(events(response), chance.randint(1, 9))
                lives += 1

    with ThreadPoolExecutor(len(readers)) as pool:
        reading = [pool.submit(read, *each) for each in enumerate(readers)]
        client.play(table, Random(3))
        for who, each in zip(readers, reading, strict=True):
            had, lives = each.result()
            assert [event["position"] for event in had] == list(range(1, len(had) + 1))
            assert lives > len(had) // 9
            now = page(client, table, who)
            assert [event["type"] for event in had] == [event["type"] for event in now]
            assert had == now


def test_a_silent_stream_shows_that_it_lives(live: Web, table: Opened) -> None:
    for accept, beat in ((SSE, b":\n\n"), (NDJSON, b"\n")):
        with stream(live.url, path_of(table, "?after=3"), table.tokens[0], accept=accept) as heard:
            first = islice(heard.iter_raw(), 4)
            beats = [chunk for chunk in first if chunk == beat]
        assert len(beats) >= 3


def test_it_works_through_a_plain_proxy(live: Web, client: Client, table: Opened) -> None:
    with proxy(live.url) as url:
        with stream(url, path_of(table), table.tokens[0]) as heard:
            assert heard.headers["X-Accel-Buffering"] == "no"
            assert "no-transform" in heard.headers["Cache-Control"]
            coming = events(heard)
            assert [next(coming)["position"] for _ in range(3)] == [1, 2, 3]
            client.play(table, Random(1), moves=1)
            assert next(coming)["position"] == 4, "while the stream goes on"
        with ThreadPoolExecutor(1) as pool:
            after = len(page(client, table, table.owner))
            headers = {"Authorization": f"Bearer {table.owner}"}
            poll = f"{url}{path_of(table)}?after={after}&wait=20"
            waiting = pool.submit(plain.get, poll, headers=headers)
            time.sleep(0.2)
            client.play(table, Random(1), moves=1)
            assert waiting.result().json()["events"][0]["position"] == after + 1


@pytest.fixture
def other(url: str, valkey_broker: str, tmp_path: Any) -> Generator[Web]:
    """A second web process on the same database."""
    with serving(url, valkey_broker, tmp_path, **QUICK) as served:
        yield served


@pytest.mark.long
def test_two_web_processes_on_one_database(
    live: Web, other: Web, client: Client, table: Opened
) -> None:
    def read(web: Web) -> list[dict[str, Any]]:
        with stream(web.url, path_of(table), table.tokens[1]) as heard:
            return list(events(heard))

    chance, live_hosts = Random(2), (live, other)
    with ThreadPoolExecutor(2) as pool:
        reading = [pool.submit(read, web) for web in live_hosts]
        while (shown := client.get(table.deal_path, table.owner))["status"] != "over":
            seat = shown["to_act"]
            move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
            path = f"{table.deal_path}/moves"
            chance.choice(live_hosts).post(path, table.tokens[seat], {"move": move})
        expected = page(client, table, table.tokens[1])
        assert [each.result() for each in reading] == [expected, expected]


@pytest.mark.long
def test_the_process_stops_at_once_with_streams_open_and_ends_them_in_good_order(
    other: Web, table: Opened
) -> None:
    with (
        stream(other.url, path_of(table), table.tokens[0]) as first,
        stream(other.url, path_of(table), table.owner, accept=NDJSON) as second,
    ):
        coming = [events(each) for each in (first, second)]
        assert [len(list(islice(each, 3))) for each in coming] == [3, 3]
        other.process.send_signal(signal.SIGTERM)
        assert [list(each) for each in coming] == [[], []], "they end properly"
        other.process.wait(SOON)


def test_there_are_only_so_many_of_a_credential_and_of_all(live: Web, client: Client) -> None:
    table = client.open()
    opened = [stream(live.url, path_of(table), table.tokens[0]) for _ in range(EACH)]
    answers = [each.__enter__() for each in opened]
    assert {each.status_code for each in answers} == {200}
    with stream(live.url, path_of(table), table.tokens[0]) as refused:
        assert refused.status_code == 429
        assert refused.headers["Retry-After"]
        assert refused.headers["Content-Type"] == "application/problem+json"
    tables = [client.open() for _ in range(ALL // 4 // EACH)]
    rest = [(each, token) for each in tables for token in each.tokens.values()] * EACH
    opened += [stream(live.url, path_of(each), token) for each, token in rest]
    answers += [each.__enter__() for each in opened[EACH:]]
    statuses = [each.status_code for each in answers]
    assert statuses.count(200) + statuses.count(503) == len(statuses)
    assert statuses.count(200) <= ALL
    with stream(live.url, path_of(table), table.owner) as refused:
        assert refused.status_code == (503 if statuses.count(200) == ALL else 200)
    for each in opened:
        each.__exit__(None, None, None)
    until(lambda: "fairdeal_streams 0.0" in live.numbers())


def test_the_keys_of_an_owner_share_their_slots(live: Web, client: Client) -> None:
    """A table's owner and its players share them, too: more tokens do not give more streams."""
    owner, table = client.key(), client.open()
    fields = {"name": "another", "scopes": ["read"]}
    others = [client.send("POST", "/v1/keys", owner, json=fields).json for _ in range(EACH)]
    keys = [owner, *(each["key"] for each in others)]
    with ExitStack() as opened:
        found = [opened.enter_context(stream(live.url, "/v1/me/events", key)) for key in keys]
        assert [each.status_code for each in found] == [*[200] * EACH, 429]
        watching = {"name": "Eve", "expires_in": 3_600}
        path = f"{table.path}/watchers"
        made = [client.send("POST", path, table.owner, json=watching) for _ in range(ALL // EACH)]
        tokens = [each.json["token"] for each in made] * EACH
        streams = [stream(live.url, path_of(table), token) for token in tokens]
        statuses = {opened.enter_context(each).status_code for each in streams}
        assert statuses == {200, 429}
        for _ in range(2):
            late = opened.enter_context(stream(live.url, "/v1/me/events", client.key()))
            assert late.status_code == 200, "a late reader finds a slot"
    until(lambda: "fairdeal_streams 0.0" in live.numbers())


def test_a_stream_ends_when_its_reader_would_be_shown_something_else(
    live: Web, client: Client
) -> None:
    guest, table = client.key("guest"), client.open(seats=PERSONS[:2])
    path = f"{table.path}/events"
    token = client.send("PUT", f"{table.path}/seats/2", guest, json=PERSONS[2]).json["token"]
    with (
        stream(live.url, f"{path}?after=1", guest) as heard,
        stream(live.url, path, table.owner) as owner,
    ):
        assert client.send("DELETE", f"{table.path}/seats/2", token).status_code == 204
        list(events(heard))  # to its end, which may come after some keep-alives
        assert any(islice(owner.iter_raw(), 3))
    admitted = {"name": "Secret", "expires_in": 3_600}
    client.send("POST", f"{table.path}/watchers", table.owner, json=admitted)
    with stream(live.url, path, guest) as again:
        last = next(each for each in events(again) if each["type"] == "table.watcher_admitted")
        assert last["data"]["name"] is None


def test_a_stream_ends_soon_when_its_credential_does(live: Web, client: Client) -> None:
    table = client.open(seats=PERSONS[:2])
    key = client.key()
    path = f"{table.path}/events?after=999"
    with (
        stream(live.url, path, table.tokens[0]) as seat,
        stream(live.url, path, key) as other,
        stream(live.url, path, table.tokens[1]) as stays,
    ):
        made = client.principal(key)
        client.context.credentials.revoke(made.id)
        assert client.send("DELETE", f"{table.path}/seats/0", table.tokens[0]).status_code == 204
        assert not list(events(seat))
        assert not list(events(other))
        assert any(islice(stays.iter_raw(), 3))


def test_no_stream_holds_a_database_connection(live: Web, url: str, table: Opened) -> None:
    readers = [*table.tokens.values(), table.owner] * EACH
    opened = [stream(live.url, path_of(table, "?after=3"), who) for who in readers]
    for each in opened:
        assert each.__enter__().status_code == 200
    with psycopg.connect(url) as connection:
        [used] = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        ).fetchone() or (0,)
    for each in opened:
        each.__exit__(None, None, None)
    assert len(readers) == 20
    assert used <= 8 + 8 + 1, "the pools of two processes, and this one"


@pytest.mark.parametrize(
    ("accept", "form"),
    [
        ("*/*", "application/json"),
        ("application/json, text/event-stream;q=0.5", "application/json"),
        (f"{SSE}, */*;q=0.1", f"{SSE}; charset=utf-8"),
        (f"{NDJSON};q=0.9, {SSE};q=0.1", NDJSON),
        ("text/html", "application/problem+json"),
    ],
)
def test_accept_says_what_the_address_has(accept: str, form: str, live: Web, table: Opened) -> None:
    with stream(live.url, path_of(table), table.owner, accept=accept) as response:
        assert response.headers["Content-Type"] == form
        assert response.status_code == (406 if "problem" in form else 200)


def test_the_last_event_id_goes_before_after(live: Web, played: Opened) -> None:
    for accept in (SSE, NDJSON, "application/json"):
        for last, first in (("7", 8), ("0", 1)):
            sent = {"Authorization": f"Bearer {played.owner}", "Last-Event-ID": last}
            path = live.url + path_of(played, "?after=2&limit=3")
            answer = plain.get(path, headers={**sent, "Accept": accept})
            had = list(events(answer)) if accept in (SSE, NDJSON) else answer.json()["events"]
            assert had[0]["position"] == first
            assert all(b["position"] == a["position"] + 1 for a, b in pairwise(had))


@pytest.mark.parametrize("last", ["-1", "x", "1 ", "12345678901234567", "", "0x1"])
def test_a_last_event_id_that_is_no_position_is_refused(last: str, client: Client) -> None:
    table = client.open()
    answer = client.send("GET", path_of(table), table.owner, Last_Event_ID=last)
    assert answer.status_code == 422
    assert answer.json["errors"][0]["header"] == "Last-Event-ID"


def test_a_head_request_opens_no_stream(live: Web, table: Opened) -> None:
    sent = {"Authorization": f"Bearer {table.owner}", "Accept": SSE}
    for _ in range(2 * EACH):
        answer = httpx.head(live.url + path_of(table), headers=sent)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"].startswith(SSE)


def test_forbidden_readers_are_refused_before_streaming(live: Web, client: Client) -> None:
    table, foreign = client.open(visibility="private"), client.open().tokens[0]
    cases = [(client.key(), "", 404), (foreign, "", 404), (table.tokens[0], "?view=seat:1", 403)]
    for who, more, status in [*cases, ("key_nobody", "", 401), (table.owner, "?view=full", 403)]:
        with stream(live.url, path_of(table, more), who) as refused:
            assert refused.status_code == status
            assert refused.headers["Content-Type"] == "application/problem+json"


def test_a_server_that_takes_no_streams_says_so(client: Client, table: Opened) -> None:
    assert client.send("GET", path_of(table), table.owner, Accept=SSE).status_code == 406
    assert UUID(table.id)
