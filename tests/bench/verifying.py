"""Verifying archives of Goat, with bots whose moves are made again and without bots."""

import time
from collections.abc import Callable
from functools import partial
from statistics import median
from typing import Any
from uuid import UUID

import orjson

from domain.judge.deal_rules import play_record
from domain.kernel.event import Event
from domain.kernel.stored import from_data
from events.canonical import canonical
from events.chain import commitment, genesis, link
from service.offline.archives import Item, check_all
from service.offline.evidence import Evidence
from tests.bench.measuring import in_turn
from tests.bench.results import Line, Section, Size, at_least
from tests.bench.tables import GOAT
from tests.verifier.by_bots import dealt_to_bots, line, logged
from verifier.verdicts import HOLDS

HOW = """Deals of Goat are played and stored as the service does, and written as the lines of an
archive with one checkpoint. Each is verified in full, from its line: shuffle, openings, log, moves,
score; and the moves of `medium` on all four seats are made again. Deals per second of processor
time, on one core; medians of slices taken in turn. `fairdeal verify` does this in a process for
each core. The bound is the least that any verifier in Python does: it parses the same lines and
bodies, writes them again to compare, hashes the chain and the openings, decodes the events and
judges every move. It checks no form, log, seeds, actors, times or signatures, and no bots."""
BOTS = "four bots, their moves made again"
PERSONS = "without bots"
BOUND = "the bound: without bots, parsed, hashed and judged alone"
TARGETS = {BOTS: at_least(500), PERSONS: at_least(1500)}


def run(size: Size) -> Section:
    """Measure deals a second and core."""
    count = 40 if size.whole else 2
    archives = {
        BOTS: archive("medium", count=count),
        PERSONS: archive(None, count=count),
    }
    works: dict[str, Callable[[], float]] = {
        name: partial(_rate, partial(_verify, items), size.seconds)
        for name, items in archives.items()
    }
    works[BOUND] = partial(_rate, partial(_judge, archives[PERSONS]), size.seconds)
    found = in_turn(works, slices=size.slices)
    lines = [
        Line(f"deals a second and core, {name}", median(rates), "", TARGETS.get(name))
        for name, rates in found.items()
    ]
    return Section("Verify an archive", HOW, lines)


def _rate(verify: Callable[[], int], seconds: float) -> float:
    """Deals per second of processor time."""
    done, start = 0, time.process_time()
    while (now := time.process_time()) < start + seconds:
        done += verify()
    return done / (now - start)


def _verify(items: tuple[Item, ...]) -> int:
    results = check_all(items, Evidence())
    assert all(each.status == HOLDS for each in results), results
    return len(results)


def _judge(items: tuple[Item, ...]) -> int:
    """Do what the bound does."""
    for item in items:
        bundle = orjson.loads(item.raw)["bundle"]
        assert canonical(bundle) in item.raw
        head = genesis(UUID(bundle["stream"]))
        events = list[Event]()
        for entry in bundle["events"]:
            body = entry["body"].encode()
            head, envelope = link(head, body), orjson.loads(body)
            assert canonical(envelope) == body
            events.append(from_data(envelope["type"], envelope["schema"], _opened(entry, envelope)))
        assert head.hex() == bundle["head"]
        finding, progress = play_record(GOAT, events)
        assert finding is None
        assert progress is not None
    return len(items)


def _opened(entry: Any, envelope: Any) -> Any:
    """The data of an event, with its openings in their slots."""
    data = envelope["data"]
    for opening in entry["openings"]:
        payload = opening["payload"].encode()
        found = commitment(bytes.fromhex(opening["salt"]), payload).hex()
        field, _, place = opening["slot"].partition("/")
        inside, slot = (data[field], int(place)) if place else (data, field)
        assert inside[slot]["sha256"] == found
        inside[slot] = orjson.loads(payload)
    return data


def archive(level: str | None, *, count: int) -> tuple[Item, ...]:
    """The lines of an archive of deals, by bots of a level or by persons who play at random."""
    levels = (level,) * GOAT.seats[0]
    bundles = [dealt_to_bots(GOAT, levels, number) for number in range(1, count + 1)]
    return tuple(Item("", "", at, line(each)) for at, each in enumerate(logged(bundles), start=1))
