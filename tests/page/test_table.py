"""The table: play by clicks and by keyboard, watch, refusals, cut answers, leaving, rematch."""

import json
import re
import shutil
import signal
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.e2e.conftest import key, url
from tests.page.browsing import DESKTOP, LANGUAGES, PHONE, Site, Theme, Visit
from tests.page.playing import OVER, Player, address, opened, played
from tests.serving import COMMAND, ROOT, Serve, until

RESULT = "Result of the deal"
QUIET_MS = 300
IN_ORDER = [rank + suit for suit in "CSHD" for rank in "6789TJQKA"]
SET_FLAG = "() => { window.flag = true; }"
"""Set a flag in the document, to find out whether it was loaded anew."""
IS_SAME_DOCUMENT = "() => window.flag === true"
LOOK_FOR_EARLY = """([end, result]) => {
  window.early = false;
  new MutationObserver(() => {
    const text = document.querySelector("main").textContent;
    if (text.includes(end) && !text.includes(result)) window.early = true;
  }).observe(document, { childList: true, subtree: true, characterData: true });
}"""
"""Note whether the end of a series is said before the result of its last deal."""
KEPT = """async () => {
  const opened = await new Promise((done) => {
    const request = indexedDB.open("fairdeal");
    request.onsuccess = () => done(request.result);
  });
  const read = (way) => new Promise((done) => {
    const request = opened.transaction("keys").objectStore("keys")[way]();
    request.onsuccess = () => done(request.result);
  });
  const [names, keys] = await Promise.all([read("getAllKeys"), read("getAll")]);
  return await Promise.all(keys.map(async (key, at) => {
    const refusal = await crypto.subtle.exportKey("pkcs8", key).then(() => "", ({ name }) => name);
    return [names[at], key.type, key.extractable, refusal];
  }));
}"""
"""Each key of this browser: its name, its type, and what happens if a program asks for it."""


def events_of(site: Site, deal: str) -> list[Any]:
    """All events of a deal, page by page."""
    events: list[Any] = []
    while True:
        page = site.call("GET", f"/v1/deals/{deal}/events?after={len(events)}")["events"]
        events += page
        if not page:
            return events


def moves_of(site: Site, table: Any) -> int:
    """How many moves of seat 0 the deals of a series have."""
    series = site.call("GET", f"/v1/tables/{table['table']['id']}/series")
    deals = [events_of(site, each["deal"]) for each in series["deals"]]
    mine = [[each["command"] for each in deal if each["actor"] == "seat:0"] for deal in deals]
    return sum(len({*commands}) for commands in mine)


@pytest.mark.long
def test_a_series_is_played_by_clicks_and_scored(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann")
    visit.open(address(table))
    Player(visit).play()
    expect(visit.heading("Friday evening")).to_be_visible()
    visit.press("Score sheet", "link")
    expect(visit.heading("Score sheet")).to_be_visible()
    expect(visit.find("columnheader", "you")).to_be_visible()
    expect(visit.find("link", "D10").first).to_be_visible()
    assert visit.violations() == []
    visit.press("Replay: Deal 1", "link")
    expect(visit.find("slider")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_table_has_no_barriers(site: Site, theme: Theme, size: tuple[int, int]) -> None:
    table = opened(site, "goat", "Ann")
    with site.visit(size=size, theme=theme) as visit:
        visit.open(address(table))
        player = Player(visit)
        player.play(until=lambda: player.moves > 1)
        expect(player.turn.or_(visit.find("heading", RESULT))).to_be_attached()
        visit.show_more()
        assert visit.violations() == []
        assert visit.overflow() <= 0


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_in_the_language_and_reflows(site: Site, language: str) -> None:
    hands = {"en": "Your cards", "ru": "Ваши карты", "de": "Ihre Karten", "ka": "თქვენი კარტები"}
    table = opened(site, "skat", "Ann")
    with site.visit(language=language, size=(320, 640)) as visit:
        visit.open(address(table))
        expect(visit.find("group", hands[language]).get_by_role("button").first).to_be_visible()
        assert visit.overflow() <= 0
        visit.page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert visit.overflow() <= 0


def test_cards_are_chosen_by_arrow_keys_and_focus_stays(site: Site, visit: Visit) -> None:
    visit.open(address(opened(site, "durak", "Ann", test=True, decks=[IN_ORDER])))
    player = Player(visit)
    expect(player.own.get_by_role("button").first).to_be_visible()
    keys = visit.page.keyboard
    visit.find("button", "Attack").or_(player.own.get_by_role("button").first).first.focus()
    keys.press("ArrowRight")
    expect(player.own.get_by_role("button").nth(1)).to_be_focused()
    keys.press("End")
    expect(player.own.get_by_role("button").last).to_be_focused()
    keys.press("ArrowRight")
    expect(player.own.get_by_role("button").first).to_be_focused()
    keyboard = Player(visit, keyboard=True)
    keyboard.play(until=lambda: keyboard.moves > 0)
    assert visit.page.evaluate("() => document.activeElement !== document.body")


def test_a_lost_answer_is_asked_for_again_and_the_move_is_made_once(
    site: Site, visit: Visit
) -> None:
    table = opened(site, "durak", "Ann")
    deal = table["table"]["deal"]["id"]
    visit.open(address(table))
    keys: list[str] = []

    def lose(route: Route) -> None:
        keys.append(route.request.headers["idempotency-key"])
        if len(keys) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    visit.page.route("**/moves", lose)
    player = Player(visit)
    player.play(until=lambda: player.moves > 0)
    assert keys[0] == keys[1]
    mine = [each for each in events_of(site, deal) if each["actor"] == "seat:0"]
    # the player, who is quick, may have sent another move by now
    assert 1 <= len({each["command"] for each in mine}) <= len(set(keys))
    assert visit.reported.pop().startswith("Failed to load resource")


def first_held_back(visit: Visit) -> list[str]:
    """Keep the first move back, but none after it; the idempotency keys of all, as they come."""
    sent: list[str] = []

    def hold(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        if len(sent) > 1:
            route.continue_()

    visit.page.route("**/moves", hold)
    return sent


def send_one(player: Player, sent: list[str]) -> None:
    """Choose and press until a move is on its way, whose answer is kept back."""
    while not sent:
        if player.offered.count():
            player.offered.first.click()
        elif player.own.get_by_role("button", disabled=False).count():
            player.own.get_by_role("button", disabled=False).first.click(position={"x": 8, "y": 10})
        player.visit.page.wait_for_timeout(100)


@pytest.mark.long
def test_a_move_that_was_on_its_way_is_sent_again_after_a_reload(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann")
    deal = table["table"]["deal"]["id"]
    visit.open(address(table))
    sent, player = first_held_back(visit), Player(visit)
    send_one(player, sent)
    with visit.page.expect_request("**/moves") as again:
        visit.page.reload()
    assert again.value.headers["idempotency-key"] == sent[0]
    player.settled()
    visit.page.wait_for_timeout(300)
    mine = [each for each in events_of(site, deal) if each["actor"] == "seat:0"]
    assert len({each["command"] for each in mine}) == 1


@pytest.mark.long
def test_a_move_without_an_answer_is_sent_when_its_player_comes_back(
    site: Site, visit: Visit
) -> None:
    table = opened(site, "durak", "Ann")
    visit.open(address(table))
    visit.navigate("Settings")
    visit.page.go_back()
    sent, player = first_held_back(visit), Player(visit)
    expect(player.own).to_be_visible()
    send_one(player, sent)
    visit.navigate("Settings")
    expect(visit.heading("Settings")).to_be_visible()
    with visit.page.expect_request("**/moves") as again:
        visit.page.go_back()
    assert again.value.headers["idempotency-key"] == sent[0]
    player.settled()


@pytest.mark.long
def test_a_player_is_not_said_to_watch_until_their_token_is_known(site: Site, visit: Visit) -> None:
    seats = [{"name": "Ann"}, {}]
    table = site.call("POST", "/v1/tables", {"game": "durak", "name": "Waits", "seats": seats})
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    visit.page.route("**/v1/me", hold)
    with visit.page.expect_request("**/v1/me"):
        visit.open(address(table))
    visit.sees("Waiting for 1 more player")
    expect(visit.page.get_by_text("You are watching.")).to_have_count(0)
    held.pop().continue_()
    visit.sees("The game begins as soon as every seat is taken.")


@pytest.mark.long
def test_a_deal_that_is_on_is_said_to_be(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann")
    visit.open(f"/t/{table['table']['id']}/series#{table['tokens'][0]['token']}")
    expect(visit.find("cell", "Being played")).to_be_visible()
    expect(visit.page.get_by_role("link", name=re.compile("^Replay: "))).to_have_count(0)


@pytest.mark.long
def test_a_refusal_names_every_clause(site: Site, visit: Visit) -> None:
    table = opened(site, "durak", "Ann", test=True, decks=[IN_ORDER])
    path, token = f"/v1/deals/{table['table']['deal']['id']}", table["tokens"][0]["token"]
    legal = site.call("GET", path, who=token)["legal_moves"]
    held = {each["move"].get("card") for each in legal}
    missing = next(card for card in IN_ORDER if card not in held)
    visit.open(address(table))

    def spoil(route: Route) -> None:
        route.continue_(post_data={"move": {"type": "attack", "card": missing}})

    visit.page.route("**/moves", spoil)
    player = Player(visit)
    player.play(until=lambda: visit.find("alert").count() > 0)
    clause = visit.find("alert").get_by_role("link", name=re.compile(r"^[A-Z]\d+"))
    expect(clause.first).to_be_visible()
    visit.reported.clear()  # browsers report 409


@pytest.mark.long
def test_two_people_play_and_a_third_watches(site: Site) -> None:
    table = opened(site, "durak", "Ann", "Bob", visibility="public")
    with site.visit() as ann, site.visit(size=PHONE) as bob, site.visit() as eve:
        players = []
        for seat, visit in enumerate((ann, bob)):
            visit.open(address(table, seat))
            players.append(Player(visit))
        eve.open(f"/t/{table['table']['id']}")
        eve.sees("You are watching.")
        for _ in range(2_000):
            if not any(player.move() for player in players) and players[0].over():
                break
        for visit in (ann, bob, eve):
            visit.sees(OVER)
            # a watcher is shown one step after another, and may be twelve behind
            visit.find("heading", RESULT).wait_for()
        assert eve.find("region", "Your move").count() == 0


@pytest.mark.long
def test_a_watcher_sees_the_last_steps_before_the_end_of_the_series(
    site: Site, visit: Visit
) -> None:
    table = opened(site, "durak", "Ann", "Bob", visibility="public")
    visit.open(f"/t/{table['table']['id']}")
    expect(visit.find("list", "What has happened")).to_be_visible()
    visit.page.evaluate(LOOK_FOR_EARLY, [OVER, RESULT])
    played(site, table, 3)
    resignation = f"/v1/deals/{table['table']['deal']['id']}/resignation"
    site.call("POST", resignation, {}, who=table["tokens"][0]["token"])
    visit.sees("Bob wins the series")
    expect(visit.find("heading", RESULT)).to_be_visible()
    assert visit.page.evaluate("() => window.early") is False


@pytest.mark.long
def test_a_player_leaves_and_comes_back(site: Site, visit: Visit) -> None:
    visit.open(address(opened(site, "durak", "Ann", "Bob")))
    visit.show_more()
    visit.press("Leave the deal")
    visit.press("Yes")
    visit.press("Come back")
    expect(visit.find("button", "Come back")).to_have_count(0)


@pytest.mark.long
def test_a_series_is_resigned_and_played_again(site: Site, visit: Visit) -> None:
    visit.open(address(opened(site, "durak", "Ann")))
    visit.show_more()
    visit.press("Resign the series")
    visit.press("Yes")
    visit.sees(OVER)
    before = visit.page.url
    visit.press("Play again")
    expect(visit.page).not_to_have_url(before)
    expect(Player(visit).own).to_be_visible()


def test_a_guest_takes_a_seat_adds_seeds_and_signs(site: Site, visit: Visit) -> None:
    body = {
        "game": "durak",
        "name": "By invitation",
        "target": 1,
        "seats": [{"bot": "easy"}],
    }
    table = site.call("POST", "/v1/tables", body)["table"]["id"]
    made = site.call("POST", f"/v1/tables/{table}/invitations", {"name": "Cara"})
    visit.open(f"/t/{table}#{made['token']}")
    visit.field("Your name").fill("Cara")
    visit.page.get_by_text("More options").click()
    visit.field("Add seeds of my own to the shuffle").check()
    visit.field("Sign my moves with a key").check()
    visit.press("Sit down as Cara")
    player = Player(visit)
    player.play(until=lambda: player.moves > 2)
    deal = site.call("GET", f"/v1/tables/{table}")["deal"]["id"]
    shown = site.call("GET", f"/v1/deals/{deal}")
    assert [each["seat"] for each in shown["fairness"]["seats"]] == [1]
    signed = [each for each in events_of(site, deal) if each["type"] == "deal.move_signed"]
    assert len(signed) == player.moves
    visit.show_more()
    visit.sees("Your moves are signed by a key in this browser.")
    with visit.page.expect_download() as saved:
        visit.press("Save them as a file")
    lines = [json.loads(line) for line in Path(saved.value.path()).read_text().splitlines()]
    assert {line["kind"] for line in lines} == {"key", "commitment", "opening", "shown"}
    visit.sees(re.compile("^The pack follows from the seeds of the server and of you"))
    (kept,) = visit.page.evaluate(KEPT)
    public = site.call("GET", f"/v1/tables/{table}")["seats"][1]["key"]
    assert kept == [public, "private", False, "InvalidAccessError"]


@pytest.mark.long
def test_a_table_that_was_left_announces_nothing(site: Site, visit: Visit) -> None:
    visit.open(address(opened(site, "durak", "Ann", "Bob")))
    expect(Player(visit).own.get_by_role("button").first).to_be_visible()
    visit.page.wait_for_timeout(QUIET_MS)
    before = visit.page.get_by_role("log").all_inner_texts()
    visit.navigate("Settings")
    expect(visit.heading("Settings")).to_be_visible()
    visit.page.wait_for_timeout(QUIET_MS)
    assert visit.page.get_by_role("log").all_inner_texts() == before


@pytest.mark.long
def test_the_next_deal_waits_until_everyone_is_ready(site: Site, visit: Visit) -> None:
    visit.open(address(opened(site, "skat", "Ann", pause_seconds=60)))
    player = Player(visit)
    ready = visit.find("button", "Next deal")
    player.play(until=lambda: ready.count() > 0)
    expect(visit.find("heading", RESULT)).to_be_visible()
    expect(visit.find("timer")).to_be_visible()
    ready.click()
    visit.sees("Deal 2")


def _has_moved_on(player: Player, moves: int) -> bool:
    return player.over() or player.moves > moves


@pytest.mark.long
def test_a_series_goes_on_when_streams_are_cut(site: Site, visit: Visit) -> None:
    table = opened(site, "svoi_kozyri", "Ann")
    visit.open(address(table))
    visit.page.evaluate(SET_FLAG)
    player = Player(visit)
    while not player.over():
        player.play(until=partial(_has_moved_on, player, player.moves + 5))
        visit.page.context.set_offline(offline=True)
        visit.page.wait_for_timeout(300)
        visit.page.context.set_offline(offline=False)
    assert visit.page.evaluate(IS_SAME_DOCUMENT)
    visit.reported.clear()
    assert moves_of(site, table) == len(player.accepted)


@pytest.mark.long
def test_a_service_is_killed_under_play(browser: Browser) -> None:
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-page-"))
    folder.chmod(0o755)
    own = {"PYTHONPATH": str(ROOT), "DATABASE_URL": "", "BROKER_URL": ""}
    first = Serve(folder, COMMAND, **own).ready()
    site = Site(url(first), key(first), browser)
    table = opened(site, "durak", "Ann")
    with site.visit() as visit:
        visit.open(address(table))
        visit.page.evaluate(SET_FLAG)
        player = Player(visit)
        player.play(until=lambda: player.moves > 4)
        first.stop(signal.SIGKILL)
        second = Serve(folder, COMMAND, **own, FAIRDEAL_PORT=str(first.port))
        until(lambda: first.answer() is not None)
        player.play()
        assert visit.page.evaluate(IS_SAME_DOCUMENT)
        visit.reported.clear()
    recorded = moves_of(site, table)
    second.stop()
    shutil.rmtree(folder)
    assert recorded == len(player.accepted)
