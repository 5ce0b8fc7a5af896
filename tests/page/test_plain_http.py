"""By plain HTTP browsers switch cryptography off; each page that needs it says so."""

import re
from collections.abc import Generator

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PLAIN_HOST, Site, Visit
from tests.page.finished import finished
from tests.page.playing import address

pytestmark = pytest.mark.long

WHY = "This page came by plain HTTP, where browsers switch cryptography off."
NEED = "Seeds and keys need HTTPS: this page came by plain HTTP."


@pytest.fixture
def plain(site: Site) -> Generator[Visit]:
    """A person who has opened the page by plain HTTP, under a name that is not this machine's."""
    with site.visit() as visit:
        visit.url = visit.url.replace("127.0.0.1", PLAIN_HOST)
        yield visit


def test_a_seat_can_be_taken_without_seeds_and_key(site: Site, plain: Visit) -> None:
    table = site.call("POST", "/v1/tables", {"game": "durak", "name": "Open", "seats": [{}, {}]})
    path = f"/v1/tables/{table['table']['id']}/invitations"
    invitation = site.call("POST", path, {"name": "Ann", "seat": 0})
    plain.open(f"/#{invitation['token']}")
    expect(plain.find("button", "Sit down as Player 1")).to_be_visible()
    assert not plain.page.evaluate("isSecureContext")
    plain.page.get_by_text("More options").click()
    plain.sees(NEED)
    expect(plain.find("checkbox", "Sign my moves with a key")).to_have_count(0)
    plain.field("Your name").fill("Ann")
    plain.press("Sit down as Ann")
    expect(plain.find("list", "Seats")).to_contain_text("Ann")
    expect(plain.page.get_by_text(NEED)).to_have_count(0)


def test_the_page_says_why_nothing_happens_for_a_seat_with_seeds(site: Site, plain: Visit) -> None:
    body = {"game": "durak", "name": "Open", "seats": [{"name": "Ann", "commits": True}, {}]}
    plain.open(address(site.call("POST", "/v1/tables", body)))
    plain.sees(NEED)


def test_proofs_cannot_be_checked(site: Site, plain: Visit) -> None:
    deal = finished(site, "durak", 2).deal
    for path in ("/verify", f"/verify/{deal}", f"/verify/{deal}/shuffle"):
        plain.open(path)
        plain.sees(re.compile(WHY))
