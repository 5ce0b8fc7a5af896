"""Every page at an address of its own, for the tests that look at all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tests.page.browsing import Site, Visit
from tests.page.disputing import RIGHT_TO_LEFT, disputed
from tests.page.finished import finished
from tests.page.playing import address, opened

SETTLED_MS: Final = 400


def unfold(visit: Visit) -> None:
    """Open all that can be unfolded."""
    turn_panel(visit, is_open=True)
    visit.page.locator("details").evaluate_all("all => all.forEach(each => { each.open = true })")


def turn_panel(visit: Visit, *, is_open: bool) -> None:
    """Open or close the panel of a table, where it is not always open."""
    button = visit.page.locator(f".panel-button[aria-expanded={str(not is_open).lower()}]")
    if button.is_visible():
        button.click()


def await_one(selector: str) -> Callable[[Visit], None]:
    """Wait until something is shown."""
    return lambda visit: visit.page.locator(selector).first.wait_for()


@dataclass(frozen=True)
class Address:
    """A page in some state.

    Attributes:
        path: Its address, with a token behind `#` where it needs one.
        act: The act of a person there, or their wait.
        host: Whether their browser has the API key.
        own: Whether the texts are those of the page's modules; the service writes others.
    """

    path: str
    act: Callable[[Visit], object]
    host: bool = False
    own: bool = True

    def show(self, site: Site, visit: Visit) -> None:
        """Open it, with all that can be unfolded."""
        if self.host:
            visit.open(f"/settings#{site.key}")
        visit.open(self.path)
        self.act(visit)
        visit.page.wait_for_timeout(SETTLED_MS)
        unfold(visit)


def addresses(site: Site) -> dict[str, Address]:
    """Every page, by a name."""
    free = {"game": "goat", "name": "Waits", "visibility": "public", "seats": [{"name": "Ann"}]}
    site.await_listed(site.call("POST", "/v1/tables", free)["table"]["id"])
    heading = await_one("h1")
    record = finished(site, "durak", 2)
    case = disputed(site, "I did not.", RIGHT_TO_LEFT)
    table = opened(site, "skat", "Ann")
    evidence = await_one("details")
    return {
        "lobby": Address("/", await_one(".tables li")),
        "lobby of a host": Address("/", await_one(".tables li"), host=True),
        "dialog": Address("/", open_dialog, host=True),
        "key": Address("/host", heading),
        "host": Address("/host", await_one(".lines h3"), host=True),
        "settings": Address("/settings", heading),
        "verify": Address("/verify", heading),
        "verified": Address(f"/verify/{record.deal}", await_one(".verdict")),
        "shuffle": Address(f"/verify/{record.deal}/shuffle", await_one(".pack")),
        "replay": Address(record.address(9, "full"), await_one(".replay")),
        "series": Address(f"/t/{record.table}/series", await_one(".sheet")),
        "over": Address(f"/t/{record.table}", await_one(".result")),
        "table": Address(address(table), await_one(".own-card")),
        "disputes of a deal": Address(f"/d/{case.deal}?at={case.at}#{case.seats[0]}", evidence),
        "disputes of a table": Address(case.auditor_path, evidence),
        "desk of an auditor": Address(f"/arbiter#{case.auditor}", await_one(".lines h3")),
        "ruling": Address(f"/d/{case.deal}/1#{case.seats[0]}", await_one(".ruling .proof")),
        "disputes of a host": Address(f"/d/{case.deal}", evidence, host=True),
        "unknown": Address("/no/such/page", is_unknown),
        "rules": Address("/rules", heading, own=False),
        "rules of a game": Address("/rules/goat", heading, own=False),
        "problems": Address("/problems", heading, own=False),
        "problem": Address("/problems/illegal-move", heading, own=False),
        "docs": Address("/docs", await_one("body[data-operations]"), own=False),
    }


def is_unknown(visit: Visit) -> None:
    """Wait for the answer that there is no such page, which the browser reports, too."""
    visit.page.locator("h1").wait_for()
    visit.reported.clear()


def open_dialog(visit: Visit) -> None:
    """Open the dialog in which a table is opened, whatever the language."""
    await_one(".tables li")(visit)
    visit.page.locator("main .button.main").first.click()
    visit.page.locator("dialog select").first.wait_for()
