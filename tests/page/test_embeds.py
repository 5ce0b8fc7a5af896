"""A replay within another site reads no credential, and links lead to windows of their own."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, PLAIN_HOST, Site
from tests.page.finished import finished

KEY = "key_" + "x" * 43
NAME = '<b onclick="alert(1)">Played</b>'


@pytest.mark.long
def test_a_replay_runs_within_another_site(site: Site) -> None:
    deal = finished(site, "skat", 3, name=NAME)
    with site.visit() as visit:
        sent: list[dict[str, str]] = []
        visit.page.context.on("request", lambda request: sent.append(request.headers))
        visit.open(deal.address(3, "public"))
        visit.page.evaluate("key => localStorage.setItem('fairdeal.credentials', key)", KEY)
        address = f"{site.url}/embed/{deal.deal}/12/seat:1#{KEY}"
        blog = f"<h1>A blog</h1><iframe src='{address}' width=640 height=500></iframe>"
        there = site.url.replace("127.0.0.1", PLAIN_HOST) + "/blog"
        visit.page.route(there, lambda route: route.fulfill(body=blog, content_type="text/html"))
        visit.page.goto(there)
        frame = visit.page.frame_locator("iframe")
        expect(frame.get_by_role("heading", level=1)).to_contain_text(NAME)
        frame.get_by_role("button", name=visit.text("replay-next"), exact=True).click()
        expect(frame.get_by_role("slider")).to_have_value("13")
        assert visit.page.frames[1].evaluate("self.origin") == "null"
        assert frame.locator("b[onclick]").count() == 0
        with visit.page.context.expect_page() as opened:
            frame.get_by_role("link", name="Fairdeal").click()
        expect(opened.value.get_by_role("heading", name="After event 13")).to_be_visible()
        assert opened.value.evaluate("opener") is None
        assert not [each for each in sent if "authorization" in each or KEY in str(each)]


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, (640, 500)])
def test_an_embedded_replay_has_no_barriers(site: Site, size: tuple[int, int]) -> None:
    deal = finished(site, "goat", 4)
    with site.visit(size=size) as visit:
        visit.open(f"/embed/{deal.deal}/20/full")
        visit.page.keyboard.press("ArrowRight")
        expect(visit.find("slider")).to_have_value("21")
        assert visit.overflow() <= 0
        assert visit.reported == []
        assert visit.violations() == []
        visit.reported.clear()  # axe itself may not read style sheets there


@pytest.mark.long
def test_the_archive_finds_a_deal_and_its_replay(site: Site) -> None:
    finished(site, "skat", 3)
    with site.visit(size=PHONE) as visit:
        visit.open("/archive")
        visit.field(visit.text("lobby-game")).select_option("skat")
        deals = visit.find("region", visit.text("archive-deals"))
        expect(deals).to_contain_text(re.compile(r"K\d+"))
        assert re.search(r"\b(seat|side) \d", deals.inner_text(), re.IGNORECASE) is None
        lines = deals.get_by_role("link", name=re.compile("Deal"))
        expect(lines.first).to_have_text(re.compile(r"^Skat · Deal \d+$"))
        assert visit.violations() == []
        assert visit.overflow() <= 0
        lines.first.click()
        expect(visit.heading(visit.text("replay-title"))).to_be_visible()


@pytest.mark.long
def test_notes_are_saved_and_opened_and_no_text_in_them_is_markup(site: Site) -> None:
    deal = finished(site, "goat", 4)
    with site.visit() as visit:
        visit.open(deal.address(12, "full"))
        visit.field(visit.text("replay-notes-note", at=12)).press_sequentially(f"see {NAME}")
        with visit.page.expect_download() as saved:
            visit.press(visit.text("replay-notes-save"))
        visit.page.evaluate("() => sessionStorage.clear()")
        visit.reload()
        notes = visit.find("region", visit.text("replay-notes-title"))
        expect(notes.get_by_role("listitem")).to_have_count(0)
        notes.locator("input[type=file]").set_input_files(saved.value.path())
        expect(notes.get_by_role("listitem")).to_have_text(f"event 12 see {NAME}")
        assert notes.locator("b[onclick]").count() == 0
        assert visit.violations() == []
