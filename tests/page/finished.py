"""Finished deals for the tests of replays and verification."""

import json
import re
from dataclasses import dataclass
from typing import Any

from tests.page.browsing import Site
from tests.serving import until


@dataclass(frozen=True)
class Finished:
    """A finished deal of a public table, played by bots."""

    site: Site
    table: str
    deal: str

    def frames(self, view: str) -> Any:
        return self.site.call("GET", f"/v1/deals/{self.deal}/frames?view={view}&legal=none")

    def record(self) -> bytes:
        """Its bundle as a file."""
        said = self.site.call("GET", f"/v1/deals/{self.deal}/bundle")
        return json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()

    def altered(self) -> tuple[int, bytes]:
        """Its bundle with another card in its first lead, and the position of that event."""
        record = self.record()
        events = json.loads(record)["events"]
        at = next(at for at, each in enumerate(events) if '"goat.led"' in each["body"])
        body = events[at]["body"]
        card = re.search(r'"cards":\["(..)', body)
        assert card is not None
        other = body.replace(card[1], "6C" if card[1] != "6C" else "7C")
        one, two = (json.dumps(text, ensure_ascii=False).encode() for text in (body, other))
        return at + 1, record.replace(one, two)

    def is_logged(self) -> bool:
        """Whether all its events are in the transparency log."""
        record = json.loads(self.record())
        place = record["log"]
        return place is not None and bool(place["version"] == len(record["events"]))

    def address(self, at: int, eyes: str) -> str:
        return f"/replay/{self.deal}/{at}/{eyes}"


def finished(site: Site, game: str, seats: int, **options: Any) -> Finished:
    """Have bots play a deal."""
    body = {
        "game": game,
        "name": "Played",
        "visibility": "public",
        "seats": [{"bot": "easy"}] * seats,
        **options,
    }
    table = site.call("POST", "/v1/tables", body)["table"]
    deal = table["deal"]["id"]

    made = Finished(site, table["id"], deal)
    until(lambda: site.call("GET", f"/v1/deals/{deal}?legal=none")["status"] == "over")
    until(made.is_logged)
    return made
