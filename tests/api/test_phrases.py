"""Phrases at a table: when, how often, to whom, and how it is forgotten."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.table.phrases import PHRASES
from service.players.phrase_store import (
    BETWEEN,
    MOST,
    MOST_REPORTS,
    NEWEST,
    SECOND,
    TooSoon,
    require_pause,
)
from service.settings import Settings
from tests.api.playing import PERSONS, Answer, Client, Opened, client_of
from tests.api.test_tournament_evidence import damage
from tests.memory.context import memory_context, memory_of
from tests.simulation.runtime import RUNTIME
from workers.idle import IdleTables
from workers.work import KEPT, Work

BOT = {"name": "Rob", "kind": "bot"}


@pytest.fixture
def talkative(client: Client) -> Opened:
    return client.open(phrases="always")


def say(client: Client, table: Opened, seat: int, phrase: str = "hello", **headers: Any) -> Answer:
    path, body = f"{table.path}/phrases", {"phrase": phrase}
    return client.send("POST", path, table.tokens[seat], json=body, **headers)


def said(client: Client, table: Opened, who: str) -> list[tuple[int, str]]:
    phrases = client.get(f"{table.path}/people", who)["phrases"]
    return [(each["seat"], each["phrase"]) for each in phrases]


def pause() -> None:
    RUNTIME.sleep(BETWEEN / SECOND)


def test_everybody_at_the_table_reads_what_people_say(client: Client, talkative: Opened) -> None:
    shown = client.post(f"{talkative.path}/phrases", talkative.tokens[1], {"phrase": "good_luck"})
    assert (shown["number"], shown["seat"], shown["phrase"]) == (1, 1, "good_luck")
    assert say(client, talkative, 3, "thank_you").status_code == 201
    for who in (*talkative.tokens.values(), talkative.owner):
        assert said(client, talkative, who) == [(1, "good_luck"), (3, "thank_you")]


def test_a_seat_says_one_phrase_in_five_seconds(client: Client, talkative: Opened) -> None:
    assert say(client, talkative, 0).status_code == 201
    refused = say(client, talkative, 0)
    assert refused.refusal == (429, "too-soon")
    assert 1 <= int(refused.headers["Retry-After"]) <= BETWEEN // SECOND
    assert f"{refused.headers['Retry-After']} seconds" in refused.json["detail"]
    assert say(client, talkative, 1).status_code == 201, "another seat may"
    pause()
    assert say(client, talkative, 0).status_code == 201


@pytest.mark.parametrize(
    ("last", "wait"),
    [
        (None, 0),
        (-BETWEEN, 0),
        (1 - BETWEEN, 1),
        (0, BETWEEN),
        (BETWEEN - 1, BETWEEN),
        (BETWEEN, 0),
    ],
)
def test_a_seat_pauses_and_a_clock_that_was_ahead_delays_nothing(
    last: int | None, wait: int
) -> None:
    found = 0
    try:
        require_pause(last, 0)
    except TooSoon as soon:
        found = soon.wait
    assert found == wait


def test_a_repeated_request_says_it_once(client: Client, talkative: Opened) -> None:
    first, again = (say(client, talkative, 0, Idempotency_Key="one") for _ in range(2))
    assert again.json == first.json
    assert (first.is_replayed, again.is_replayed) == (False, True)
    assert said(client, talkative, talkative.owner) == [(0, "hello")]


def test_a_phrase_is_one_of_the_list(client: Client, talkative: Opened) -> None:
    refused = say(client, talkative, 0, "You have the queen, haven't you?")
    assert refused.refusal == (422, "invalid")
    assert len(PHRASES) == len({*PHRASES}) == 18


@pytest.mark.parametrize("game", GAMES)
def test_partners_may_not_signal_unless_the_table_says_so(client: Client, game: str) -> None:
    seats = PERSONS[: GAMES[game].seats[0]]
    table = client.open(game=game, seats=seats)
    with_partners = game in ("goat", "skat")
    when = client.get(table.path, table.owner)["phrases"]
    assert when == ("between_deals" if with_partners else "always")
    answer = say(client, table, 0)
    assert (answer.status_code == 409) is with_partners
    assert not with_partners or answer.json["code"] == "deal-on"


def test_phrases_come_between_deals(client: Client) -> None:
    table = client.open(pause_seconds=60, seats=[*PERSONS[:3], {}])
    assert say(client, table, 0).status_code == 201, "nothing is dealt yet"
    token = client.post(f"{table.path}/seats/3", table.owner, PERSONS[3], method="PUT")["token"]
    table.tokens[3] = token
    table.deal = client.get(table.path, table.owner)["deal"]["id"]
    assert say(client, table, 1).refusal == (409, "deal-on")
    client.play(table, Random(3))
    client.record(str(table.deal))
    assert say(client, table, 1, "well_played").status_code == 201


def test_bots_and_tables_without_phrases_say_nothing(client: Client) -> None:
    table = client.open(phrases="always", seats=[BOT, *PERSONS[1:]])
    assert say(client, table, 0).refusal == (403, "not-allowed")
    silent = client.open(phrases="off")
    assert say(client, silent, 0).refusal == (403, "not-allowed")
    client.delete(table.path, table.owner)
    assert say(client, table, 1).refusal == (403, "not-allowed")


def test_who_may_not_watch_sees_nobody(client: Client) -> None:
    table = client.open(phrases="always", spectators=False)
    assert say(client, table, 0).status_code == 201
    assert said(client, table, client.key()) == []
    assert said(client, table, table.tokens[1]) == [(0, "hello")]


# --- Reports --------------------------------------------------------------------------------------


def report(client: Client, table: Opened, seat: int, number: int) -> Answer:
    path = f"{table.path}/phrases/{number}/report"
    return client.send("POST", path, table.tokens[seat])


def reports(client: Client, who: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/v1/reports", who)["reports"]
    return found


def test_a_report_goes_to_the_owner_with_the_last_ten_phrases(
    client: Client, talkative: Opened
) -> None:
    for time in range(NEWEST + 2):
        assert say(client, talkative, time % 4, PHRASES[time]).status_code == 201
        pause()
    assert report(client, talkative, 0, NEWEST + 1).status_code == 201, "seat 2 has said it"
    assert report(client, talkative, 0, NEWEST + 1).is_replayed
    [found] = reports(client, talkative.owner)
    assert (found["table"], found["seat"], found["number"]) == (talkative.id, 0, NEWEST + 1)
    assert [each["number"] for each in found["phrases"]] == [*range(2, NEWEST + 2)]
    assert reports(client, client.key()) == []


def test_a_report_reaches_the_owner_where_the_record_of_another_table_is_damaged(
    client: Client, settings: Settings
) -> None:
    owner = client.key("host")
    opened = [client.open(owner=owner, phrases="always") for _ in range(2)]
    for table in opened:
        assert say(client, table, 1).status_code == 201
        assert report(client, table, 0, 1).status_code == 201
    damage(client, opened[0].id)
    other = client_of(memory_context(memory_of(client.context), RUNTIME), settings)
    assert [each["table"] for each in reports(other, owner)] == [opened[1].id]


def test_reports_are_bounded_and_of_others(client: Client, talkative: Opened) -> None:
    for _ in range(MOST_REPORTS + 1):
        assert say(client, talkative, 1).status_code == 201
        pause()
    assert report(client, talkative, 1, 1).refusal == (404, "not-found"), "it is their own"
    assert report(client, talkative, 0, 99).refusal == (404, "not-found")
    answers = [
        report(client, talkative, 0, 1 + time).status_code for time in range(MOST_REPORTS + 1)
    ]
    assert answers == [201] * MOST_REPORTS + [409]
    assert report(client, talkative, 2, 1).status_code == 201, "another seat may"


# --- Forgetting -----------------------------------------------------------------------------------


def test_what_a_person_said_is_erased_with_them(client: Client, talkative: Opened) -> None:
    for seat in (0, 1):
        assert say(client, talkative, seat).status_code == 201
    assert report(client, talkative, 0, 2).status_code == 201
    client.delete(f"{talkative.path}/seats/1/person", talkative.owner)
    assert said(client, talkative, talkative.owner) == [(0, "hello")]
    [found] = reports(client, talkative.owner)
    assert [each["seat"] for each in found["phrases"]] == [0]


def test_a_report_of_an_erased_phrase_names_no_later_one(client: Client, talkative: Opened) -> None:
    for seat in (0, 1):
        assert say(client, talkative, seat).status_code == 201
    assert report(client, talkative, 0, 2).status_code == 201
    client.delete(f"{talkative.path}/seats/1/person", talkative.owner)
    assert say(client, talkative, 2).json["number"] == 3
    [found] = reports(client, talkative.owner)
    assert [each["seat"] for each in found["phrases"]] == [0]
    assert not report(client, talkative, 0, 3).is_replayed


def test_an_erasure_by_ref_reaches_what_was_said(client: Client) -> None:
    seats = [{**PERSONS[0], "ref": "user-9"}, *PERSONS[1:]]
    table = client.open(phrases="always", seats=seats)
    assert say(client, table, 0).status_code == 201
    client.post("/v1/erasures", table.owner, {"ref": "user-9"})
    assert said(client, table, table.owner) == []


def test_phrases_and_reports_are_kept_for_thirty_days(client: Client, talkative: Opened) -> None:
    assert say(client, talkative, 0).status_code == 201
    assert report(client, talkative, 1, 1).status_code == 201
    work = Work(client.context, IdleTables(tests=0, open_=0, started=0), factor=0)
    work.sweep()
    assert said(client, talkative, talkative.owner) == [(0, "hello")]
    assert reports(client, talkative.owner)
    client.context.people.forget(before=RUNTIME.now() - KEPT)
    assert said(client, talkative, talkative.owner)
    client.context.people.forget(before=RUNTIME.now() + 1)
    assert said(client, talkative, talkative.owner) == []
    assert reports(client, talkative.owner) == []


def test_a_table_keeps_a_bounded_number(client: Client, talkative: Opened) -> None:
    people, table, time = client.context.people, UUID(talkative.id), RUNTIME.now()
    for number in range(MOST + 3):
        time += BETWEEN
        people.say(table, 0, "hello", taken=2, command=UUID(int=number), time=time)
        if number == 0:
            people.report(table, 1, 1, owner=UUID(int=1), time=time)
    assert [each.number for each in people.newest(table, 4)] == [1, 4], "2 and 3 are forgotten"
    assert people.newest(table)[-1].number == MOST + 3
