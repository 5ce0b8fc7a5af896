"""Others end something while the page is open: it says what has happened, without a reload."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from service.access.credentials import GUEST_KINDS
from tests.page.browsing import Site, Visit
from tests.page.playing import OVER, SEATS, Player, address, await_seed, opened, played
from tests.page.test_lobby import kept
from tests.page.witness import Witness
from tests.serving import until

LONG_MS: Final = 30_000
"""A stream checks its token as often as it sends something: every seven seconds."""
FORGOTTEN_MS: Final = 1_000
"""After this time the page has forgotten a token that has ended."""

Act = Callable[[Site, Any], Any]


def token_of(table: Any, seat: int) -> str:
    return str({each["seat"]: each["token"] for each in table["tokens"]}[seat])


def close(site: Site, table: Any) -> None:
    site.call("DELETE", f"/v1/tables/{table['table']['id']}")


def resign(site: Site, table: Any) -> None:
    deal = table["table"]["deal"]["id"]
    site.call("POST", f"/v1/deals/{deal}/resignation", who=token_of(table, 1))


def leave(site: Site, table: Any) -> None:
    deal = table["table"]["deal"]["id"]
    site.call("POST", f"/v1/deals/{deal}/leaving", who=token_of(table, 1))


ENDED = {
    "closed": (close, {}, ["The table was closed.", "Abandoned: the table was closed."]),
    "resigned": (resign, {}, [OVER, "You win the series", "Bob: Resigned"]),
    "abandoned": (
        leave,
        {"abandon": "forfeit"},
        [OVER, "You win the series", "Abandoned: Bob left."],
    ),
    "stand-in": (leave, {}, ["a bot plays on", "Bob: A bot plays on"]),
}


@pytest.mark.long
@pytest.mark.parametrize(("act", "terms", "texts"), ENDED.values(), ids=ENDED)
def test_another_player_ends_it(
    site: Site, visit: Visit, act: Act, terms: Any, texts: list[str]
) -> None:
    table = opened(site, "durak", "Ann", "Bob", **terms)
    witness = Witness(visit)
    visit.open(address(table))
    expect(visit.find("list", "What has happened")).to_be_visible()
    visit.page.evaluate("() => { window.stays = true; }")
    before = len(witness.spoken())
    await_seed(site, table)
    act(site, table)
    for text in texts:
        visit.sees(text)
    expected = 1 if texts[0] == "a bot plays on" else 2
    until(lambda: len(witness.spoken()) >= before + expected)
    assert len(witness.spoken()) == before + expected
    assert visit.page.evaluate("() => window.stays")


MOST_OF_PHONE: Final = {1: 0.6, 2: 0.65}
"""By how much bigger the text is: above the result, the cards on the table are seen."""


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
def test_the_result_of_a_deal_is_seen_at_once(site: Site, game: str) -> None:
    """Who has won, by what, and the way on: on a small phone, without scrolling."""
    people = [f"P{seat}" for seat in range(SEATS[game])]
    terms: dict[str, Any] = {
        "durak": {"target": 1},
        "goat": {"target": 12},
        "svoi_kozyri": {"target": 3, "options": {"max_plies": 20}},
    }
    table = opened(site, game, *people, pause_seconds=600, **terms.get(game, {}))
    played(site, table, 400)
    with site.visit(size=(360, 640)) as visit:
        visit.open(address(table))
        result = visit.find("region", "Result of the deal")
        expect(result.get_by_role("listitem")).to_have_count(
            len({seat["side"] for seat in table["table"]["seats"]})
        )
        expect(result.get_by_role("link")).to_have_count(1)  # the clause of what the deal brings
        more = visit.page.get_by_text("Replay, verify and more")
        button = visit.find("button", re.compile("Next deal|Play again")).first
        for shown in (result, button, more):
            expect(shown).to_be_in_viewport(ratio=1)
        for text, most in MOST_OF_PHONE.items():
            bigger = f"() => {{ document.documentElement.style.fontSize = '{text}00%'; }}"
            visit.page.evaluate(bigger)
            sheet = visit.page.locator(".overlay").bounding_box()
            assert sheet is not None
            assert sheet["height"] <= most * 640
            expect(button).to_be_in_viewport(ratio=1)
        visit.page.evaluate("() => { document.documentElement.style.fontSize = ''; }")
        deal = site.call("GET", f"/v1/deals/{table['table']['deal']['id']}")
        more.click()
        sentences = visit.find("group").get_by_role("listitem")
        expect(sentences).to_have_count(len(deal["explanations"]))
        for name in ("Replay this deal", "Verify this deal"):
            expect(visit.find("link", name)).to_be_visible()
        assert visit.violations() == []
        assert visit.overflow() <= 0


@pytest.mark.long
def test_a_token_that_ends_is_said_to_have_ended(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann")
    visit.open(address(table))
    expect(Player(visit).own).to_be_visible()
    site.call("POST", f"/v1/tables/{table['table']['id']}/seats/0/token")
    ended = visit.page.get_by_text("The link or token with which you came has been used")
    expect(ended).to_be_visible(timeout=LONG_MS)
    visit.page.wait_for_timeout(FORGOTTEN_MS)
    expect(ended).to_be_visible()
    visit.navigate("Play")
    expect(visit.heading("Play")).to_be_visible()
    assert all(re.search("40[14]", line) for line in visit.reported)
    visit.reported.clear()


@pytest.mark.long
def test_a_link_that_opens_nothing_is_said_to_and_offers_a_way_on(site: Site, visit: Visit) -> None:
    ended = visit.find("alert").filter(has_text="The link or token with which you came")
    seats = [{}, {"bot": "easy"}]
    made = site.call("POST", "/v1/tables", {"game": "durak", "name": "Taken", "seats": seats})
    table = made["table"]["id"]
    invitation = site.call("POST", f"/v1/tables/{table}/invitations", {"name": "Ann"})["token"]
    site.call("PUT", f"/v1/tables/{table}/seats/0", {"name": "Ann"}, who=invitation)
    visit.open(f"/#{invitation}")
    expect(ended).to_contain_text("go on in the browser in which you sat down")
    visit.press("To all tables", role="link")
    expect(visit.heading("Play")).to_be_visible()
    expect(ended).to_have_count(0)
    visit.open(f"/#seat_{'x' * 43}")
    expect(ended).to_be_visible()
    visit.navigate("Settings")
    expect(visit.heading("Settings")).to_be_visible()
    visit.navigate("Play")
    expect(visit.heading("Play")).to_be_visible()
    expect(ended).to_have_count(0)
    assert all(re.search("40[14]", line) for line in visit.reported), visit.reported
    visit.reported.clear()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["read", "audit"])
def test_a_link_to_a_proof_whose_token_has_ended_is_said_to(
    site: Site, visit: Visit, kind: str
) -> None:
    table = opened(site, "durak", "Ann")["table"]
    deal = table["deal"]["id"]
    paths = {
        "read": (f"/replay/{deal}/1/full", f"/t/{table['id']}/series"),
        "audit": (f"/d/{deal}", f"/t/{table['id']}/disputes", f"/verify/{deal}/shuffle"),
    }
    for path in paths[kind]:
        visit.open(f"{path}#{kind}_{'x' * 43}")
        ended = visit.find("alert").filter(has_text="The link or token with which you came")
        expect(ended).to_be_visible()
    assert all(re.search("40[14]", line) for line in visit.reported), visit.reported
    visit.reported.clear()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["key", "seat", *GUEST_KINDS.values()])
def test_a_credential_in_a_link_is_asked_about(site: Site, visit: Visit, kind: str) -> None:
    """It says whose it is; nothing is kept before the answer, or asked where it is held."""
    body = {"game": "durak", "name": "Friday", "seats": [{"name": "Ann"}, {}]}
    seen = {"visibility": "public", "views_after": "all"}
    made = site.call("POST", "/v1/tables", {**body, **seen})
    table = made["table"]["id"]
    guests = {each: f"/v1/tables/{table}/{scope}s" for scope, each in GUEST_KINDS.items()}
    tokens = {"key": site.key, "seat": made["tokens"][0]["token"]}
    token = tokens.get(kind) or site.call("POST", guests[kind], {"name": "Ann"})["token"]
    link = f"/t/{table}/series#{token}"
    visit.open(link, asks=True)
    expect(visit.heading(visit.text(f"linked-titles-{kind}"))).to_be_visible()
    name = {"key": "test", "invite": "Friday"}.get(kind, "Ann")
    visit.sees(visit.text(f"linked-about-{kind}", name=name, table="Friday"))
    assert not visit.violations()
    assert token not in kept(visit, "sessionStorage") + visit.page.url
    visit.press(visit.text("linked-decline"))
    expect(visit.heading("Score sheet")).to_be_visible()
    assert token not in kept(visit, "sessionStorage")
    visit.open("/settings")
    visit.open(link, asks=True)
    if kind == "invite":
        visit.field("Your name").fill("Cleo")
        visit.press("Sit down as Cleo")
        expect(visit.field("Your name")).to_have_count(0)
        assert "seat_" in kept(visit, "localStorage")
        assert token not in kept(visit, "sessionStorage")
        return
    visit.press(visit.text(f"linked-use-{kind}", name=name))
    expect(visit.heading("Score sheet")).to_be_visible()
    assert token in kept(visit, "localStorage" if kind == "seat" else "sessionStorage")
    visit.open("/settings")
    visit.open(link, asks=True)
    expect(visit.heading("Score sheet")).to_be_visible()


@pytest.mark.long
def test_a_key_in_a_link_takes_no_others_place(site: Site, visit: Visit) -> None:
    other = site.call("POST", "/v1/keys", {"name": "Another"})["key"]
    visit.open(f"/#{site.key}", asks=True)
    visit.press("Use this key")
    expect(visit.heading("Host")).to_be_visible()
    visit.open(f"/settings#{other}", asks=True)
    visit.sees(visit.text("linked-other-key"))
    expect(visit.find("button", "Use this key")).to_have_count(0)
    visit.press(visit.text("linked-decline"))
    expect(visit.heading("Settings")).to_be_visible()
    assert other not in kept(visit, "sessionStorage")


@pytest.mark.long
def test_a_deal_is_voided(site: Site, visit: Visit) -> None:
    """The other seat commits to a seed and never shows it."""
    seats = [{"name": "Ann", "commits": True}, {"name": "Bob", "commits": True}]
    body = {"game": "durak", "name": "Void", "test": True, "seats": seats}
    table = site.call("POST", "/v1/tables", body)
    visit.open(address(table))
    visit.sees("Waiting for seeds")
    path = f"/v1/tables/{table['table']['id']}"
    deal = site.call("GET", path)["next_deal"]["id"]
    committed = {"deal": deal, "commitment": "ab" * 32}
    site.call("PUT", f"{path}/seats/1/commitment", committed, who=token_of(table, 1))
    expect(visit.page.get_by_text("Ann: Seed added").first).to_be_visible(timeout=LONG_MS)
    site.call("POST", f"{path}/clock", {"forward_seconds": 600})
    visit.sees(re.compile("Deal 2"))
    [each] = site.call("GET", f"/v1/deals/{site.call('GET', path)['deal']['id']}")["fairness"][
        "seats"
    ]
    assert each["seat"] == 0, "Bob's seed is left out of the next deal"
    visit.open(f"/t/{table['table']['id']}/series")
    visit.sees("Voided: no commitment, or no seed, came in time from Bob.")
