"""Over HTTPS from another device a browser has cryptography, also after a warning."""

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.secure import invited, secure

PROTOCOLS = "performance.getEntriesByType('resource').map((each) => each.nextHopProtocol)"


@pytest.mark.long
def test_a_browser_that_was_warned_has_cryptography_and_http_2(browser: Browser) -> None:
    with secure() as serve:
        address, token = invited(serve)
        page = browser.new_page(ignore_https_errors=True)
        page.goto(f"{address}/#{token}")
        page.get_by_label("Your name", exact=True).fill("Ann")
        page.get_by_text("More options").click()
        page.get_by_label("Add seeds of my own to the shuffle").check()
        page.get_by_label("Sign my moves with a key").check()
        page.get_by_role("button", name="Sit down as Ann").click()
        expect(page.get_by_role("list", name="Seats")).to_contain_text("Ann")
        assert page.evaluate("isSecureContext && crypto.subtle !== undefined")
        assert {*page.evaluate(PROTOCOLS)} == {"h2"}
        page.close()
