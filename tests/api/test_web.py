"""The page as the service serves it: its files, and the document of every route."""

import re
from typing import Any, Final

import pytest

from service.api.page_files import MAIN, tree
from service.api.pages import CORE_POLICY, POLICY
from service.api.resources.web import CORE_WORKER
from tests.api.playing import Client

NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"


def test_files_are_kept_for_ever_and_compressed(client: Client) -> None:
    for path in tree().files:
        answer = client.send("GET", tree().address(path), Accept_Encoding="gzip")
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Content-Encoding"] == "gzip"
        plain = client.send("GET", tree().address(path))
        assert plain.data == tree().files[path].content
    assert client.send("GET", f"/app/{'0' * 16}/{MAIN}").status_code == 404
    for path in ("web/index.html", "web/tsconfig.json", "verifier/verify.py", "../openapi.yaml"):
        assert client.send("GET", tree().address(path)).status_code == 404


def test_one_worker_may_compile_webassembly_and_reach_nothing(client: Client) -> None:
    assert "wasm" not in POLICY
    for path in tree().files:
        policy = client.send("GET", tree().address(path)).headers["Content-Security-Policy"]
        assert policy == (CORE_POLICY if path == CORE_WORKER else NOTHING)
    assert CORE_POLICY == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"


@pytest.mark.parametrize("route", tree().routes)
def test_a_route_starts_the_page(client: Client, route: str) -> None:
    address = re.sub(r"<\w+>", "0", route)
    german: dict[str, Any] = {"Accept_Language": "de-AT, en;q=0.5"}
    answer = client.send("GET", address, **german)
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert answer.headers["Cache-Control"] == "no-cache"
    assert '<html lang="de">' in answer.text
    assert "languages/de/common.js" in answer.text
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
