"""The host's page: the key of this browser, other keys, guests of tables, webhooks."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from tests.page.browsing import LANGUAGES, PHONE, Site, Visit
from tests.page.test_lobby import kept, open_table

SETTLED_MS = 300
SECRET = re.compile(r"^key_[\w-]{40,}$")
TITLES = {"en": "Webhooks", "ru": "Вебхуки", "de": "Webhooks", "ka": "ვებჰუკები"}


@pytest.fixture
def host(site: Site, visit: Visit) -> Visit:
    visit.open(f"/host#{site.key}")
    return visit


@pytest.mark.long
def test_a_key_is_taken_from_the_form_and_forgotten(site: Site, visit: Visit) -> None:
    visit.open("/host")
    visit.field("API key").fill("nothing")
    visit.press("Use this key")
    expect(visit.find("alert").filter(has_text="begins with key_")).to_be_visible()
    visit.field("API key").fill(site.key)
    visit.field("Keep the key on this device").check()
    visit.press("Use this key")
    visit.sees("It is kept on this device.")
    assert site.key in kept(visit, "localStorage")
    visit.press("Forget the key")
    expect(visit.field("API key")).to_be_visible()
    assert site.key not in kept(visit, "localStorage")


def test_an_answer_does_not_bring_back_a_key_that_was_forgotten(site: Site, visit: Visit) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visit.page.route("**/v1/me", hold)
    visit.open(f"/host#{site.key}")
    visit.press("Forget the key")
    expect(visit.field("API key")).to_be_visible()
    for each in held:
        with suppress(Error):  # the page no longer waits for it
            each.continue_()
    visit.page.wait_for_timeout(SETTLED_MS)
    expect(visit.field("API key")).to_be_visible()
    assert site.key not in kept(visit, "sessionStorage")


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "field", "button", "said"),
    [
        ("/host", "API key", "Use this key", "The service does not know this key"),
        ("/", "Paste your invitation", "Go there", "This token has ended."),
    ],
)
def test_a_key_that_has_ended_is_said_to_have(
    visit: Visit, path: str, field: str, button: str, said: str
) -> None:
    ended = f"key_{'x' * 43}"
    visit.open(path)
    if path == "/":
        visit.page.get_by_text("Join by a link").click()
    visit.field(field).fill(ended)
    visit.press(button)
    expect(visit.find("alert").filter(has_text=said)).to_be_visible()
    expect(visit.field(field)).to_have_value(ended)
    assert ended not in kept(visit, "sessionStorage")
    assert all("401" in line for line in visit.reported), visit.reported
    visit.reported.clear()


@pytest.mark.long
def test_a_key_is_made_rotated_and_revoked(site: Site, host: Visit) -> None:
    host.field("Name of the key").fill("For the club")
    host.field("Take seats").check()
    host.press("Make a key")
    secret = host.page.get_by_text(SECRET)
    expect(secret).to_be_visible()
    first = secret.inner_text()
    made = site.call("GET", "/v1/me", who=first)
    assert (made["name"], made["scopes"]) == ("For the club", ["read", "play"])
    sees_what_a_player_may_do(site, first)
    host.press("New secret for “For the club”")
    expect(secret).not_to_have_text(first)
    assert site.call("GET", "/v1/me", who=secret.inner_text())["id"] == made["id"]
    host.press("Revoke “For the club”")
    expect(host.find("button", "Revoke “For the club”")).to_have_count(0)
    assert made["id"] not in {each["id"] for each in site.call("GET", "/v1/keys")["keys"]}


def sees_what_a_player_may_do(site: Site, key: str) -> None:
    """The page offers a key that may read and play nothing else, and asks for nothing else."""
    table = open_table(site, "Of the club", {}, {"bot": "easy"})
    site.await_listed(table["id"])
    with site.visit() as player:
        player.open(f"/host#{key}")
        player.sees("This browser uses the key “For the club”.")
        tables = player.find("region", "My tables")
        expect(tables.get_by_role("listitem").first).to_be_visible()
        expect(tables.get_by_role("button")).to_have_count(0)
        for name in ("Disputes", "Keys", "Webhooks"):
            expect(player.find("region", name)).to_have_count(0)
        player.navigate("Play")
        expect(player.find("button", "Join “Of the club”")).to_be_visible()
        expect(player.find("button", "Open a table")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(
    ("label", "button", "kind"),
    [
        ("Label of the invitation", "Invite", "invite"),
        ("Name of the reader", "Admit the reader", "read"),
        ("Name of the watcher", "Admit the watcher", "view"),
        ("Name of the auditor", "Admit the auditor", "audit"),
    ],
)
def test_a_guest_is_admitted_and_dismissed(
    site: Site, visit: Visit, label: str, button: str, kind: str
) -> None:
    table = open_table(site, f"With {kind}", {}, {"bot": "easy"})
    site.await_listed(table["id"])
    visit.open(f"/host#{site.key}")
    visit.press(f"Guests of “With {kind}”")
    visit.field(label).fill("Dora")
    visit.press(button)
    expect(visit.find("img", "QR code: Dora")).to_be_visible()
    token = visit.shared_link().partition("#")[2]
    assert site.call("GET", "/v1/me", who=token)["table"] == table["id"]
    assert visit.violations() == []
    visit.press("End the token of “Dora”")
    expect(visit.find("button", "End the token of “Dora”")).to_have_count(0)


@pytest.mark.long
def test_a_table_is_closed(site: Site, visit: Visit) -> None:
    table = open_table(site, "To be closed", {}, {"bot": "easy"})
    site.await_listed(table["id"])
    visit.open(f"/host#{site.key}")
    visit.press("Close “To be closed”")
    expect(visit.find("button", "Close “To be closed”")).to_have_count(0)
    assert site.call("GET", f"/v1/tables/{table['id']}")["status"] == "closed"


@pytest.mark.long
def test_a_webhook_is_added_tested_and_deleted(host: Visit) -> None:
    host.field("Address (https)").fill("https://cards.invalid/hook")
    host.press("Add the webhook")
    host.sees(re.compile("^whsec_"))
    host.press("Send a test")
    host.sees("webhook.test")
    again = host.find("button", "Deliver it again")
    host.press("Disable")
    host.sees("It gets no news.")
    host.press("Read them again")
    deliveries = host.page.locator(".deliveries")
    expect(deliveries).to_contain_text("given up")
    host.press("Enable")
    host.sees("It gets news.")
    again.click()
    expect(deliveries).to_contain_text("waiting")
    expect(again).to_have_count(0)
    host.press("Delete the webhook")
    expect(host.find("heading", "https://cards.invalid/hook")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_host_page_is_in_every_language(site: Site, language: str) -> None:
    with site.visit(language=language, size=PHONE) as visit:
        visit.open(f"/host#{site.key}")
        expect(visit.find("heading", TITLES[language])).to_be_visible()
        assert visit.violations() == []
        assert visit.overflow() <= 0
