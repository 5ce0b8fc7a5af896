"""``python -m lab.campaign``: let faults happen to a service under load, and check everything.

Persons play series of all games against bots. After each fault the campaign waits until moves, bots
and the log have gone on, and then every table. At the end it compares the answers that clients got
with the record.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import httpx

from fairdeal_client import Problem, Unreachable
from lab.bench import machine
from lab.campaign.checks import Findings, check
from lab.campaign.hooks import DELIVERED, Hook, hooked
from lab.campaign.load import Load, pause
from lab.campaign.plan import Fault, Faults, plan
from lab.campaign.report import Recovery, Result, bar, report, total
from lab.campaign.setups import SET_UPS
from tests import plain
from tests.servers import NotHereError
from tests.serving import ROOT

ALL: Final = "all"
SHARES: Final = {
    "external-patroni": 0.06,
    "external-rabbitmq-cluster": 0.06,
    "external-rabbitmq": 0.14,
    "external-redis": 0.14,
    "embedded": 0.56,
    "small-disk": 0.04,
}
"""The part of all faults that each set-up has where all are run; first those that need the most."""
REPORTS: Final = Path(__file__).with_name("reports")
KEPT: Final = ROOT / ".cache/campaign"
LOGS: Final = ("output", "*.log")
TABLES: Final = 8
PAUSE: Final = (0.1, 0.7)
"""Seconds between a recovery and the next fault: from, to."""
LONGEST: Final = 60.0
"""Seconds after which a service has not recovered."""
WRONG: Final = 1
SLOW: Final = 3
RECOVERED: Final = ("moves", "bots", "log")


class NotRecovered(Exception):
    """The service has not gone on after a fault; the message says what has not."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run campaigns.

    Returns:
        0; `WRONG` if something is wrong, a set-up is missing, or faults were left out; `SLOW` if
        only the bar for recoveries is missed.
    """
    parser = argparse.ArgumentParser(prog="python -m lab.campaign", description=__doc__)
    names = (*SET_UPS, ALL)
    parser.add_argument("--setup", choices=names, default="embedded", help="how it runs")
    parser.add_argument("--faults", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--seconds", type=float, default=7200, help="the longest (default: 7200)")
    parser.add_argument("--seed", type=int, default=1, help="of the plan (default: 1)")
    parser.add_argument("--part", default="", help="only faults of parts whose names contain this")
    parser.add_argument("--kind", default="", help="only faults of kinds that contain this")
    parser.add_argument("--write", action="store_true", help="write the report of each set-up")
    args = parser.parse_args(arguments)
    counts = shares(args.faults) if args.setup == ALL else {args.setup: args.faults}
    results, is_missing = list[Result](), False
    for name, count in counts.items():
        try:
            results.append(run(name, count, args))
        except NotHereError as error:
            print(f"The set-up {name} is missing here: {error}.")
            is_missing = True
            continue
        publish(title(name, args), report(results[-1], tables=TABLES), write=args.write)
    if args.setup == ALL:
        publish(title(ALL, args), total(results), write=args.write)
    recoveries = [each for result in results for each in result.recoveries]
    is_short = len(recoveries) < args.faults
    if is_missing or is_short or any(each.found.wrong for each in results):
        return WRONG
    return 0 if all(row.is_met for row in bar(recoveries)) else SLOW


def shares(count: int) -> dict[str, int]:
    """Divide faults among the set-ups."""
    divided = {name: round(count * share) for name, share in SHARES.items()}
    largest = max(divided, key=SHARES.__getitem__)
    divided[largest] += count - sum(divided.values())
    return divided


def title(set_up: str, args: argparse.Namespace) -> str:
    """The name of a report: of a set-up, and of what its faults were limited to."""
    return "-".join(filter(None, (set_up, args.part, args.kind))).replace(" ", "-")


def publish(name: str, text: str, *, write: bool) -> None:
    """Print a report, and write it if it is wanted."""
    print(text, flush=True)
    if write:
        REPORTS.mkdir(exist_ok=True)
        (REPORTS / f"{name}.md").write_text(text, encoding="utf-8")


def run(name: str, count: int, args: argparse.Namespace) -> Result:
    """Run the campaign of a set-up, with so many faults.

    Raises:
        NotHereError: this machine lacks what the set-up needs.
    """
    about, began = dict(machine.describe()), time.monotonic()
    with SET_UPS[name]() as set_up:
        load, faults = Load(set_up.url, set_up.key, TABLES), chosen(set_up.faults, args)
        with hooked(set_up.url, set_up.key, load.progress, set_up.address) as hook:
            load.start()
            recoveries = list(campaign(faults, load, count, args))
            load.stop(30)
            settle(load)
            found = compared(load, hook)
            load.ended.set()
            if found.wrong or load.failures:
                print(f"The logs are kept in {keep_logs(name)}.", flush=True)
    found.wrong += load.failures + set_up.wrong
    found.deliveries = len({each.id for each in hook.came})
    about |= {**set_up.versions, "seed": str(args.seed)}
    about["reads of deals that are over"] = f"{len(load.read_at):,}, failed: {load.unread}"
    about["took"] = f"{time.monotonic() - began:.0f} s"
    return Result(name, recoveries, found, about, set_up.missing)


def compared(load: Load, hook: Hook) -> Findings:
    """The comparison; what it cannot compare, because the service refuses to show it, is wrong."""
    found = Findings()
    try:
        found = check(load)
        found.wrong += hook.wrong(found.finished)
    except (Problem, Unreachable, httpx.HTTPError) as error:
        found.wrong.append(f"the comparison ended early: {type(error).__name__}: {error}")
    return found


def keep_logs(set_up: str) -> Path:
    """Copy what the processes of a set-up have written; return the folder."""
    temporary, kept = Path(tempfile.gettempdir()), KEPT / set_up
    shutil.rmtree(kept, ignore_errors=True)
    for each in chain.from_iterable(temporary.glob(f"fairdeal-*/**/{name}") for name in LOGS):
        copy = kept / each.relative_to(temporary)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(each, copy)
    return kept


def campaign(
    faults: Faults, load: Load, count: int, args: argparse.Namespace
) -> Iterator[Recovery]:
    """Let the faults happen; the campaign ends early if the service does not recover."""
    chance, end = random.Random(args.seed), time.monotonic() + args.seconds
    what = (*RECOVERED, DELIVERED)
    try:
        recover(load, Fault("start", "none"), since=time.monotonic(), what=what)
        for number, fault in enumerate(plan(args.seed, count, faults), 1):
            if time.monotonic() > end:
                return
            time.sleep(chance.uniform(*PAUSE))
            began = time.monotonic()
            faults[fault]()
            recovery = recover(load, fault, since=began, what=what)
            seconds = f"{recovery.seconds:.1f} s, {recovery.last} {recovery.tables:.1f} s"
            seconds += f", paused {recovery.moves:.1f} s, reads {recovery.reads:.1f} s"
            print(f"{number}. {fault.part}: {fault.kind}, {seconds}", flush=True)
            yield recovery
    except (NotRecovered, TimeoutError, AssertionError) as error:
        print(f"The campaign ends early: {error}", flush=True)
        load.failures.append(str(error))


def chosen(faults: Faults, args: argparse.Namespace) -> Faults:
    """The faults to which the arguments limit a campaign.

    Raises:
        NotHereError: there is none.
    """
    found = {
        fault: happen
        for fault, happen in faults.items()
        if args.part in fault.part and args.kind in fault.kind
    }
    if not found:
        raise NotHereError("no such fault can happen there")
    return found


def recover(load: Load, fault: Fault, *, since: float, what: Sequence[str] = RECOVERED) -> Recovery:
    """Wait until the service has recovered from a fault that ends now, and began at a moment.

    Raises:
        NotRecovered: it takes too long.
    """
    ended, names = time.monotonic(), load.names()
    seen = await_progress(load, (*what, *names), since=ended, after=fault)
    waited, last = (max(each, key=seen.__getitem__) for each in (what, names))
    first_read = load.read_at[0] if load.read_at else time.monotonic()
    paused = pause(load.moved_at, since), pause(load.read_at, max(since, first_read))
    return Recovery(fault, seen[waited], waited, seen[last], last, *paused)


def await_progress(
    load: Load, what: Iterable[str], *, since: float, after: Fault
) -> dict[str, float]:
    """Wait until all of this has gone on since a moment; return after how many seconds each did.

    Raises:
        NotRecovered: it takes too long.
    """
    waiting, size, seen = list(what), load.checkpoints.look(load.url), dict[str, float]()
    while waiting:
        if time.monotonic() - since > LONGEST:
            raise NotRecovered(f"{LONGEST:.0f} s after {after} these have not gone on: {waiting}")
        time.sleep(0.02)
        if load.checkpoints.look(load.url) > size:
            load.progress.seen("log")
        for each in [each for each in waiting if load.progress.since(each, since)]:
            waiting.remove(each)
            seen[each] = time.monotonic() - since
    return seen


def settle(load: Load) -> None:
    """Wait until every event is logged."""
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        try:
            status = plain.get(f"{load.url}/readyz", timeout=5).json()["log"]
        except httpx.HTTPError:
            status = {"waiting": 1, "broken_streams": 0}
        if status["broken_streams"]:
            load.failures.append(f"{status['broken_streams']} streams are broken")
        load.checkpoints.look(load.url)
        if not status["waiting"]:
            return
        time.sleep(0.2)
    load.failures.append("the log does not catch up")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # what it has made is removed
    sys.exit(main())
