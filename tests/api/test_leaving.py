"""Clocks and leaving over the API: leaving, returning, resigning, and the views of all players."""

from datetime import datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from service.settings import Settings
from service.tables.progress import record_deal
from service.timestamps import timestamp
from tests.api.playing import PERSONS, Client, Opened, client_of
from tests.memory.context import memory_context, memory_of
from tests.simulation.runtime import RUNTIME
from workers.turns import play_bots

UNTIMED = {
    "turn_limit": None,
    "time_bank": 0,
    "abandon": "bot",
    "stand_in": "medium",
    "test": False,
}


def act(client: Client, table: Opened, what: str, seat: int, **headers: Any) -> Any:
    return client.send("POST", f"{table.deal_path}/{what}", table.tokens[seat], **headers)


def deal_of(client: Client, table: Opened, who: str | None = None) -> Any:
    return client.get(table.deal_path, who or table.owner)


def test_a_table_says_how_it_is_played(client: Client, table: Opened) -> None:
    shown = client.get(table.path, table.owner)
    assert {name: shown[name] for name in UNTIMED} == UNTIMED
    assert deal_of(client, table)["clock"] is None
    fields: Any = {"turn_limit": 30, "time_bank": 90, "abandon": "forfeit", "stand_in": "easy"}
    fields["test"] = True
    timed = client.open(**fields)
    shown = client.get(timed.path, timed.owner)
    assert {name: shown[name] for name in fields} == fields


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"turn_limit": 0}, "turn_limit"),
        ({"turn_limit": 86_401}, "turn_limit"),
        ({"turn_limit": "30"}, "turn_limit"),
        ({"time_bank": -1}, "time_bank"),
        ({"time_bank": None}, "time_bank"),
        ({"abandon": "nothing"}, "abandon"),
        ({"stand_in": "genius"}, "stand_in"),
        ({"test": "yes"}, "test"),
    ],
)
def test_impossible_options(fields: Any, field: str, client: Client) -> None:
    body = {"game": "goat", "name": "x", "seats": PERSONS, **fields}
    answer = client.send("POST", "/v1/tables", client.key(), json=body)
    assert answer.status_code == 422
    assert answer.pointers[0] == f"/{field}"


def test_the_clock_is_the_same_for_all_and_says_until_when(client: Client) -> None:
    table = client.open(turn_limit=30, time_bank=5)
    seen = [deal_of(client, table, who) for who in (table.owner, *table.tokens.values())]
    assert len({str(each["clock"]) for each in seen}) == 1
    clock, turn = seen[0]["clock"], seen[0]["to_act"]
    assert (clock["turn"], clock["banks"], clock["seat"]) == (30, [5.0] * 4, turn)
    assert clock["until"] > timestamp(RUNTIME.now())
    assert client.get(f"{table.deal_path}?at=2", table.owner)["clock"] is None


def test_a_late_move_is_refused_and_a_bot_plays_on(client: Client) -> None:
    table = client.open(turn_limit=5)
    seat = deal_of(client, table)["to_act"]
    move = deal_of(client, table, table.tokens[seat])["legal_moves"][0]["move"]
    RUNTIME.pass_time(5)
    with RUNTIME.stopped():
        path = f"{table.deal_path}/moves"
        late = client.send("POST", path, table.tokens[seat], json={"move": move})
        assert late.status_code == 409
        assert (late.json["code"], late.json["clauses"][0]["id"]) == ("time-over", "L2")
        shown = deal_of(client, table)
        assert (shown["away"], shown["bots"][seat]) == ([seat], "medium")
        assert shown["clock"]["seat"] is None
        events = client.get(f"{table.deal_path}/events?after=0", table.owner)["events"]
        over, gone = events[-2:]
        assert over["type"] == "deal.time_over"
        assert gone["data"] == {"seat": seat, "bot": "medium", "reason": "time"}
        mine = deal_of(client, table, table.tokens[seat])
        assert (mine["to_act"], mine["legal_moves"]) == (seat, []), "each would be refused"
        soon = act(client, table, "return", seat)
        assert soon.refusal == (409, "time-over")
        assert soon.json["clauses"][0]["id"] == "L3"
        with RUNTIME.executor(1, name="player") as threads:
            waits = threads.submit(act, client, table, "return", seat)
            assert play_bots(client.context, UUID(table.deal)) > 0
            back = waits.result()
        assert back.status_code == 201, "it has waited for the move of the bot"
        assert [each["type"] for each in back.json["events"]] == ["deal.seat_returned"]
        assert deal_of(client, table)["away"] == []
        assert act(client, table, "leaving", seat).refusal == (403, "not-allowed")


def test_without_persons_the_clock_shows_the_wait_of_a_stand_in(client: Client) -> None:
    in_turn = {"molodka": "on_turn"}  # a stand-in waits only with moves in turn (L3)
    table = client.open(options=in_turn, turn_limit=600, time_bank=60)
    turn = deal_of(client, table)["to_act"]
    for seat in (turn, *({0, 1, 2, 3} - {turn})):
        assert deal_of(client, table)["clock"]["seat"] in {turn, None}
        act(client, table, "leaving", seat)
    shown = deal_of(client, table)
    events = client.get(f"{table.deal_path}/events?after=0", table.owner)["events"]
    left = datetime.fromisoformat(events[-1]["at"])
    clock = shown["clock"]
    assert clock["seat"] == turn in shown["away"]
    assert datetime.fromisoformat(clock["until"]) == left + timedelta(seconds=600)
    assert play_bots(client.context, UUID(table.deal)) == 0, "it waits"
    act(client, table, "return", (turn + 1) % 4)
    assert deal_of(client, table)["clock"] != clock
    assert play_bots(client.context, UUID(table.deal)) > 0, "no present player waits for it"


def test_leaving_and_returning_may_be_repeated(client: Client, table: Opened) -> None:
    left = act(client, table, "leaving", 2, Idempotency_Key="gone")
    again = act(client, table, "leaving", 2, Idempotency_Key="gone")
    assert left.status_code == again.status_code == 201
    assert again.json == left.json
    assert again.is_replayed
    assert deal_of(client, table)["away"] == [2]
    assert deal_of(client, table, table.tokens[2])["bots"][2] == "medium"
    assert act(client, table, "resignation", 2).refusal == (409, "away")
    assert act(client, table, "return", 2, Idempotency_Key="back").status_code == 201
    assert act(client, table, "leaving", 2, Idempotency_Key="gone").json == left.json
    assert deal_of(client, table)["away"] == []
    assert act(client, table, "return", 1).refusal == (403, "not-allowed")
    client.play(table, Random(2), moves=1)
    once_more = act(client, table, "leaving", 2)
    assert once_more.json["version"] > left.json["version"]
    assert act(client, table, "leaving", 2).json == once_more.json


def test_a_series_that_was_given_up(client: Client, table: Opened) -> None:
    for seat in (1, 3):
        assert act(client, table, "resignation", seat).status_code == 201
    record_deal(client.context, UUID(table.deal))
    series = client.get(f"{table.path}/series", table.owner)
    assert (series["status"], series["forfeited"], series["ranks"]) == ("over", [1, 3], [1, 2])
    (line,) = series["deals"]
    assert line["abandoned"] == {"seats": [1, 3], "reason": "resigned"}
    assert line["explained"] == ["Abandoned: seat 1 and seat 3 resigned. [L5]"]
    assert (line["counted"], line["result"]) == ([0, 0], None)
    shown = deal_of(client, table)
    assert (shown["status"], shown["to_act"], shown["clock"]) == ("over", None, None)
    assert shown["abandoned"] == line["abandoned"]
    full = client.get(f"{table.deal_path}?view=full", table.owner)
    assert "null" not in str(full["state"]["hands"])
    assert client.get(f"{table.deal_path}/transcript", table.owner)["expect"]["over"] is False
    audit = client.get(f"{table.deal_path}/audit", table.owner)
    assert (audit["decided"], audit["findings"]) == (None, [])
    assert act(client, table, "leaving", 0).refusal == (409, "deal-over")


@pytest.mark.parametrize("cards", ["true", "resample"])
def test_a_branch_of_a_deal_that_was_given_up_goes_on(cards: str, client: Client) -> None:
    table = client.open(abandon="forfeit", turn_limit=600)
    seat = deal_of(client, table)["to_act"]
    path = f"{table.deal_path}/moves"
    move = deal_of(client, table, table.tokens[seat])["legal_moves"][0]["move"]
    act(client, table, "resignation", 2)
    assert client.send("POST", path, table.tokens[seat], json={"move": move}).status_code == 201
    act(client, table, "leaving", 1)
    version = deal_of(client, table)["version"]
    body = {"at": version, "deal": cards, "from_seat": 1}
    path = f"{table.deal_path}/branches"
    answer = client.post(path, table.owner, body)
    branch = answer["table"]
    assert branch["status"] == "playing"
    assert client.send("DELETE", f"/v1/tables/{branch['id']}", table.owner).status_code == 204
    ended = client.get(f"/v1/deals/{branch['deal']['id']}", table.owner)
    assert ended["abandoned"] == {"seats": [], "reason": "closed"}


def test_a_table_is_closed_by_its_owner_at_any_time(client: Client, table: Opened) -> None:
    for _ in range(2):
        client.delete(table.path, table.owner)
    shown = client.get(table.path, table.owner)
    assert (shown["status"], shown["deal"], shown["next_deal"]) == ("closed", None, None)
    series = client.get(f"{table.path}/series", table.owner)
    assert (series["ranks"], series["forfeited"]) == ([], [])
    given = client.open(abandon="forfeit")
    act(client, given, "leaving", 0)
    refused = client.send("DELETE", given.path, given.owner)
    assert refused.status_code == 409
    assert refused.json["code"] == "series-over"


def test_a_bot_that_stands_in_is_asked_by_the_workers(client: Client, table: Opened) -> None:
    seat = deal_of(client, table)["to_act"]
    act(client, table, "leaving", seat)
    assert play_bots(client.context, UUID(table.deal)) > 0


def test_a_table_that_another_process_has_closed_is_not_closed_again(
    client: Client, settings: Settings
) -> None:
    context = memory_context(memory_of(client.context))
    other = client_of(context, settings)
    table = client.open()
    first = other.send("DELETE", table.path, table.owner)
    again = client.send("DELETE", table.path, table.owner)
    assert not first.is_replayed
    assert again.is_replayed
