"""Verifying archives of Goat: bots whose moves are made again, no bots, and each check alone."""

import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path
from statistics import median
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple
from unittest import mock
from uuid import UUID

import orjson

import bots
from bots import core
from domain.games import GAMES
from domain.judge.deal_rules import play_record
from domain.kernel.deal import Opened, Shuffled, bot_seed
from domain.kernel.event import Event, Seat
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH
from domain.kernel.shown_deal import ShownDeal
from domain.kernel.stored import from_data
from events.canonical import canonical
from events.chain import commitment, genesis, link
from lab.bench.measuring import in_turn
from lab.bench.peers import WHEEL
from lab.bench.results import Line, Section, Size, at_least, at_most
from lab.bench.tables import GOAT
from tests.verifier.by_bots import dealt_to_bots, line, logged
from tests.verifier.making import KEY
from verifier.actors import BotMove, bot_turns
from verifier.archives import Item, check_all
from verifier.bundle import read_json, write
from verifier.case import Case
from verifier.evidence import Evidence
from verifier.exports import read_line
from verifier.verdicts import HOLDS
from verifier.verify import verify

PAGED = 1_100
"""Events of a long deal of Svoi Kozyri."""
HOW = f"""Deals of Goat are played and stored as the service does, and written as the lines of an
archive with one checkpoint. Each is verified in full, from its line: shuffle, openings, log, moves,
score; and the moves of `medium` on all four seats are made again. `medium/1` plays deals of before
version 5 and weighs each move alone; `medium/2` searches 5,000 positions for a choice. Deals per
second of processor time, on one core; medians of slices taken in turn. `fairdeal verify` does this
in a process for each core. The bound is the least that any verifier in Python does: it parses the
same lines and bodies, writes them again to compare, hashes the chain and the openings, decodes the
events and judges every move. It checks no form, log, seeds, actors, times or signatures, and no
bots. With bots the bounds are the making of their moves alone, from events that are decoded, and
the calls of the core alone. The table has the checks of a deal without bots: the least processor
time of several runs of each deal. `moves` judges every move, `form` reads and decodes the events,
and the line is parsed before. The page's verifier reads a long deal of Svoi Kozyri in a new process
of Node.js, where nothing is compiled yet: its processor time for {PAGED:,} of the events."""
OLDER = "four bots of medium/1, their moves made again"
BOTS = "four bots of medium/2, their moves made again"
PERSONS = "without bots"
BOUND = "the bound: without bots, parsed, hashed and judged alone"
REMADE = "the bound: medium/1, their moves made again alone"
SEARCHED = "the bound: medium/2, searched by the core alone"
ON_PAGE = f"the page's verifier, {PAGED:,} events of Svoi Kozyri, the first time"
PROGRAM = Path(__file__).with_name("one_bundle.mjs")
LONG = 5
"""A deal with 1,287 events."""
TARGETS = {OLDER: at_least(500), BOTS: at_least(300), PERSONS: at_least(1500)}


def run(size: Size) -> Section:
    """Measure deals a second and core."""
    count = 40 if size.whole else 2
    archives = {
        OLDER: archive("medium", count=count, version=FRESH - 1),
        BOTS: archive("medium", count=count),
        PERSONS: archive(None, count=count),
    }
    works: dict[str, Callable[[], float]] = {
        name: partial(_rate, partial(_verify, items), size.seconds)
        for name, items in archives.items()
    }
    deals, questions = [*map(_played, archives[OLDER])], _questions(archives[BOTS])
    works[BOUND] = partial(_rate, partial(_judge, archives[PERSONS]), size.seconds)
    works[REMADE] = partial(_rate, partial(_make_again, deals), size.seconds)
    works[SEARCHED] = partial(_rate, partial(_search, questions, count), size.seconds)
    found = in_turn(works, slices=size.slices)
    lines = [
        Line(f"deals a second and core, {name}", median(rates), "", TARGETS.get(name))
        for name, rates in found.items()
    ]
    lines.append(Line(ON_PAGE, _on_page(5 if size.whole else 1), "ms", at_most(300)))
    rows = _checks(archives[PERSONS], times=size.slices)
    return Section("Verify an archive", HOW, lines, ("check", "µs a deal"), rows)


def _rate(verify: Callable[[], int], seconds: float) -> float:
    """Deals per second of processor time."""
    done, start = 0, time.process_time()
    while (now := time.process_time()) < start + seconds:
        done += verify()
    return done / (now - start)


def _verify(items: tuple[Item, ...]) -> int:
    results = check_all(items, Evidence(key=KEY.verifier))
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


class _Played(NamedTuple):
    """A decoded deal of bots: its moves, and the seeds of the bots."""

    case: Case
    moves: tuple[BotMove, ...]
    seeds: dict[Seat, bytes | None]


def _played(item: Item) -> _Played:
    case = Evidence(key=KEY.verifier).case(read_json(read_line(item.raw).bundle))
    order = next(each for each in case.events if isinstance(each, Shuffled))
    seeds = {seat: bot_seed(case.opened, order, seat) for seat in range(case.opened.seats)}
    return _Played(case, bot_turns(case), seeds)


def _make_again(deals: Sequence[_Played]) -> int:
    """Make the moves of bots again."""
    for case, moves, seeds in deals:
        shown = {seat: ShownDeal(GOAT, case.opened, seat) for seat in seeds}
        for decoded, actor in moves:
            own, seat, seed = shown[actor.seat], actor.seat, seeds[actor.seat]
            assert seed is not None
            own.follow(case.events, to=decoded.position - 1)
            made = bots.choose(
                GOAT,
                actor.policy,
                seat=seat,
                shown=own.shown,
                view=own.view,
                legal=legal_moves(GOAT, own.view, seat),
                seed=seed,
                opened=case.decoded[0].schema,
            )
            assert made.move == decoded.event
    return len(deals)


def _questions(items: tuple[Item, ...]) -> list[tuple[str, tuple[int, ...]]]:
    """The questions to the core, by which bots of deals have searched."""
    questions, answer = list[tuple[str, tuple[int, ...]]](), core.run

    def run(game: str, question: Sequence[int]) -> tuple[int, ...]:
        questions.append((game, tuple(question)))
        return answer(game, question)

    with mock.patch.object(core, "run", run):
        _verify(items)
    return questions


def _search(questions: Sequence[tuple[str, tuple[int, ...]]], deals: int) -> int:
    """Let the core search for the bots of so many deals."""
    for question in questions:
        core.run(*question)
    return deals


def _on_page(times: int) -> float:
    """The processor time of the page's verifier for a long deal, in ms."""
    [deal] = logged([dealt_to_bots(GAMES["svoi_kozyri"], (None, None), LONG)])
    with NamedTemporaryFile(suffix=".json") as file:
        file.write(write(deal))
        file.flush()
        command = (WHEEL / "node", PROGRAM, file.name, str(KEY.verifier))
        said = [subprocess.check_output(command, timeout=60) for _ in range(times)]
    return median(map(float, said)) * PAGED / len(deal.events)


def _checks(items: tuple[Item, ...], *, times: int) -> list[tuple[str, str]]:
    """The time of the reading and of each check of a deal."""
    least: dict[tuple[int, str], float] = {}
    for _ in range(times):
        for at, item in enumerate(items):
            for name, took in _timed(item):
                least[at, name] = min(took, least.get((at, name), took))
    total: dict[str, float] = {}
    for (_, name), took in least.items():
        total[name] = total.get(name, 0) + 1e6 * took / len(items)
    every = sorted(total.items(), key=itemgetter(1), reverse=True)
    return [(name, f"{took:.0f}") for name, took in every]


def _timed(item: Item) -> list[tuple[str, float]]:
    """The reading of a line, and its checks: each with its processor time in seconds."""
    start = time.process_time()
    bundle = read_json(read_line(item.raw).bundle)
    found = [("(reading the line)", time.process_time() - start)]
    start = time.process_time()
    for verdict in verify(Evidence(key=KEY.verifier).case(bundle)):
        now = time.process_time()
        found.append((verdict.check, now - start))
        start = now
    return found


def archive(level: str | None, *, count: int, version: int = Opened.VERSION) -> tuple[Item, ...]:
    """The lines of an archive of deals, by bots of a level or by persons who play at random.

    Args:
        level: The level; None: persons.
        count: The number of deals.
        version: The version of the event that opens each of them.
    """
    levels = (level,) * GOAT.seats[0]
    bundles = [
        dealt_to_bots(GOAT, levels, number, version=version) for number in range(1, count + 1)
    ]
    return tuple(Item("", "", at, line(each)) for at, each in enumerate(logged(bundles), start=1))
