"""The checks after the faults: nothing acknowledged is lost or doubled, all is proved."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from fairdeal_client import Client
from tests.campaign.load import PATIENCE, Load
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS
from verifier.verify import verify


@dataclass
class Findings:
    """The numbers of comparisons, and the differences."""

    moves: int = 0
    streamed: int = 0
    deals: int = 0
    bundles: int = 0
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.moves:,} acknowledged moves in {self.deals:,} deals; {self.streamed:,} events "
            f"by streams; {self.bundles:,} bundles verified. Wrong: {len(self.wrong)}."
        )


def check(load: Load) -> Findings:
    """Compare what clients know with what the service has."""
    found = Findings()
    acknowledged: dict[str, list[Any]] = {}
    for each in load.acknowledged:
        acknowledged.setdefault(each.deal, []).append(each)
    with Client(load.url, load.key, patience=PATIENCE) as owner:
        for deal, token in load.owners.items():
            with Client(load.url, token, patience=PATIENCE) as seat:
                events, over = _events(load.url, token, deal)
                found.deals += 1
                found.wrong += _moves(deal, acknowledged.get(deal, []), events)
                found.wrong += _stream(deal, load.streamed[deal], events)
                found.moves += len(acknowledged.get(deal, []))
                found.streamed += len(load.streamed[deal])
                found.wrong += _verified(deal, seat.bundle("deals", deal))
                found.bundles += 1
            if over:
                found.wrong += _verified(deal, owner.bundle("deals", deal))
                found.bundles += 1
    return found


def _events(url: str, token: str, deal: str) -> tuple[list[dict[str, Any]], bool]:
    """All events of a deal as a seat is shown them, and whether it is over."""
    events: list[dict[str, Any]] = []
    with Client(url, token, patience=PATIENCE) as client:
        while True:
            query = {"after": len(events)}
            page: Any = client.ask("GET", f"/v1/deals/{deal}/events", query=query)
            events += page["events"]
            if not page["events"]:
                return events, page["status"] == "over"


def _moves(deal: str, acknowledged: list[Any], events: list[dict[str, Any]]) -> Iterator[str]:
    """Each acknowledged move is there once, as it was; and no other move of the seat."""
    times = Counter(each.position for each in acknowledged)
    yield from (f"{deal}: move {at} was acknowledged twice" for at, n in times.items() if n > 1)
    by_position = {each["position"]: each for each in events}
    for each in acknowledged:
        if not _is_known(each.event, by_position.get(each.position)):
            yield f"{deal}: the acknowledged move {each.position} is not in the record"
    own = {e["position"] for e in events if e["actor"].startswith("seat:0") and _is_move(e)}
    if unknown := own - set(times):
        yield f"{deal}: moves {sorted(unknown)} are in the record, and were not acknowledged"


def _is_known(shown: Any, known: Any) -> bool:
    """Whether a client was shown what is known; an older release shows less, in older versions."""
    if isinstance(shown, dict) and isinstance(known, dict):
        named = [(name, each) for name, each in shown.items() if name != "schema"]
        return all(name in known and _is_known(each, known[name]) for name, each in named)
    return bool(shown == known)


def _is_move(event: dict[str, Any]) -> bool:
    """Whether an event begins a command: what follows from a move has the same one."""
    return bool(event["command"] == event["position"])


def _stream(
    deal: str, streamed: list[dict[str, Any]], events: list[dict[str, Any]]
) -> Iterator[str]:
    """A stream brought a beginning of the record: each event once, in order."""
    known = events[: len(streamed)]
    if len(known) < len(streamed) or not all(map(_is_known, streamed, known)):
        yield f"{deal}: the stream brought something else than the record"


def _verified(deal: str, bundle: bytes) -> Iterator[str]:
    for verdict in verify(Case(read(bundle))):
        if verdict.status == FAILS:
            yield f"{deal}: {verdict.check} fails: {verdict.detail}"
