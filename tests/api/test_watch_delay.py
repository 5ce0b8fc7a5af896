"""Watchers are behind by the delay of the table, in all operations that read a table or a deal."""

from collections.abc import Generator
from contextlib import contextmanager
from random import Random
from typing import Any, Final, cast
from uuid import UUID

import orjson
import pytest

from domain.games import GAMES
from domain.kernel.clock import SECOND
from domain.kernel.game import Game
from service.api.asgi import Served
from service.api.dependencies import Application
from service.clocks.table_time import as_of
from service.live.following import FollowedTable
from service.streams import TableStream
from service.tables.sight import OTHERS
from service.timestamps import timestamp
from tests.api.inviting import running
from tests.api.operations import CASES, NAMED
from tests.api.playing import PERSONS, Client, Opened
from tests.api.streaming import SSE
from tests.api.test_noninterference import Said, TwinClient, hear, ready
from tests.api.test_rematches import given_up
from tests.api.twins import Twins, twins, world
from tests.simulation.loop import run
from tests.simulation.runtime import SimulatedRuntime

DELAY: Final = 20
WATCHERS: Final = ("nobody", "stranger", "watcher", "reader")
OF_LOG: Final = {"getCheckpoint", "listLeaves", "proveConsistency"}
"""These are about the log of all streams, and name none but by the hash of an entry."""
LOG_FIELDS: Final = {"position", "log", "size", "path"}
READS: Final = [each for each in CASES if each.method == "GET" and each.operation not in OF_LOG]
CHANCE: Final = "watch"


def time(client: Client) -> SimulatedRuntime:
    return cast("SimulatedRuntime", client.context.runtime)


def opened(game: Game[Any], client: Client, made: Twins) -> TwinClient:
    return ready(game, client, made, watch_delay=DELAY, phrases="always")


def play(session: TwinClient, moves: Any) -> None:
    for seat, move in moves:
        session.client.make(session.table, seat, move)


def sequence(session: TwinClient) -> None:
    session.client.sequence()
    session.client.read_feed()


def answers(session: TwinClient, size: int) -> list[Said]:
    """All that watchers are told; positions in the log of all streams are left out."""
    collected: list[Said] = []
    for who in WATCHERS:
        for case in READS:
            path = case.path.replace("{size}", str(size))
            collected.append(without_log_fields(session.ask(who, case.method, path, None)))
    return collected


def without_log_fields(said: Said) -> Said:
    """An answer without places in the log of all streams, which goes on with other tables too."""
    if not said.body.startswith(b"{"):
        return said
    body = orjson.loads(said.body)
    if not body.keys() & LOG_FIELDS:
        return said
    headers = tuple(each for each in said.headers if each[0] not in ("ETag", "Content-Length"))
    kept = {name: each for name, each in body.items() if name not in LOG_FIELDS}
    return said._replace(headers=headers, body=orjson.dumps(kept))


def play_and_ask(game: Game[Any], made: Twins, *, more: bool) -> list[list[Said]]:
    """What watchers are told before and after the delay, in a world where more happens or not."""
    twin = made.pair[0]
    half = len(twin.moves) // 2
    with world(twin) as client:
        session = opened(game, client, made)
        play(session, twin.moves[:half])
        sequence(session)
        time(client).pass_time(DELAY + 1)
        size = client.context.translog.checkpoint().size
        if more:
            play(session, twin.moves[half:])
            speak(session)
            client.send("DELETE", session.table.path, session.table.owner)
            sequence(session)
        before = answers(session, size)
        time(client).pass_time(DELAY + 1)
        return [before, answers(session, size)]


def speak(session: TwinClient) -> None:
    seat = session.table.tokens[0]
    path = f"{session.table.path}/phrases"
    answer = session.client.send("POST", path, seat, json={"phrase": "hello"})
    assert answer.status_code == 201


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_within_the_delay_watchers_cannot_tell_whether_anything_happened(game: Game[Any]) -> None:
    made = twins(game, Random(f"{CHANCE}/{game.key}"), moves=6, policy="by_kind")
    (quiet, still), (busy, later) = (play_and_ask(game, made, more=more) for more in (False, True))
    for one, other in zip(quiet, busy, strict=True):
        assert one == other
    changed = {each.request for each, was in zip(later, still, strict=True) if each != was}
    table, deal = "/v1/tables/", "/v1/deals/"
    assert any(each.startswith(f"GET {table}") and each.endswith("/series") for each in changed)
    assert any(each.startswith(f"GET {deal}") and each.endswith("/frames") for each in changed)


# --- One by one -----------------------------------------------------------------------------------


@contextmanager
def watched(**fields: Any) -> Generator[tuple[Client, Opened, str, SimulatedRuntime]]:
    """A table with a delay, on which the clock stands still, and a watcher of it."""
    made = twins(GAMES["durak"], Random(CHANCE), moves=6, policy="by_kind")
    with world(made.pair[0]) as client:
        seats = PERSONS[: made.seats]
        table, _ = running(client, game="durak", seats=seats, watch_delay=DELAY, **fields)
        said: Any = client.send("POST", f"{table.path}/watchers", table.owner, json=NAMED).json
        seat, move = made.pair[0].moves[0]
        time(client).pass_time(DELAY)
        client.make(table, seat, move)
        yield client, table, said["token"], time(client)


def test_members_see_at_once_what_watchers_see_later() -> None:
    with watched() as (client, table, watcher, runtime):
        now = client.get(table.deal_path, table.owner)["version"]
        for seat in table.tokens.values():
            assert client.get(f"{table.deal_path}?view=public", seat)["version"] == now
        seen = client.get(table.deal_path, watcher)
        assert seen["version"] < now
        assert seen["now"] == timestamp(runtime.now() - DELAY * SECOND)
        runtime.pass_time(DELAY)
        assert client.get(table.deal_path, watcher)["version"] == now


def test_a_deal_is_not_there_before_it_was_opened_so_long_ago() -> None:
    with world(twins(GAMES["durak"], Random(CHANCE), moves=0, policy="by_kind").pair[0]) as client:
        table = client.open(game="durak", seats=PERSONS[:2], watch_delay=DELAY)
        assert client.send("GET", table.deal_path).status_code == 404
        shown = client.get(table.path, None)
        assert (shown["status"], shown["deal"]) == ("playing", None)
        assert [seat["name"] for seat in shown["seats"]] == [each["name"] for each in PERSONS[:2]]
        time(client).pass_time(DELAY)
        assert client.get(table.path, None)["deal"]["id"] == str(table.deal)
        assert client.send("GET", table.deal_path).status_code == 200


def test_an_event_that_is_not_shown_yet_is_not_proved() -> None:
    with watched() as (client, table, _, runtime):
        client.sequence()
        version = client.get(table.deal_path, table.owner)["version"]
        path = f"/v1/log/inclusion?version={version}&stream={table.deal}"
        assert client.send("GET", path, table.owner).status_code == 200
        assert client.send("GET", path).refusal == (409, "not-logged")
        runtime.pass_time(DELAY)
        assert client.send("GET", path).status_code == 200


def test_watchers_with_a_delay_see_no_people() -> None:
    with watched(phrases="always") as (client, table, watcher, _):
        path = f"{table.path}/phrases"
        assert (
            client.send("POST", path, table.tokens[0], json={"phrase": "hello"}).status_code == 201
        )
        people = f"{table.path}/people"
        assert [len(client.get(people, who)["phrases"]) for who in (table.owner, watcher)] == [1, 0]


def test_others_find_neither_the_table_nor_what_follows_from_it() -> None:
    with watched() as (client, _, _, _):
        stranger = client.key()
        terms: dict[str, Any] = {"game": "durak", "watch_delay": DELAY}
        waiting = client.open(seats=[PERSONS[0], {}], **terms)
        table = given_up(client, seats=PERSONS[:2], target=1, **terms)
        rematch = client.send("POST", f"{table.path}/rematch", table.tokens[0], json={})
        assert rematch.status_code == 201, rematch.text
        client.sequence()

        def found(who: str | None) -> list[str]:
            tables, deals = (client.get(f"/v1/{kind}", who)[kind] for kind in ("tables", "deals"))
            of_table = client.get(f"/v1/deals?table={table.id}", who)["deals"]
            lobby = client.get("/v1/lobby/events?after=0", who)["events"]
            return [str(each.get("id")) for each in (*tables, *deals, *of_table, *lobby)]

        assert {str(table.id), str(table.deal)} <= {*found(table.owner)}
        assert str(waiting.id) in found(waiting.owner)
        assert found(stranger) == found(None) == []


def test_a_refusal_to_sit_down_does_not_tell_that_a_table_is_closed() -> None:
    with watched() as (client, table, _, _):
        path, stranger, sit = f"{table.path}/seats/0", client.key(), {"name": "Eve"}
        before = client.send("PUT", path, stranger, json=sit).json
        client.send("DELETE", table.path, table.owner)
        assert client.send("PUT", path, stranger, json=sit).json == before


def test_a_refusal_of_a_proof_does_not_tell_that_a_deal_has_begun() -> None:
    with watched() as (client, _, _, _):
        table = client.open(game="durak", seats=[PERSONS[0], {}], watch_delay=DELAY)
        deal = client.get(table.path)["next_deal"]["id"]
        path = f"/v1/log/inclusion?version=1&stream={deal}"
        before = client.send("GET", path).json
        client.sit(table, 1)
        client.sequence()
        assert client.get(table.path, table.owner)["deal"]["id"] == deal
        assert client.send("GET", path).json == before


def test_a_long_poll_of_a_watcher_waits_for_the_delay() -> None:
    with watched() as (client, table, watcher, runtime):
        seen = client.get(table.deal_path, watcher)["version"]
        began = runtime.monotonic()
        path = f"{table.deal_path}/events?after={seen}&wait={DELAY + 5}"
        page = client.get(path, watcher)
        assert next(each["position"] for each in page["events"]) == seen + 1
        assert DELAY <= runtime.monotonic() - began < DELAY + 1


def test_a_stream_of_a_watcher_goes_on_when_the_delay_has_passed() -> None:
    with watched() as (client, table, watcher, runtime):
        app = cast("Application", client.flask.application)
        served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)
        version = client.get(table.deal_path, table.owner)["version"]
        began = runtime.monotonic()
        path = f"{table.deal_path}/events"
        status, _, sent = run(hear(served, path, watcher, SSE, version), runtime)
        assert (status, sent.count(b"data: {")) == (200, version)
        assert DELAY <= runtime.monotonic() - began < DELAY + 1


def test_a_name_that_is_erased_is_gone_for_watchers_at_once() -> None:
    with watched() as (client, table, watcher, _):
        path = f"{table.path}/events"
        assert PERSONS[0]["name"] in client.send("GET", path, watcher).text
        context = client.context
        stream = as_of(context, found(client, table), DELAY * SECOND)
        assert stream is not None
        followed = FollowedTable(context, stream, OTHERS)
        client.send("DELETE", f"{table.path}/seats/0/person", table.owner)
        assert PERSONS[0]["name"] not in client.send("GET", path, watcher).text
        erased = followed.again()
        assert erased.lines(0).erases
        assert not erased.again().lines(0).erases


def found(client: Client, table: Opened) -> TableStream:
    stream = client.context.streams.table(UUID(str(table.id)))
    assert stream is not None
    return stream
