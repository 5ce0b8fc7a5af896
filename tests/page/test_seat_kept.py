"""A player who closed the tab comes back: by the table's link, by their own link, by the host."""

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.playing import Player, address, opened

KEPT: Final = "() => JSON.parse(localStorage['fairdeal.credentials'] ?? '[]')"
AGE: Final = """days => {
  const kept = JSON.parse(localStorage["fairdeal.credentials"]);
  const over = Date.now() - days * 24 * 3600 * 1000;
  localStorage["fairdeal.credentials"] = JSON.stringify(kept.map((each) => ({ ...each, over })));
}"""


def invited(site: Site) -> tuple[str, str]:
    """A private table with a free seat: its link, and the link of the invitation."""
    seats = [{}, {"bot": "easy"}]
    made = site.call("POST", "/v1/tables", {"game": "durak", "name": "Friday", "seats": seats})
    path = f"/v1/tables/{made['table']['id']}"
    token = site.call("POST", f"{path}/invitations", {"name": "Ann"})["token"]
    link = f"/t/{made['table']['id']}"
    return link, f"{link}#{token}"


def plays(visit: Visit) -> None:
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()


def in_new_tab(visit: Visit) -> Visit:
    """Close the tab, and open another one on the same device."""
    context = visit.page.context
    visit.page.close()
    return Visit(context.new_page(), visit.url, visit.language)


def test_the_links_of_a_table_bring_a_player_back_on_the_same_device(site: Site) -> None:
    link, invitation = invited(site)
    with site.visit(size=PHONE) as visit:
        visit.open(invitation, asks=True)
        visit.field("Your name").fill("Ann")
        visit.press("Sit down as Ann")
        plays(visit)
        again = in_new_tab(visit)
        again.open(link)
        plays(again)
        again = in_new_tab(again)
        again.open(invitation, asks=True)
        plays(again)
        assert again.reported == []


@pytest.mark.long
def test_a_personal_link_brings_a_seat_to_another_device(site: Site) -> None:
    table = opened(site, "durak", "Ann")
    with site.visit(size=PHONE) as visit, site.visit(size=PHONE) as other:
        visit.open(address(table), asks=True)
        visit.press("Sit down as Ann")
        plays(visit)
        visit.show_more()
        visit.press("Your personal link")
        shown = visit.shared_link()
        other.open(shown.removeprefix(site.url), asks=True)
        other.press("Sit down as Ann")
        plays(other)
        again = in_new_tab(other)
        again.open(address(table).partition("#")[0])
        plays(again)
        again.show_more()
        again.press("Forget this device")
        again.sees("Your seat is forgotten when this tab is closed.")
        assert again.page.evaluate(KEPT) == []


@pytest.mark.long
def test_a_seat_is_forgotten_seven_days_after_its_series(site: Site) -> None:
    table = opened(site, "durak", "Ann")
    deal, token = table["table"]["deal"]["id"], table["tokens"][0]["token"]
    with site.visit(size=PHONE) as visit:
        visit.open(address(table), asks=True)
        visit.press("Sit down as Ann")
        plays(visit)
        site.call("POST", f"/v1/deals/{deal}/resignation", {}, who=token)
        visit.sees("The series is over.")
        for days, left in ((6, 1), (8, 0)):
            visit.page.evaluate(AGE, days)
            visit.open("/settings")
            visit.open("/")
            visit.page.wait_for_function(f"() => ({KEPT})().length === {left}")


@pytest.mark.long
def test_a_host_gives_a_seat_a_new_link(site: Site) -> None:
    table = opened(site, "durak", "Ann", name="Lost seat")
    with site.visit() as host, site.visit(size=PHONE) as visit:
        host.open(f"/host#{site.key}")
        host.press("Guests of “Lost seat”")
        host.press("New link for Ann")
        link = host.shared_link()
        assert link.removeprefix(site.url) != address(table)
        visit.open(link.removeprefix(site.url), asks=True)
        visit.press("Sit down as Ann")
        plays(visit)
        assert host.violations() == []
