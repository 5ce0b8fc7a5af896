"""A person replays a deal: from every seat, by keys, from a link, and without knowing its end."""

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import Route, expect

from tests.page.browsing import DESKTOP, LANGUAGES, PHONE, Site, Theme, Visit
from tests.page.finished import Finished, finished

EYES: Final = {f"seat:{seat}": f"Bot {seat + 1}" for seat in range(4)} | {
    "public": "a spectator",
    "full": "everyone (all cards)",
}
MANY: Final = 1000
STEP_MS: Final = 16


@pytest.fixture(scope="module")
def deal(site: Site) -> Finished:
    return finished(site, "goat", 4)


@pytest.fixture(scope="module")
def played(deal: Finished) -> Any:
    return deal.frames("full")


def event(visit: Visit, at: int) -> None:
    expect(visit.find("heading", f"After event {at}", level=2)).to_be_visible()


def dealt(deal: Finished, view: str) -> Any:
    """The hands after event 3, as an observer knew them."""
    frames = deal.frames(view)["frames"]
    found = next(each for each in frames if each["event"]["position"] == 3)
    return found["patch"]["state"]["hands"]


def card_name(visit: Visit, card: str) -> str:
    """The name of a card of a French deck."""
    rank = visit.text(f"common-cards-ranks-{card[0]}")
    suit = visit.text(f"common-cards-of-french-{card[1]}")
    return visit.text("common-cards-name", rank=rank, suit=suit)


@pytest.mark.long
def test_each_seat_sees_again_what_it_saw(visit: Visit, deal: Finished) -> None:
    """A seat sees its own cards, a spectator none, and everyone sees all: as in the record."""
    visit.open(deal.address(3, "full"))
    recorded = dealt(deal, "full")
    for eyes, name in EYES.items():
        visit.field("Seen by").select_option(label=name)
        expect(visit.page).to_have_url(visit.url + deal.address(3, eyes))
        seen = [hand for seat, hand in enumerate(recorded) if eyes in {"full", f"seat:{seat}"}]
        lines = visit.find("list", "Cards on the table").get_by_role("listitem")
        hands = lines.filter(has_text=re.compile(r", hand: (?!\d)"))
        expect(hands).to_have_count(len(seen))
        texts = [each.partition(", hand: ")[2] for each in hands.all_inner_texts()]
        known = [sorted(text.split(", ")) for text in texts]
        expected = [sorted(card_name(visit, card) for card in hand) for hand in seen]
        assert sorted(known) == sorted(expected)
        assert [hand for hand in dealt(deal, eyes) if None not in hand] == seen


def test_a_replay_goes_from_trick_to_trick(visit: Visit, deal: Finished, played: Any) -> None:
    """Each stop shows a full trick; what the buttons say does not tell which one is the last."""
    events = [each["event"] for each in played["frames"]]
    full = [e["position"] - 1 for e in events if e["type"] == "goat.trick_taken"]
    visit.open(deal.address(1, "public"))
    for number, at in enumerate(full, start=1):
        visit.press(f"On to Trick {number}")
        event(visit, at)
    visit.press(f"On to Trick {len(full) + 1}")
    event(visit, played["version"])
    visit.press(f"Back to Trick {len(full)}")
    event(visit, full[-1])
    assert visit.violations() == []
    assert visit.overflow() == 0


@pytest.mark.long
def test_arrows_step_through_events_and_moves(visit: Visit, deal: Finished, played: Any) -> None:
    visit.open(deal.address(3, "public"))
    event(visit, 3)
    visit.page.keyboard.press("ArrowRight")
    event(visit, 4)
    taken = next(f["event"] for f in played["frames"] if f["event"]["type"] == "goat.trick_taken")
    visit.find("slider", "Moment").fill(str(taken["command"] - 1))
    visit.heading().click()
    visit.page.keyboard.press("Shift+ArrowRight")
    last = max(
        f["event"]["position"]
        for f in played["frames"]
        if f["event"]["command"] == taken["command"]
    )
    event(visit, last)
    visit.page.keyboard.press("Shift+ArrowLeft")
    event(visit, taken["command"] - 1)
    visit.press("Next event")
    event(visit, taken["command"])
    visit.press("Previous move")
    event(visit, taken["command"] - 1)


def test_a_replay_opens_with_cards_and_has_its_log_by_tricks(
    site: Site, deal: Finished, played: Any
) -> None:
    """Its controls lie below the cards, near the thumb; an entry of the log leaves both in view."""
    with site.visit(size=PHONE) as visit:
        visit.open(deal.address(1, "full"))
        event(visit, 3)
        region = visit.find("region", "Log")
        ends = [f for f in played["frames"] if f["event"]["type"] == "goat.trick_taken"]
        headings = region.get_by_role("heading", level=3)
        expect(headings).to_have_text([f"Trick {at + 1}" for at in range(len(ends))])
        led = next(f["event"]["data"] for f in played["frames"] if f["event"]["type"] == "goat.led")
        cards = " ".join(card_name(visit, card) for card in led["cards"])
        entry = region.get_by_role(
            "button", name=re.compile(f"^Bot {led['seat'] + 1} leads {cards}$")
        )
        assert cards not in entry.first.inner_text()
        last = region.get_by_role("button").last
        last.click()
        event(visit, played["version"])
        felt = visit.find("region", "On the table").bounding_box()
        next_move = visit.find("button", "Next move").bounding_box()
        assert felt is not None
        assert next_move is not None
        assert felt["y"] >= 0
        assert felt["y"] + felt["height"] <= next_move["y"] < PHONE[1] - next_move["height"]
        assert next_move["y"] > PHONE[1] / 2


@pytest.mark.long
def test_a_link_opens_at_its_moment(visit: Visit, deal: Finished) -> None:
    visit.open(deal.address(7, "seat:2"))
    event(visit, 7)
    visit.press("Next event")
    event(visit, 8)
    expect(visit.page).to_have_url(visit.url + deal.address(8, "seat:2"))
    link = visit.find("link", "Link to event 8").get_attribute("href")
    assert link is not None
    visit.open(link)
    event(visit, 8)
    visit.find("combobox", "Seen by").wait_for()
    assert visit.field("Seen by").input_value() == "seat:2"


@pytest.mark.long
def test_a_view_that_cannot_be_read_is_read_once_there_is_a_connection(
    visit: Visit, deal: Finished
) -> None:
    visit.open(deal.address(3, "full"))
    event(visit, 3)
    visit.page.context.set_offline(True)
    visit.field("Seen by").select_option(label=EYES["public"])
    alert = visit.find("alert").filter(has_text="The service does not answer.")
    expect(alert.get_by_role("button", name="Try again")).to_be_visible()
    expect(visit.field("Seen by")).to_have_value("full")
    visit.press("Next event")
    expect(visit.page).to_have_url(visit.url + deal.address(4, "full"))
    visit.page.context.set_offline(False)
    expect(alert).to_have_count(0)
    expect(visit.field("Seen by")).to_have_value("public")
    expect(visit.page).to_have_url(visit.url + deal.address(4, "public"))
    visit.reported.clear()


@pytest.mark.long
def test_pointing_at_the_log_previews_and_pressing_goes_there(visit: Visit, deal: Finished) -> None:
    visit.open(deal.address(9, "full"))
    lines = visit.find("region", "Log").get_by_role("button")
    lines.nth(3).hover()
    event(visit, 5)
    visit.sees("preview")
    expect(visit.page).to_have_url(visit.url + deal.address(9, "full"))
    visit.heading().hover()
    event(visit, 9)
    lines.nth(4).focus()
    event(visit, 6)
    visit.page.keyboard.press("Enter")
    visit.heading().click()
    event(visit, 6)


@pytest.mark.long
def test_the_end_is_not_in_the_document_until_it_is_asked_for(
    visit: Visit, deal: Finished, played: Any
) -> None:
    visit.open(deal.address(played["version"], "full"))
    visit.sees("How it ended")
    visit.open(deal.address(5, "full"))
    visit.field("Do not show the end").check()
    slider = visit.find("slider", "Moment")
    for at in (5, 6):
        event(visit, at)
        assert slider.get_attribute("max") == str(at)
        assert slider.get_attribute("aria-valuetext") == f"event {at}"
        expect(visit.find("region", "Log").get_by_role("listitem")).to_have_count(at - 1)
        assert f"of {played['version']}" not in visit.page.content()
        visit.press("Next event")
    visit.open(deal.address(5, "full"))
    expect(visit.field("Do not show the end")).to_be_checked()
    visit.field("Do not show the end").uncheck()
    expect(slider).to_have_attribute("max", str(played["version"]))


@pytest.mark.long
def test_a_host_sees_where_it_was_decided_and_plays_on_from_there(
    site: Site, deal: Finished
) -> None:
    decided = site.call("GET", f"/v1/deals/{deal.deal}/audit")["decided"]["at"]
    with site.visit() as visit:
        visit.open(f"{deal.address(5, 'full')}#{site.key}")
        visit.press(f"Go to event {decided}")
        event(visit, decided)
        visit.find("slider", "Moment").fill("5")
        visit.field("those not seen yet are dealt anew").check()
        visit.press("Play on from event 5")
        visit.page.wait_for_url("**/t/*")
        table = visit.page.url.rpartition("/")[2]
        branch = site.call("GET", f"/v1/tables/{table}")["branch_of"]
        assert (branch["deal"], branch["at"], branch["cards"]) == (deal.deal, 5, "resample")


@pytest.mark.long
def test_a_stranger_reads_what_a_branch_needs(visit: Visit, deal: Finished) -> None:
    visit.open(deal.address(5, "public"))
    visit.sees(re.compile("This needs a seat at this table"))


@pytest.mark.long
def test_an_address_without_a_moment_says_so(visit: Visit, deal: Finished) -> None:
    visit.open(f"/replay/{deal.deal}/none/full")
    visit.sees("This address names no moment of a deal.")


@pytest.mark.long
def test_1000_events_take_16_ms_a_step(visit: Visit, deal: Finished, played: Any) -> None:
    def answer(route: Route) -> None:
        route.fulfill(body=json.dumps(longer(played)), content_type="application/json")

    visit.page.route("**/frames?*", answer)
    visit.open(deal.address(1, "full"))
    visit.sees(f"event 3 of {MANY}")
    passes = [visit.page.evaluate(MEASURE) for _ in range(3)]
    least = [min(took) for took in zip(*passes, strict=True)]
    assert len(least) == MANY - 1
    assert max(least) <= STEP_MS, sorted(least)[-20:]


MEASURE: Final = """async () => {
  const heading = document.querySelector("#moment");
  const step = async (key) => {
    const seen = new Promise((done) => {
      const observer = new MutationObserver(() => { observer.disconnect(); done(); });
      observer.observe(heading, { subtree: true, childList: true, characterData: true });
    });
    const start = performance.now();
    dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await seen;
    document.body.getBoundingClientRect();
    const took = performance.now() - start;
    await new Promise((next) => setTimeout(next));
    return took;
  };
  const took = [];
  while (!heading.textContent.endsWith(" 1")) await step("ArrowLeft");
  while (!heading.textContent.endsWith(" 1000")) took.push(await step("ArrowRight"));
  while (!heading.textContent.endsWith(" 1")) await step("ArrowLeft");
  return took;
}"""


def longer(played: Any) -> Any:
    """The frames of a deal with many events: its moves, again and again."""
    moves = played["frames"][2:-2]
    frames = [*played["frames"][:2]]
    for at in range(len(frames), MANY - 1):
        frame = moves[at % len(moves)]
        patch = {**frame["patch"], "at": at + 2}
        own = {"position": at + 2, "command": at + 2}
        frames.append({"event": {**frame["event"], **own}, "patch": patch})
    return {**played, "version": MANY, "frames": frames, "next": None}


@pytest.mark.long
@pytest.mark.parametrize(("size", "theme"), [(PHONE, "light"), (DESKTOP, "dark")])
def test_a_replay_has_no_barriers(
    site: Site, deal: Finished, size: tuple[int, int], theme: Theme
) -> None:
    with site.visit(size=size, theme=theme) as visit:
        visit.open(deal.address(12, "seat:1"))
        event(visit, 12)
        assert visit.violations() == []
        assert visit.overflow() <= 0


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), [("durak", 2), ("skat", 3), ("svoi_kozyri", 2)])
def test_every_game_replays_in_every_language(
    site: Site, game: str, seats: int, language: str
) -> None:
    options = {"options": {"max_plies": 60}} if game == "svoi_kozyri" else {}
    made = finished(site, game, seats, **options)
    version = made.frames("full")["version"]
    with site.visit(language=language, size=PHONE) as visit:
        visit.open(made.address(version, "full"))
        expect(visit.find("slider")).to_have_value(str(version))
        visit.find("slider").fill(str(version // 2))
        assert visit.violations() == []
        assert visit.overflow() <= 0
