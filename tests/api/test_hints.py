"""Hints over the API: one in a turn, whose move no other viewer sees by any path (H1-H5)."""

from collections.abc import Iterator
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import UUID

import orjson
import pytest

import bots
from bots import core
from domain.games import GAMES
from languages import catalogue
from service.deals.hints import choose
from tests.api.playing import Client, Opened
from tests.simulation.runtime import RUNTIME
from tests.verifier.making import failing, verdicts
from tests.verifier.mutations import rechained
from verifier.bundle import Bundle, read
from verifier.case import Case
from workers.turns import play_bots

TWO: Any = {"game": "durak", "seats": [{"name": "Ann"}, {"name": "Bob"}]}


def deal_of(client: Client, table: Opened, who: str | None = None) -> Any:
    return client.get(table.deal_path, who or table.owner)


def ask(client: Client, table: Opened, seat: int, **headers: Any) -> Any:
    return client.send("POST", f"{table.deal_path}/hints", table.tokens[seat], **headers)


def on_turn(client: Client, table: Opened) -> int:
    seat: int = deal_of(client, table)["to_act"]
    return seat


def refused(answer: Any, code: str, *clauses: str) -> bool:
    named = [each["id"] for each in answer.json.get("clauses", [])]
    return (answer.json["code"], named) == (code, [*clauses])


@pytest.mark.parametrize("key", GAMES)
def test_a_hint_is_a_legal_move_of_the_strongest_bot_and_can_be_made(
    key: str, client: Client
) -> None:
    seats = [{"name": f"P{seat}"} for seat in range(GAMES[key].seats[0])]
    table = client.open(game=key, seats=seats, hints=True)
    seat = on_turn(client, table)
    answer = ask(client, table, seat)
    assert answer.status_code == 201, answer.json
    hint = answer.json["hint"]
    game = GAMES[key]
    level = next(each for each in reversed(bots.levels(game)) if bots.is_available(game, each))
    assert hint["policy"] == bots.actor(GAMES[key], level, seat=seat).label
    assert hint["move"] in [
        each["move"] for each in client.moves(str(table.deal), table.tokens[seat])
    ]
    [event] = answer.json["events"]
    assert (event["type"], event["actor"]) == ("hint.given", "system")
    assert orjson.loads(event["data"]["move"]) == hint["move"]
    assert answer.json["receipt"]["position"] == answer.json["version"] == event["position"]
    assert client.make(table, seat, hint["move"]).status_code == 201


@pytest.mark.parametrize("language", ["de", "en", "ka", "ru"])
def test_its_seat_alone_sees_the_reason_in_its_language(client: Client, language: str) -> None:
    table = client.open(**TWO, hints=True, visibility="public")
    seat = on_turn(client, table)
    reason = ask(client, table, seat, Accept_Language=language).json["hint"]["reason"]
    assert reason["key"].partition("-hint-")[0] == "durak" or reason["key"].startswith("hint-")
    spoken = catalogue.LANGUAGES.all[language]
    assert reason["text"] == spoken.message(reason["key"], reason["values"])
    others = [None, table.owner, table.tokens[1 - seat]]
    assert [deal_of(client, table, who)["hint"]["reason"] for who in others] == [None] * 3
    again = client.get(table.deal_path, table.tokens[seat])["hint"]["reason"]
    assert (again["key"], again["clause"]) == (reason["key"], reason["clause"])


def test_everybody_sees_that_it_was_given_and_only_its_seat_what_it_says(client: Client) -> None:
    table = client.open(**TWO, hints=True, visibility="public")
    seat = on_turn(client, table)
    hint = ask(client, table, seat).json["hint"]
    mine = deal_of(client, table, table.tokens[seat])
    assert (mine["hint"], mine["hints"][seat]) == (hint, 1)
    for who in (table.owner, table.tokens[1 - seat], None):
        theirs = client.get(table.deal_path, who)
        assert theirs["hint"] == {**hint, "move": None, "reason": None}
        assert theirs["hints"] == mine["hints"]
    client.make(table, seat, hint["move"])
    later = deal_of(client, table, table.tokens[seat])
    assert (later["hint"], later["hints"]) == (None, mine["hints"])


def paths(table: Opened) -> Iterator[str]:
    """Every address that shows something of a deal that is on."""
    deal = table.deal_path
    yield from (deal, f"{deal}?expand=table,series,events&legal=both", f"{deal}/events")
    yield from (f"{deal}/frames", f"{deal}/bundle", f"{deal}/events?views=true")
    yield from (table.path, f"{table.path}/series")
    yield from (f"{table.path}/events", "/v1/me/events?after=0")
    yield from ("/v1/me/tables/events?after=0", "/v1/tables", "/v1/deals", f"{deal}/openings")


def hidden_hint(client: Client) -> tuple[Opened, int, Any, str]:
    """A table, the seat that got a hint, its move, and its card, which no other viewer knows.

    The other seat may know it: the lowest trump is shown, because its player begins.
    """
    for _ in range(5):
        table = client.open(**TWO, hints=True, visibility="public")
        seat = on_turn(client, table)
        move = ask(client, table, seat).json["hint"]["move"]
        [card] = [value for name, value in move.items() if name != "type"]
        other = deal_of(client, table, table.tokens[1 - seat])
        if card not in orjson.dumps(other["state"]).decode():
            return table, seat, move, card
    pytest.fail("the seat alone holds it, at most tables")


def test_no_path_shows_its_move_to_another_viewer(client: Client) -> None:
    """Two deals that differ in the hint alone would be the same for others: it is nowhere."""
    table, seat, move, card = hidden_hint(client)
    client.read_feed()
    said, shown = orjson.dumps(move).decode(), 0
    for who in (table.owner, table.tokens[1 - seat], None):
        for path in paths(table):
            answer = client.send("GET", path, who)
            shown += answer.status_code == 200
            text = answer.text.replace("\\", "")
            events = text.partition("hint.given")[2].partition("}")[0]
            assert said not in text.replace(" ", ""), path
            assert f'"{card}"' not in events, path
    assert shown >= 15
    mine = client.send("GET", f"{table.deal_path}/events", table.tokens[seat])
    assert f'\\"{card}\\"' in mine.text


@pytest.mark.parametrize("key", GAMES)
def test_when_the_deal_is_over_all_see_it_and_verifiers_make_it_again(
    key: str, client: Client
) -> None:
    seats = [{"name": f"P{seat}"} for seat in range(GAMES[key].seats[0])]
    table = client.open(game=key, seats=seats, hints=True, visibility="public")
    seat = on_turn(client, table)
    hint = ask(client, table, seat).json["hint"]
    given = deal_of(client, table)["version"]
    client.play(table, Random(1))
    client.read_feed()
    then = f"{table.deal_path}?at={given}&view="
    assert client.get(f"{then}seat:{seat}")["hint"] == hint
    assert client.get(f"{then}full")["hint"] == {**hint, "reason": None}
    frames = client.get(f"{table.deal_path}/frames?after={given - 1}&limit=1&view=full")
    assert frames["frames"][0]["patch"]["hint"] == {**hint, "reason": None}
    client.record(str(table.deal))
    line = client.get(f"{table.path}/series", table.owner)["deals"][0]
    assert line["hints"] == [int(each == seat) for each in range(len(seats))]
    bundle = read(client.send("GET", f"{table.deal_path}/bundle", table.owner).data)
    assert failing(bundle) == []
    verdict = verdicts(bundle)["hints"]
    assert (verdict.status, hint["policy"] in verdict.detail) == ("holds", True), verdict


def test_the_same_request_and_another_one_before_the_next_move_get_the_same_hint(
    client: Client,
) -> None:
    table = client.open(**TWO, hints=True)
    seat = on_turn(client, table)
    first = ask(client, table, seat, Idempotency_Key="one")
    again = ask(client, table, seat, Idempotency_Key="one")
    other = ask(client, table, seat, Idempotency_Key="two")
    assert first.json == again.json == other.json
    assert not first.is_replayed
    for answer in (again, other):
        assert answer.is_replayed
    assert deal_of(client, table)["hints"] == [int(each == seat) for each in range(2)]
    client.make(table, seat, first.json["hint"]["move"])
    late = ask(client, table, seat, Idempotency_Key="one")
    assert late.json == first.json, "a lost answer is fetched after the move too"


def test_who_gets_none(client: Client) -> None:
    without = client.open(**TWO)
    assert refused(ask(client, without, on_turn(client, without)), "hints-not-allowed", "H1")
    table = client.open(**TWO, hints=True)
    seat = on_turn(client, table)
    assert refused(ask(client, table, 1 - seat), "not-your-turn", "H3")
    path = f"{table.deal_path}/hints"
    assert client.send("POST", path, table.owner).status_code == 403
    assert client.send("POST", path).status_code == 401
    assert client.send("POST", path, without.tokens[0]).status_code == 404
    client.send("POST", f"{table.deal_path}/leaving", table.tokens[seat])
    assert refused(ask(client, table, seat), "away", "H2")
    client.send("DELETE", table.path, table.owner)
    assert refused(ask(client, table, seat), "deal-over", "T3")


def test_a_player_who_has_resigned_gets_none(client: Client) -> None:
    table = client.open(game="goat", hints=True)
    seat = on_turn(client, table)
    client.send("POST", f"{table.deal_path}/resignation", table.tokens[seat])
    assert refused(ask(client, table, seat), "not-allowed", "H2")


def test_it_takes_the_time_of_the_turn(client: Client) -> None:
    table = client.open(**TWO, hints=True, turn_limit=30, time_bank=60)
    seat = on_turn(client, table)
    before = deal_of(client, table)["clock"]
    ask(client, table, seat)
    assert deal_of(client, table)["clock"] == before


def test_there_is_none_if_the_turn_ends_while_it_is_sought(client: Client) -> None:
    def slow(*about: Any) -> Any:
        RUNTIME.pass_time(100)
        return choose(*about)

    table = client.open(**TWO, hints=True, turn_limit=30, time_bank=60)
    with patch("service.deals.hints.choose", slow):
        assert ask(client, table, on_turn(client, table)).refusal == (409, "away")


def test_a_seat_with_a_key_signs_nothing_and_its_next_move_over_the_hint(client: Client) -> None:
    table = client.open(**TWO, hints=True)
    seat = on_turn(client, table)
    version = deal_of(client, table)["version"]
    assert ask(client, table, seat).json["version"] == version + 1


def test_bots_play_on_after_a_hint(client: Client) -> None:
    table = client.open(game="durak", seats=[{"name": "Ann"}, {"bot": "medium"}], hints=True)
    play_bots(client.context, UUID(table.deal))
    seat = on_turn(client, table)
    assert seat == 0
    hint = ask(client, table, seat).json["hint"]
    client.make(table, seat, hint["move"])
    assert play_bots(client.context, UUID(table.deal)) >= 0
    assert deal_of(client, table)["hints"] == [1, 0]


def test_at_a_table_with_given_decks_the_chance_is_not_in_the_record(client: Client) -> None:
    deck = [*GAMES["durak"].pack]
    table = client.open(**TWO, hints=True, test=True, decks=[deck])
    seat = on_turn(client, table)
    assert ask(client, table, seat).status_code == 201
    client.play(table, Random(1))
    client.read_feed()
    bundle = read(client.send("GET", f"{table.deal_path}/bundle", table.owner).data)
    assert verdicts(bundle)["hints"].status == "hand"


def test_a_machine_without_the_core_gives_weaker_hints(client: Client) -> None:
    table = client.open(**TWO, hints=True)
    with patch.object(core, "is_available", return_value=False):
        hint = ask(client, table, on_turn(client, table)).json["hint"]
    assert hint["policy"].startswith("medium/")


def test_a_level_that_the_deal_does_not_know_yet_is_passed_over(client: Client) -> None:
    table = client.open(**TWO, hints=True)
    known = bots.levels(GAMES["durak"])
    with (
        patch.object(bots, "levels", return_value=(*known, "perfect")),
        patch.object(bots, "is_available", return_value=True),
    ):
        hint = ask(client, table, on_turn(client, table)).json["hint"]
    assert hint["policy"].startswith(f"{known[-1]}/")


def without_hints(bundle: Bundle) -> Bundle:
    """The record of a table as if it had been opened without hints."""
    first, *rest = bundle.events
    body = first.body.replace(b'"hints":true', b'"hints":false')
    return rechained(bundle, [first._replace(body=body), *rest])


def test_a_series_with_hints_agrees_with_its_deals(client: Client) -> None:
    table = client.open(**TWO, hints=True, target=1)
    ask(client, table, on_turn(client, table))
    client.play(table, Random(1))
    client.record(str(table.deal))
    paths = (f"{table.path}/bundle", f"{table.deal_path}/bundle")
    series, deal = (read(client.send("GET", path, table.owner).data) for path in paths)
    assert verdicts(series, others=(Case(deal),))["series"].status != "fails"
    said = verdicts(without_hints(series), others=(Case(deal),))["series"]
    assert (said.status, "deal.hints: " in said.detail) == ("fails", True), said
