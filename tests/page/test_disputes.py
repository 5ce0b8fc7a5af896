"""People dispute an event, answer and rule: a player, the opponent, and an auditor."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.page.browsing import DESKTOP, LANGUAGES, PHONE, Site, Theme, Visit
from tests.page.disputing import (
    HOSTILE,
    LONG_TEXT,
    RIGHT_TO_LEFT,
    Disputed,
    disputable,
    disputed,
)
from tests.page.playing import opened

FIRST: Final = re.compile("^Dispute 1: A move against the rules")
PARTIES: Final = re.compile("^Disputes are for the players, the host and the auditors")
LOOK_AGAIN: Final = "() => document.dispatchEvent(new Event('visibilitychange'))"
TITLES: Final = {"en": "Disputes", "ru": "Споры", "de": "Streitfälle", "ka": "დავები"}


@pytest.fixture(scope="module")
def case(site: Site) -> Disputed:
    """A deal with disputes in every state, and with hostile texts."""
    return disputed(site, LONG_TEXT, RIGHT_TO_LEFT)


def dispute(visit: Visit, name: str | re.Pattern[str] = FIRST) -> Locator:
    return visit.find("article", name)


def number(visit: Visit, of: int) -> Locator:
    return dispute(visit, re.compile(f"^Dispute {of}:"))


def await_state(visit: Visit, text: str) -> None:
    """Come back to the page, which then shows what others did."""
    visit.page.evaluate(LOOK_AGAIN)
    expect(dispute(visit)).to_contain_text(text)


@pytest.mark.long
def test_a_player_disputes_the_opponent_answers_and_an_auditor_rules(site: Site) -> None:
    deal = disputable(site, visibility="private", name="Between us")
    one, two = (f"/t/{deal.table}#{token}" for token in deal.seats)
    with site.visit() as ann, site.visit() as bob, site.visit() as elder, site.visit() as host:
        ann.open(one)
        ann.page.get_by_text("Replay, verify and more", exact=True).click()
        ann.press("Replay this deal", role="link")
        ann.sees("This deal was not played to its end, so it was not decided at any event.")
        ann.find("slider", "Moment").fill(str(deal.at))
        ann.press("Dispute this event", role="link")
        expect(ann.field("Event")).to_have_value(str(deal.at))
        ann.field("Claim").select_option(label="A move against the rules")
        ann.field("What was wrong").fill("That card\nwas mine.")
        ann.press("Open the dispute")
        expect(dispute(ann)).to_contain_text("That card was mine.")
        expect(dispute(ann)).to_contain_text("It waits for a ruling by The elder.")
        expect(ann.find("radio")).to_have_count(0)

        bob.open(two)
        bob.see_disputes()
        expect(dispute(bob)).to_contain_text("Ann disputes it")
        bob.field("Your answer").fill("It never was.")
        bob.press("Answer")
        expect(dispute(bob)).to_contain_text("Bob answers")
        await_state(ann, "It never was.")

        site.await_listed(deal.table)
        elder.open(admitted(site, host, "Between us", "Dora"))
        assert "audit_" not in elder.page.url
        expect(dispute(elder)).to_contain_text("It waits for your ruling.")
        expect(dispute(elder)).to_contain_text(re.compile("All checks hold, at event .+ not check"))
        expect(elder.find("button", "Answer")).to_have_count(0)
        expect(elder.find("radio", checked=True)).to_have_count(0)
        elder.find("radio", "The claim is upheld").check()
        elder.field("Points in the ledger for Ann").fill("2")
        elder.field("Points in the ledger for Bob").fill("-2")
        elder.field("Reasons").fill("The record says so.")
        elder.press("Look at the ruling")
        preview = elder.find("dialog", "Give this ruling?")
        expect(preview.get_by_role("row", name="Ann")).to_have_text(re.compile("^Ann02$"))
        preview.get_by_role("button", name="Rule").click()
        expect(dispute(elder)).to_contain_text("A player may appeal it once.")
        elder.press(f"Event {deal.at} in the replay", role="link")
        expect(elder.find("heading", f"After event {deal.at}", level=2)).to_be_visible()
        expect(elder.find("link", "Dispute this event")).to_have_count(0)
        finds_the_way_back(elder, deal.table)

        for player in (ann, bob):
            await_state(player, "Auditor Dora rules: upheld")
            expect(dispute(player)).to_contain_text(re.compile("Ledger: Ann .2 · Bob .2"))
            expect(player.find("button", "Answer")).to_have_count(0)
        sheet_adds_up(bob, deal)
        appeals(bob, deal)
    series = site.call("GET", f"/v1/tables/{deal.table}/series")
    assert series["adjustments"] == []


def sheet_adds_up(player: Visit, deal: Disputed) -> None:
    """The score sheet has a line for the ruling, and its columns add up (E6)."""
    player.open(f"/t/{deal.table}/series")
    player.find("rowheader", "Ruling on deal 1").wait_for()
    cells = player.page.locator(".sheet tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].map(td => parseInt("
        "td.textContent.replace('\u2212', '-'), 10)))"
    )
    rows = [row for row in cells if len(row) == 2 and None not in row]
    *lines, total = rows[: next(at for at, row in enumerate(rows, 1) if row[0] == 2 and at > 1)]
    assert [sum(column) for column in zip(*lines, strict=True)] == total
    player.press("Ruling on deal 1", role="link")


def appeals(player: Visit, deal: Disputed) -> None:
    """A player appeals on the page; another auditor dismisses, and the sheet is as before."""
    player.sees("What the record proves")
    player.sees("The host appointed this auditor, and may act for seats of this table.")
    player.press("Disputes of this deal", role="link")
    dispute(player).get_by_text("Appeal this ruling").click()
    player.field("Why the ruling is wrong").fill("It never was theirs.")
    player.press("Appeal")
    expect(dispute(player)).to_contain_text("Bob appeals")
    expect(dispute(player)).to_contain_text("It waits for a ruling by The elder.")
    deal.rule(1, "They are right.")
    await_state(player, "Auditor The elder rules: dismissed")
    expect(dispute(player)).to_contain_text("The ruling is final.")


@pytest.mark.long
def test_a_player_withdraws_a_dispute(site: Site) -> None:
    deal = disputable(site)
    deal.dispute("They knew my cards.", claim="legality")
    with site.visit(size=PHONE) as ann:
        ann.open(f"/t/{deal.table}#{deal.seats[0]}")
        ann.press("Disputes that wait for a ruling: 1", role="link")
        party = "The host appoints the auditors, and may act for: Ann and Bob."
        expect(dispute(ann)).to_contain_text(party)
        dispute(ann).get_by_role("button", name="Withdraw").click()
        ann.find("dialog").get_by_role("button", name="Withdraw").click()
        expect(dispute(ann)).to_contain_text("Its player has withdrawn it.")
        expect(ann.find("button", "Withdraw")).to_have_count(0)
        ann.open(f"/t/{deal.table}")
        expect(ann.find("link", "Disputes that wait for a ruling")).to_have_count(0)


@pytest.mark.long
def test_an_auditor_has_one_desk_for_all_tables(site: Site, case: Disputed) -> None:
    other = disputable(site, name="The other one")
    other.dispute("The points are wrong.", claim="score")
    with site.visit(size=PHONE) as elder:
        for deal in (case, other):
            elder.open(deal.auditor_path)
            dispute(elder, re.compile("^Dispute 1")).wait_for()
        elder.press("All your disputes", role="link")
        expect(elder.find("heading", "They wait for a ruling: 2")).to_be_visible()
        names = elder.page.locator(".lines h3").all_inner_texts()
        assert {"The other one, deal 1: dispute 1", "The final, deal 1: dispute 3"} <= {*names[:2]}
        assert elder.violations() == []
        elder.press("The other one, deal 1: dispute 1", role="link")
        expect(number(elder, 1)).to_contain_text("It waits for your ruling.")
        assert all("404" in line for line in elder.reported), "of the token of the other table"
        elder.reported.clear()


def finds_the_way_back(auditor: Visit, table: str) -> None:
    """An auditor of a private table reads why it is not shown; their token is forgotten at last."""
    auditor.press("Score sheet", role="link")
    auditor.sees("You are an auditor of this table.")
    auditor.page.go_back()
    auditor.press("Between us", role="link")
    auditor.sees("You are an auditor of this table. It is private")
    expect(auditor.find("alert")).to_have_count(0)
    auditor.page.go_back()
    auditor.press("Between us", role="link")
    auditor.press("Disputes of this table", role="link")
    expect(auditor.page).to_have_url(f"{auditor.url}/t/{table}/disputes")
    expect(dispute(auditor)).to_be_visible()
    expect(auditor.find("link", "To the table “Between us”")).to_have_count(0)
    auditor.navigate("Play")
    tables = auditor.find("region", "Go on where you were")
    tables.get_by_text("Finished games").click()
    tables.get_by_role("link", name="Disputes").click()
    auditor.press("Forget the auditor's token")
    auditor.sees(PARTIES)
    auditor.reload()
    auditor.sees(PARTIES)
    expect(auditor.find("link", "To the table")).to_be_visible()
    assert all("404" in line for line in auditor.reported), auditor.reported
    auditor.reported.clear()


@pytest.mark.long
def test_an_auditor_watches_a_public_table_as_others_do(site: Site, visit: Visit) -> None:
    """A deal that is still being played is said to be, with a link to its table."""
    made = opened(site, "durak", "Ann", "Bob", visibility="public")
    table, deal = made["table"]["id"], made["table"]["deal"]["id"]
    auditor = site.call("POST", f"/v1/tables/{table}/auditors", {"name": "The elder"})["token"]
    visit.open(f"/t/{table}/disputes#{auditor}")
    visit.press("To the table “Friday evening”", role="link")
    visit.sees("You are watching.")
    visit.sees("You are an auditor of this table.")
    visit.press("Score sheet", role="link")
    expect(visit.find("cell", "Being played")).to_be_visible()
    visit.open(f"/d/{deal}")
    visit.sees("This deal is still being played.")
    expect(visit.page.get_by_text(PARTIES)).to_have_count(0)
    assert visit.reported == []
    for page in (f"/verify/{deal}", f"/replay/{deal}/1/full"):
        visit.open(page)
        visit.sees("This deal is still being played.")
    visit.press("To the table", role="link")
    visit.sees("You are watching.")
    assert all(re.search("403|409", line) for line in visit.reported), visit.reported
    visit.reported.clear()


def admitted(site: Site, host: Visit, table: str, name: str) -> str:
    """Admit an auditor, and return the link that the host's page shows."""
    host.open(f"/host#{site.key}")
    host.press(f"Guests of “{table}”")
    host.field("Name of the auditor").fill(name)
    host.press("Admit the auditor")
    link = host.shared_link()
    return link.removeprefix(host.url)


def stale(visit: Visit, deal: Disputed) -> None:
    """Let the page read no more than the disputes of now."""
    path = f"/v1/deals/{deal.deal}/disputes"
    shown: Any = deal.site.call("GET", path)

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(body=json.dumps(shown), content_type="application/json")
        else:
            route.continue_()

    visit.page.route(f"**{path}", answer)


@pytest.mark.long
def test_an_answer_and_a_second_ruling_come_too_late(site: Site) -> None:
    deal = disputable(site)
    deal.dispute("They knew my cards.", claim="legality")
    with site.visit() as bob, site.visit() as elder:
        for visit in (bob, elder):
            stale(visit, deal)
        bob.open(f"/d/{deal.deal}#{deal.seats[1]}")
        elder.open(f"/d/{deal.deal}#{deal.auditor}")
        bob.field("Your answer").fill("I did not.")
        elder.field("Reasons").fill("They did.")
        deal.rule(1, "They did not.")
        elder.find("radio", "The claim is dismissed").check()
        elder.press("Look at the ruling")
        for visit, button in ((bob, "Answer"), (elder, "Rule")):
            visit.press(button)
            expect(visit.find("alert")).to_contain_text("This dispute was ruled before.")
            visit.page.unroute_all()
            await_state(visit, "They did not.")
            expect(visit.find("alert")).to_contain_text("This dispute was ruled before.")
            expect(visit.find("button", button)).to_have_count(0)
            visit.reported.clear()  # the browser reports the refusal


@pytest.mark.long
def test_a_stranger_reads_who_may_read(visit: Visit, case: Disputed) -> None:
    visit.open(f"/d/{case.deal}")
    visit.sees(PARTIES)
    expect(visit.find("article")).to_have_count(0)
    expect(visit.find("textbox")).to_have_count(0)
    assert all("404" in line for line in visit.reported), visit.reported
    visit.reported.clear()


@pytest.mark.long
def test_the_address_of_a_ruling_says_why_it_shows_none(site: Site, case: Disputed) -> None:
    with site.visit() as stranger:
        stranger.open(f"/d/{case.deal}/1")
        stranger.sees(PARTIES)
    with site.visit() as elder:
        elder.open(case.auditor_path)
        number(elder, 1).wait_for()
        elder.open(f"/d/{case.deal}/99")
        elder.sees("This deal has no dispute with the number 99.")


@pytest.mark.long
def test_the_host_finds_the_disputes_of_their_tables(site: Site, case: Disputed) -> None:
    with site.visit() as visit:
        finds_more(site, visit)
        visit.open("/host")
        visit.find("region", "Disputes").get_by_role(
            "link", name="The final, deal 1: dispute 3"
        ).click()
        expect(visit.page).to_have_url(f"{visit.url}/d/{case.deal}")
        expect(visit.find("article").first).to_contain_text("It waits for a ruling by The elder.")
        expect(visit.find("article")).to_have_count(3)
        expect(visit.find("textbox")).to_have_count(0)
        number(visit, 1).get_by_text("Evidence of the service").click()
        expect(number(visit, 1)).to_contain_text("Legal moves at that moment")
        visit.sees("Played again under the rules, the deal shows no fault.")
        appoints_auditors_of_own_tables(visit)


def appoints_auditors_of_own_tables(visit: Visit) -> None:
    """Only the host of a table without an auditor is led to where one is appointed."""
    visit.page.route("**/auditors", lambda route: route.fulfill(json={"auditors": []}))
    link = visit.find("link", "Appoint an auditor")
    visit.page.reload()
    expect(link).to_be_visible()
    none = {"tables": [], "position": 0, "next": None}
    visit.page.route("**/v1/tables?owner=me*", lambda route: route.fulfill(json=none))
    with visit.page.expect_response("**/v1/tables?owner=me*"):
        visit.page.reload()
    visit.sees("It waits for an auditor: the host has appointed none yet.")
    expect(link).to_have_count(0)
    visit.page.unroute_all()


def finds_more(site: Site, visit: Visit) -> None:
    """Page through more disputes than one page has."""
    shown = site.call("GET", "/v1/disputes?status=open")["disputes"][0]

    def answer(route: Route) -> None:
        url = route.request.url
        first = range(1, 21 if "status=open" in url else 1)
        numbers = [21] if "cursor=" in url else first
        more = "c" * 52 if len(numbers) > 1 else None
        disputes = [{**shown, "dispute": each} for each in numbers]
        body = json.dumps({"disputes": disputes, "next": more})
        route.fulfill(body=body, content_type="application/json")

    visit.page.route("**/v1/disputes?*", answer)
    visit.open(f"/host#{site.key}")
    region = visit.find("region", "Disputes")
    expect(region.get_by_role("listitem")).to_have_count(20)
    region.get_by_role("button", name="Show more").click()
    expect(region.get_by_role("listitem")).to_have_count(21)
    expect(region.get_by_role("button")).to_have_count(0)
    visit.page.unroute_all()


@pytest.mark.long
def test_hostile_texts_are_texts(site: Site, case: Disputed) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open(f"/d/{case.deal}#{case.seats[0]}")
        visit.page.get_by_text("Earlier statements").click()
        for text in (HOSTILE, LONG_TEXT, RIGHT_TO_LEFT):
            expect(visit.page.get_by_text(text)).to_be_visible()
        expect(visit.find("img", "x")).to_have_count(0)
        assert visit.page.title() == "Disputes · Fairdeal"
        assert visit.overflow() <= 0


@pytest.mark.long
def test_an_altered_record_fails_near_the_event(site: Site, case: Disputed) -> None:
    with site.visit() as visit:
        visit.page.route("**/bundle", lambda route: altered(route, case.at))
        visit.open(case.auditor_path)
        expect(number(visit, 3)).to_contain_text(f"The record fails at or near event {case.at}.")
        expect(number(visit, 3)).to_contain_text(f"It fails at event {case.at}.")


def altered(route: Route, at: int) -> None:
    """Answer with the bundle, but with another time of an event."""
    bundle = route.fetch().json()
    event = bundle["events"][at - 1]
    body = json.loads(event["body"])
    event["body"] = event["body"].replace(str(body["at"]), str(body["at"] + 1))
    route.fulfill(body=json.dumps(bundle), content_type="application/json")


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), [(PHONE, "dark"), (DESKTOP, "light")])
@pytest.mark.parametrize("who", ["player", "auditor"])
def test_disputes_have_no_barriers(
    site: Site, case: Disputed, who: str, size: tuple[int, int], theme: Theme
) -> None:
    path = case.auditor_path if who == "auditor" else f"/d/{case.deal}?at=3#{case.seats[0]}"
    with site.visit(size=size, theme=theme) as visit:
        visit.open(path)
        number(visit, 3).get_by_text("Evidence of the service").click()
        visit.sees(re.compile("^Legal moves at that moment"))
        assert visit.violations() == []
        assert visit.overflow() <= 0


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_disputes_are_in_every_language(site: Site, case: Disputed, language: str) -> None:
    with site.visit(language=language, size=PHONE) as visit:
        visit.open(case.auditor_path)
        expect(visit.heading(TITLES[language])).to_be_visible()
        expect(visit.find("article")).to_have_count(3)
        assert visit.violations() == []
        assert visit.overflow() <= 0


@pytest.mark.long
def test_a_seat_with_a_key_signs_its_dispute(site: Site) -> None:
    body = {"game": "durak", "name": "Signed", "seats": [{}, {"bot": "easy"}], "target": 1}
    table = site.call("POST", "/v1/tables", body)["table"]["id"]
    invited = site.call("POST", f"/v1/tables/{table}/invitations", {"name": "Ann"})["token"]
    with site.visit() as ann:
        ann.open(f"/t/{table}#{invited}")
        ann.field("Your name").fill("Ann")
        ann.page.get_by_text("More options").click()
        ann.field("Sign my moves with a key").check()
        ann.press("Sit down as Ann")
        ann.find("group", re.compile("^Your cards")).wait_for()
        ann.show_more()
        ann.press("Resign the series")
        ann.press("Yes")
        ann.see_disputes()
        ann.field("What was wrong").fill("Everything.")
        ann.press("Open the dispute")
        expect(dispute(ann)).to_contain_text("Everything.")
    events = site.call("GET", f"/v1/tables/{table}/events")["events"]
    assert [each["type"] for each in events[-2:]] == ["table.dispute_opened", "table.act_signed"]
