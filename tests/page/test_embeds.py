"""A replay within another site reads no credential, and links lead to windows of their own."""

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PLAIN_HOST, Site
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
