"""Conditional requests: readers with the current version get 304; ETags reveal nothing secret."""

from random import Random
from typing import Any

import pytest

from service.api.resources import deals
from tests.api.playing import Client, Opened


@pytest.fixture
def table(client: Client) -> Opened:
    return client.open()


def paths(table: Opened) -> tuple[str, ...]:
    return (
        f"/v1/tables/{table.id}",
        f"/v1/tables/{table.id}/series",
        f"/v1/deals/{table.deal}",
        f"/v1/deals/{table.deal}?at=2",
        f"/v1/deals/{table.deal}?view=public",
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
    deal = f"/v1/deals/{table.deal}"
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
    path = f"/v1/deals/{table.deal}"
    before = tag(client, path, table.tokens[0])
    client.play(table, Random(1), moves=1)
    assert tag(client, path, table.tokens[0]) != before
    assert client.send("GET", path, table.tokens[0], If_None_Match=before).status_code == 200


def test_the_past_of_a_finished_deal_may_be_kept(
    client: Client, played: Opened, table: Opened
) -> None:
    past = client.send("GET", f"/v1/deals/{played.deal}?at=9&view=full", played.owner)
    assert "immutable" in past.headers["Cache-Control"]
    for path in (f"/v1/deals/{played.deal}", f"/v1/deals/{table.deal}?at=2"):
        now = client.send("GET", path, table.owner)
        assert now.headers["Cache-Control"] == "private, no-cache"


def test_pages_of_events_are_not_kept(client: Client, table: Opened) -> None:
    answer = client.send("GET", f"/v1/deals/{table.deal}/events", table.owner)
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_other_conditions_than_if_none_match_are_not_asked(client: Client, table: Opened) -> None:
    answer = client.send("GET", f"/v1/deals/{table.deal}", table.owner, If_Match='"zzz"')
    assert answer.status_code == 200
