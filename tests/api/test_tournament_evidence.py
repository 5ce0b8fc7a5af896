"""The evidence of tournaments: taken home by the director and by players, and verified."""

import json
from dataclasses import replace
from io import BufferedReader, BytesIO
from random import Random
from typing import Any
from uuid import UUID

import pytest

from service.settings import Settings
from tests.api.playing import Client, client_of
from tests.api.test_boards import Evening
from tests.api.test_tournaments import carry_on, enter, opened, play_round
from tests.memory.context import memory_context, memory_of
from tests.memory.store import Streams
from tests.simulation.runtime import RUNTIME
from verifier.evidence import Evidence
from verifier.report import Checked
from verifier.tournament_files import verify_tournament
from verifier.verdicts import FAILS, OPEN


@pytest.fixture(scope="module")
def owner(client: Client) -> str:
    return client.key("evidence")


def fetched(client: Client, path: str, token: str, query: str = "") -> list[bytes]:
    response = client.send("GET", f"{path}/bundle{query}", token)
    assert response.status_code == 200, response
    body: bytes = response.data
    return body.splitlines(keepends=True)


def verified(client: Client, lines: list[bytes]) -> list[Checked]:
    file: Any = BufferedReader(BytesIO(b"".join(lines)))
    given = Evidence(key=client.context.translog.verifier)
    return [*verify_tournament(file, given, name="evening")]


def kinds(lines: list[bytes]) -> list[str]:
    return [json.loads(each)["bundle"]["kind"] for each in lines]


def test_it_holds_as_a_whole_and_says_what_is_missing(client: Client, owner: str) -> None:
    path = opened(client, owner, table_terms={"turn_limit": 600})
    tokens = [enter(client, path, owner, name=name)["token"] for name in ("Ann", "Bob")]
    for level in ("easy", "easy"):
        enter(client, path, owner, bot=level)
    chance = Random(3)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    assert kinds(fetched(client, path, owner)) == ["tournament"], "no table has a result"
    play_round(client, path, tokens, chance)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    play_round(client, path, tokens, chance)
    client.delete(f"{path}/players/1/person", tokens[0])
    client.sequence()

    lines = fetched(client, path, owner)
    assert kinds(lines)[:2] == ["tournament", "table"]
    assert kinds(lines).count("table") == 4
    *parts, whole = verified(client, lines)
    assert [each.detail for each in whole.doubts] == []
    assert [each.doubts for each in parts] == [[]] * len(parts)
    assert lines == fetched(client, path, tokens[1])
    assert b"Ann" not in lines[0]

    short = fetched(client, path, owner, "?deals=false")
    assert kinds(short) == ["tournament", *["table"] * 4]
    dropped = {each.check: each for each in verified(client, short[:3])[-1].verdicts}
    assert dropped["tables"].status == OPEN
    assert "table 1 of round 2 was not given" in dropped["tables"].detail

    forged = json.loads(lines[1])
    forged["bundle"]["events"].pop()
    changed = verified(client, [lines[0], json.dumps(forged).encode() + b"\n", *lines[2:]])
    assert FAILS in {each.status for each in changed[0].verdicts}


def test_a_table_with_a_dispute_is_for_its_parties(client: Client, owner: str) -> None:
    path = opened(client, owner, visibility="public", rounds=1)
    tokens = [enter(client, path, owner, name=name)["token"] for name in ("Ann", "Bob", "Eve")]
    enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    seats = [client.get(f"{path}/entry", each)["seat"] for each in tokens]
    play_round(client, path, tokens, Random(4))
    table = f"/v1/tables/{seats[0]['table']}"
    deal = client.get(f"{table}/events", owner)["events"][-2]["data"]["deal"]
    client.post(
        f"/v1/deals/{deal}/disputes",
        seats[0]["token"],
        {"at": 3, "claim": "legality", "text": "They talked."},
    )
    client.sequence()
    there = [each["table"] == seats[0]["table"] for each in seats]
    for token, sat_there in zip(tokens, there, strict=True):
        lines = fetched(client, path, token, "?deals=false")
        assert kinds(lines).count("table") == 1 + sat_there
        assert (b"They talked." in b"".join(lines)) == sat_there
    assert True in there[1:] or not all(there)
    assert kinds(fetched(client, path, owner, "?deals=false")).count("table") == 2
    assert client.send("GET", f"{path}/bundle", client.key("stranger")).refusal[0] == 403


def test_c26_boards_are_in_it_when_they_are_revealed_and_are_compared(
    client: Client, owner: str
) -> None:
    evening = Evening(client, owner)
    for at in (0, 1, 0):
        evening.play(at)
        carry_on(client)
        assert kinds(fetched(client, evening.path, owner)) == ["tournament"]
    evening.play(1)
    carry_on(client)
    client.sequence()
    *parts, whole = verified(client, fetched(client, evening.path, evening.people[0]))
    assert [found.detail for each in (*parts, whole) for found in each.doubts] == []
    (boards,) = (each for each in whole.verdicts if each.check == "boards")
    assert "results compared: 4, decks compared: 4" in boards.detail


def test_tables_that_ended_after_the_tournament_are_in_it(client: Client, owner: str) -> None:
    evening = Evening(client, owner)
    for at in (0, 1):
        evening.play(at)
        carry_on(client)
    client.delete(evening.path, owner)
    for at in (0, 1):
        assert kinds(fetched(client, evening.path, owner)) == ["tournament"]
        evening.play(at)
        carry_on(client)
    client.sequence()
    *parts, whole = verified(client, fetched(client, evening.path, owner))
    assert [found.detail for each in (*parts, whole) for found in each.doubts] == []
    assert len(parts) == 6
    (boards,) = (each for each in whole.verdicts if each.check == "boards")
    assert "boards revealed: 2; results compared: 2, decks compared: 2" in boards.detail


def damage(client: Client, stream: str) -> None:
    """Change the last hash of a record in the database."""
    events = memory_of(client.context).tables(Streams).events[UUID(stream)]
    events[-1] = replace(events[-1], hash=bytes(32))


def test_a_record_that_is_damaged_keeps_no_other_from_its_readers(
    client: Client, owner: str, settings: Settings
) -> None:
    path = opened(client, owner, rounds=1, format="lot")
    for _ in range(6):
        enter(client, path, owner, bot="easy")
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    client.sequence()
    whole = fetched(client, path, owner)
    tables = [json.loads(each)["bundle"] for each in whole]
    (_, _, one), (_, deal, _) = (
        [each["stream"] for each in tables if each["kind"] == kind] for kind in ("table", "deal")
    )
    for stream in (one, deal):
        damage(client, stream)
    other = client_of(memory_context(memory_of(client.context), RUNTIME), settings)
    lines = fetched(other, path, owner)
    assert kinds(lines) == ["tournament", "table", "deal", "table"]
    checks = {each.check: each for each in verified(other, lines)[-1].verdicts}
    assert "table 3 of round 1 was not given" in checks["tables"].detail
    assert FAILS not in {each.status for each in checks.values()}


def test_the_results_of_other_tables_are_recorded_where_a_record_is_damaged(
    client: Client, owner: str, settings: Settings
) -> None:
    path = opened(client, owner, rounds=1, format="lot", round_seconds=60)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        enter(client, path, owner, name=name)
    client.post(f"{path}/rounds", owner, {})
    carry_on(client)
    first = client.get(path, owner)["played"][0]["tables"][0]["table"]
    damage(client, first)
    RUNTIME.sleep(61)
    other = client_of(memory_context(memory_of(client.context), RUNTIME), settings)
    carry_on(other)
    shown = other.get(path, owner)["played"][0]["tables"]
    assert [each["points"] is not None for each in shown] == [False, True]


def test_a_person_is_erased_from_all_records_that_are_not_damaged(
    client: Client, settings: Settings
) -> None:
    owner = client.key("forgets")
    paths = [opened(client, owner) for _ in range(3)]
    for path in paths:
        enter(client, path, owner, name="Ann", ref="user-9")
    damage(client, paths[0].rpartition("/")[2])
    other = client_of(memory_context(memory_of(client.context), RUNTIME), settings)
    refused = other.send("POST", "/v1/erasures", owner, json={"ref": "user-9"})
    assert refused.refusal == (500, "broken-record")
    names = [other.get(path, owner)["players"][0]["name"] for path in paths[1:]]
    assert names == ["Player 1"] * 2
