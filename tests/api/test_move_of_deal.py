"""One move of a deal, as its viewer may see it."""

from random import Random
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.sentence import Sentence
from languages.catalogue import LANGUAGES
from tests.api.playing import PERSONS, Client


def test_a_move_has_its_number_its_seat_its_clause_and_its_time(client: Client) -> None:
    table = client.open(game="skat", seats=PERSONS[:3])
    client.play(table, Random(3))
    events = client.get(f"{table.deal_path}/events?view=full", table.owner)["events"]
    moves = moves_of(events)
    for number, event in enumerate(moves, start=1):
        shown = client.get(f"{table.deal_path}/moves/{number}?view=full", table.owner)
        assert shown["event"] == event
        assert (shown["number"], shown["view"]) == (number, "full")
        assert (f"seat:{shown['seat']}", shown["at"]) == (event["actor"], event["at"])
        assert shown["clause"] is not None
    over = f"{table.deal_path}/moves/{len(moves) + 1}"
    assert client.send("GET", over, table.owner).status_code == 404


def test_what_the_viewer_may_not_know_is_null(client: Client) -> None:
    table = client.open()
    client.play(table, Random(5), moves=12)
    moves = moves_of(client.get(f"{table.deal_path}/events", table.owner)["events"])
    hidden = [number for number, each in enumerate(moves, 1) if None in each["data"]["cards"]]
    assert hidden
    for number in hidden:
        shown = client.get(f"{table.deal_path}/moves/{number}", table.owner)
        assert shown["event"] == moves[number - 1]


@pytest.mark.parametrize("view", ["full", "seat:1", "public"])
def test_a_move_says_why_it_was_allowed_as_frames_do(client: Client, view: str) -> None:
    table = client.open()
    client.play(table, Random(3))
    query = f"view={view}&explanations=true"
    frames = client.get(f"{table.deal_path}/frames?{query}", table.owner)["frames"]
    explanations = [each["explanation"] for each in frames if "explanation" in each]
    trick, shown = None, list[Any]()
    for frame in frames:
        trick = frame["patch"].get("trick", trick)
        if "explanation" in frame:
            path = f"{table.deal_path}/moves/{len(shown) + 1}?view={view}"
            shown.append(client.get(path, table.owner))
            assert (shown[-1]["event"], shown[-1]["trick"]) == (frame["event"], trick)
            assert shown[-1]["explanation"]["values"].get("trick") == trick
    assert [each["explanation"] for each in shown] == explanations
    ended = [each for each in frames if each["event"]["type"] == "goat.trick_taken"]
    assert trick == len(ended) > 1
    allowed = {each["values"]["allowed"] for each in explanations if "of" in each["values"]}
    assert ("unknown" in allowed) == (view != "full")
    plain = client.get(f"{table.deal_path}/frames?view={view}", table.owner)["frames"]
    assert plain == [{"event": each["event"], "patch": each["patch"]} for each in frames]


@pytest.mark.parametrize("game", GAMES)
def test_tricks_are_counted_by_the_types_of_events_that_the_game_names(
    client: Client, game: str
) -> None:
    table = client.open(game=game, seats=PERSONS[: GAMES[game].seats[0]], options={})
    client.play(table, Random(4))
    rules, made = client.get(f"/v1/games/{game}"), list[int | None]()
    tricks = rules["tricks"]
    ended = trick = 0
    for event in client.get(f"{table.deal_path}/events?limit=1000", table.owner)["events"]:
        if event["type"] in rules["said"]:
            trick = ended if event["type"] in tricks["before"] else ended + 1
            made.append(trick or None)
        if event["type"] in tricks["ends"]:
            ended = trick
    for number, of in enumerate(made, start=1):
        shown = client.get(f"{table.deal_path}/moves/{number}", table.owner)
        assert shown["trick"] == of, number
    assert trick > 1


@pytest.mark.parametrize("language", LANGUAGES.all)
def test_the_explanation_is_in_the_language_of_the_request(client: Client, language: str) -> None:
    table = client.open()
    client.play(table, Random(5), moves=1)
    path = f"{table.deal_path}/moves/1"
    answer = client.send("GET", path, table.owner, Accept_Language=language)
    english = client.send("GET", path, table.owner)
    one, other = (each.get_json()["explanation"] for each in (answer, english))
    assert one["text"] == LANGUAGES.all[language].text(Sentence(one["key"], one["values"], "G8"))
    assert {**one, "text": ""} == {**other, "text": ""}
    assert answer.headers["Content-Language"] == LANGUAGES.all[language].content
    assert (answer.headers["ETag"] == english.headers["ETag"]) == (language == "en")


def moves_of(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The moves among events, without what followed from them."""
    return [
        each
        for each in events
        if each["actor"].startswith("seat:") and each["command"] == each["position"]
    ]
