"""A finished deal of two persons, with disputes."""

from dataclasses import dataclass
from typing import Any, Final

from tests.page.browsing import Site
from tests.page.playing import opened, played
from tests.serving import until

HOSTILE: Final = "<img src=x onerror=\"document.title='broken'\">"
LONG_TEXT: Final = "🂡" * 1_000
"""4 kB without a space: as much as the service takes."""
RIGHT_TO_LEFT: Final = "היו לו כל הקלפים, וזו כבר הפעם השלישית (9♣)."
NAMES: Final = ("Ann", "Bob")


@dataclass(frozen=True)
class Disputed:
    """A finished deal that may be disputed.

    Attributes:
        site: The service.
        table: Its table.
        deal: The deal.
        seats: The tokens of its seats.
        auditor: The token of its auditor.
        at: The position of a move.
    """

    site: Site
    table: str
    deal: str
    seats: tuple[str, str]
    auditor: str
    at: int

    @property
    def auditor_path(self) -> str:
        """The address that the host gives to the auditor."""
        return f"/t/{self.table}/disputes#{self.auditor}"

    def dispute(self, text: str, seat: int = 0, **more: Any) -> int:
        """Open a dispute, and return its number."""
        body = {"at": self.at, "claim": "knowledge", "text": text, **more}
        path = f"/v1/deals/{self.deal}/disputes"
        return int(self.site.call("POST", path, body, who=self.seats[seat])["dispute"])

    def answer(self, number: int, text: str, seat: int = 1) -> None:
        """Answer a dispute."""
        path = f"/v1/deals/{self.deal}/disputes/{number}/answers"
        self.site.call("POST", path, {"text": text}, who=self.seats[seat])

    def rule(self, number: int, text: str, **more: Any) -> None:
        """Rule a dispute."""
        path = f"/v1/deals/{self.deal}/disputes/{number}/ruling"
        body = {"ruling": "dismissed", "text": text, **more}
        self.site.call("POST", path, body, who=self.auditor)


def disputable(site: Site, **terms: Any) -> Disputed:
    """Let two persons play some moves of a deal, and end it."""
    made = opened(site, "durak", *NAMES, **terms)
    table, deal = made["table"]["id"], made["table"]["deal"]["id"]
    played(site, made, 4)
    one, two = (each["token"] for each in made["tokens"])
    site.call("POST", f"/v1/deals/{deal}/resignation", {}, who=one)
    until(lambda: site.call("GET", f"/v1/tables/{table}")["status"] == "over")
    auditor = site.call("POST", f"/v1/tables/{table}/auditors", {"name": "The elder"})["token"]
    events = site.call("GET", f"/v1/deals/{deal}/events")["events"]
    at = next(each["position"] for each in events if each["type"] == "durak.attacked")
    return Disputed(site, table, deal, (one, two), auditor, at)


def disputed(site: Site, *answers: str) -> Disputed:
    """A deal with an open dispute and one that is ruled, and an open one with hostile texts."""
    deal = disputable(site, name="The final")
    deal.rule(deal.dispute("They knew my cards."), "Nothing in the record says so.")
    score = deal.dispute("The points are wrong.", claim="score")
    points = [3, -3]
    deal.rule(score, "They are.", ruling="upheld", adjustment=points)
    number = deal.dispute(HOSTILE)
    for text in answers:
        deal.answer(number, text)
    return deal
