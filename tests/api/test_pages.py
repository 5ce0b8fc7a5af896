"""Pages for people: the contract without a CDN, rules, problems, and the files of the page."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from domain.games import GAMES
from languages.catalogue import LANGUAGES
from service.api.pages import CORE_POLICY, MAIN, POLICY, routes, tree
from service.api.problems import KINDS
from service.api.resources.browsing import ASSETS
from service.api.resources.web import CORE_WORKER
from service.games.rulebook import clauses
from tests.api.contracts import contract
from tests.api.playing import PERSONS, Client
from tests.api.serving import Web
from tests.missing import needs

ROOT: Final = Path(__file__).parents[2]
BROWSER: Final = shutil.which("chromium") or ""
HTML: Final[dict[str, Any]] = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
BUDGET: Final = "20000"
"""As many ms a page may work before it is looked at, on the browser's own clock."""


def dom(url: str, profile: Path) -> str:
    """The DOM of a page in a browser, after its scripts."""
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}")
    done = subprocess.run(
        [BROWSER, *options, f"--virtual-time-budget={BUDGET}", "--dump-dom", url],
        capture_output=True,
        text=True,
        check=True,
        timeout=90,
    )
    return done.stdout


@pytest.mark.long
@needs("Chromium", BROWSER)
def test_a_browser_renders_the_contract(web: Web, tmp_path: Path) -> None:
    """The page copies the renderer's output into itself, because a dump lacks the shadow DOM."""
    shown = dom(f"{web.url}/docs", tmp_path)
    assert "data-operations" in shown
    found = re.search(r'data-operations="(\d+)"', shown)
    document = contract()
    all_methods = (*document["paths"].values(), *document["webhooks"].values())
    expected = sum(len(methods.keys() - {"parameters"}) for methods in all_methods)
    assert found is not None
    assert int(found[1]) == expected


def test_pages_load_nothing_from_elsewhere(client: Client) -> None:
    for path in ("/docs", "/rules", "/rules/goat", "/rules/general", "/problems"):
        answer = client.send("GET", path, **HTML)
        assert (answer.status_code, answer.mimetype) == (200, "text/html")
        assert "default-src 'none'; script-src 'self';" in answer.headers["Content-Security-Policy"]
        assert not re.search(r'(src|href)="(?!/|#)', answer.text), path
        assert not re.search(r"<script(?! type=\"module\" src=\"/)", answer.text), path
        for each in re.findall(r'(?:src|href)="(/[^"#]*)', answer.text):
            assert client.send("GET", each).status_code == 200, each


@pytest.mark.parametrize("language", ["en", "ru", "de", "ka"])
def test_every_page_has_the_header_of_the_page(client: Client, language: str) -> None:
    texts = LANGUAGES.all[language]
    frame = (ROOT / "web" / "parts" / "frame.js").read_text("utf-8")
    links = dict(re.findall(r"^  \"(/\w*)\": \"(\w+)\",$", frame, re.MULTILINE))
    expected = [(href, texts.message(f"link-{name}")) for href, name in links.items()]
    for path in ("/rules", "/rules/goat", "/problems"):
        text = client.send("GET", path, **HTML, Accept_Language=language).text
        header = text.partition("</nav>")[0]
        found = re.findall(r'<a href="([^"]+)"(?: aria-current="page")?>([^<]+)</a>', header)
        assert found == expected
    assert 'href="/rules" aria-current' in client.send("GET", "/rules", **HTML).text


def test_nothing_else_is_served_from_the_folder(client: Client) -> None:
    for name in ("rapidoc.txt", "..%2fapp.py", "%2e%2e/app.py"):
        assert client.send("GET", f"/docs/{name}").status_code == 404
    for name in ASSETS:
        answer = client.send("GET", f"/docs/{name}")
        assert answer.status_code == 200
        assert client.send("GET", f"/docs/{name}", If_None_Match=answer.headers["ETag"]).status_code


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_its_place_on_the_page_of_its_game(client: Client, game: str) -> None:
    text = client.send("GET", f"/rules/{game}").text
    anchors = re.findall(r'id="([A-Z]\d+)"', text)
    assert sorted(anchors) == sorted(clauses(game))
    assert {*re.findall(r'href="#([A-Z]\d+)"', text)} <= {*anchors}
    assert text.count("<h1") == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "ru", "ka", "fil", "ko"])
def test_rules_say_how_a_request_names_a_card(client: Client, game: str, language: str) -> None:
    text = client.send("GET", f"/rules/{game}", Accept_Language=language).text
    line = text.partition("</summary>")[2].partition("</p>")[0]
    ranks = " ".join(dict.fromkeys(card[0] for card in GAMES[game].pack))
    assert {"TC", ranks, "C", "S", "H", "D"} <= {*re.findall("<code>(.*?)</code>", line)}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "de", "ru", "ka"])
def test_rules_begin_with_what_is_read_in_one_minute(
    client: Client, game: str, language: str
) -> None:
    text = client.send("GET", f"/rules/{game}", Accept_Language=language).text
    minute = text.partition("</h2>")[2].partition("</p>")[0].partition("<p>")[2]
    assert 30 <= len(minute.split()) <= 90
    assert not re.findall(r"\b[A-Z]\d+\b", minute)
    assert text.index("</h2>") < text.index("<details>") < text.index('id="T1"')


def test_there_are_no_rules_of_other_games(client: Client) -> None:
    assert client.send("GET", "/rules/bridge").status_code == 404


def test_a_refusal_leads_to_its_clause_and_to_its_kind(client: Client) -> None:
    table = client.open(seats=PERSONS)
    body = {"move": {"type": "pull", "cards": ["7C", "JC", "8H"]}}
    refused: Any = client.send("POST", f"{table.deal_path}/moves", table.tokens[0], json=body).json
    assert client.send("GET", refused["type"], **HTML).status_code == 200
    for clause in refused["clauses"]:
        page, _, place = clause["url"].partition("#")
        assert place == clause["id"]
        assert f'id="{place}"' in client.send("GET", page).text


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_of_problem_has_a_page_and_a_form_for_programs(client: Client, code: str) -> None:
    kind = client.get(f"/problems/{code}")
    assert kind["code"] == kind["example"]["code"] == code
    assert kind["type"] == kind["example"]["type"] == f"/problems/{code}"
    shown = client.send("GET", f"/problems/{code}", **HTML)
    assert shown.mimetype == "text/html"
    assert kind["title"] in shown.text
    assert "Accept" in shown.vary


def test_all_kinds_of_problems_are_listed(client: Client) -> None:
    assert [each["code"] for each in client.get("/problems")["problems"]] == [*KINDS]
    assert client.send("GET", "/problems/nonsense").status_code == 404


NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


def test_files_are_kept_for_ever_and_compressed(client: Client) -> None:
    for path in tree().files:
        answer = client.send("GET", tree().address(path), Accept_Encoding="gzip")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Encoding"] == "gzip"
        assert client.send("GET", tree().address(path)).data == tree().files[path].content
    assert client.send("GET", f"/app/{'0' * 16}/{MAIN}").status_code == 404
    for path in ("web/index.html", "web/tsconfig.json", "verifier/verify.py", "../openapi.yaml"):
        assert client.send("GET", tree().address(path)).status_code == 404


def test_one_worker_may_compile_webassembly_and_reach_nothing(client: Client) -> None:
    assert "wasm" not in POLICY
    for path in tree().files:
        policy = client.send("GET", tree().address(path)).headers["Content-Security-Policy"]
        assert policy == (CORE_POLICY if path == CORE_WORKER else NOTHING)
    assert CORE_POLICY == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"


@pytest.mark.parametrize("route", routes())
def test_a_route_starts_the_page(client: Client, route: str) -> None:
    address = re.sub(r"<\w+>", "0", route)
    german: dict[str, Any] = {"Accept_Language": "de-AT, en;q=0.5"}
    answer = client.send("GET", address, **german)
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Cache-Control"] == "no-cache"
    assert '<html lang="de" data-languages="{' in answer.text
    is_first = routes()[route] in {"lobby", "table"}
    assert ("languages/de/page.ftl" in answer.text) is not is_first
    assert ("web/more.css" in answer.text) is not is_first
    assert "languages/de/" in answer.text
    for each in re.findall(r'(?:src|href)="(/app[^"]*)', answer.text):
        assert client.send("GET", each).status_code == 200, each
    known = {**german, "If_None_Match": answer.headers["ETag"]}
    assert client.send("GET", address, **known).status_code == 304


def test_a_browser_at_an_address_without_a_page_gets_the_page_that_says_so(client: Client) -> None:
    browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
    answer = client.send("GET", "/no/such/page", Accept=browser)
    assert answer.status_code == 404
    assert answer.mimetype == "text/html"
    assert answer.headers["Content-Security-Policy"] == POLICY
    for accepted in ("*/*", "application/json", "application/problem+json, text/html;q=0.5"):
        answer = client.send("GET", "/no/such/page", Accept=accepted)
        assert (answer.status_code, answer.mimetype) == (404, "application/problem+json")


def test_a_language_with_the_clauses_alone_has_the_rest_of_the_rules_in_english(
    client: Client,
) -> None:
    korean, german = (
        client.send("GET", "/rules/goat", Accept_Language=tag).text for tag in ("ko", "de")
    )
    assert '<html lang="ko">' in korean
    before, _, minute = korean.partition('<div lang="en">')
    assert before
    assert "In one minute" in minute
    assert "data-cards" not in minute
    assert '<div lang="de">' in german
    assert 'data-cards="7S 9S"' in german
