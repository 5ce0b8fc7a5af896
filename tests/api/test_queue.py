"""People without a key who wait for others to play with."""

from base64 import urlsafe_b64encode
from collections import Counter
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.games import GAMES
from service.access.credentials import OPEN_OF_ADDRESS
from service.players.queue_store import HEARD_SECONDS, KEPT_SECONDS, QueuePlace
from service.settings import Settings
from service.tables.house import BOTS_AFTER, next_table
from tests.api.playing import Client
from tests.api.test_play_now import OURS, code, play_now, serving
from tests.simulation.runtime import RUNTIME


@pytest.fixture
def house(settings: Settings) -> Client:
    return serving(settings, 9)


def secret(name: str) -> str:
    """The secret of a person's page."""
    return "wait_" + urlsafe_b64encode(name.encode().ljust(32, b".")).decode().rstrip("=")


def ask(client: Client, name: str, /, *, address: str | None = None, **more: Any) -> TestResponse:
    """The request of a person's page, every few seconds; each is at an address of its own."""
    client.flask.environ_base["REMOTE_ADDR"] = address or f"192.0.2.{sum(name.encode()) % 250}"
    body = {"place": secret(name), "game": "durak", "name": name, **more}
    return client.send("PUT", "/v1/queue", json=body, Origin=OURS)


def wait(client: Client, name: str, /, **more: Any) -> Any:
    answer = ask(client, name, **more)
    assert answer.status_code == 200, answer.text
    return answer.json


def leave(client: Client, name: str) -> Any:
    answer = client.send("POST", "/v1/queue/leaving", json={"place": secret(name)}, Origin=OURS)
    assert answer.status_code == 200, answer.text
    return answer.json


@pytest.mark.parametrize("game", GAMES)
def test_people_are_seated_together_in_the_order_of_arrival(house: Client, game: str) -> None:
    seats = GAMES[game].seats[0]
    people = [f"P{number}" for number in range(seats)]
    for number, name in enumerate(people[:-1]):
        shown = wait(house, name, game=game)
        assert (shown["state"], shown["ahead"], shown["missing"]) == (
            "waiting",
            number,
            seats - number - 1,
        )
    wait(house, people[-1], game=game)
    found = [wait(house, name, game=game) for name in people]
    assert [each["seat"] for each in found] == [*range(seats)]
    [table] = {each["table"] for each in found}
    shown = house.get(f"/v1/tables/{table}", found[0]["token"])
    assert [each["name"] for each in shown["seats"]] == people
    assert (shown["status"], shown["visibility"], shown["turn_limit"]) == ("playing", "private", 60)
    for seat, each in enumerate(found):
        assert (
            house.get(f"/v1/deals/{shown['deal']['id']}", each["token"])["view"] == f"seat:{seat}"
        )
    assert [wait(house, name, game=game) for name in people] == found, "nobody is seated twice"
    assert house.get("/v1/tables")["tables"] == []


def test_other_games_and_targets_are_other_queues(house: Client) -> None:
    wait(house, "Ann")
    assert wait(house, "Ben", game="svoi_kozyri")["state"] == "waiting"
    assert wait(house, "Cleo", target=7)["ahead"] == 0
    assert wait(house, "Dan", target=5)["state"] == "seated", "five is the usual target"
    assert code(ask(house, "Eve", target=1_000)) == (422, "invalid")


def test_a_place_ends_a_minute_after_its_page_was_heard(house: Client) -> None:
    wait(house, "Ann")
    RUNTIME.pass_time(HEARD_SECONDS - 5)
    wait(house, "Ann")
    RUNTIME.pass_time(HEARD_SECONDS - 5)
    wait(house, "Bob", target=7)
    RUNTIME.pass_time(10)
    assert wait(house, "Ben")["state"] == "waiting", "nobody is seated with somebody who has gone"
    assert wait(house, "Ann")["state"] == "seated"


def test_a_place_can_be_given_up(house: Client) -> None:
    wait(house, "Ann")
    assert leave(house, "Ann")["state"] == "left"
    assert wait(house, "Ben")["state"] == "waiting"
    assert wait(house, "Ann")["state"] == "left", "a request that came late"
    seated = wait(house, "Amy")
    assert seated["state"] == "seated"
    assert leave(house, "Amy") == seated, "too late"
    RUNTIME.pass_time(KEPT_SECONDS)
    assert leave(house, "Amy")["state"] == "left"


def test_a_place_that_was_given_up_first_is_not_taken_later(house: Client) -> None:
    assert leave(house, "Ann")["state"] == "left"
    assert wait(house, "Ann")["state"] == "left"
    assert wait(house, "Ben")["state"] == "waiting"
    RUNTIME.pass_time(HEARD_SECONDS)
    assert wait(house, "Ann")["state"] == "waiting", "it is forgotten, as the place of Ben is"


def test_bots_fill_the_table_of_those_who_agree(house: Client) -> None:
    wait(house, "Ann", game="goat")
    assert wait(house, "Ben", game="goat", bots="medium")["bots_in"] == BOTS_AFTER
    RUNTIME.pass_time(BOTS_AFTER / 2)
    assert wait(house, "Cleo", game="goat", bots="easy")["bots_in"] == BOTS_AFTER // 2
    RUNTIME.pass_time(BOTS_AFTER / 2)
    seated = wait(house, "Cleo", game="goat", bots="easy")
    shown = house.get(f"/v1/tables/{seated['table']}", seated["token"])
    assert [each["bot"] for each in shown["seats"]] == [None, "medium", None, "medium"]
    assert wait(house, "Ann", game="goat")["state"] == "waiting", "she does not agree"
    assert wait(house, "Ben", game="goat", bots="medium")["seat"] == 0


def test_names_at_a_table_differ(house: Client) -> None:
    for name in ("Ann", "Ben"):
        wait(house, name)
    wait(house, "Cleo", name="Player")
    seated = wait(house, "Dan", name="Player")
    shown = house.get(f"/v1/tables/{seated['table']}", seated["token"])
    assert [each["name"] for each in shown["seats"]] == ["Player", "Player 2"]
    assert code(ask(house, "Eve", name="easy 2")) == (409, "name-taken")


def test_an_address_has_three_places_and_tables(house: Client) -> None:
    games = [*GAMES]
    for game in games[:OPEN_OF_ADDRESS]:
        wait(house, game, game=game, address="192.0.2.1")
    assert code(ask(house, "more", game=games[3], address="192.0.2.1")) == (409, "limit-reached")
    wait(house, "Ann", game=games[3])
    for _ in range(OPEN_OF_ADDRESS):
        assert play_now(house, address="192.0.2.3").status_code == 201
    assert code(ask(house, "other", address="192.0.2.3")) == (409, "too-many-tables")


@pytest.mark.parametrize("origin", ["", "https://elsewhere.example"])
def test_other_pages_may_not_ask(house: Client, origin: str) -> None:
    body = {"place": secret("Ann"), "game": "durak", "name": "Ann"}
    assert code(house.send("PUT", "/v1/queue", json=body, Origin=origin)) == (403, "not-allowed")
    path, only = "/v1/queue/leaving", {"place": body["place"]}
    assert code(house.send("POST", path, json=only, Origin=origin)) == (403, "not-allowed")


def test_it_is_offered_with_play_now(settings: Settings) -> None:
    assert code(ask(serving(settings, 0), "Ann")) == (403, "not-allowed")


def test_the_secret_is_one(house: Client) -> None:
    assert code(ask(house, "Ann", place="wait_1")) == (422, "invalid")


def place(name: str, waited: float, level: str | None = None) -> QueuePlace:
    return QueuePlace(name.encode(), "", "goat", 12, name, level, waited=waited)


def test_those_who_have_waited_longest_play_first() -> None:
    waiting = [place(str(number), 9 - number) for number in range(5)]
    assert next_table(waiting, 4) == waiting[:4]
    assert next_table(waiting[:3], 4) == ()
    assert Counter(next_table([place("a", 99), place("b", 40, "easy")], 4)) == Counter(
        [place("b", 40, "easy")]
    )
