"""Verifying archives of Goat, with bots whose moves are made again and without bots."""

import json
import time
from collections.abc import Callable
from functools import partial
from random import Random
from statistics import median
from typing import Any, cast
from uuid import UUID

import orjson

import bots
from domain.fairness import tree
from domain.judge.deal_rules import play_record
from domain.kernel.deal import Terms, bot_seed, commit, shuffled
from domain.kernel.event import Event, Id, Text
from domain.kernel.moves import legal_moves
from domain.kernel.stored import from_data
from events.canonical import canonical
from events.chain import commitment, genesis, link
from events.translog.notes import Checkpoint
from service.offline.archives import Item, check_all
from service.offline.deals import Playing
from service.offline.evidence import Evidence
from service.offline.exports import EXPORT
from tests.bench.measuring import in_turn
from tests.bench.results import Line, Section, Size, at_least
from tests.bench.tables import GOAT
from tests.verifier.making import KEY, Step, bundled, ended, kept
from verifier.bundle import Bundle, LogPlace, write
from verifier.verdicts import HOLDS

HOW = """Deals of Goat are played and stored as the service does, and written as the lines of an
archive with one checkpoint. Each is verified in full, from its line: shuffle, openings, log, moves,
score; and the moves of `medium/1` on all four seats are made again. Deals per second of processor
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
    bundles = [_bundle(level, number) for number in range(1, count + 1)]
    leaves = [
        tree.leaf_hash(each.stream.bytes + len(each.events).to_bytes(4, "big") + each.head)
        for each in bundles
    ]
    note = KEY.sign(Checkpoint(KEY.name, count, tree.root(leaves)).text)
    logged = (
        each._replace(log=LogPlace(len(each.events), place, tree.path(place, leaves), note))
        for place, each in enumerate(bundles)
    )
    return tuple(Item("", "", at, line(each)) for at, each in enumerate(logged, start=1))


def line(bundle: Bundle) -> bytes:
    """A line of an export."""
    head = json.dumps({"format": EXPORT, "deal": {"id": str(bundle.stream)}}).encode()
    return b'%b,"bundle":%b}\n' % (head[:-1], write(bundle))


def _bundle(level: str | None, number: int) -> Bundle:
    """A deal, played and stored."""
    chance = Random(number)
    deal, seed = Id(str(UUID(int=number << 96, version=4))), chance.randbytes(32)
    levels = (None if level is None else Text(level),) * GOAT.seats[0]
    terms = Terms(deal, deal, 1, GOAT.key, GOAT.version, {}, len(levels), None, None, levels)
    opened = commit(terms, seed=seed)
    order = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots(opened.seats), seed=seed)
    playing = Playing(GOAT, opened, order)
    steps: list[Step] = [("system", tuple(playing.events))]
    while not playing.over:
        actor, move = _next(playing, level, chance)
        before = len(playing.events)
        playing.make(move)
        steps.append((actor, tuple(playing.events[before:])))
    return bundled(kept(ended(steps), salt=number), receipts=False, logged=False)


def _next(playing: Playing, level: str | None, chance: Random) -> tuple[str, Event]:
    """The next actor and move; bots who may move out of turn come first."""
    turn = cast("int", GOAT.to_act(playing.state))
    if level is None:
        return f"seat:{turn}", chance.choice(legal_moves(GOAT, playing.state, turn))
    opened, order = cast("Any", playing.events[:2])
    for seat in (*(seat for seat in range(opened.seats) if seat != turn), turn):
        view = playing.view(seat)
        legal, seed = legal_moves(GOAT, view, seat), cast("bytes", bot_seed(opened, order, seat))
        shown = playing.shown(seat)
        move = bots.choose(
            GOAT, level, seat=seat, shown=shown, view=view, legal=legal, seed=seed
        ).move
        if move is not None:
            return str(bots.actor(GOAT, level, seat=seat)), move
    raise AssertionError("the seat to act does not wait")
