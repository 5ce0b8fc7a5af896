"""Replays within other sites: finished deals of public tables, and nothing else."""

import re
from dataclasses import replace
from random import Random
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from service.api.pages import MAIN, tree
from tests.api.playing import PERSONS, WITHOUT_QUOTAS, Client, Opened, client_of

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


@pytest.fixture(scope="module")
def hidden(client: Client) -> dict[str, str]:
    """The addresses of deals that are not shown here, by their kind."""
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


def test_nothing_tells_apart_what_is_not_shown(
    client: Client, public: Opened, hidden: dict[str, str]
) -> None:
    wrong = (f"{public.deal}/{end}" for end in ("0/full", "999999/full", "7/seat:9", "7/all", "7"))
    more = ("x", "x" * 3000, f"{public.deal}/7/full/", "%3Cscript%3E")
    answers = {
        (answer.status_code, answer.data, answer.headers["Content-Security-Policy"])
        for each in (*hidden.values(), *wrong, *more)
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


def test_a_link_to_a_replay_has_a_preview_without_any_text_of_a_person(
    client: Client, public: Opened
) -> None:
    text = client.send("GET", f"/replay/{public.deal}/7/full").text
    about = dict(re.findall(r'<meta property="([^"]+)" content="([^"]*)">', text))
    assert about["og:title"] == "Goat, Deal 1, event 7"
    assert not {"img", "public table"} & {*re.findall("img|public table", text)}
    path = about["og:image"].removeprefix("http://localhost")
    picture, again = client.send("GET", path), client.send("GET", path)
    assert picture.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert again.data == picture.data
    [found] = re.findall(r'json\+oembed" href="http://localhost([^"]+)"', text)
    said = client.get(found)
    assert (said["type"], said["thumbnail_url"]) == ("rich", about["og:image"])
    [frame] = re.findall(r'src="http://localhost(/embed/[^"]+)"', said["html"])
    assert client.send("GET", frame).status_code == 200


def test_a_stranger_has_a_bounded_number_of_pictures_drawn(client: Client, public: Opened) -> None:
    narrow = client_of(client.context, replace(WITHOUT_QUOTAS, strangers=60))
    path = f"/pictures/{public.deal}/7/full.png"
    answers = [narrow.send("GET", path).status_code for _ in range(4)]
    assert answers == [200, 200, 429, 429]


def test_other_replays_have_no_preview(client: Client, hidden: dict[str, str]) -> None:
    texts = {
        client.send("GET", f"/replay/{each}/1/full").data
        for each in (*(each[:36] for each in hidden.values()), "none", "%22%3E%3Cscript%3E")
    }
    [text] = texts
    assert b"og:" not in text
    for each in hidden.values():
        assert client.send("GET", f"/pictures/{each}.png").refusal == (404, "not-found")


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ("url=https://evil.example/replay/{deal}/7/full", 422),
        ("url=http://localhost.evil.example/replay/{deal}/7/full", 422),
        ("url=http://localhost@evil.example/replay/{deal}/7/full", 422),
        ("url=javascript:alert(1)//http://localhost/replay/{deal}", 422),
        ("url=file:///etc/passwd", 422),
        ("", 422),
        ("url={own}" + "7" * 3000, 422),
        ("url={own}&maxwidth=0", 422),
        ("url={own}&maxwidth=99999999999999999999", 422),
        ("url={own}&maxheight=-1", 422),
        ("url={own}&maxheight=%D9%A3", 422),
        ("url={own}&format=xml", 501),
        ("url=http://localhost/replay/" + NOBODY + "/7/full", 404),
        ("url=http://localhost/replay/../settings", 404),
        ('url=http://localhost/replay/{deal}/7/"onload=alert(1)', 404),
    ],
)
def test_a_hostile_address_gets_no_replay(
    client: Client, public: Opened, wrong: str, status: int
) -> None:
    own = f"http://localhost/replay/{public.deal}/7/full"
    answer = client.send("GET", f"/oembed?{wrong.format(deal=public.deal, own=own)}")
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"


def test_a_replay_is_no_larger_than_a_site_wants(client: Client, public: Opened) -> None:
    own = f"http://localhost/embed/{public.deal}/7/seat:1?a=b#key_secret"
    path = f"/oembed?maxwidth=300&maxheight=99999&dnt=1&url={quote(own)}"
    said = client.get(path)
    assert (said["width"], said["height"]) == (300, 500)
    assert "secret" not in str(said)
    escaped = quote(own.replace("seat:1", "seat%3A1"))  # as some programs write an address
    assert client.get(f"/oembed?url={escaped}")["html"] == said["html"].replace('"300"', '"640"')
    evil = client.send("GET", path, Host='evil"><script>')
    assert evil.status_code >= 400


def test_the_page_of_a_replay_is_there_without_the_database(
    client: Client, public: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreachable(*_: Any, **__: Any) -> Any:
        raise psycopg.OperationalError

    monkeypatch.setattr("service.api.resources.web.see_deal", unreachable)
    page = client.send("GET", f"/replay/{public.deal}/7/full")
    assert (page.status_code, "og:title" in page.text) == (200, False)
    assert client.send("GET", f"/embed/{public.deal}").refusal == (503, "unavailable")


def test_a_setting_names_the_address_behind_a_proxy(client: Client, public: Opened) -> None:
    settings = replace(WITHOUT_QUOTAS, address="https://cards.example")
    behind = client_of(client.context, settings)
    named = f"https://cards.example/replay/{public.deal}/7/full"
    said = behind.get(f"/oembed?url={quote(named)}")
    assert f'src="https://cards.example/embed/{public.deal}/7/full"' in said["html"]
    assert (
        behind.send("GET", f"/oembed?url=http://localhost/replay/{public.deal}").status_code == 422
    )
