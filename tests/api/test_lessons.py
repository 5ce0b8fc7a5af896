"""Lessons without a key: their table, and what they show the learner."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from domain.games import GAMES
from service.access.credentials import OPEN_OF_ADDRESS
from service.api.app import create_app
from service.settings import Settings
from tests.api.playing import Client
from tests.memory.context import memory_context
from tests.simulation.runtime import RUNTIME
from workers.turns import play_bots

OURS = "http://localhost"


@pytest.fixture
def house(settings: Settings) -> Client:
    context = replace(memory_context(runtime=RUNTIME), house_tables=9)
    return Client(create_app(context, settings).test_client(), context)


def begun(client: Client, lesson: str) -> tuple[Any, str, str]:
    """A lesson's table, its deal, and the learner's token."""
    made = client.send("POST", f"/v1/lessons/{lesson}", json={"name": "Ann"}, Origin=OURS)
    assert made.status_code == 201, made.text
    shown: Any = made.json
    [seat] = shown["tokens"]
    return shown["table"], shown["table"]["deal"]["id"], seat["token"]


@pytest.mark.parametrize("game", GAMES)
def test_a_learner_reads_each_step_and_makes_each_move(house: Client, game: str) -> None:
    table, deal, token = begun(house, game)
    assert (table["game"], table["visibility"], table["test"]) == (game, "private", True)
    assert house.get(f"/v1/games/{game}")["lesson"]
    numbers: list[int] = []
    for _ in range(40):
        play_bots(house.context, UUID(deal))
        lesson = house.get(f"/v1/deals/{deal}/lesson", token)
        assert (lesson["lesson"], lesson["left"]) == (game, False)
        numbers += [step["number"] for step in lesson["steps"]]
        *read, last = lesson["steps"]
        assert [step["move"] for step in read] == [None] * len(read)
        if last["move"] is None:
            break
        body = {"move": last["move"]}
        answer = house.send("POST", f"/v1/deals/{deal}/moves", token, json=body)
        assert answer.status_code == 201, answer.text
    assert numbers == [*range(1, lesson["of"] + 1)]


def test_it_tells_nothing_out_of_turn_and_no_more_once_it_is_left(house: Client) -> None:
    _, deal, token = begun(house, "goat")
    body = {"move": {"type": "lead", "cards": ["TS"]}}
    assert house.send("POST", f"/v1/deals/{deal}/moves", token, json=body).status_code == 201
    lesson = house.get(f"/v1/deals/{deal}/lesson", token)
    assert (lesson["left"], lesson["steps"]) == (True, [])


def test_it_speaks_the_language_of_the_learner(house: Client) -> None:
    _, deal, token = begun(house, "durak")
    path = f"/v1/deals/{deal}/lesson"
    texts = {
        house.send("GET", path, token, Accept_Language=each).text
        for each in ("en", "de", "ru", "ka")
    }
    assert len(texts) == 4


def test_lessons_count_as_other_tables_without_a_key(house: Client) -> None:
    for _ in range(OPEN_OF_ADDRESS):
        begun(house, "goat")
    again = house.send("POST", "/v1/lessons/goat", json={"name": "Ann"}, Origin=OURS)
    assert again.refusal == (409, "too-many-tables")
    assert house.get("/v1/tables")["tables"] == []


def test_a_deal_that_is_no_lesson_tells_nothing(house: Client) -> None:
    body = {"game": "goat", "level": "easy", "name": "Ann"}
    made: Any = house.send("POST", "/v1/play-now", json=body, Origin=OURS).json
    deal, token = made["table"]["deal"]["id"], made["tokens"][0]["token"]
    lesson = house.get(f"/v1/deals/{deal}/lesson", token)
    assert (lesson["lesson"], lesson["steps"]) == (None, [])


@pytest.mark.parametrize(
    ("lesson", "origin", "code"),
    [
        ("bridge", OURS, (404, "not-found")),
        ("goat", "https://elsewhere.example", (403, "not-allowed")),
    ],
)
def test_what_is_refused(house: Client, lesson: str, origin: str, code: tuple[int, str]) -> None:
    answer = house.send("POST", f"/v1/lessons/{lesson}", json={"name": "Ann"}, Origin=origin)
    assert answer.refusal == code
