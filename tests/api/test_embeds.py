"""Replays within other sites: finished deals of public tables, and nothing else."""

import re
from random import Random
from typing import Any

import pytest

from service.api.page_files import MAIN, tree
from tests.api.playing import PERSONS, Client, Opened

ALLOWED = "Access-Control-Allow-Origin"
FRAMED = "sandbox allow-scripts allow-popups; default-src 'none';"
ELSEWHERE: dict[str, Any] = {"Origin": "null"}
UNREAD: tuple[dict[str, Any], ...] = ({}, {"Authorization": "Bearer key_no"}, {"Cookie": "a=b"})
NOBODY = "00000000-0000-0000-0000-000000000000"
NAME = 'Ann <img src=x onerror="alert(1)">'


@pytest.fixture(scope="module")
def public(client: Client) -> Opened:
    """A public table whose first deal is over."""
    table = client.open(name="</script><b>The public table", seats=[{"name": NAME}, *PERSONS[1:]])
    client.play(table, Random(5))
    client.record(str(table.deal))
    client.sequence()
    return table


def hidden(client: Client) -> dict[str, str]:
    """The addresses of deals that nobody may be shown here, by what they are."""
    on = client.open()
    client.play(on, Random(1), moves=2)
    found = {"on": f"{on.deal}/2/public", "unknown": NOBODY}
    for what, terms in (
        ("private", {"visibility": "private"}),
        ("members", {"views_after": "members"}),
        ("test", {"test": True}),
    ):
        table = client.open(**terms)
        client.play(table, Random(5))
        found[what] = str(table.deal)
    return found


def test_a_finished_public_deal_is_framed_by_every_site(client: Client, public: Opened) -> None:
    first = client.send("GET", f"/embed/{public.deal}")
    assert first.status_code == 200
    assert first.headers["Content-Security-Policy"].startswith(FRAMED)
    assert "frame-ancestors *" in first.headers["Content-Security-Policy"]
    for end in ("", "/7/full", "/7/seat:3", "/1/public"):
        for head in UNREAD:
            other = client.send("GET", f"/embed/{public.deal}{end}", **head)
            assert other.data == first.data  # no text of a person is in it
    german = client.send("GET", f"/embed/{public.deal}", Accept_Language="de")
    assert '<html lang="de">' in german.text


def test_nothing_tells_apart_what_is_not_shown(client: Client, public: Opened) -> None:
    wrong = (f"{public.deal}/{end}" for end in ("0/full", "999999/full", "7/seat:9", "7/all", "7"))
    more = ("x", "x" * 3000, f"{public.deal}/7/full/", "%3Cscript%3E")
    answers = {
        (answer.status_code, answer.data, answer.headers["Content-Security-Policy"])
        for each in (*hidden(client).values(), *wrong, *more)
        for who in (None, public.owner)
        for answer in [client.send("GET", f"/embed/{each}", who)]
    }
    [(status, text, policy)] = answers
    assert (status, policy.startswith(FRAMED)) == (404, True)
    assert b"<script" not in text
    assert b"There is no deal to show here" in text


def address_of(rule: str) -> str:
    """An address of a rule."""
    values = {"game": "goat", "name": "openapi.json", "asset": "docs.js", "deal": NOBODY}
    return re.sub(r"<(?:[^<>]*:)?(\w+)>", lambda found: values.get(found[1], "1"), rule)


def test_no_other_path_is_framed(client: Client, public: Opened) -> None:
    rules = client.flask.application.url_map.iter_rules()
    paths = {address_of(each.rule) for each in rules if "GET" in (each.methods or ())}
    paths |= {
        tree().address(MAIN),
        f"/replay/{public.deal}/7/full",
        f"{public.deal_path}/frames",
        "/nothing",
    }
    for path in sorted(paths):
        policy = client.send("GET", path).headers["Content-Security-Policy"]
        assert ("frame-ancestors 'none'" in policy) is not path.startswith("/embed/"), path
        assert ("sandbox" in policy) is path.startswith("/embed/"), path


def test_a_document_without_an_origin_reads_what_is_public_alone(
    client: Client, public: Opened
) -> None:
    on = client.open()
    client.play(on, Random(1), moves=2)
    read = (
        tree().address(MAIN),
        f"{public.deal_path}/frames?view=full",
        public.path,
        "/v1/games/goat",
    )
    unread = (
        f"{on.deal_path}/frames",
        public.deal_path,
        "/v1/deals",
        "/v1/tables",
        "/v1/log/key",
        "/",
    )
    for path in read:
        assert client.send("GET", path, **ELSEWHERE).headers[ALLOWED] == "*"
    for path in unread:
        assert ALLOWED not in client.send("GET", path, **ELSEWHERE).headers
    for path in read[1:]:
        assert ALLOWED not in client.send("GET", path, public.owner, **ELSEWHERE).headers
