"""How finished deals came out for the people at them, by the rows of lists alone."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from domain.games import rules_of
from domain.kernel.deal import Opened
from domain.kernel.decided import winners
from domain.kernel.event import Event, Seat
from domain.kernel.stored import from_data
from events.listings import Listing

Result: TypeAlias = Literal["won", "lost", "even"]
"""How a deal came out for a seat; ``even``: no side came off better."""
RESULTS = get_args(Result)


class DealResult(NamedTuple):
    """How a deal came out.

    Attributes:
        won_by: The seats that came off best; none: all sides did equally.
        declarer: The seat that played alone, where the game has one.
        contract: The declared contract; None: there was none.
    """

    won_by: tuple[Seat, ...]
    declarer: Seat | None
    contract: str | None

    def of(self, seat: Seat) -> Result:
        """How it came out for a seat."""
        return "even" if not self.won_by else "won" if seat in self.won_by else "lost"

    def declared_by(self, seat: Seat) -> str | None:
        """The contract that a seat had declared; None: there was none."""
        return self.contract if seat == self.declarer else None


def result_of(row: Listing) -> DealResult | None:
    """How a deal came out; None: no side scored, or not yet."""
    if row.status != "over" or row.ending is None:
        return None
    opened, outcome = event_of(row.opening), event_of(row.ending)
    assert isinstance(opened, Opened), "a deal begins with it"
    won_by = winners(rules_of(opened.game, opened.rules), opened, outcome)
    said: Any = outcome
    return DealResult(won_by, getattr(said, "declarer", None), getattr(said, "contract", None))


def event_of(body: Mapping[str, Any]) -> Event:
    """The event of a row."""
    return from_data(body["type"], body["schema"], body["data"])


def seats_of(row: Listing, *, ref: str | None, player: str | None) -> Iterator[Seat]:
    """The seats of people at a table, with a reference and a name if these are given."""
    for seat, sitting in enumerate(row.of_table["seats"]):
        if sitting is None or sitting["bot"]:
            continue
        is_named = player is None or sitting["name"].casefold() == player.casefold()
        if is_named and ref in (None, sitting.get("ref")):
            yield seat
