"""Analyses: requested once, made by workers in steps, and the same as from a bundle."""

from random import Random
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

import bots
from bots import analysis, core
from domain.games import GAMES
from service.analyses import store as analysis_store
from service.analyses import use_cases
from service.analyses.use_cases import review_json
from tests.api.playing import PERSONS, Client, Opened
from tests.contexts import Inbox
from tests.memory.analyses import AnalysisTable
from tests.memory.context import memory_of

METHOD = "hard/1@200000"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POSITIONS", 200_000)


@pytest.fixture(autouse=True)
def _alone(client: Client) -> None:
    """No analysis of an earlier test advances."""
    memory_of(client.context).tables(AnalysisTable).rows.clear()


def a_deal(client: Client, *, moves: int = 10_000, game: str = "durak", **fields: Any) -> Opened:
    """A deal with the same cards and moves in every run."""
    deck = Random(2).sample(GAMES[game].pack, len(GAMES[game].pack))
    given = {"test": True, "decks": [deck], "seats": PERSONS[: GAMES[game].seats[0]]}
    table = client.open(game=game, **{**given, **fields})
    client.play(table, Random(2), moves=moves)
    return table


@pytest.fixture
def over(client: Client) -> Opened:
    """A finished deal of Durak."""
    return a_deal(client)


def waiting(client: Client) -> int:
    inbox = client.context.tasks
    assert isinstance(inbox, Inbox)
    return sum(name == "analyse" for name, _ in inbox.waiting)


def requested(client: Client, table: Opened, who: str | None = None) -> Any:
    return client.send("POST", f"{table.deal_path}/analysis", who or table.owner)


def advance(client: Client, table: Opened, *, seconds: float = 0) -> int:
    return use_cases.advance(client.context, UUID(str(table.deal)), seconds=seconds)


def shown(client: Client, table: Opened, who: str | None = None) -> Any:
    return client.get(f"{table.deal_path}/analysis", who or table.owner)


def test_a_deal_is_analysed_in_steps(client: Client, over: Opened) -> None:
    before = waiting(client)
    answer = requested(client, over)
    assert (answer.status_code, answer.json["status"], answer.json["done"]) == (202, "running", 0)
    assert (answer.json["method"], answer.json["reviews"]) == (METHOD, [])
    assert waiting(client) == before + 1
    assert requested(client, over, over.tokens[1]).status_code == 202
    assert waiting(client) == before + 1, "a repeated request announces nothing"
    assert advance(client, over) == 1
    assert waiting(client) == before + 2, "it goes on"
    running = shown(client, over, over.tokens[0])
    assert (running["done"], running["reviews"]) == (1, [])
    advance(client, over, seconds=60)
    assert waiting(client) == before + 2, "it is done"
    assert advance(client, over) == 0
    again = requested(client, over, over.tokens[1])
    assert (again.status_code, again.json["status"]) == (200, "done")
    assert again.json == shown(client, over)
    deal = client.deal(over)
    policy = bots.judge(GAMES["durak"])
    assert policy is not None
    assert again.json["moves"] == len(analysis.moves_of(deal.events))
    made = analysis.reviews(deal.game, deal.events, policy)
    assert again.json["reviews"] == [review_json(each) for each in made if each]


@pytest.mark.parametrize("game", [key for key in GAMES if bots.judge(GAMES[key])])
def test_a_deal_of_every_game_is_analysed(client: Client, game: str) -> None:
    table = a_deal(client, moves=30, game=game)
    for token in table.tokens.values():
        client.send("POST", f"{table.deal_path}/resignation", token)
    assert requested(client, table).status_code == 202
    advance(client, table, seconds=60)
    found = shown(client, table)
    assert (found["status"], found["done"]) == ("done", found["moves"])
    assert found["reviews"]


def test_who_is_second_adds_nothing(client: Client, over: Opened) -> None:
    requested(client, over)
    real = analysis.reviews

    def slowly(*given: Any, **more: Any) -> Any:
        with patch.object(use_cases, "reviews", real):
            assert advance(client, over) == 1
        yield from real(*given, **more)

    before = waiting(client)
    with patch.object(use_cases, "reviews", slowly):
        assert advance(client, over) == 1
    assert shown(client, over)["done"] == 1
    assert waiting(client) == before + 1, "one of the two announces the rest"


def test_a_few_advance_at_a_time_and_lost_ones_are_found(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [a_deal(client) for _ in range(3)]
    monkeypatch.setattr(analysis_store, "LOST", 3_600.0)  # on a busy machine a step takes long
    before = waiting(client)
    for table in tables:
        requested(client, table)
    assert waiting(client) == before + 2, "two at a time"
    assert use_cases.start(client.context) == 0
    advance(client, tables[0], seconds=60)
    assert waiting(client) == before + 3, "the third follows when one is done"
    monkeypatch.setattr(analysis_store, "LOST", 0.0)
    for tries in range(1, analysis_store.TRIES):
        assert use_cases.start(client.context) == 2, tries
    assert use_cases.start(client.context) == 0
    assert shown(client, tables[1])["status"] == "failed"
    monkeypatch.undo()
    monkeypatch.setattr(analysis, "POSITIONS", 200_000)
    assert requested(client, tables[1]).json["status"] == "running"
    for table in tables[1:]:
        advance(client, table, seconds=60)
        assert shown(client, table)["status"] == "done"


def test_owners_take_turns_have_a_bound_and_see_their_place(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(use_cases, "MOST", 8)
    many, few = client.key(), client.key()

    def finished(owner: str) -> Opened:
        table = client.open(owner, game="durak", seats=PERSONS[:2])
        client.play(table, Random(2), moves=2)
        client.send("POST", f"{table.deal_path}/resignation", table.tokens[0])
        return table

    tables = [finished(many) for _ in range(9)]
    answers = [requested(client, each) for each in tables]
    assert [each.status_code for each in answers] == [202] * 8 + [429]
    assert [each.json["place"] for each in answers[:8]] == [0, 0, *range(2, 8)]
    refused = answers[8]
    assert (refused.json["code"], refused.json["limit"]) == ("queue-full", 8)
    assert int(refused.headers["Retry-After"]) > 0
    assert requested(client, tables[3], tables[3].tokens[0]).json["place"] == 3, "seen again"
    seat = requested(client, tables[8], tables[8].tokens[0])
    assert (seat.status_code, seat.json["limit"]) == (429, 6), "seats leave a part to the owner"
    other = [finished(few) for _ in range(2)]
    first, second = (requested(client, each).json["place"] for each in other)
    assert (first, second) == (2, 4), "after what is being made; then by turns"
    assert [shown(client, each)["place"] for each in tables[2:5]] == [3, 5, 6]
    advance(client, tables[0], seconds=60)
    assert shown(client, other[0])["place"] == 0
    assert shown(client, tables[0])["place"] is None
    assert requested(client, tables[8]).status_code == 202, "one was done"


def test_a_newer_method_makes_another_one(client: Client, over: Opened) -> None:
    requested(client, over)
    with patch.object(analysis, "POSITIONS", 100_000):
        assert shown(client, over)["status"] == "none", "the other one is not complete"
    advance(client, over, seconds=60)
    with patch.object(analysis, "POSITIONS", 100_000):
        old = shown(client, over)
        assert (old["method"], old["status"]) == (METHOD, "done"), "the latest there is"
        assert advance(client, over) == 0
        assert requested(client, over).json["method"] == "hard/1@100000"
        advance(client, over, seconds=60)
    assert shown(client, over)["method"] == METHOD


def test_refusals(client: Client, over: Opened) -> None:
    found = client.get(f"{over.deal_path}/analysis", over.owner)
    assert (found["method"], found["status"], found["reviews"]) == (METHOD, "none", [])
    requested(client, over)
    with patch.object(core, "is_available", return_value=False):
        assert advance(client, over) == 0, "never slowly"
        assert requested(client, over).json["code"] == "level-not-available"
    running = a_deal(client, moves=1)
    assert requested(client, running).json["code"] == "deal-on"
    assert client.send("GET", f"/v1/deals/{running.deal}/analysis").json["code"] == "deal-on"
    with patch.object(bots, "judge", return_value=None):
        assert requested(client, over).json["code"] == "level-not-available"
        assert shown(client, a_deal(client))["method"] is None
    stranger = requested(client, a_deal(client, visibility="private"), client.key())
    assert stranger.json["code"] == "not-found"
