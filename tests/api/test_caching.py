"""Answers that are not sent again, or are sent compressed; neither reveals anything secret."""

import gzip
import json
from random import Random
from typing import Any

import pytest

from service.api.resources import deals
from service.api.responses import LEAST
from tests.api.contracts import contract
from tests.api.operations import CASES, Case, tournament_id, webhook_ids
from tests.api.playing import PERSONS, Client, Opened


def paths(table: Opened) -> tuple[str, ...]:
    return (
        table.path,
        f"{table.path}/series",
        table.deal_path,
        f"{table.deal_path}?at=2",
        f"{table.deal_path}?view=public",
    )


def tag(client: Client, path: str, who: str) -> str:
    answer = client.send("GET", path, who)
    assert answer.status_code == 200, answer.text
    etag, weak = answer.get_etag()
    assert etag is not None
    assert weak, "`now` differs from answer to answer"
    assert "Authorization" in answer.headers["Vary"]
    assert answer.headers["Cache-Control"].startswith("private")
    return f'W/"{etag}"'


def test_unchanged_resources_are_not_sent_again(client: Client, table: Opened) -> None:
    for path in paths(table):
        etag = tag(client, path, table.tokens[1])
        again = client.send("GET", path, table.tokens[1], If_None_Match=etag)
        assert again.status_code == 304
        assert again.data == b""
        assert again.headers["ETag"] == etag
        assert client.send("GET", path, table.tokens[1], If_None_Match='"x"').status_code == 200


def test_an_unchanged_deal_is_not_drawn_again(
    client: Client, table: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = table.deal_path
    known = {path: tag(client, path, table.tokens[1]) for path in (deal, f"{deal}/frames")}
    for name in ("deal_view", "frames_json"):
        monkeypatch.setattr(deals, name, None)
    for path, etag in known.items():
        assert client.send("GET", path, table.tokens[1], If_None_Match=etag).status_code == 304


def test_every_answer_has_a_tag_of_its_own(client: Client, table: Opened) -> None:
    answers: dict[str, Any] = {}
    for who in (table.owner, *table.tokens.values()):
        for path in paths(table):
            body = {**client.get(path, who), "now": None}
            assert answers.setdefault(tag(client, path, who), body) == body


def test_a_move_changes_the_tags_of_the_deal(client: Client, table: Opened) -> None:
    path = table.deal_path
    before = tag(client, path, table.tokens[0])
    client.play(table, Random(1), moves=1)
    assert tag(client, path, table.tokens[0]) != before
    assert client.send("GET", path, table.tokens[0], If_None_Match=before).status_code == 200


def test_the_past_of_a_finished_deal_may_be_kept(
    client: Client, played: Opened, table: Opened
) -> None:
    past = client.send("GET", f"{played.deal_path}?at=9&view=full", played.owner)
    assert "immutable" in past.headers["Cache-Control"]
    for path in (played.deal_path, f"{table.deal_path}?at=2"):
        assert client.send("GET", path, table.owner).headers["Cache-Control"] == "private, no-cache"


def test_pages_of_events_are_not_kept(client: Client, table: Opened) -> None:
    answer = client.send("GET", f"{table.deal_path}/events", table.owner)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_other_conditions_than_if_none_match_are_not_asked(client: Client, table: Opened) -> None:
    assert client.send("GET", table.deal_path, table.owner, If_Match='"zzz"').status_code == 200


OF_PUBLIC_DEALS = {"getDeal", "getFrames", "listEvents", "getTranscript", "getAnalysis"}
THE_SAME_FOR_ALL = {
    *("listGames", "getGame", "listBots", "listProblemKinds", "getProblemKind", "getContract"),
    *("listLanguages", "listPhrases"),
}
FILES = (
    "/docs",
    "/docs/rapidoc-min.js",
    "/rules/skat",
    "/openapi.yaml",
    "/openapi.json",
    "/llms.txt",
    "/v1/games/skat",
)


def ask(client: Client, path: str, who: str | None = None, known: str = "") -> Any:
    return client.send("GET", path, who, Accept_Encoding="gzip", If_None_Match=known)


@pytest.mark.parametrize("path", FILES)
def test_what_is_the_same_for_all_is_compressed_and_tagged(path: str, client: Client) -> None:
    plain, small = client.send("GET", path), ask(client, path)
    assert "Content-Encoding" not in plain.headers
    if len(plain.data) >= LEAST:
        assert gzip.decompress(small.data) == plain.data
        assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data) / 2
    for answer in (plain, small):
        assert "Accept-Encoding" in answer.headers["Vary"]
        again = ask(client, path, known=answer.headers["ETag"])
        assert (again.status_code, again.data) == (304, b"")
    assert plain.headers["ETag"] == small.headers["ETag"]


@pytest.mark.parametrize("accepted", ["identity", "gzip;q=0", "br", "gzip;q=x, deflate"])
def test_a_client_that_does_not_accept_gzip_gets_none(accepted: str, client: Client) -> None:
    answer = client.send("GET", "/openapi.yaml", Accept_Encoding=accepted)
    assert "Content-Encoding" not in answer.headers


def test_a_deal_is_compressed_once_all_may_know_its_cards(client: Client) -> None:
    table = client.open(game="svoi_kozyri", seats=PERSONS[:2])  # it cannot be over so soon
    client.play(table, Random(6), moves=16)
    path = table.deal_path
    paths = (f"{path}/frames?legal=both", f"{path}/events")
    for each in paths:
        secret = ask(client, each, table.tokens[0])
        assert "Content-Encoding" not in secret.headers, "its length would reveal its cards"
        shown = ask(client, each, table.owner)
        assert len(secret.data) >= LEAST, each
        assert shown.headers["Content-Encoding"] == "gzip", each
    client.play(table, Random(6))
    for each in paths:
        over = ask(client, each, table.tokens[0])
        assert over.headers["Content-Encoding"] == "gzip"
        plain = client.get(each, table.tokens[0])
        assert {**json.loads(gzip.decompress(over.data)), "now": 0} == {**plain, "now": 0}
    expanded = ask(client, f"{path}?expand=table,series,events", table.tokens[0])
    assert len(expanded.data) > LEAST
    assert "Content-Encoding" not in expanded.headers, "it has names that others chose"


def reads(client: Client, table: Opened) -> list[tuple[Case, str]]:
    ids = {**webhook_ids(client, table), "tournament": tournament_id(client, table)}
    found = []
    for case in CASES:
        if case.method == "GET" and not case.fields and "log/" not in case.path:
            path = case.path.format_map({**Names(table), "seat": 0, "next": 1, **ids})
            found.append((case, path))
    return found


class Names(dict[str, Any]):
    """The placeholders of an address; ids that do not exist are as good as any."""

    def __init__(self, table: Opened) -> None:
        super().__init__(table=table.id, deal=table.deal)

    def __missing__(self, name: str) -> str:
        return "9"


def test_no_other_answer_is_ever_compressed(
    client: Client, played: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    for least in ("LEAST", "LEAST_ONCE"):
        monkeypatch.setattr(f"service.api.responses.{least}", 0)
    found = set()
    for case, path in reads(client, played):
        for who in (played.owner, played.tokens[0]):
            answer = ask(client, path, who)
            if answer.headers.get("Content-Encoding"):
                found.add(case.operation)
    assert found == OF_PUBLIC_DEALS | THE_SAME_FOR_ALL
    body = {"name": "narrow"}
    made = client.send("POST", "/v1/keys", played.owner, json=body, Accept_Encoding="gzip")
    assert made.status_code == 201
    assert "Content-Encoding" not in made.headers


FORMS: dict[str, set[str]] = {
    operation["operationId"]: {*operation["responses"].get("200", {}).get("content", {})}
    for methods in contract()["paths"].values()
    for method, operation in methods.items()
    if method == "get"
}
"""The media types of each operation that reads."""


def test_an_answer_that_has_several_forms_depends_on_accept(client: Client, played: Opened) -> None:
    seen = set[str]()
    for case, path in reads(client, played):
        answer = client.send("GET", path, played.owner)
        if answer.status_code == 200:
            several = len(FORMS[case.operation]) > 1
            seen |= {case.operation} if several else set()
            varies = {each.strip() for each in answer.headers.get("Vary", "").split(",")}
            assert ("Accept" in varies) >= several, case.operation
    assert {"listDeals", "listTournamentEvents", "getTournament", "getTranscript"} <= seen
