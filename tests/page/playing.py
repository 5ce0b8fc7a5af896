"""A person who plays at the page: everything is found by role and visible name."""

import random
import re
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from playwright.sync_api import ElementHandle, Error, Locator, Request, Response

from tests.page.browsing import Site, Visit
from tests.serving import until

OVER: Final = "The series is over."
WEAK: Final = 1.0
"""The `haste` of a player who takes every card that they need not beat."""
TARGETS: Final = {"goat": 2, "durak": 1, "skat": 3, "svoi_kozyri": 1}
"""Short series: the least `target` of a table of each game."""
SEATS: Final = {"goat": 4, "durak": 2, "skat": 3, "svoi_kozyri": 2}
PATIENCE: Final = 2_000
"""How many milliseconds a button is waited for."""
WHERE: Final = """each => {
  const focused = document.activeElement;
  if (each === focused) return "here";
  const group = each.closest("[role=group]");
  return group !== null && group.contains(focused) ? "beside" : "away";
}"""
LIMIT: Final = 240
"""How many seconds a series may take."""


def opened(site: Site, game: str, *persons: str, **terms: Any) -> Any:
    """A table for some persons, with easy bots on the other seats."""
    seats: list[dict[str, Any]] = [{"name": name} for name in persons]
    seats += [{"bot": "easy"}] * (SEATS[game] - len(persons))
    body = {"game": game, "name": "Friday evening", "seats": seats, "target": TARGETS[game]}
    return site.call("POST", "/v1/tables", {**body, **terms})


def address(table: Any, seat: int = 0) -> str:
    """The link that a person gets for a seat."""
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    return f"/t/{table['table']['id']}#{tokens[seat]}"


def await_seed(site: Site, table: Any) -> None:
    """Wait until the page of seat 0 has committed to a seed: it is refused once the table ends."""
    path = f"/v1/tables/{table['table']['id']}"
    until(lambda: 0 not in site.call("GET", path)["next_deal"]["may_commit"])


def played(site: Site, table: Any, moves: int) -> None:
    """Let the persons of a table make some moves of their deal, at random."""
    chance = random.Random(5)
    tokens = {each["seat"]: each["token"] for each in table["tokens"]}
    deal = table["table"]["deal"]["id"]
    for _ in range(moves):
        shown = site.call("GET", f"/v1/deals/{deal}")
        if shown["to_act"] is None:
            return
        token = tokens[shown["to_act"]]
        legal = site.call("GET", f"/v1/deals/{deal}", who=token)["legal_moves"]
        move = chance.choice([each for each in legal if not each["early"]])["move"]
        site.call("POST", f"/v1/deals/{deal}/moves", {"move": move}, who=token)


def draw(card: Locator, up: int) -> None:
    """Draw a card upwards by its edge: the next card lies over its middle."""
    card.hover(position={"x": 8, "y": 10})  # it waits until the card lies still
    box = card.bounding_box()
    assert box is not None
    x, y = box["x"] + 8, box["y"] + 10
    card.page.mouse.down()
    card.page.mouse.move(x, y - up, steps=3)
    card.page.mouse.up()


@dataclass
class Player:
    """Plays at random what the page offers, in any language, with the mouse or the keyboard alone.

    Attributes:
        visit: Their browser.
        keyboard: Whether they use the keyboard alone.
        haste: How often they take a button that is there, although cards could be chosen.
    """

    visit: Visit
    keyboard: bool = False
    haste: float = 0.7
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    accepted: set[str] = field(default_factory=set)
    """The idempotency keys of the moves that the service has accepted."""
    sent: int = 0
    """How many requests with a move were sent."""

    def __post_init__(self) -> None:
        self.visit.page.emulate_media(reduced_motion="reduce")
        self.visit.page.on("response", self._note)
        self.visit.page.on("request", self._begin)

    def _begin(self, request: Request) -> None:
        if request.url.endswith("/moves"):
            self.sent += 1

    def _note(self, response: Response) -> None:
        if response.url.endswith("/moves") and response.ok:
            self.accepted.add(response.request.headers["idempotency-key"])

    @property
    def moves(self) -> int:
        """How many moves they have made."""
        return len(self.accepted)

    @property
    def own(self) -> Locator:
        return self.visit.find("group", re.compile("^" + re.escape(self.visit.text("table-hand"))))

    @property
    def turn(self) -> Locator:
        """The region that is shown while it is this player's turn."""
        return self.visit.find("region", self.visit.text("acts-moves"))

    @property
    def offered(self) -> Locator:
        return self.turn.get_by_role("button", disabled=False)

    def over(self) -> bool:
        return self.visit.page.get_by_text(self.visit.text("table-series-over")).count() > 0

    def play(self, until: Callable[[], bool] | None = None) -> None:
        """Move whenever it is possible, until the series is over."""
        end = time.monotonic() + LIMIT
        while not (until or self.over)():
            assert time.monotonic() < end, self.visit.page.inner_text("body")
            if not self.move():
                time.sleep(0.02)

    def move(self) -> bool:
        """Make one move, if there is one."""
        if not self.turn.count():
            return False
        before = self.sent
        for _ in range(12):
            buttons = self.offered.all()
            if buttons and (self.chance.random() < self.haste or not self._cards()):
                return self._send(self.chance.choice(buttons))
            cards = self._cards()
            if not cards:
                return False
            self._press(self.chance.choice(cards))
            self.settled()
            if self.sent > before:
                return True
        return False

    def _send(self, button: Locator) -> bool:
        """Press a button, and the move in its dialog, if any; False: it has gone meanwhile."""
        if not self._press(button):
            return False
        inside = self.visit.page.locator("dialog .main")
        if inside.count():
            self._press(inside.first)
        self.settled()
        return True

    def settled(self) -> None:
        """Wait until the move has been answered."""
        sending = self.visit.text("acts-sending")
        self.visit.page.get_by_text(sending).wait_for(state="detached")

    def _cards(self) -> list[Locator]:
        """The cards that can be chosen."""
        return self.own.get_by_role("button", disabled=False, pressed=False).all()

    def _press(self, target: Locator) -> bool:
        """Press a button. One that has gone, or cannot be pressed in time, is left: False."""
        with suppress(Error):
            if self.keyboard:
                return self._reach(target.element_handle(timeout=PATIENCE))
            # the next card of a hand lies over the middle of a card
            target.click(timeout=PATIENCE, position={"x": 8, "y": 10})
            return True
        return False

    def _reach(self, target: ElementHandle) -> bool:
        """Go to a button by Tab, within the hand by an arrow key, and press Enter."""
        keys = self.visit.page.keyboard
        for _ in range(120):
            where = target.evaluate(WHERE)
            if where == "here":
                keys.press("Enter")
                return True
            keys.press("ArrowRight" if where == "beside" else "Tab")
        return False
