"""Series by keyboard alone, and by roles and names alone: what is said, where the focus is."""

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsing import PHONE, Site, Visit
from tests.page.keyboard import Keyboard
from tests.page.playing import OVER, SEATS, Player, address, opened
from tests.page.test_table import events_of
from tests.page.witness import Witness
from tests.serving import until

RESULT = "Result of the deal"


def commands(site: Site, table: Any, first: int) -> int:
    """How many commands a series has after a position of its first deal."""
    deals = site.call("GET", f"/v1/tables/{table['table']['id']}/series")["deals"]
    events = [events_of(site, each["deal"]) for each in deals]
    events[0] = [each for each in events[0] if each["position"] > first]
    return sum(len({each["command"] for each in deal}) for deal in events)


def series(site: Site, visit: Visit, game: str, *, keyboard: bool, motion: bool = False) -> None:
    """Play a series, and compare what was said with what has happened."""
    table = opened(site, game, "Ann")
    witness = Witness(visit)
    visit.open(address(table))
    player = Player(visit, keyboard=keyboard)
    if motion:
        visit.page.emulate_media(reduced_motion="no-preference")
    player.play()
    assert player.moves > 2
    expected = commands(site, table, witness.first()) + 1  # and the end of the series
    until(lambda: len(witness.spoken()) >= expected)
    assert len(witness.spoken()) == expected, witness.spoken()
    assert OVER in witness.spoken()
    assert all(witness.spoken())
    assert witness.lost() == []


@pytest.mark.long
def test_a_series_by_keyboard(site: Site, visit: Visit) -> None:
    """Every command is said once, and the focus is never lost."""
    series(site, visit, "goat", keyboard=True)


@pytest.mark.long
@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("game", SEATS)
def test_a_series_of_every_game(
    site: Site, visit: Visit, game: str, *, keyboard: bool, motion: bool
) -> None:
    series(site, visit, game, keyboard=keyboard, motion=motion)


def seated(site: Site, ann: Visit, bob: Visit) -> None:
    """Two people sit down at a table with a clock, with seeds and keys, kept on their devices."""
    host, guest = Keyboard(ann), Keyboard(bob)
    ann.open(f"/#{site.key}")
    host.press("Play", "link")
    host.press("Open a table")
    host.choose("Game", "Durak", within="dialog")
    host.choose("Player 2", "Invite a friend")
    bring(host, "Ann")
    host.write("Name of the table", "By keyboard")
    host.write("Seconds for a turn", "90")
    host.press("Open it")
    link = ann.shared_link()
    host.press("To the table", "link")
    bob.open(link.removeprefix(bob.url))
    bring(guest, "Bob")
    guest.press("Sit down as Bob")


def bring(person: Keyboard, name: str) -> None:
    person.write("Your name", name)
    person.unfold("More options")
    person.check("Sign my moves with a key")


def in_turn(players: list[Player], moves: int) -> None:
    """Have the players move until one has made so many moves."""
    end = [partial(_has_moved, each, moves) for each in players]
    while not any(over() for over in end):
        for player in players:
            player.move()
        players[0].visit.page.wait_for_timeout(20)


def _has_moved(player: Player, moves: int) -> bool:
    return player.moves >= moves or player.over()


@pytest.mark.long
def test_two_people_by_keyboard(site: Site) -> None:
    """They play, one tab is closed and opened again, one leaves and returns, one resigns."""
    with site.visit() as ann, site.visit(size=PHONE) as bob:
        seated(site, ann, bob)
        players = [Player(each, keyboard=True) for each in (ann, bob)]
        for player in players:
            expect(player.own.get_by_role("button").first).to_be_visible()
            expect(player.visit.find("timer")).to_be_visible()
        in_turn(players, 3)
        place = bob.page.url
        assert "seat_" not in place
        again = Visit(bob.page.context.new_page(), bob.url)
        bob.page.close()
        again.open(place.removeprefix(bob.url))
        players = [players[0], Player(again, keyboard=True)]
        expect(players[1].own.get_by_role("button").first).to_be_visible()
        in_turn(players, players[0].moves + 2)
        leave_and_return(again)
        person = Keyboard(ann)
        person.show_more()
        person.press("Resign the series")
        person.press("Yes")
        for each in (ann, again):
            expect(each.page.get_by_text(OVER).first).to_be_visible()
            each.sees("You win the series" if each is again else "Bob wins the series")
            Keyboard(each).press("Play again")
        for each in (ann, again):
            expect(each.page).not_to_have_url(place)
            expect(Player(each).own.get_by_role("button").first).to_be_visible()
        for each in (ann, bob, again):
            # two acts that are signed over the same record: the second is signed again
            each.reported[:] = [line for line in each.reported if "409 (Conflict)" not in line]
        assert again.reported == []


def leave_and_return(visit: Visit) -> None:
    person = Keyboard(visit)
    person.show_more()
    person.press("Leave the deal")
    person.press("Yes")
    person.press("Come back")
    expect(visit.find("button", "Come back")).to_have_count(0)
