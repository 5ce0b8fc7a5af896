"""The checks after the faults: nothing acknowledged is lost or doubled, all is proved."""

import time
from collections import Counter, defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from events.translog.notes import VerifierKey
from fairdeal_client import Client
from fairdeal_client import SeriesShown as Series
from lab.campaign.load import PATIENCE, Acknowledged, Load
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, HOLDS
from verifier.verify import verify

LATEST: Final = 30.0
"""Seconds within which a deal that is over has its result, and a stream has brought its events."""
IN_LOG: Final = ("log",)
"""The laws of a deal that is over, once the log has caught up."""


@dataclass
class Findings:
    """The numbers of comparisons, and the differences."""

    moves: int = 0
    streamed: int = 0
    deals: int = 0
    series: int = 0
    bundles: int = 0
    checkpoints: int = 0
    deliveries: int = 0
    finished: set[str] = field(default_factory=set)
    """The deals that have a result in their series."""
    wrong: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.moves:,} acknowledged moves in {self.deals:,} deals of {self.series:,} "
            f"series; {self.streamed:,} events by streams; {self.bundles:,} bundles verified; "
            f"{self.checkpoints:,} checkpoints of the log; {self.deliveries:,} deliveries to a "
            f"webhook. Wrong: {len(self.wrong)}."
        )


def check(load: Load) -> Findings:
    """Compare what clients know with what the service has."""
    found = Findings()
    acknowledged: dict[str, list[Acknowledged]] = defaultdict(list)
    for each in load.acknowledged:
        acknowledged[each.deal].append(each)
    with Client(load.url, load.key, patience=PATIENCE) as owner:
        key = VerifierKey.read(owner.log_key())
        for table, token in load.opened.items():
            followed = {deal for deal, its in load.owners.items() if its == token}
            cases = list[Case]()
            with Client(load.url, token, patience=PATIENCE) as seat:
                for deal in followed:
                    events, streamed, over = _caught_up(load, token, deal)
                    found.deals += 1
                    found.wrong += move_differences(deal, acknowledged[deal], events)
                    found.wrong += stream_differences(deal, streamed, events)
                    found.moves += len(acknowledged[deal])
                    found.streamed += len(streamed)
                    found.wrong += _verified(deal, Case(read(seat.bundle("deals", deal)), key=key))
                    if over:
                        cases.append(Case(read(owner.bundle("deals", deal)), key=key))
                        found.wrong += _verified(deal, cases[-1], wanted=IN_LOG)
            ended = {str(each.bundle.stream) for each in cases}
            series = _settled(owner, table, ended)
            found.wrong += series_differences(series, followed, ended)
            found.finished |= {each["deal"] for each in series["deals"] if each["result"]}
            whole = Case(read(owner.bundle("tables", table)), key=key, others=tuple(cases))
            found.wrong += _verified(table, whole)
            found.bundles += len(followed) + len(cases) + 1
            found.series += 1
    found.wrong += load.checkpoints.differences(load.url)
    found.checkpoints = len(load.checkpoints.seen)
    return found


def _settled(owner: Client, table: str, over: set[str]) -> Series:
    """A series, once the deals that are over have a result, or too late."""
    end = time.monotonic() + LATEST
    while True:
        series = owner.series(table)
        results = {each["deal"] for each in series["deals"] if each["result"] is not None}
        if over <= results or time.monotonic() > end:
            return series
        time.sleep(0.5)


def _caught_up(
    load: Load, token: str, deal: str
) -> tuple[list[dict[str, Any]], list[dict[str, Any]], bool]:
    """The events of a deal, and what its stream brought, once these are as many, or too late.

    Returns:
        Both, and whether the deal is over.
    """
    end = time.monotonic() + LATEST
    while True:
        events, over = _events(load.url, token, deal)
        streamed = list(load.streamed[deal])
        if len(streamed) == len(events) or time.monotonic() > end:
            return events, streamed, over
        time.sleep(0.2)


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


def move_differences(
    deal: str, acknowledged: list[Acknowledged], events: list[dict[str, Any]]
) -> Iterator[str]:
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


def stream_differences(
    deal: str, streamed: list[dict[str, Any]], events: list[dict[str, Any]]
) -> Iterator[str]:
    """A stream brought the whole record: each event once, in order."""
    if len(streamed) != len(events) or not all(map(_is_known, streamed, events)):
        numbers = f"{len(streamed)} events, the record has {len(events)}"
        yield f"{deal}: the stream brought something else than the record: {numbers}"


def series_differences(series: Series, followed: set[str], over: Container[str]) -> Iterator[str]:
    """A series has each of its deals once, numbered from 1; those that are over have a result."""
    deals = series["deals"]
    table, numbers = series["table"], [each["number"] for each in deals]
    if numbers != list(range(1, len(deals) + 1)):
        yield f"{table}: its deals have the numbers {numbers}"
    there = Counter(each["deal"] for each in deals)
    yield from (
        f"{table}: {deal} is there {there[deal]} times" for deal in followed if there[deal] != 1
    )
    yield from (
        f"{table}: {each['deal']} is over, and has no result"
        for each in deals
        if each["deal"] in over and each["result"] is None
    )


def _verified(name: str, case: Case, *, wanted: Container[str] = ()) -> Iterator[str]:
    """Nothing in a bundle fails, and some checks hold."""
    for verdict in verify(case):
        if verdict.status == FAILS or (verdict.check in wanted and verdict.status != HOLDS):
            yield f"{name}: {verdict.check} {verdict.status}: {verdict.detail}"
