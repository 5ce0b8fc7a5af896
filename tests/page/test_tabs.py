"""Many tabs of one browser, and tabs that sleep: nothing blocks, no move is lost, no reload."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, expect

from tests.page.browsing import Site, Visit
from tests.page.playing import OVER, Player, address, opened
from tests.page.test_table import events_of

TABS: Final = 8
"""Browsers open six connections to an HTTP/1.1 server."""


def log_of(visit: Visit) -> list[str]:
    return visit.find("list", "What has happened").get_by_role("listitem").all_inner_texts()


def tabs_of(visit: Visit, path: str, count: int) -> list[Visit]:
    """More tabs of a person's browser, at the same place."""
    tabs = [Visit(visit.page.context.new_page(), visit.url) for _ in range(count)]
    for tab in tabs:
        tab.open(path)
        expect(Player(tab).own).to_be_visible()
    return tabs


@pytest.mark.long
def test_many_tabs_of_a_table_show_the_same(site: Site, visit: Visit) -> None:
    """The last tab still plays, and each of the others shows what it plays."""
    table = opened(site, "durak", "Ann")
    path = address(table)
    visit.open(path)
    *others, last = tabs_of(visit, path, TABS - 1)
    player = Player(last)
    player.play(until=lambda: player.moves > 1)
    lines = log_of(last)
    for each in (visit, *others):
        shown = each.find("list", "What has happened").get_by_role("listitem")
        expect(shown.nth(len(lines) - 1)).to_be_visible()
        assert log_of(each)[: len(lines)] == lines
        assert each.page.get_by_text("The connection is lost").count() == 0
    for each in others:
        each.page.close()
    player.play(until=lambda: player.moves > 2)
    mine = [
        each for each in events_of(site, table["table"]["deal"]["id"]) if each["actor"] == "seat:0"
    ]
    assert len({each["command"] for each in mine}) == player.moves


GAP: Final = """(() => {
  let last = performance.now();
  window.slept = 0;
  setInterval(() => {
    window.slept = Math.max(window.slept, performance.now() - last);
    last = performance.now();
  }, 10);
})()"""
"""Finds the longest time in which the page did nothing."""
SLEEP_MS: Final = 500


def sleep(session: CDPSession) -> None:
    """Freeze a page. A visible one goes on nevertheless, so its program is stopped, too."""
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    session.send("Debugger.pause")


def wake(session: CDPSession) -> None:
    session.send("Debugger.resume")
    session.send("Page.setWebLifecycleState", {"state": "active"})


@pytest.mark.long
def test_a_tab_that_has_slept_shows_everything(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", "Bob")
    visit.page.add_init_script(GAP)
    visit.open(address(table))
    expect(Player(visit).own).to_be_visible()
    visit.page.evaluate("() => { window.stays = true; }")
    session = visit.page.context.new_cdp_session(visit.page)
    session.send("Debugger.enable")
    with site.visit() as bob:
        bob.open(address(table, 1))
        players = [Player(visit), Player(bob)]
        turn = bob.find("region", "Your move")
        for _ in range(4):
            while not turn.count() and not players[1].over():
                players[0].move()
            sleep(session)
            while turn.count():
                players[1].move()
            bob.page.wait_for_timeout(SLEEP_MS)
            wake(session)
            expect(visit.find("list", "What has happened").get_by_role("listitem")).to_have_count(
                len(log_of(bob))
            )
        players[0].play(until=lambda: not players[1].move() and players[0].over())
        for each in (visit, bob):
            each.sees(OVER)
        assert log_of(visit) == log_of(bob)
    assert visit.page.evaluate("() => window.slept") > SLEEP_MS
    assert visit.page.evaluate("() => window.stays")
    _once(site, table, players)


def _once(site: Site, table: Any, players: list[Player]) -> None:
    """Every move that was accepted is in the record, once."""
    series = site.call("GET", f"/v1/tables/{table['table']['id']}/series")
    events = [each for deal in series["deals"] for each in events_of(site, deal["deal"])]
    moves = {e["command"] for e in events if re.fullmatch(r"seat:\d", e["actor"])}
    assert len(moves) == sum(len(each.accepted) for each in players)
