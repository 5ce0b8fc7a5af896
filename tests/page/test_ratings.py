"""The page of ratings: a host sees how strong their people and bots are, and how sure that is."""

import re

import pytest
from playwright.sync_api import expect

from tests.page.browsing import LANGUAGES, PHONE, Site
from tests.serving import until

PERSON = "rated-ann"
NONE = '{"ratings": [], "next": null}'


@pytest.fixture(scope="module")
def rated(site: Site) -> str:
    """What the page shows of a person who has lost a series to a bot."""
    seats = [{"name": "Ann", "ref": PERSON}, {"bot": "easy"}]
    terms = {"game": "durak", "name": "Rated", "target": 1, "seats": seats}
    made = site.call("POST", "/v1/tables", terms)
    deal, token = made["table"]["deal"]["id"], made["tokens"][0]["token"]
    site.call("POST", f"/v1/deals/{deal}/resignation", who=token)
    own = f"/v1/ratings?game=durak&ref={PERSON}"
    until(lambda: site.call("GET", own)["ratings"])
    [line] = site.call("GET", own)["ratings"]
    return f"{int(line['rating'] + 0.5)} ± {int(line['uncertainty'] + 0.5)}"


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_sees_ratings_with_their_uncertainty(site: Site, rated: str, language: str) -> None:
    with site.visit(size=PHONE, language=language) as visit:
        visit.open(f"/host#{site.key}")
        visit.press(visit.text("host-ratings"), "link")
        expect(visit.heading(visit.text("ratings-title"))).to_be_visible()
        row = visit.find("row", re.compile(PERSON))
        expect(row.get_by_role("cell", name=rated, exact=True)).to_be_visible()
        assert visit.violations() == []
        assert visit.overflow() == 0
        visit.field(visit.text("lobby-game")).select_option("durak")
        expect(row).to_be_visible()
        columns = visit.find("columnheader")
        expect(columns).to_have_count(4)
        visit.page.route("**/v1/ratings*goat*", lambda route: route.fulfill(body=NONE))
        visit.field(visit.text("lobby-game")).select_option("goat")
        visit.sees(visit.text("ratings-none"))
        expect(columns).to_have_count(0)
        assert visit.violations() == []


def test_ratings_need_a_key(site: Site) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open("/ratings")
        visit.sees("To see ratings you need an API key:")
        assert visit.violations() == []
