"""The way to the first card: how much is loaded, and how long it takes from far away."""

from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.e2e.secure import invited, secure
from tests.page.browsing import PHONE, Site, Visit
from tests.page.playing import Player, address, opened
from tests.page.test_play_now import resign

MOST_FILES: Final = 23
MOST_BYTES: Final = 57_500
"""The document, the style, the texts and the modules, as they are sent."""
MOST_FILES_FROM_LOBBY: Final = 25
MOST_BYTES_FROM_LOBBY: Final = 60_000
"""The same from `/`, with the games of the lobby."""
MOST_ANSWERS: Final = 3
"""The answers of the API: the table, its game and its deal."""
PICTURES: Final = ".svg"
"""The icon of the tab and the figures of courts: the card does not wait for them."""
SOON_MS: Final = 1_500
TRIES: Final = 3
"""The best of so many visits counts: other programs of the machine may be in the way of one."""
FAR_AWAY: Final[dict[str, Any]] = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
CARDS: Final = "() => performance.getEntriesByName('cards')[0]?.startTime"
WATCH_CARDS: Final = """new MutationObserver((_, self) => {
  if (document.querySelector(".own-card") === null) return;
  performance.mark("cards");
  self.disconnect();
}).observe(document, { childList: true, subtree: true });"""


TAP: Final = """new MutationObserver((_, self) => {
  const [game] = document.querySelectorAll(".play-now ul button");
  if (game === undefined) return;
  self.disconnect();
  game.click();
}).observe(document, { childList: true, subtree: true });"""
"""Begins the first game as soon as it is shown."""


def visited(visit: Visit, path: str) -> tuple[list[Response], float]:
    """The answers that came before the first own card was shown, and when it was, in ms."""
    found: list[Response] = []

    def note(answer: Response) -> None:
        found.append(answer)

    visit.page.on("response", note)
    visit.page.add_init_script(WATCH_CARDS)
    visit.open(path)
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()
    shown = float(visit.page.evaluate(CARDS))
    started = visit.page.evaluate("() => performance.timeOrigin")
    before = [each for each in found if started + shown >= each.request.timing["startTime"]]
    return [each for each in before if not each.url.endswith(PICTURES)], shown


def check_files(answers: list[Response], most: int, most_bytes: int) -> None:
    """They are few and small. What the API answers is none of them."""
    files = [each for each in answers if "/v1/" not in each.url]
    sizes = {each.url: int(each.header_value("content-length") or 0) for each in files}
    print(f"{len(files)} files of {sum(sizes.values())} bytes: {sizes}")  # noqa: T201
    assert len(files) <= most, [each.url[-40:] for each in files]
    assert 20_000 < sum(sizes.values()) <= most_bytes, sizes


@pytest.mark.long
def test_the_first_card_takes_few_requests_and_bytes(site: Site) -> None:
    table = opened(site, "skat", "Ann", "Bob", "Cid")
    with site.visit(size=PHONE) as visit:
        answers, _ = visited(visit, address(table))
        check_files(answers, MOST_FILES, MOST_BYTES)
    from_api = [each.url[-40:] for each in answers if "/v1/" in each.url]
    assert len(from_api) <= MOST_ANSWERS, from_api


@pytest.mark.long
def test_the_first_card_of_a_stranger_takes_few_requests_and_bytes(site: Site) -> None:
    """From `/`, by a tap on a game as soon as it is shown, until a card is shown: it may be tapped.

    In the end they give up: an address has few such tables at a time.
    """
    with site.visit(size=PHONE) as visit:
        visit.page.add_init_script(TAP)
        answers, _ = visited(visit, "/")
        check_files(answers, MOST_FILES_FROM_LOBBY, MOST_BYTES_FROM_LOBBY)
        resign(site, visit)


def from_far_away(browser: Browser, url: str, path: str) -> float:
    """When the first card is shown on a slow line, in ms."""
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, ignore_https_errors=True
    )
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", FAR_AWAY)
    _, shown = visited(Visit(page, url), path)
    context.close()
    return shown


def seated(browser: Browser, url: str, invitation: str) -> str:
    """Take the seat of an invitation: the address with the token of the seat."""
    context = browser.new_context(
        ignore_https_errors=True,
        extra_http_headers={"Authorization": f"Bearer {invitation}"},
    )
    table = context.request.get(f"{url}/v1/me").json()["table"]
    answer = context.request.put(f"{url}/v1/tables/{table}/seats/0", data={"name": "Ann"})
    token = answer.json()["token"]
    context.close()
    return f"/t/{table}#{token}"


@pytest.mark.long
def test_the_first_card_comes_soon_from_far_away(site: Site, browser: Browser) -> None:
    plain = opened(site, "durak", "Ann")
    with secure() as serve:
        url, invitation = invited(serve)
        path = seated(browser, url, invitation)
        http_2 = [from_far_away(browser, url, path) for _ in range(TRIES)]
    http_1 = [from_far_away(browser, site.url, address(plain)) for _ in range(TRIES)]
    print(f"HTTP/2: {min(http_2):.0f} ms, HTTP/1.1: {min(http_1):.0f} ms")  # noqa: T201
    assert min(http_2) <= SOON_MS, http_2
