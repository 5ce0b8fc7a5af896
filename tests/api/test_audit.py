"""The evidence of a finished deal."""

from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from domain.games import GAMES
from domain.kernel.event import event_class
from languages.catalogue import IN_ENGLISH
from service.disputes.audit import audit_json
from tests.api.playing import Client, Opened
from tests.api.test_disputes import disputed


@pytest.fixture(scope="module", params=list(GAMES))
def over(request: pytest.FixtureRequest, client: Client) -> Opened:
    """A finished deal of every game."""
    seats = [{"name": f"P{seat}"} for seat in range(GAMES[request.param].seats[0])]
    table = client.open(game=request.param, seats=seats)
    client.play(table, Random(5))
    return table


def evidence(client: Client, table: Opened, query: str = "") -> Any:
    return client.get(f"{table.deal_path}/audit{query}", client.guest(table, "auditor"))


@pytest.fixture(scope="module")
def audit(client: Client, over: Opened) -> Any:
    return evidence(client, over)


def test_it_has_the_full_record_and_the_masked_ones(
    client: Client, over: Opened, audit: Any
) -> None:
    path = f"{over.deal_path}/events?limit=1000&view="
    assert audit["events"] == events(client, over, path + "full")
    for seen in audit["views"]:
        assert seen["events"] == events(client, over, f"{path}seat:{seen['seat']}")
    assert [seen["seat"] for seen in audit["views"]] == sorted(over.tokens)
    assert audit["version"] == len(audit["events"])


def events(client: Client, table: Opened, path: str) -> list[Any]:
    found: list[Any] = []
    while page := client.get(f"{path}&after={len(found)}", table.owner)["events"]:
        found += page
    return found


def test_the_rules_confirm_it(audit: Any) -> None:
    assert audit["findings"] == []
    assert audit["deck"] == "seed"


def test_differences_are_named_by_field(client: Client, over: Opened) -> None:
    assert over.deal is not None
    deal = client.deal(over)
    table = client.table(over)
    other = replace(cast("Any", deal.events[0]), dealer=9)
    broken = replace(deal, events=(other, *deal.events[1:]))
    shown: Any = audit_json(table.state, broken, at=(), states=1, language=IN_ENGLISH)
    assert shown["findings"] == [
        {
            "position": 1,
            "clauses": [],
            "field": "dealer",
            "detail": "dealer is no seat of the table",
            "key": "finding-no-seat-of-table",
            "values": {"field": "dealer"},
        }
    ]


def test_it_says_how_long_each_move_took(audit: Any) -> None:
    moves = {each["position"]: each for each in audit["timing"]}
    for event in audit["events"]:
        if event["actor"].startswith("seat:") and event["position"] in moves:
            timed = moves[event["position"]]
            assert f"seat:{timed['seat']}" == event["actor"]
            assert timed["at"] == event["at"]
            assert timed["took_us"] >= 0
            assert timed["took_us"] % 10_000 == 0
    made = {event["at"] for event in audit["events"] if event["actor"].startswith("seat:")}
    assert {each["at"] for each in audit["timing"]} == made


def test_it_says_where_the_deal_was_decided(audit: Any) -> None:
    decided = audit["decided"]
    assert 2 <= decided["at"] <= audit["version"]
    assert decided["exact"] in (True, False)


def test_it_has_what_each_could_do_where_it_was_asked_for(
    client: Client, over: Opened, audit: Any
) -> None:
    assert audit["choices"] == []
    timed = audit["timing"][len(audit["timing"]) // 2]
    (choice,) = evidence(client, over, f"?at={timed['position']}")["choices"]
    assert (choice["at"], choice["move_at"]) == (timed["position"], timed["position"])
    assert choice["seat"] == timed["seat"]
    before = f"{over.deal_path}?at={timed['position'] - 1}"
    assert client.get(before, over.owner)["to_act"] is not None
    event = audit["events"][timed["position"] - 1]
    moves = next(each for each in choice["seats"] if each["seat"] == timed["seat"])["legal_moves"]
    assert any(_is(each["move"], event) for each in moves)
    assert {"move", "clause", "early"} == moves[0].keys()
    assert _is(choice["move"], event), "beside them is the move that was made"
    seen = f"{over.deal_path}?at={timed['position'] - 1}&view=seat:{timed['seat']}"
    assert choice["state"] == client.get(seen, over.owner)["state"], "and trick and hand"


def _is(move: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether a legal move is the one that was made; cards are compared in any order."""

    def known(value: Any) -> Any:
        return sorted(value) if isinstance(value, list) else value

    said, data = dict(move), event["data"]
    return said.pop("type") == event_class(event["type"]).MOVE and all(
        known(data[name]) == known(value) for name, value in said.items()
    )


def test_before_the_first_move_no_seat_had_a_choice(client: Client, over: Opened) -> None:
    (choice,) = evidence(client, over, "?at=2")["choices"]
    none = ("move_at", "seat", "move", "trick", "explanation", "state")
    assert choice == {"at": 2, **dict.fromkeys(none), "seats": []}


def test_there_is_no_event_after_the_last(client: Client, over: Opened) -> None:
    assert client.send("GET", f"{over.deal_path}/audit?at=90000", over.owner).status_code == 404


def test_the_evidence_contains_the_disputed_event(client: Client, played: Opened) -> None:
    path = f"{played.deal_path}/audit"
    first = client.send("GET", path, played.owner)
    disputed(client, played, at=9)
    disputed(client, played, seat=1, at=9)
    disputed(client, played, seat=2, at=14)
    answer = client.send("GET", path, played.owner, If_None_Match=first.headers["ETag"])
    assert [each["at"] for each in answer.json["choices"]] == [9, 14]
    assert all(each["move_at"] <= each["at"] for each in answer.json["choices"])
    known = answer.headers["ETag"]
    assert client.send("GET", path, played.owner, If_None_Match=known).status_code == 304


def test_players_are_shown_what_the_auditor_is_shown(client: Client, played: Opened) -> None:
    """After a deal there is nothing left to hide; see `service.disputes.use_cases.see_evidence`."""
    path = f"{played.deal_path}/audit"
    shown = [client.get(path, who) for who in (played.tokens[0], played.tokens[3], played.owner)]
    assert shown == [evidence(client, played)] * 3


def test_there_is_none_during_a_deal(client: Client, table: Opened) -> None:
    for who in (table.owner, table.tokens[0], client.guest(table, "auditor")):
        answer = client.send("GET", f"{table.deal_path}/audit", who)
        assert answer.status_code == 409
        assert "J" not in answer.text
