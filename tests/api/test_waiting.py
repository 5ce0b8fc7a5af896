"""Long polls, against a web process: they wake at once, and do not starve other requests."""

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from statistics import median
from typing import Any

import pytest

from tests import plain
from tests.api.conftest import POLL_SECONDS
from tests.api.playing import PERSONS, Client, Opened
from tests.api.serving import Web
from tests.serving import until

READERS = 12
"""More than may wait in the process, and more than it has threads."""


@pytest.fixture
def table(client: Client) -> Opened:
    return client.open()


def poll(web: Web, table: Opened, seat: int, *, after: int, wait: int = POLL_SECONDS) -> Any:
    path = f"/v1/deals/{table.deal}/events?after={after}&wait={wait}"
    return web.get(path, table.tokens[seat])


def woken_at(web: Web, table: Opened, after: int) -> tuple[Any, float]:
    return poll(web, table, 0, after=after), time.monotonic()


def move(client: Client, table: Opened) -> int:
    """Make a move through another process's connection; the version after it."""
    seat = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    first = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    version: int = client.make(table, seat, first).get_json()["version"]
    return version


def version_of(client: Client, table: Opened) -> int:
    version: int = client.get(f"/v1/deals/{table.deal}", table.owner)["version"]
    return version


def later(run: Callable[[], Any]) -> tuple[ThreadPoolExecutor, Future[Any]]:
    pool = ThreadPoolExecutor(1)
    return pool, pool.submit(run)


def test_an_append_of_another_process_wakes_the_reader(
    web: Web, client: Client, table: Opened
) -> None:
    took = []
    for _ in range(5):
        after = version_of(client, table)
        pool, answer = later(partial(woken_at, web, table, after))
        with pool:
            time.sleep(0.1)
            assert not answer.done()
            move(client, table)
            moved = time.monotonic()
            page, woken = answer.result()
        took.append(woken - moved)
        assert page.json()["events"][0]["position"] == after + 1
    assert median(took) < 0.1, took


def test_a_move_of_the_same_process_wakes_the_reader(
    web: Web, client: Client, table: Opened
) -> None:
    seat = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    first = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    pool, answer = later(lambda: poll(web, table, 1, after=version_of(client, table)))
    with pool:
        time.sleep(0.1)
        made = web.post(f"/v1/deals/{table.deal}/moves", table.tokens[seat], {"move": first})
        page = answer.result().json()
    positions = [each["position"] for each in page["events"]]
    assert positions == [each["position"] for each in made["events"]]


def test_nothing_happens_and_the_page_is_empty(web: Web, client: Client, table: Opened) -> None:
    began = time.monotonic()
    page = poll(web, table, 0, after=version_of(client, table), wait=120)
    assert POLL_SECONDS - 0.1 < time.monotonic() - began < POLL_SECONDS + 1
    assert page.json()["events"] == []
    assert "Retry-After" not in page.headers


def test_there_is_no_waiting_without_a_reason(web: Web, client: Client, played: Opened) -> None:
    after = version_of(client, played)
    began = time.monotonic()
    assert poll(web, played, 0, after=after).json()["status"] == "over"
    assert poll(web, played, 0, after=0).json()["events"]
    assert time.monotonic() - began < POLL_SECONDS / 2


def test_readers_do_not_starve_others(web: Web, client: Client, table: Opened) -> None:
    """With more readers than slots, the rest are refused, and moves go on."""
    after, alone = version_of(client, table), median_time(web)
    with ThreadPoolExecutor(READERS) as pool:
        readers = [pool.submit(poll, web, table, n % 4, after=after) for n in range(READERS)]
        time.sleep(0.3)
        beside_readers = median_time(web)
        pages = [future.result() for future in readers]
    sent_away = [page for page in pages if "Retry-After" in page.headers]
    assert 0 < len(sent_away) <= READERS - 4
    assert all(page.status_code == 200 and page.json()["events"] == [] for page in pages)
    assert beside_readers < max(0.1, 5 * alone)


def median_time(web: Web) -> float:
    """The seconds that one request takes."""
    took = []
    for _ in range(20):
        began = time.monotonic()
        plain.get(f"{web.url}/readyz").raise_for_status()
        took.append(time.monotonic() - began)
    return median(took)


def test_the_waiting_readers_are_counted(web: Web, client: Client, table: Opened) -> None:
    after = version_of(client, table)
    pool, answer = later(lambda: poll(web, table, 0, after=after))
    with pool:
        time.sleep(0.2)
        numbers = web.numbers()
        answer.result()
    assert "fairdeal_waiting_readers 1.0" in numbers
    until(lambda: "fairdeal_waiting_readers 0.0" in web.numbers())


def test_a_caller_polling_everywhere_leaves_slots_to_others(web: Web, client: Client) -> None:
    table, other = client.open(), client.open()
    after = version_of(client, table)
    with ThreadPoolExecutor(READERS) as pool:
        greedy = [pool.submit(poll, web, table, 0, after=after) for _ in range(READERS)]
        time.sleep(0.3)
        began = time.monotonic()
        page = poll(web, other, 0, after=version_of(client, other))
        assert time.monotonic() - began > POLL_SECONDS * 0.9
        assert "Retry-After" not in page.headers
        assert sum("Retry-After" in each.result().headers for each in greedy) == READERS - 2


def test_a_credential_that_ends_while_it_waits_gets_nothing(web: Web, client: Client) -> None:
    table, key = client.open(seats=PERSONS[:2]), client.key()
    path = f"/v1/tables/{table.id}/events"
    after = client.get(f"/v1/tables/{table.id}", key)["version"]
    with ThreadPoolExecutor(2) as pool:
        polls = [
            pool.submit(web.get, f"{path}?after={after}&wait={POLL_SECONDS}", who)
            for who in (key, table.tokens[0])
        ]
        time.sleep(0.3)
        known = client.context.credentials.key(key)
        assert known is not None
        client.context.credentials.revoke(known.id)
        left = client.send("DELETE", f"/v1/tables/{table.id}/seats/0", table.tokens[0])
        assert left.status_code == 204
        for each in polls:
            assert each.result().status_code == 401
            assert "events" not in each.result().json()
