"""Games against bots, at once and without a key: tables of the house."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from werkzeug.test import TestResponse

from bots import levels
from domain.games import GAMES
from service.access.credentials import IDLE_SECONDS, OPEN_OF_ADDRESS
from service.api.app import create_app
from service.settings import Settings
from service.tables.progress import record_deal
from tests.api.playing import Client
from tests.memory.context import memory_context
from tests.simulation.runtime import RUNTIME
from workers.idle import IdleTables

OURS = "http://localhost"
HERE, THERE = "192.0.2.1", "192.0.2.2"


def serving(settings: Settings, tables: int) -> Client:
    """The API of a service that offers so many such tables."""
    context = replace(memory_context(runtime=RUNTIME), house_tables=tables)
    return Client(create_app(context, settings).test_client(), context)


@pytest.fixture
def house(settings: Settings) -> Client:
    return serving(settings, 4)


def play_now(
    client: Client, game: str = "durak", origin: str = OURS, address: str = HERE, **more: Any
) -> TestResponse:
    client.flask.environ_base["REMOTE_ADDR"] = address
    body = {"game": game, "level": "easy", "name": "Ann", **more}
    return client.send("POST", "/v1/play-now", json=body, Origin=origin)


def opened(client: Client, **more: Any) -> Any:
    answer = play_now(client, **more)
    assert answer.status_code == 201, answer.text
    return answer.json


def code(answer: TestResponse) -> tuple[int, str | None]:
    shown: Any = answer.json
    return answer.status_code, shown.get("code")


@pytest.mark.parametrize("game", GAMES)
def test_a_person_plays_at_once(house: Client, game: str) -> None:
    made = opened(house, game=game, level=levels(GAMES[game])[-1], target=12)
    table, [seat] = made["table"], made["tokens"]
    assert (table["game"], table["visibility"], table["hints"]) == (game, "private", True)
    kinds = [each["kind"] for each in table["seats"]]
    assert kinds == ["person"] + ["bot"] * (GAMES[game].seats[0] - 1)
    assert table["seats"][0]["ref"] is None
    assert house.get(f"/v1/deals/{table['deal']['id']}", seat["token"])["view"] == "seat:0"
    assert house.get("/v1/tables")["tables"] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_friend_sits_down_opposite(house: Client, game: str) -> None:
    made = opened(house, game=game, friend=True)
    table, invitation, seats = made["table"], made["invitation"], GAMES[game].seats[0]
    kinds = [each["kind"] for each in table["seats"]]
    assert kinds.index(None) == seats // 2
    assert kinds.count("bot") == seats - 2
    assert (table["status"], table["hints"], table["visibility"]) == ("open", False, "private")
    path = f"/v1/tables/{table['id']}"
    assert house.get(path, invitation)["seats"][0]["name"] == "Ann"
    taken = house.send("PUT", f"{path}/seats/{seats // 2}", invitation, json={"name": "Ben"})
    assert taken.status_code == 201, taken.text
    shown: Any = taken.json
    assert shown["table"]["status"] == "playing"
    deal = f"/v1/deals/{shown['table']['deal']['id']}"
    for token, seat in ((made["tokens"][0]["token"], 0), (shown["token"], seats // 2)):
        assert house.get(deal, token)["view"] == f"seat:{seat}"
    again = house.send("PUT", f"{path}/seats/{seats // 2}", invitation, json={"name": "Cleo"})
    assert code(again) == (409, "invitation-used")
    assert house.get("/v1/tables")["tables"] == []


def test_a_table_for_a_friend_counts_for_who_opened_it(house: Client) -> None:
    assert opened(house)["invitation"] is None
    for _ in range(OPEN_OF_ADDRESS - 1):
        opened(house, friend=True)
    assert code(play_now(house, friend=True)) == (409, "too-many-tables")
    idle = IdleTables(tests=0, open_=0, started=0)
    with RUNTIME.ahead(IDLE_SECONDS + 60):
        assert idle.close(house.context) == OPEN_OF_ADDRESS


def test_a_table_that_its_person_leaves_before_a_friend_comes_is_closed(house: Client) -> None:
    for _ in range(OPEN_OF_ADDRESS + 1):
        made = opened(house, friend=True)
        path, token = f"/v1/tables/{made['table']['id']}", made["tokens"][0]["token"]
        left = house.send("DELETE", f"{path}/seats/0", token)
        assert left.status_code < 300, left.text
        assert house.get(path, made["invitation"])["status"] == "closed"


@pytest.mark.parametrize(("tables", "answer"), [(4, (201, None)), (0, (403, "not-allowed"))])
def test_the_page_knows_whether_it_is_offered(
    settings: Settings, tables: int, answer: tuple[int, str | None]
) -> None:
    client = serving(settings, tables)
    assert client.get("/v1/games")["play_now"] == bool(tables)
    assert code(play_now(client)) == answer


@pytest.mark.parametrize("origin", ["", "null", "https://elsewhere.example", "http://localhost:9"])
def test_other_pages_may_not_ask(house: Client, origin: str) -> None:
    assert code(play_now(house, origin=origin)) == (403, "not-allowed")


def test_an_address_has_three_and_all_have_four(house: Client) -> None:
    first = [opened(house) for _ in range(OPEN_OF_ADDRESS)]
    assert code(play_now(house)) == (409, "too-many-tables")
    opened(house, address=THERE)
    assert code(play_now(house, address=THERE)) == (409, "too-many-tables")
    resign(house, first[0])
    rematch = f"/v1/tables/{first[0]['table']['id']}/rematch"
    assert house.send("POST", rematch, first[0]["tokens"][0]["token"]).status_code == 201
    assert code(play_now(house, address=THERE)) == (409, "too-many-tables")


def test_without_such_tables_there_are_no_rematches_either(
    house: Client, settings: Settings
) -> None:
    made = opened(house)
    resign(house, made)
    context = replace(house.context, house_tables=0)
    off = Client(create_app(context, settings).test_client(), context)
    rematch = f"/v1/tables/{made['table']['id']}/rematch"
    assert code(off.send("POST", rematch, made["tokens"][0]["token"])) == (409, "too-many-tables")


def resign(client: Client, made: Any) -> tuple[str, str]:
    """End a table; return its deal and the person's token."""
    deal, token = made["table"]["deal"]["id"], made["tokens"][0]["token"]
    answer = client.send("POST", f"/v1/deals/{deal}/resignation", token)
    assert answer.status_code == 201, answer.text
    record_deal(client.context, UUID(deal))
    return deal, token


@pytest.mark.parametrize(
    ("setting", "host", "most"),
    [
        (None, "127.0.0.1", 100),
        (None, "0.0.0.0", 0),  # noqa: S104
        (7, "0.0.0.0", 7),  # noqa: S104
        (0, "127.0.0.1", 0),
    ],
)
def test_it_is_offered_on_ones_own_machine(setting: int | None, host: str, most: int) -> None:
    assert Settings(play_now=setting, host=host).house_tables == most


def test_the_house_pays_for_play_alone(house: Client) -> None:
    deal, token = resign(house, opened(house))
    for path, body in (("branches", {"at": 2, "deal": "true"}), ("analysis", None)):
        answer = house.send("POST", f"/v1/deals/{deal}/{path}", token, json=body)
        assert code(answer) == (403, "not-allowed")


def test_a_table_is_closed_an_hour_after_the_last_move(house: Client) -> None:
    made = opened(house)
    idle = IdleTables(tests=0, open_=0, started=0)
    with RUNTIME.ahead(IDLE_SECONDS - 60):
        assert idle.close(house.context) == 0
    with RUNTIME.ahead(IDLE_SECONDS + 60):
        assert idle.close(house.context) == 1
    path = f"/v1/tables/{made['table']['id']}"
    assert house.get(path, made["tokens"][0]["token"])["status"] == "closed"
