"""A stranger with no more than what `make run` prints: sits down, plays, replays, verifies, shares.

They read one language only, and find everything by what is visible in it.
"""

import re
import time
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.e2e.conftest import key, url
from tests.page.browsing import LANGUAGES, PHONE, Site, Visit
from tests.page.first_start import new_folder, start
from tests.page.playing import WEAK, Player, opened

NAME: Final = "Nino"
BOT: Final = 1
"""The seat of the bot."""
OFTEN: Final = 0.9
"""The `haste` of a beginner: they seldom beat a card that they could take."""
COUNT: Final = """addEventListener("click", (event) => {
  if (event.isTrusted && event.detail > 0) {
    sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
  }
}, true);"""


@dataclass
class Newcomer:
    """A person's first visit, step by step. Each step shows the way to the next one."""

    visit: Visit

    def taps(self) -> int:
        return int(self.visit.page.evaluate("() => Number(sessionStorage.taps ?? 0)"))

    def link(self, name: str) -> None:
        """Follow a link that is visible, on a page that fits the screen."""
        assert self.visit.overflow() <= 0
        self.visit.press(name, "link")

    def sits_down(self, address: str) -> None:
        say = self.visit.text
        self.visit.page.goto(address)
        self.visit.field(say("seat-name")).fill(NAME)
        self.visit.press(say("seat-sit-as", name=NAME))
        card = Player(self.visit).own.get_by_role("button").first
        expect(card).to_be_in_viewport(ratio=0.8)

    def plays(self, haste: float) -> None:
        """Play the series to its end: after each deal look at its result, then play on."""
        player = Player(self.visit, haste=haste)
        ready = self.visit.find("button", self.visit.text("acts-ready"))
        while not player.over():
            player.play(until=lambda: player.over() or ready.count() > 0)
            result = self.visit.find("heading", self.visit.text("acts-result"))
            expect(result).to_be_visible()
            if ready.count():
                ready.click()
                expect(result).to_have_count(0)

    def finds_a_lost_deal(self) -> None:
        """Open the replay of a deal that gave the bot a point."""
        say = self.visit.text
        self.link(say("table-scores"))
        sheet = self.visit.find("table")
        expect(sheet).to_be_visible()
        columns = sheet.get_by_role("columnheader").all_inner_texts()
        mine = columns[1:].index(say("table-you"))
        rows = sheet.get_by_role("row").filter(has=self.visit.page.get_by_role("cell"))
        points = {row.get_by_role("rowheader").inner_text(): cells(row) for row in rows.all()}
        lost = [deal for deal, each in points.items() if deal.isdigit() and each[1 - mine] == "1"]
        assert lost, points
        self.link(f"{say('series-replay')}: {say('series-deal')} {lost[-1]}")

    def sees_it_as_the_bot_did(self) -> None:
        """The bot's cards are open, and their own are not."""
        say = self.visit.text
        chosen = f"{say('table-bot')} {BOT}"
        self.visit.field(say("replay-eyes")).select_option(label=chosen)
        self.visit.find("slider", say("replay-slider")).fill("4")
        lines = self.visit.find("list", say("table-cards")).get_by_role("listitem")
        bots = lines.filter(has_text=f"{say('table-bot')} {BOT}")
        expect(bots).to_have_text(re.compile(r"^[^:]+: [^\d]+(, [^\d]+){5}$"))

    def verifies_it(self) -> None:
        self.link(self.visit.text("replay-verify"))
        expect(self.visit.heading(self.visit.text("verify-title"))).to_be_visible()
        answer = self.visit.find("heading", self.visit.text("verify-answers-rest"))
        expect(answer).to_be_visible()
        self.visit.page.go_back()

    def copies_the_deciding_moment(self) -> tuple[str, str]:
        """The link, and what is to be seen there."""
        self.visit.find("button", self.visit.numbered("replay-show")).click()
        heading = self.visit.find("heading", self.visit.numbered("replay-moment"))
        self.visit.press(self.visit.text("replay-copy"))
        expect(self.visit.find("button", self.visit.text("common-sharing-copied"))).to_be_visible()
        link = str(self.visit.page.evaluate("() => navigator.clipboard.readText()"))
        assert link.split("/")[-2] in heading.inner_text()
        return link, moment(self.visit)


def cells(row: Locator) -> list[str]:
    return row.get_by_role("cell").all_inner_texts()


def moment(visit: Visit) -> str:
    """The board of a replay, as it is read aloud."""
    expect(visit.find("heading", visit.numbered("replay-moment"))).to_be_visible()
    expect(visit.find("list", visit.text("table-cards"))).to_be_attached()
    return visit.find("region", visit.text("table-board")).aria_snapshot()


def first_evening(site: Site, address: str, language: str, haste: float) -> str:
    """All that a newcomer does, and a friend who opens their link. Returns what it took."""
    began = time.monotonic()
    with site.visit(language=language, size=PHONE) as visit:
        visit.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        visit.page.add_init_script(COUNT)
        person = Newcomer(visit)
        steps = [0]
        person.sits_down(address)
        steps.append(person.taps())
        person.plays(haste)
        steps.append(person.taps())
        person.finds_a_lost_deal()
        person.sees_it_as_the_bot_did()
        person.verifies_it()
        link, seen = person.copies_the_deciding_moment()
        steps.append(person.taps())
        with site.visit(language=language, size=PHONE) as friend:
            friend.page.goto(link)
            assert moment(friend) == seen
    sat, played, shared = (after - before for before, after in pairwise(steps))
    took = time.monotonic() - began
    return f"{language}: {sat} taps to the seat, {played} to play, {shared} to share; {took:.0f} s"


@pytest.mark.long
def test_a_newcomer_loses_a_deal_and_shares_where(site: Site) -> None:
    table = opened(site, "durak", visibility="public", seats=[{}, {"bot": "easy"}])
    path = f"/v1/tables/{table['table']['id']}/invitations"
    token = site.call("POST", path, {"name": NAME})["token"]
    print(first_evening(site, f"{site.url}/#{token}", "ka", WEAK))  # noqa: T201 - to be read


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stranger_has_a_first_evening_in_their_language(browser: Browser, language: str) -> None:
    with new_folder() as folder:
        serve, address = start(folder)
        try:
            site = Site(url(serve), key(serve), browser)
            print(first_evening(site, address, language, OFTEN))  # noqa: T201 - to be read
        finally:
            serve.stop()
