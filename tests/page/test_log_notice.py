"""The page keeps the newest checkpoint of the log, and says when the log is another one."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, Page, Route

from events.translog.notes import Checkpoint
from tests.cli.commands import fairdeal
from tests.events.making import KEY
from tests.page.browsing import Site, Visit
from tests.page.test_log_watch import SEEN, answers, begun_anew
from tests.serving import until
from tests.verifier.test_forks import HONEST, evidence, forked

pytestmark = pytest.mark.long

KEPT: Final = "localStorage.getItem('fairdeal.checkpoints')"


def answer(page: Page, answers: Mapping[str, str]) -> None:
    """Let the service have another log from now on."""

    def fulfil(route: Route) -> None:
        name = route.request.url.partition("/v1/log/")[2].partition("?")[0]
        route.fulfill(body=answers[name])

    page.unroute("**/v1/log/*")
    page.route("**/v1/log/*", fulfil)


def another_session(visit: Visit) -> None:
    visit.page.evaluate("sessionStorage.clear()")
    visit.open("/settings")


def seen(visit: Visit) -> Page:
    """A browser that has seen a log of nine entries."""
    answer(visit.page, answers(HONEST[:SEEN]))
    visit.open("/settings")
    until(lambda: visit.page.evaluate(KEPT) is not None)
    return visit.page


def test_a_forked_log_is_shown_with_its_evidence(visit: Visit, tmp_path: Any) -> None:
    page = seen(visit)
    for _ in range(2):
        answer(page, answers(forked(4)))
        another_session(visit)
        visit.sees(f"do not begin with the {SEEN} entries that this browser has seen")
    with page.expect_download() as saved:
        visit.press("Save the evidence")
    path, key = tmp_path / "forked-log.json", tmp_path / "key.txt"
    saved.value.save_as(path)
    key.write_text(str(KEY.verifier))
    ran = fairdeal("verify", path, "--key", key)
    assert ran.code == 1
    assert "misconduct" in ran.out


def test_the_evidence_is_verified_on_the_page(visit: Visit) -> None:
    visit.open("/verify")
    made = json.dumps(evidence(SEEN, forked(4))).encode()
    file: FilePayload = {"name": "log.json", "mimeType": "application/json", "buffer": made}
    visit.page.locator("input[type=file]").set_input_files(file)
    visit.sees(re.compile("does not begin with the 9 entries"))
    visit.sees(re.compile("Only the bundle names the key"))
    visit.sees("The log was forked: its key has signed two contents.")


def test_a_log_that_was_begun_anew_has_its_reason(visit: Visit) -> None:
    page = seen(visit)
    answer(page, begun_anew())
    another_session(visit)
    visit.sees("2 entries that this browser has seen were lost. The reason: The disk failed.")
    visit.press("Close")
    another_session(visit)
    until(lambda: page.evaluate("sessionStorage.getItem('fairdeal.log_compared')") is not None)
    assert page.get_by_role("alert").count() == 0


def test_the_log_of_the_service_itself_is_compared(site: Site, visit: Visit) -> None:
    visit.open("/settings")
    until(lambda: visit.page.evaluate(KEPT) is not None)
    kept = json.loads(visit.page.evaluate(KEPT))
    key = site.call("GET", "/readyz")["log"]
    [text] = kept.values()
    assert 0 <= int(text.splitlines()[1]) <= key["size"] + 1_000
    assert Checkpoint.read(text).origin in next(iter(kept))
