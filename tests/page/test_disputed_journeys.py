"""A disputed hand from the first doubt to the last ruling, on phones, by what is visible alone."""

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from tests.cli.commands import fairdeal_now
from tests.page.browsing import PHONE, Site, Visit
from tests.page.disputing import disputable
from tests.page.playing import address, opened, played
from tests.page.test_disputes import LOOK_AGAIN
from tests.serving import until

pytestmark = pytest.mark.long

DOUBTED: Final = 6
"""The trick that is doubted."""
TAPS_ALLOWED: Final = 3
DAY: Final = timedelta(days=1)
LONG_REASON: Final = ("The record says so. " * 50).strip()
PAGE_OF_PDF: Final = re.compile(rb"/Type\s*/Page\b(?!s)")


def link_for_auditor(site: Site, table: str, name: str) -> str:
    """The address that the host's page shows for an auditor."""
    body: Any = site.call("POST", f"/v1/tables/{table}/auditors", {"name": name})
    return f"/t/{table}/disputes#{body['token']}"


def dispute(visit: Visit) -> Locator:
    return visit.find("article").first


def comes_back(visit: Visit, text: str) -> None:
    """Look at the page again, as when a phone is unlocked: it shows what others did."""
    visit.page.evaluate(LOOK_AGAIN)
    expect(dispute(visit)).to_contain_text(text)


def reads_why(ann: Visit) -> None:
    """From the link of the table to the reason of a move of trick 6, in three taps."""
    taps = ["Score sheet", "Replay: Deal 1"]
    for name in taps:
        ann.press(name, "link")
    heading = ann.find("heading", f"Trick {DOUBTED}", level=3)
    doubted = heading.locator("xpath=following-sibling::*[1]").get_by_role("button").nth(1)
    doubted.click()
    assert len(taps) + 1 <= TAPS_ALLOWED
    why = ann.page.get_by_text(re.compile(rf"^Trick {DOUBTED}: .+\. [A-Z]\d+"))
    expect(why).to_be_visible()
    expect(why).to_be_in_viewport()


def files(ann: Visit) -> None:
    ann.press("Dispute this event", "link")
    ann.field("Claim").select_option(label="A move against the rules")
    ann.field("What was wrong").fill("They had another card of that suit.")
    ann.press("Open the dispute")
    expect(dispute(ann)).to_contain_text("It waits for a ruling by Eve, Fay.")


def rules(judge: Visit, *, upheld: bool, points: tuple[int, int], reason: str) -> None:
    """Rule the dispute that waits, from the arbiter's desk on."""
    judge.press("All your disputes", "link")
    expect(judge.find("heading", "They wait for a ruling: 1")).to_be_visible()
    judge.press("Our club, deal 1: dispute 1", "link")
    expect(dispute(judge)).to_contain_text("It waits for your ruling.")
    judge.find("radio", f"The claim is {'upheld' if upheld else 'dismissed'}").check()
    for side, given in zip(("Ann and Cid", "Bob and Dan"), points, strict=True):
        if given:
            judge.field(f"Points in the ledger for {side}").fill(str(given))
    judge.field("Reasons").fill(reason)
    judge.press("Look at the ruling")
    judge.find("dialog", "Give this ruling?").get_by_role("button", name="Rule").click()
    expect(dispute(judge)).to_contain_text(reason)


def adds_up(visit: Visit, ruling: tuple[int, int]) -> None:
    """The score sheet has a line for the ruling, and each of its columns is the sum above."""
    visit.press("Score sheet", "link")
    row = visit.find("row", re.compile("^Ruling on deal 1"))
    if any(ruling):
        expect(row).to_be_visible()
    else:
        expect(visit.find("row", re.compile("^Points"))).to_be_visible()
        expect(row).to_have_count(0)
    rows = visit.find("row", re.compile(r"^(\d+ .*\d$|Ruling|Points)")).all()
    cells = [each.get_by_role("cell").all_inner_texts() for each in rows]
    lines = [[int(cell.replace("\N{MINUS SIGN}", "-")) for cell in each] for each in cells]
    *parts, total = [each for each in lines if len(each) == len(ruling)]
    assert [sum(column) for column in zip(*parts, strict=True)] == total
    assert any(ruling) == (list(ruling) in parts)


def test_a_player_doubts_trick_6_and_follows_it_to_the_end(site: Site) -> None:
    """A day later, on another device: three taps to the reason; dispute, ruling, appeal, score.

    The clock of the service is moved at a test table, and the clock of the phone.
    """
    terms: Any = {"target": 24, "name": "Our club", "test": True}
    made = opened(site, "goat", "Ann", "Bob", "Cid", "Dan", **terms)
    table = made["table"]["id"]
    played(site, made, 500)
    until(lambda: site.call("GET", f"/v1/tables/{table}/series")["deals"][0]["result"])
    site.call("POST", f"/v1/tables/{table}/clock", {"forward_seconds": DAY.days * 86_400})
    tomorrow = datetime.now(UTC) + DAY
    judges = [link_for_auditor(site, table, name) for name in ("Eve", "Fay")]
    with (
        site.visit(size=PHONE) as ann,
        site.visit(size=PHONE) as bob,
        site.visit(size=PHONE) as eve,
        site.visit(size=PHONE) as fay,
    ):
        ann.page.clock.set_system_time(tomorrow)
        ann.open(address(made), asks=True)
        ann.press("Sit down as Ann")
        reads_why(ann)
        files(ann)
        filed = dispute(ann).locator("time").first.get_attribute("datetime") or ""
        assert abs(datetime.fromisoformat(filed) - tomorrow) < DAY / 4, "a day after the deal"

        eve.open(judges[0], asks=True)
        eve.press("Go on as Eve")
        rules(eve, upheld=True, points=(3, -3), reason="The record shows another card.")
        comes_back(ann, "Auditor Eve rules: upheld")

        bob.open(address(made, 1), asks=True)
        bob.press("Sit down as Bob")
        adds_up(bob, (3, -3))
        bob.press("Ruling on deal 1", "link")
        bob.press("Disputes of this deal", "link")
        dispute(bob).get_by_text("Appeal this ruling").click()
        bob.field("Why the ruling is wrong").fill("It was a trump.")
        bob.press("Appeal")
        expect(dispute(bob)).to_contain_text("It waits for a ruling by Fay.")

        fay.open(judges[1], asks=True)
        fay.press("Go on as Fay")
        rules(fay, upheld=False, points=(0, 0), reason="It was a trump, as the rules have it.")
        comes_back(ann, "Auditor Fay rules: dismissed")
        expect(dispute(ann)).to_contain_text("The ruling is final.")
        ann.press("To the table “Our club”", "link")
        adds_up(ann, (0, 0))
        for judge in (eve, fay):
            assert all("404" in line for line in judge.reported), "of a private table"
            judge.reported.clear()


def test_an_arbiter_settles_three_disputes_and_prints_each_on_one_page(
    site: Site, tmp_path: Path
) -> None:
    """On a phone; each sheet is printed to PDF by the browser, and has one page.

    With the longest reason, and in a dark theme without backgrounds: the ink is black.
    """
    cases = [disputable(site, name=f"Table {number}") for number in (1, 2, 3)]
    for case in cases:
        case.dispute("That card was mine.", claim="legality")
        case.answer(1, "It never was.")
    with site.visit(size=PHONE) as elder:
        for case in cases:
            elder.open(case.auditor_path, asks=True)
            elder.press("Go on as The elder")
            expect(dispute(elder)).to_contain_text("It waits for your ruling.")
        for waiting in (3, 2, 1):
            elder.press("All your disputes", "link")
            expect(elder.find("heading", f"They wait for a ruling: {waiting}")).to_be_visible()
            elder.find("link", re.compile("deal 1: dispute 1$")).first.click()
            elder.find("radio", "The claim is upheld").check()
            elder.field("Points in the ledger for Ann").fill("2")
            elder.field("Points in the ledger for Bob").fill("-2")
            elder.field("Reasons").fill(LONG_REASON)
            elder.press("Look at the ruling")
            elder.find("dialog", "Give this ruling?").get_by_role("button", name="Rule").click()
            prints(elder, tmp_path)
            elder.press("Disputes of this deal", "link")
            expect(dispute(elder)).to_contain_text("A player may appeal it once.")
        elder.press("All your disputes", "link")
        expect(elder.find("heading", "They wait for a ruling: 0")).to_be_visible()
        assert all("404" in line for line in elder.reported), "of the tokens of other tables"
        elder.reported.clear()


def prints(elder: Visit, folder: Path) -> None:
    elder.find("link", re.compile("^Print")).click()
    elder.sees("What the record proves")
    expect(elder.find("row", re.compile("^Ann"))).to_contain_text("2")
    expect(elder.find("list").last).to_contain_text("The events happened at the times")
    elder.sees("Played again under the rules, the deal shows no fault.")
    drawn = elder.find("img", "The cards of all players at that moment")
    assert drawn.evaluate("picture => picture.decode().then(() => picture.naturalWidth)") > 0
    proves(elder, folder)
    elder.page.evaluate("document.documentElement.dataset.theme = 'contrast'")
    elder.page.emulate_media(media="print")
    assert elder.page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    elder.page.emulate_media(media="null")
    pdf = folder / "ruling.pdf"
    elder.page.pdf(path=pdf, format="A4")
    assert len(PAGE_OF_PDF.findall(pdf.read_bytes())) == 1


def proves(elder: Visit, folder: Path) -> None:
    """The two records that the sheet saves prove the ruling offline, with the service's key."""
    files = [folder / "key.txt"]
    files[0].write_bytes(elder.page.request.get(f"{elder.url}/v1/log/key").body())
    for name in ("Save the record of the deal", "Save the record of the table"):
        with elder.page.expect_download() as saved:
            elder.press(name)
        files.append(folder / saved.value.suggested_filename)
        saved.value.save_as(files[-1])
    done = fairdeal_now("verify", "--disputed", "--key", *files)
    assert f'rules: upheld (ledger +2, -2): "{LONG_REASON}"' in done.out
    assert (done.code, "the disputed deal 1 holds" in done.out) == (0, True)
