"""A person asks what each move of a deal was worth, and goes to the moves that lost something."""

import re

from playwright.sync_api import expect

from tests.page.browsing import Site, Visit
from tests.page.finished import finished


def test_a_player_has_a_deal_analysed(visit: Visit, site: Site) -> None:
    deal = finished(site, "durak", 2)
    visit.open(deal.address(5, "full"))
    region = visit.find("region", "What was each move worth?")
    region.get_by_role("button", name="Show the analysis").click()
    expect(region).to_contain_text("needs a seat at this table")
    site.call("POST", f"/v1/deals/{deal.deal}/analysis")
    visit.page.reload()
    region.get_by_role("button", name="Show the analysis").click()
    lost = region.get_by_role("button", name=re.compile("(inaccuracy|blunder|unlucky), lost"))
    expect(lost.first).to_be_visible(timeout=60_000)
    expect(region.get_by_role("img", name=re.compile("^How far ahead"))).to_be_visible()
    expect(region).to_contain_text("By hard/1@1000000.")
    lost.first.click()
    expect(lost.first).to_have_attribute("aria-current", "step")
    status = region.get_by_role("status")
    expect(status).to_have_text(str(lost.first.text_content()))
