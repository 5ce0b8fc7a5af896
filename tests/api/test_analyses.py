"""Analyses: requested once, made by workers in steps, and the same as from a bundle."""

from random import Random
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest

import bots
from bots import analysis, core
from domain.games import GAMES
from service.offline.analysis import review_json
from service.proof import analyses
from tests.api.playing import PERSONS, Client, Opened
from tests.contexts import Inbox

METHOD = "hard/1@2000"


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "POSITIONS", 2_000)


def a_deal(client: Client, *, moves: int = 10_000, **fields: Any) -> Opened:
    table = client.open(**{"game": "durak", "seats": PERSONS[:2], **fields})
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
    return client.send("POST", f"/v1/deals/{table.deal}/analysis", who or table.owner)


def advance(client: Client, table: Opened, *, seconds: float = 0) -> int:
    return analyses.advance(client.context, UUID(str(table.deal)), seconds=seconds)


def test_a_deal_is_analysed_in_steps(client: Client, over: Opened) -> None:
    before = waiting(client)
    answer = requested(client, over)
    assert (answer.status_code, answer.json["status"], answer.json["done"]) == (202, "running", 0)
    assert (answer.json["method"], answer.json["reviews"]) == (METHOD, [])
    assert waiting(client) == before + 1
    assert advance(client, over) == 1
    assert waiting(client) == before + 2, "it goes on"
    path = f"/v1/deals/{over.deal}/analysis"
    assert client.get(path, over.tokens[0])["done"] == 1
    advance(client, over, seconds=60)
    assert waiting(client) == before + 2, "it is done"
    assert advance(client, over) == 0
    again = requested(client, over, over.tokens[1])
    assert (again.status_code, again.json["status"]) == (200, "done")
    assert again.json == client.get(path, over.owner)
    assert waiting(client) == before + 2
    deal = client.context.streams.deal(UUID(str(over.deal)), viewer="full")
    policy = bots.judge(GAMES["durak"])
    assert deal is not None
    assert policy is not None
    assert again.json["moves"] == len(analysis.moves_of(deal.events))
    made = analysis.reviews(deal.game, deal.events, policy)
    assert again.json["reviews"] == [review_json(each) for each in made if each]


def test_who_is_second_adds_nothing(client: Client, over: Opened) -> None:
    requested(client, over)
    real = analysis.reviews

    def slowly(*given: Any, **more: Any) -> Any:
        with patch.object(analyses, "reviews", real):
            assert advance(client, over) == 1
        yield from real(*given, **more)

    before = waiting(client)
    with patch.object(analyses, "reviews", slowly):
        assert advance(client, over) == 1
    assert client.get(f"/v1/deals/{over.deal}/analysis", over.owner)["done"] == 1
    assert waiting(client) == before + 1, "one of the two announces the rest"


def test_a_lost_analysis_is_found(client: Client, over: Opened) -> None:
    requested(client, over)
    before = waiting(client)
    assert analyses.resume(client.context, seconds=3_600) == 0
    assert analyses.resume(client.context, seconds=0) >= 1
    assert waiting(client) > before
    advance(client, over, seconds=60)
    deals = client.context.analyses.unfinished([METHOD], seconds=0)
    assert UUID(str(over.deal)) not in deals


def test_a_newer_method_makes_another_one(client: Client, over: Opened) -> None:
    requested(client, over)
    advance(client, over, seconds=60)
    with patch.object(analysis, "POSITIONS", 1_000):
        shown = client.get(f"/v1/deals/{over.deal}/analysis", over.owner)
        assert (shown["method"], shown["status"]) == (METHOD, "done"), "the latest there is"
        assert advance(client, over) == 0
        assert requested(client, over).json["method"] == "hard/1@1000"
    assert client.get(f"/v1/deals/{over.deal}/analysis", over.owner)["method"] == METHOD


def test_refusals(client: Client, over: Opened) -> None:
    path = f"/v1/deals/{over.deal}/analysis"
    shown = client.get(path, over.owner)
    assert (shown["method"], shown["status"], shown["reviews"]) == (METHOD, "none", [])
    with patch.object(core, "is_available", return_value=False):
        assert code_of(requested(client, over)) == "level-not-available"
    running = a_deal(client, moves=1)
    assert code_of(requested(client, running)) == "deal-on"
    assert code_of(client.send("GET", f"/v1/deals/{running.deal}/analysis")) == "deal-on"
    with patch.object(bots, "judge", return_value=None):
        assert code_of(requested(client, over)) == "level-not-available"
        assert client.get(path, over.owner)["method"] is None
    stranger = requested(client, a_deal(client, visibility="private"), client.key())
    assert code_of(stranger) == "not-found"


def code_of(answer: Any) -> str:
    code: str = answer.json["code"]
    return code
