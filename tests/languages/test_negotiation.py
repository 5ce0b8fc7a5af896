"""The language of answers: negotiated, labelled, tagged, the same values in all of them."""

import shutil
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from domain.games import GAMES
from languages import catalogue
from languages.catalogue import LANGUAGES, Languages
from tests.api.conftest import client, played, runtime, settings, url
from tests.api.playing import PERSONS, Client, Opened

__all__ = ["client", "played", "runtime", "settings", "url"]
COMPLETE = [each.tag for each in LANGUAGES.all.values() if each.complete]


def values(sentences: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(each["clause"], each["key"], each["values"]) for each in sentences]


@pytest.mark.parametrize("tag", COMPLETE)
def test_a_deal_is_explained_in_the_language_with_the_same_keys(
    client: Client, played: Opened, tag: str
) -> None:
    path = f"/v1/deals/{played.deal}"
    english = client.get(path, played.owner)
    answer = client.send("GET", path, played.owner, Accept_Language=f"{tag}-XX, en;q=0.5")
    shown: Any = answer.json
    assert answer.headers["Content-Language"] == tag
    assert "Accept-Language" in answer.vary
    assert [each["text"] for each in shown["explanations"]] == shown["explained"]
    assert values(shown["explanations"]) == values(english["explanations"])
    assert (shown["explained"] == english["explained"]) == (tag == "en")
    assert shown["state"] == english["state"]
    guarantee = shown["fairness"]["guarantee_explained"]
    assert guarantee["text"] == shown["fairness"]["guarantee"]


def test_an_etag_is_of_one_language(client: Client, played: Opened) -> None:
    for path in (f"/v1/deals/{played.deal}", f"/v1/tables/{played.id}/series"):
        tags = {
            tag: str(client.send("GET", path, played.owner, Accept_Language=tag).headers["ETag"])
            for tag in COMPLETE
        }
        assert len({*tags.values()}) == len(COMPLETE)
        for tag, etag in tags.items():
            sent: dict[str, Any] = {"Accept_Language": tag, "If_None_Match": etag}
            known = client.send("GET", path, played.owner, **sent)
            assert (known.status_code, "Accept-Language" in known.vary) == (304, True)
            other = client.send("GET", path, played.owner, If_None_Match=etag)
            assert other.status_code == (304 if tag == "en" else 200)


@pytest.mark.parametrize("query", ["since=yesterday", "expand=all"])
def test_an_error_of_the_query_is_recognised(client: Client, played: Opened, query: str) -> None:
    path = "/v1/deals" if "since" in query else f"/v1/deals/{played.deal}"
    answer = client.send("GET", f"{path}?{query}", played.owner, Accept_Language="de")
    (error,) = answer.get_json()["errors"]
    assert error["key"] in {"form-time", "form-some-of"}


def test_a_listed_deal_is_explained_in_the_language(client: Client, played: Opened) -> None:
    client.sequence()
    shown = client.get(f"/v1/deals/{played.deal}", played.owner, Accept_Language="ru")
    path = f"/v1/deals?table={played.id}&status=over"
    (line,) = client.get(path, played.owner, Accept_Language="ru")["deals"]
    assert line["explained"] == shown["explained"] != []
    assert line["explanations"] == shown["explanations"]


def test_titles_are_sentences_beside_the_recorded_words(client: Client, played: Opened) -> None:
    series = client.get(f"/v1/tables/{played.id}/series", played.owner, Accept_Language="de")
    assert len(series["titles_explained"]) == len(series["titles"])
    (line, *_) = series["deals"]
    assert [each["text"] for each in line["explanations"]] == line["explained"]


def test_a_refusal_is_in_the_language_of_the_request_and_so_is_its_repetition(
    client: Client,
) -> None:
    table = client.open(seats=PERSONS)
    path, key = f"/v1/deals/{table.deal}/moves", uuid4().hex
    body = {"move": {"type": "pull", "cards": ["7C", "JC", "8H"]}}
    sent: dict[str, Any] = {"json": body, "Idempotency_Key": key}
    english: Any = client.send("POST", path, table.tokens[0], **sent).json
    german = client.send("POST", path, table.tokens[0], **sent, Accept_Language="de")
    shown: Any = german.json
    assert german.headers["Content-Language"] == "de"
    for name in ("type", "status", "code", "key", "values"):
        assert shown[name] == english[name]
    for name in ("title", "detail"):
        assert shown[name] != english[name]
    texts = [each["text"] for each in shown["clauses"]]
    assert [each["id"] for each in shown["clauses"]] == [each["id"] for each in english["clauses"]]
    assert all(a != b["text"] for a, b in zip(texts, english["clauses"], strict=True))
    assert all(each["title"] for each in shown["clauses"])


def test_a_repeated_command_is_a_replay_in_every_language(client: Client) -> None:
    table = client.open(seats=PERSONS)
    deal = client.get(f"/v1/deals/{table.deal}", table.tokens[0])
    seat = deal["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    sent: dict[str, Any] = {"json": {"move": move}, "Idempotency_Key": uuid4().hex}
    path = f"/v1/deals/{table.deal}/moves"
    first = client.send("POST", path, table.tokens[seat], **sent)
    again = client.send("POST", path, table.tokens[seat], **sent, Accept_Language="ka")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert first.json == again.json


def test_an_error_of_a_field_has_a_key_and_values(client: Client) -> None:
    body = {"game": "goat", "name": "yard", "options": {"loss_target": 99}, "visibility": "no"}
    answer = client.send("POST", "/v1/tables", client.key(), json=body, Accept_Language="ru")
    (error,) = answer.get_json()["errors"]
    assert (error["pointer"], error["key"]) == ("/visibility", "form-one-of")
    assert error["detail"].startswith("Должно быть одно из")


@pytest.mark.parametrize("tag", COMPLETE)
def test_a_game_has_names_for_people(client: Client, tag: str) -> None:
    for key, game in GAMES.items():
        shown = client.get(f"/v1/games/{key}", Accept_Language=tag)
        english = client.get(f"/v1/games/{key}")
        assert shown["move_names"].keys() == {str(kind.MOVE) for kind in game.moves}
        assert [each["code"] for each in shown["cards"]] == list(game.pack)
        assert len({each["name"] for each in shown["cards"]}) == len(game.pack)
        assert len({each["index"] for each in shown["cards"]}) == len(game.pack)
        assert shown["moves"] == english["moves"]
        assert (shown["move_names"] == english["move_names"]) == (tag == "en")
        assert shown["words"]["zones"].keys() == {each["zone"] for each in shown["zones"]}
        for kind in game.moves:
            assert shown["words"]["events"][kind.TYPE] == shown["move_names"][str(kind.MOVE)]
        for area, names in shown["words"].items():
            assert names.keys() == english["words"][area].keys()
            if names and area != "values":
                assert (names == english["words"][area]) == (tag == "en")
        for option in shown["options"].values():
            values = [str(each).lower() for each in option.get("values", ())]
            assert list(option.get("value_titles", {})) == values


def test_what_nobody_speaks_is_answered_in_english(client: Client) -> None:
    for wanted in ("xx", "*", "ru;q=0", "", "\x7f", "de" + ",de;q=0.1" * 100):
        answer = client.send("GET", "/v1/games", Accept_Language=wanted)
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == "en", wanted


def test_a_language_that_lacks_texts_says_so(client: Client) -> None:
    answer = client.send("GET", "/v1/games/goat", Accept_Language="ko")
    assert answer.headers["Content-Language"] == "ko, en"
    texts = {each["id"]: each["text"] for each in answer.get_json()["clauses"]}
    assert "무늬" in texts["G8"]
    assert texts["T1"] == "It is not this seat's turn."


@pytest.mark.parametrize("path", ["/rules", "/rules/goat", "/problems", "/problems/illegal-move"])
def test_pages_are_in_the_language(client: Client, path: str) -> None:
    german = client.send("GET", path, Accept="text/html", Accept_Language="de")
    assert 'lang="de"' in german.text
    assert german.headers["Content-Language"] == "de"
    assert "Accept-Language" in german.vary
    assert "Regeln" in german.text


def test_the_languages_are_listed(client: Client) -> None:
    listed = client.get("/v1/languages")["languages"]
    assert [each["tag"] for each in listed] == list(LANGUAGES.all)
    assert listed[0] == {"tag": "en", "name": "English", "complete": True}
    assert {"ru", "de", "ka"} <= {each["tag"] for each in listed if each["complete"]}


def test_a_language_is_added_by_adding_a_folder(
    client: Client, played: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(LANGUAGES.english.folder, tmp_path / "en")
    folder = tmp_path / "tlh"
    (folder / "rules").mkdir(parents=True)
    (folder / "language.ftl").write_text("language = tlhIngan\n    .complete = no\n", "utf-8")
    (folder / "goat.ftl").write_text('goat-move-lead = {CAPITAL("nej")}\ngoat-deals = nob!\n')
    (folder / "rules" / "goat.md").write_text("# Qa\n\n- **G8** moHaq\n", "utf-8")
    monkeypatch.setattr(catalogue, "LANGUAGES", Languages(tmp_path))
    game = client.get("/v1/games/goat", Accept_Language="tlh")
    assert (game["move_names"]["lead"], game["move_names"]["beat"]) == ("Nej", "beat")
    assert {each["id"]: each["text"] for each in game["clauses"]}["G8"] == "moHaq"
    shown = client.get(f"/v1/deals/{played.deal}", played.owner, Accept_Language="tlh")
    assert "nob!" in shown["explained"]
    assert [each["tag"] for each in client.get("/v1/languages")["languages"]] == ["en", "tlh"]
