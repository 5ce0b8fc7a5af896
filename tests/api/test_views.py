"""Fewer requests for a move: what is waited for, views in answers, pages and streams, `expand`."""

import gzip
import json
import sqlite3
from contextlib import closing
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from domain.kernel.game import Game
from service.api.dependencies import Application
from tests.api.playing import PERSONS, Client, Opened
from tests.api.streamed import streamed, streams_of, takes_streams
from tests.api.streaming import NDJSON
from tests.api.test_seeds import opened as with_seeds
from tests.laws.play import every_game

PREFERS = "return=representation"


def timeless(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "now": None}


def turn(client: Client, table: Opened) -> tuple[int, dict[str, Any]]:
    """The seat that is to act, and the deal as it sees it."""
    path = table.deal_path
    seat = client.get(path, table.tokens[0])["to_act"]
    return seat, client.get(path, table.tokens[seat])


# --- What is waited for --------------------------------------------------------------------------


def test_a_table_and_its_deal_say_what_they_wait_for(client: Client) -> None:
    table = client.open(seats=PERSONS[:3])
    path = table.path
    free = {"kind": "players", "seats": [3], "until": None}
    assert client.get(path, table.owner)["waiting_for"] == free
    taken: Any = client.send("PUT", f"{path}/seats/3", table.owner, json=PERSONS[3]).json
    shown = client.get(path, table.owner)
    assert shown["waiting_for"] == {"kind": "deal", "seats": [], "until": None}
    assert shown["now"] > shown["created_at"]
    deal = client.get(f"/v1/deals/{shown['deal']['id']}", taken["token"])
    waits = {"kind": "move", "seats": [deal["to_act"]], "until": None}
    assert deal["waiting_for"] == waits
    assert deal["now"] > shown["now"]


def test_a_deadline_is_in_what_is_waited_for(client: Client) -> None:
    table = client.open(turn_limit=60)
    deal = client.get(table.deal_path, table.tokens[0])
    assert deal["waiting_for"]["until"] == deal["clock"]["until"] > deal["now"]
    adding = with_seeds(client, reveal_seconds=30)
    deal = client.get(f"/v1/deals/{adding.deal}", adding.tokens[0])
    assert deal["waiting_for"]["kind"] == "seeds"
    assert deal["waiting_for"]["seats"] == [0, 3]
    assert deal["waiting_for"]["until"] > deal["now"]


def test_a_bot_and_an_end_are_waited_for_differently(client: Client, played: Opened) -> None:
    robots = client.open(seats=[PERSONS[0], *[{"bot": "easy"}] * 3])
    deal = client.get(robots.deal_path, robots.owner)
    bot = deal["bots"][deal["to_act"]] is not None
    assert deal["waiting_for"]["kind"] == ("bots" if bot else "move")
    over = client.get(played.deal_path, played.owner)
    assert over["waiting_for"] == {"kind": "nothing", "seats": [], "until": None}
    assert over["now"] is None


# --- Moves and their views ------------------------------------------------------------------------


@pytest.mark.parametrize("prefer", [PREFERS, 'wait=3, Return="representation"; legal=compact'])
def test_the_answer_to_a_move_has_the_view_if_preferred(prefer: str, client: Client) -> None:
    table = client.open()
    seat, deal = turn(client, table)
    path, body = table.deal_path, {"move": deal["legal_moves"][0]["move"]}
    answer = client.send("POST", f"{path}/moves", table.tokens[seat], json=body, Prefer=prefer)
    assert answer.headers["Preference-Applied"] == PREFERS
    legal = "compact" if "compact" in prefer else "full"
    view = client.get(f"{path}?legal={legal}", table.tokens[seat])
    assert timeless(answer.json["view"]) == timeless(view)
    assert answer.json["view"]["at"] == answer.json["version"]


@pytest.mark.parametrize("prefer", ["return=minimal", "x", '"', "return", "=;=,,"])
def test_other_preferences_change_nothing(prefer: str, client: Client, table: Opened) -> None:
    seat, deal = turn(client, table)
    body = {"move": deal["legal_moves"][0]["move"]}
    path = f"{table.deal_path}/moves"
    answer = client.send("POST", path, table.tokens[seat], json=body, Prefer=prefer)
    assert answer.status_code == 201
    assert "view" not in answer.json
    assert "Preference-Applied" not in answer.headers


@every_game
def test_legal_moves_have_three_forms(game: Game[Any], client: Client) -> None:
    table = client.open(game=game.key, seats=PERSONS[: game.seats[0]])
    client.play(table, Random(2), moves=5)
    seat, full = turn(client, table)
    path, token = table.deal_path, table.tokens[seat]
    both, compact = (client.get(f"{path}?legal={form}", token) for form in ("both", "compact"))
    assert full["choices"] is None
    assert both["legal_moves"] == full["legal_moves"]
    assert compact["legal_moves"] == []
    assert both["choices"] == compact["choices"]
    types = {each["move"]["type"] for each in full["legal_moves"]}
    assert {each["type"] for each in both["choices"]} == types


def test_legal_moves_of_a_finished_deal_are_those_of_then(client: Client, table: Opened) -> None:
    path, then = table.deal_path, dict[int, Any]()

    def note() -> None:
        seat, deal = turn(client, table)
        then[deal["at"]] = (seat, deal["legal_moves"])

    client.play(table, Random(3), moves=9, each=note)
    at, (seat, moves) = next(iter(then.items()))
    early = client.get(f"{path}?at={at}", table.tokens[seat])
    assert early["legal_moves"] == [], "while the deal is on, only the last event has them"
    client.play(table, Random(3))
    for at, (seat, moves) in then.items():
        assert client.get(f"{path}?at={at}&view=seat:{seat}", table.owner)["legal_moves"] == moves
        assert client.get(f"{path}?at={at}&view=full", table.owner)["legal_moves"] == []


# --- Commands, pages and streams ------------------------------------------------------------------


def by_command(events: list[dict[str, Any]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for each in events:
        found.setdefault(each["command"], []).append(each["position"])
    return found


def test_events_of_one_command_share_its_position(client: Client, played: Opened) -> None:
    page = client.get(f"{played.deal_path}/events", played.owner)
    commands = by_command(page["events"])
    assert all(positions[0] == command for command, positions in commands.items())
    assert any(len(positions) > 1 for positions in commands.values())
    assert len(commands) > 10
    table = client.get(f"{played.path}/events", played.owner)
    assert next(iter(by_command(table["events"]))) == 1
    assert page["now"] <= table["now"]


def test_a_page_has_the_view_after_each_command(client: Client, played: Opened) -> None:
    path, after, seen = played.deal_path, 0, list[dict[str, Any]]()
    ends: list[int] = []
    while events := (
        page := client.get(f"{path}/events?view=seat:1&views=true&after={after}", played.owner)
    )["events"]:
        assert len(events) <= 50
        after, seen = events[-1]["position"], seen + page["views"]
        ends += [positions[-1] for positions in by_command(events).values()]
    assert [view["at"] for view in seen] == sorted({*ends} & {view["at"] for view in seen})
    assert seen[-1]["status"] == "over"
    for view in seen:
        assert view == client.get(f"{path}?view=seat:1&at={view['at']}", played.owner)


def lines(client: Client, path: str, who: str) -> list[dict[str, Any]]:
    """The lines of a stream, up to where it would wait."""
    takes_streams(client)
    answer = client.send("GET", path, who, Accept=NDJSON)
    assert answer.status_code == 200, answer.text
    subscription, app = streams_of(client).pop(), cast("Application", client.flask.application)
    app.live.leave_slot(subscription.holder)
    text = streamed(subscription, app)
    return [json.loads(line) for line in text.splitlines() if line]


def test_a_stream_has_the_view_after_each_command(client: Client, played: Opened) -> None:
    path = played.deal_path
    found = lines(client, f"{path}/events?view=seat:2&views=true&legal=none", played.owner)
    views = [each for each in found if each["type"] == "view"]
    events = [each for each in found if each["type"] != "view"]
    assert [positions[-1] for positions in by_command(events).values()] == [
        each["position"] for each in views
    ]
    for before, after in pairwise(found):
        assert after["type"] != "view" or before["position"] == after["position"]
    for each in views[:: len(views) // 4]:
        at = f"{path}?view=seat:2&legal=none&at={each['position']}"
        assert each["view"] == client.get(at, played.owner)
    resumed = lines(
        client, f"{path}/events?view=seat:2&views=true&legal=none&after=20", played.owner
    )
    assert (resumed[0]["type"], resumed[0]["position"]) == ("view", 20)
    assert resumed[1:] == [each for each in found if each["position"] > 20]


# --- Expanded answers -----------------------------------------------------------------------------


def test_a_deal_comes_with_its_table_series_and_events(client: Client, played: Opened) -> None:
    path = played.deal_path
    wanted = "table,series,events,table"
    assert client.send("GET", f"{path}?expand={wanted}", played.owner).status_code == 422
    shown = client.get(f"{path}?at=9&expand=events,table,series", played.owner)["expanded"]
    assert timeless(shown["table"]) == timeless(client.get(played.path, played.owner))
    assert shown["series"] == client.get(f"{played.path}/series", played.owner)
    assert [each["position"] for each in shown["events"]] == [*range(1, 10)]
    assert "expanded" not in client.get(path, played.owner)
    assert client.send("GET", f"{path}?expand=seats", played.owner).status_code == 422


# --- A whole replay -------------------------------------------------------------------------------


def patched(state: Any, patch: Any) -> Any:
    """A merge patch, applied by SQLite's implementation of RFC 7396."""
    with closing(sqlite3.connect(":memory:")) as database:
        given = (json.dumps(state), json.dumps(patch))
        (found,) = database.execute("SELECT json_patch(?, ?)", given).fetchone()
    return json.loads(found)


def of_fields(value: Any) -> Any:
    """An object without the fields that are null; lists stay as they are, as in a merge patch."""
    if isinstance(value, dict):
        return {name: of_fields(each) for name, each in value.items() if each is not None}
    return value


@every_game
def test_frames_are_the_deal_at_every_event(game: Game[Any], client: Client) -> None:
    table = client.open(game=game.key, seats=PERSONS[: game.seats[0]])
    client.play(table, Random(4))
    path = table.deal_path
    query = f"view=seat:{Random(game.key).randrange(2)}&legal=both"
    shown = client.get(f"{path}/frames?{query}", table.owner)
    assert shown["next"] is None
    state = shown["first"]
    assert state == client.get(f"{path}?at=1&{query}", table.owner)
    for frame in shown["frames"]:
        state, at = patched(state, frame["patch"]), frame["event"]["position"]
        if at % 6 == 0 or at == shown["version"]:
            wanted = client.get(f"{path}?at={at}&{query}", table.owner)
            assert of_fields(state) == of_fields(wanted)
    events = client.get(f"{path}/events?{query}", table.owner)["events"]
    assert [frame["event"] for frame in shown["frames"]][: len(events) - 1] == events[1:]


def test_frames_come_in_parts(client: Client, played: Opened) -> None:
    path, found = f"{played.deal_path}/frames?view=full", list[Any]()
    after: int | None = 1
    whole = client.get(path, played.owner)
    while after is not None:
        part = client.get(f"{path}&after={after}&limit=20", played.owner)
        found, after = found + part["frames"], part["next"]
    assert found == whole["frames"]
    assert client.send("GET", f"{path}&after=999", played.owner).status_code == 404


def test_a_replay_is_a_few_kilobytes(client: Client, played: Opened) -> None:
    answer = client.send("GET", f"{played.deal_path}/frames?view=seat:1", played.owner)
    assert "immutable" in answer.headers["Cache-Control"]
    assert len(gzip.compress(answer.data)) < 6_000
