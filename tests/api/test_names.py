"""Names: fully visible, and distinguishable from each other at a table and from bots."""

from typing import Any

import pytest

from service.api.resources.disputes import AnswerDisputeRequest
from service.players.names import like_another
from tests.api.playing import GOAT, Client, Opened
from tests.api.test_rematches import given_up

UNSEEN = {
    "zero width": "An\u200bn",
    "a joiner": "An\u200dn",
    "a soft hyphen": "An\u00adn",
    "the other direction": "An\u202en",
    "an isolate": "An\u2066n",
    "an Arabic mark": "An\u061cn",
    "a Hangul filler": "\u3164",
    "a Mongolian separator": "A\u180en",
    "a variation": "Ann\ufe0f",
    "a tag": "Ann\U000e0041",
    "private use": "Ann\ue000",
    "private use beyond": "Ann\U000f0000",
    "a musical control": "Ann\U0001d173",
    "Braille without dots": "\u2800",
    "a control": "An\x9bn",
    "marks alone": "\u0301\u0301",
    "an empty note": "Ann\U0001d159",
    "an empty note alone": "\U0001d159",
    "the last code point": "Ann\U0010ffff",
    "what is not assigned": "Ann\u0378",
    "what is not assigned beyond": "Ann\U0003fffd",
    "what is no character": "Ann\ufdd0",
    "an object that is missing": "Ann\ufffc",
    "a replacement": "Ann\ufffd",
    "a filler of Khitan": "Ann\U00016fe4",
    "wide blanks": "\u3000\u2003",
}
ALIKE = (
    *(("Ann", "\u0410nn"), ("Ann", "ann"), ("Ann", "\uff21nn"), ("Ian", "lan"), ("Bob", "B0b")),
    *(("modern", "rnodern"), ("Paul", "\u0420\u0430ul"), ("Jo Ann", "JoAnn"), ("Ann1", "Annl")),
    *(
        ("Zo\u00eb", "Zoe\u0308"),
        ("\u0418\u0433\u043e", "\u0418\u0433o"),
        ("\u039f\u03bc", "O\u03bc"),
    ),
)
SIGNS = (
    *(("O'Neil", f"O{sign}Neil") for sign in "\u2019\u2018\u02bc\u2032`\u00b4\uff07\u1ffd"),
    *(("Jo-Ann", f"Jo{sign}Ann") for sign in "\u2010\u2011\u2013\u2014\u2212\u30fc\uff0d\ufe58"),
    *(('"Ann"', "\u201cAnn\u201d"), ('"Ann"', "''Ann''"), ("A.B", "A\u2024B"), ("A,B", "A\u201aB")),
    *(("A~", "A\u02dc"), ("A/B", "A\u2215B"), ("Ann!", "Ann\u01c3"), ("A...", "A\u2026")),
)
UNALIKE = (
    *(("O'Neil", "ONeil"), ("Jo-Ann", "Jo.Ann"), ("Ann!", "Ann?"), ("A+", "A-")),
    *(("Ann", "Anna"), ("Bob", "Rob"), ("Jos\u00e9", "Jose"), ("Li 1", "Li 2")),
    ("\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d\u0430"),
)
NAMES = (
    *("Zo\u00eb", "\u0410\u043d\u043d\u0430", "\u674e", "\u05d0\u05d1"),
    *("A", "7", "!", "\U0001f600", "a  b"),
)


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN)
def test_invisible_characters_are_refused_in_names(name: str, client: Client) -> None:
    key, table = client.key(), client.open(seats=[])
    for method, path, who, body, pointer in (
        ("POST", "/v1/tables", key, {**GOAT, "name": name}, "/name"),
        ("POST", "/v1/tables", key, {**GOAT, "seats": [{"name": name}]}, "/seats/0/name"),
        ("PUT", f"{table.path}/seats/0", key, {"name": name}, "/name"),
        ("POST", f"{table.path}/watchers", table.owner, {"name": name}, "/name"),
        ("POST", "/v1/keys", key, {"name": name}, "/name"),
    ):
        answer = client.send(method, path, who, json=body)
        assert answer.refusal == (422, "invalid"), path
        assert answer.pointers == [pointer]


@pytest.mark.parametrize("name", NAMES)
def test_real_names_are_accepted(name: str, client: Client) -> None:
    shown = client.open(seats=[{"name": name}])
    assert client.get(shown.path, shown.owner)["seats"][0]["name"] == name


def test_the_sign_of_an_unknown_card_is_no_text(client: Client) -> None:
    """In a record it would be a value that is hidden."""
    table = client.open()
    path = f"{table.path}/watchers"
    body: dict[str, Any] = {"name": "??"}
    refused = client.send("POST", path, table.owner, json=body)
    assert (refused.status_code, refused.json["errors"][0]["key"]) == (422, "form-reserved")
    body = {"name": "Ann", "metadata": {"mood": "??"}}
    refused = client.send("PUT", f"{table.path}/seats/0", table.owner, json=body)
    assert (refused.status_code, refused.json["errors"][0]["key"]) == (422, "form-reserved")


def test_texts_of_disputes_may_have_joined_characters() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467 \u2764\ufe0f"
    assert AnswerDisputeRequest().load({"text": family}) == {"text": family}


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_do_not_sit_at_one_table(
    one: str, other: str, client: Client
) -> None:
    table = client.open(seats=[{"name": one}])
    refused = client.send("PUT", f"{table.path}/seats/1", client.key(), json={"name": other})
    together = {**GOAT, "seats": [{"name": other}, {}, {"name": one}]}
    both = client.send("POST", "/v1/tables", table.owner, json=together)
    for answer, pointer in ((refused, "/name"), (both, "/seats/2/name")):
        assert answer.refusal == (409, "name-taken")
        assert answer.pointers[0] == pointer
    assert (
        client.send(
            "PUT", f"{table.path}/seats/1", client.key(), json={"name": "Somebody"}
        ).status_code
        == 201
    )


@pytest.mark.parametrize(("one", "other"), SIGNS)
def test_signs_that_look_alike_are_one(one: str, other: str) -> None:
    assert like_another(one, [other]) == other
    assert like_another(other, [one]) == one


@pytest.mark.parametrize(("one", "other"), UNALIKE)
def test_names_that_do_not_look_alike_do(one: str, other: str) -> None:
    assert like_another(one, [other]) is None
    assert like_another(other, [one]) is None


@pytest.mark.parametrize(
    "name", ["medium", "Easy", "m\u0435dium", "rnedium", "Medium 2", "hard\uff14"]
)
def test_names_of_bots_are_refused_for_persons(name: str, client: Client) -> None:
    answer = client.send(
        "POST", "/v1/tables", client.key(), json={**GOAT, "seats": [{"name": name}]}
    )
    assert answer.refusal == (409, "name-taken")


def test_a_name_is_free_again_when_its_player_has_left(client: Client) -> None:
    table = client.open(seats=[{"name": "Ann"}])
    path = f"{table.path}/seats"
    client.delete(f"{path}/0", table.tokens[0])
    assert client.send("PUT", f"{path}/1", table.owner, json={"name": "ann"}).status_code == 201


def test_names_that_are_recorded_stay(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with old names that would be refused now can be read, played again, and branched."""
    old = ["Ann", "\u0410nn", "medium", "ANN"]
    with monkeypatch.context() as before:
        before.setattr("service.tables.creation.like_another", lambda *_: None)
        table = given_up(client, seats=[{"name": name} for name in old])
    assert names(client, table) == old
    client.context.streams._kept.clear()  # loaded anew
    assert names(client, table) == old
    client.post(f"{table.path}/rematch", table.owner)


def names(client: Client, table: Opened) -> list[str]:
    seats = client.get(table.path, table.owner)["seats"]
    return [each["name"] for each in seats]
