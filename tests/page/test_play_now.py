"""A stranger at `/`, on a phone: each game begins after one tap, or two with others."""

import json
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from domain.games import GAMES
from tests.page.browsing import PHONE, Site, Visit
from tests.page.playing import Player, draw
from tests.serving import until

SMALL_PHONE = (360, 640)
LAYS = re.compile(r"\.(led|attacked|beaten|discarded|played)$")
KEPT = "() => localStorage['fairdeal.credentials']"


@pytest.mark.parametrize("game", GAMES)
def test_a_stranger_plays_after_one_tap(site: Site, game: str) -> None:
    """Each further gesture lays a card. Trumps of one's own are chosen before the cards (S2).

    In the end they give up: an address has few such tables at a time.
    """
    with site.visit(size=SMALL_PHONE) as visit:
        visit.open("/")
        visit.find("region", "Play now").get_by_role("button", name=GAMES[game].title).click()
        visit.page.wait_for_url(re.compile("/t/"))
        player = Player(visit)
        if game == "skat":  # the auction comes before the cards
            player.play(until=lambda: player.moves > 0)
        else:
            assert gestures(site, visit, player) == cards_laid(site, visit)
        assert visit.overflow() <= 0
        resign(site, visit)


def gestures(site: Site, visit: Visit, player: Player) -> int:
    """How many cards a person draws until their first move with cards is made."""
    able = player.own.get_by_role("button", disabled=False, pressed=False)
    chosen = player.own.get_by_role("button", pressed=True)
    drawn = 0
    while cards_laid(site, visit) == 0:
        moves = player.moves
        if not player.turn.count():
            continue
        if able.count():
            draw(able.first, 90)
            drawn += 1
        elif player.offered.first.is_visible():
            player.offered.first.click()
        else:
            continue
        until(partial(lambda moves: player.moves > moves or chosen.count() > 0, moves))
    return drawn


def cards_laid(site: Site, visit: Visit) -> int:
    """How many cards the first own move with cards had."""
    [seat] = json.loads(visit.page.evaluate(KEPT))
    deal = site.call("GET", f"/v1/tables/{seat['table']}", who=seat["token"])["deal"]
    path = f"/v1/deals/{deal['id']}/events" if deal else ""
    for event in site.call("GET", path, who=seat["token"])["events"] if deal else []:
        data = event["data"]
        if event["actor"] == f"seat:{seat['seat']}" and LAYS.search(event["type"]):
            return len(data.get("cards", [each for each in ("card", "then") if data.get(each)]))
    return 0


@pytest.mark.long
def test_the_second_deal_of_a_stranger_has_their_seed(site: Site) -> None:
    """The first deal begins at once. Meanwhile the page commits, without a wait."""
    with site.visit(size=PHONE) as visit:
        visit.open("/")
        visit.find("region", "Play now").get_by_role("button", name="Durak").click()
        visit.page.wait_for_url(re.compile("/t/"))
        Player(visit).play(until=lambda: visit.find("button", "Next deal").count() > 0)
        visit.press("Next deal")
        expect(Player(visit).own.get_by_role("button").first).to_be_visible()
        [seat] = json.loads(visit.page.evaluate(KEPT))
        series = site.call("GET", f"/v1/tables/{seat['table']}/series", who=seat["token"])
        deals = [
            site.call("GET", f"/v1/deals/{each['deal']}", who=seat["token"])
            for each in series["deals"]
        ]
        assert [len(each["fairness"]["seats"]) for each in deals] == [0, 1]
        resign(site, visit)


@pytest.mark.long
def test_a_person_ends_a_game_between_two_deals(site: Site) -> None:
    with site.visit(size=PHONE) as visit:
        visit.open("/")
        visit.find("region", "Play now").get_by_role("button", name="Durak").click()
        visit.page.wait_for_url(re.compile("/t/"))
        Player(visit).play(until=lambda: visit.find("button", "Next deal").count() > 0)
        [seat] = json.loads(visit.page.evaluate(KEPT))
        visit.open("/")
        visit.press("End the game at “Durak”")
        visit.sees("If you end it now, you lose it.")
        visit.press("Yes")
        await_end(site, seat)


@pytest.mark.long
def test_a_friend_plays_after_one_tap_on_the_link(site: Site) -> None:
    with site.visit(size=PHONE) as ann, site.visit(size=PHONE) as ben:
        ann.page.add_init_script("navigator.share = async (data) => { window.sent = data.url; };")
        ann.open("/")
        ann.page.get_by_text("A friend").click()
        assert ann.violations() == []
        ann.find("region", "Play now").get_by_role("button", name="Durak").click()
        ann.page.wait_for_url(re.compile("/t/"))
        expect(ann.find("img", "QR code: Send this link to your friend")).to_be_visible()
        assert ann.violations() == []
        assert ann.overflow() <= 0
        link = ann.shared_link()
        expect(ann.find("button", "Share")).to_be_in_viewport(ratio=1)
        ann.press("Share")
        assert ann.page.evaluate("() => window.sent") == link
        ben.open(link.removeprefix(site.url), asks=True)
        ben.sees("At the table: Player 1.")
        assert ben.violations() == []
        ben.press("Sit down as Player 2")
        players = [Player(ann), Player(ben)]
        for player in players:
            expect(player.own).to_be_visible()
        for turn in range(200):
            players[turn % 2].move()
            if all(player.moves for player in players):
                break
        else:
            raise AssertionError(ann.page.content())
        ann.reload()
        expect(players[0].own).to_be_visible()
        resign(site, ann)


@pytest.mark.long
def test_a_person_goes_on_where_they_were_or_ends_it(site: Site) -> None:
    """At three tables the page says that there can be no more."""
    with site.visit(size=PHONE) as visit:
        for game in ("Durak", "Skat", "Goat"):
            visit.open("/")
            if game == "Goat":
                visit.page.get_by_text("A friend").click()
            visit.find("region", "Play now").get_by_role("button", name=game).click()
            visit.page.wait_for_url(re.compile("/t/"))
        visit.navigate("Play")
        own = visit.find("region", "Go on where you were")
        expect(own).to_contain_text("there can be no more")
        expect(own.get_by_role("link", name="To my seat")).to_have_count(3)
        assert visit.violations() == []
        assert visit.overflow() <= 0
        *played, _ = json.loads(visit.page.evaluate(KEPT))
        for game in ("Goat", "Skat", "Durak"):
            own.get_by_role("button", name=f"End the game at “{game}”").click()
            visit.find("dialog").get_by_role("button", name="Yes").click()
            expect(own.get_by_role("button", name=f"End the game at “{game}”")).to_have_count(0)
        expect(own.get_by_text("there can be no more")).to_have_count(0)
        for seat in played:
            await_end(site, seat)


@pytest.mark.long
def test_a_refused_game_leads_back_to_the_own_tables(site: Site) -> None:
    """On the device that has them; on another one of the same address, why there is no more."""
    with site.visit(size=PHONE) as ann, site.visit(size=PHONE) as ben:
        for _ in range(3):
            ann.open("/")
            ann.find("region", "Play now").get_by_role("button", name="Durak").click()
            ann.page.wait_for_url(re.compile("/t/"))
        for visit in (ann, ben):
            visit.open("/")
            now = visit.find("region", "Play now")
            now.get_by_role("button", name="Goat").click()
            expect(now.get_by_role("alert")).to_contain_text("your internet address")
            expect(now.get_by_role("alert")).to_be_in_viewport(ratio=0.9)
            expect(now.get_by_role("link", name="To my seat")).to_have_count(3 * (visit is ann))
            assert visit.violations() == []
            assert visit.overflow() <= 0
        ann.open("/learn/goat")
        links = ann.find("main").get_by_role("link", name="To my seat")
        expect(links).to_have_count(3)
        ann.find("button", "End the game at “Durak”").first.click()
        ann.press("Yes")
        expect(links).to_have_count(2)
        until(lambda: len(still_played(site, ann)) == 2)
        ann.press("Try again")
        expect(Player(ann).own).to_be_visible()
        ann.open("/settings")  # a page of a table would still name a seed for the next deal
        for seat in still_played(site, ann):
            end(site, seat)
        for visit in (ann, ben):
            assert {each for each in visit.reported if "409" not in each} == set()
            visit.reported.clear()


def ask_for_players(visit: Visit, game: str) -> None:
    """A person who completes a table is seated before they are seen in the queue."""
    visit.open("/")
    visit.page.get_by_text("Anyone").click()
    visit.find("region", "Play now").get_by_role("button", name=game).click()


def look_for_players(visit: Visit, game: str) -> None:
    ask_for_players(visit, game)
    visit.sees(f"Looking for players: {game}")


@pytest.mark.long
def test_strangers_are_seated_together(site: Site) -> None:
    with site.visit(size=PHONE) as ann, site.visit(size=PHONE) as ben:
        look_for_players(ann, "Durak")
        assert ann.violations() == []
        assert ann.overflow() <= 0
        expect(ann.find("heading", "Looking for players: Durak")).to_be_focused()
        expect(ann.find("status").filter(has_text="One more player is needed")).to_be_visible()
        ann.press("Cancel")
        expect(ann.page.get_by_text("Anyone")).to_be_visible()
        look_for_players(ann, "Durak")
        ann.reload()
        expect(ann.find("status").filter(has_text="You are next")).to_be_visible()
        ask_for_players(ben, "Durak")
        for visit in (ann, ben):
            visit.page.wait_for_url(re.compile("/t/"))
            expect(Player(visit).own).to_be_visible()
        assert ann.page.url == ben.page.url
        resign(site, ann)


def resign(site: Site, visit: Visit) -> None:
    """Leave the page, which may be sending a seed, and free the place at this address."""
    [seat] = json.loads(visit.page.evaluate(KEPT))
    visit.page.close()
    end(site, seat)


def still_played(site: Site, visit: Visit) -> list[dict[str, str]]:
    """The seats of a device whose series is on."""
    kept = json.loads(visit.page.evaluate(KEPT))
    return [each for each in kept if status(site, each) != "over"]


def status(site: Site, seat: dict[str, str]) -> str:
    return str(site.call("GET", f"/v1/tables/{seat['table']}", who=seat["token"])["status"])


def end(site: Site, seat: dict[str, str]) -> None:
    """End the series of a seat; between two deals, in the next one."""
    path, who = f"/v1/tables/{seat['table']}", seat["token"]
    table = site.call("GET", path, who=who)
    if table["deal"] is None:
        number = {"number": table["next_deal"]["number"]}
        table = site.call("POST", f"{path}/seats/{seat['seat']}/ready", number, who=who)
    site.call("POST", f"/v1/deals/{table['deal']['id']}/resignation", {}, who=who)
    await_end(site, seat)


def await_end(site: Site, seat: dict[str, str]) -> None:
    """Wait until a worker has recorded the end: the table counts for its address until then."""
    until(lambda: status(site, seat) == "over")
