"""``python -m tests.campaign``: kill the parts of a service under load, and check everything.

The service is the one of `fairdeal serve` with its embedded servers. Persons play series of all
games against bots. After each fault the campaign waits until moves, bots and the log have all gone
on. At the end it compares the answers that clients got with the record.
"""

import argparse
import random
import sys
import time
from collections import defaultdict
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import httpx

from events.translog.notes import Checkpoint
from tests import plain
from tests.bench import machine
from tests.campaign.checks import Findings, check
from tests.campaign.load import Load
from tests.campaign.plan import Fault, happen, plan
from tests.e2e.conftest import key, started, url
from tests.serving import Serve

REPORT: Final = Path(__file__).with_name("REPORT.md")
TABLES: Final = 8
PAUSE: Final = (0.5, 2.0)
"""Seconds between a recovery and the next fault: from, to."""
HOW: Final = (
    f"Written by `make faults`. A service on its embedded servers plays all games at {TABLES} "
    "tables. Recovery: from the fault until a move that began after it was acknowledged, a bot has "
    "moved, and the log has grown; of a stopped part, with the three seconds for which it was "
    "stopped."
)
LONGEST: Final = 60.0
"""Seconds after which a service has not recovered."""
FEW: Final = 20
"""Below so many values the 95th percentile is the greatest."""


def main() -> int:
    """Run a campaign; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.campaign", description=__doc__)
    parser.add_argument("--faults", type=int, default=200, help="how many (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="of the plan (default: 1)")
    parser.add_argument("--write", action="store_true", help="write REPORT.md")
    args = parser.parse_args()
    about, began = list(machine.describe()), time.monotonic()
    with started("faults", FAIRDEAL_WEB_PROCESSES="2", FAIRDEAL_BOT_DELAY="1") as serve:
        load = Load(url(serve), key(serve), TABLES)
        load.start()
        recoveries = campaign(serve, load, seed=args.seed, faults=args.faults)
        load.stop(30)
        settle(load)
        found = check(load)
    found.wrong += load.failures
    text = report(recoveries, found, about=about, took=time.monotonic() - began, args=args)
    print(text)
    if args.write:
        REPORT.write_text(text, encoding="utf-8")
    return 1 if found.wrong else 0


def campaign(
    serve: Serve, load: Load, *, seed: int, faults: int
) -> dict[Fault, list[tuple[float, str]]]:
    """The faults, each with the time of its recovery and with what recovered last."""
    recoveries: dict[Fault, list[tuple[float, str]]] = defaultdict(list)
    chance = random.Random(seed)
    await_progress(load, time.monotonic())
    for fault in plan(seed, faults):
        time.sleep(chance.uniform(*PAUSE))
        moment = time.monotonic()
        happen(serve, fault)
        recoveries[fault].append(await_progress(load, moment))
    return recoveries


def await_progress(load: Load, moment: float) -> tuple[float, str]:
    """Wait until moves, bots and the log have gone on since a moment; return how long it took."""
    waiting, size, last = ["moves", "bots", "log"], log_size(load), ""
    while waiting:
        if time.monotonic() - moment > LONGEST:
            raise SystemExit(f"After {LONGEST:.0f} s these have not gone on: {waiting}")
        time.sleep(0.02)
        if "log" in waiting and log_size(load, old=size) > size:
            load.progress.seen("log")
        for what in [each for each in waiting if load.progress.since(each, moment)]:
            waiting.remove(what)
            last = what
    return time.monotonic() - moment, last


def log_size(load: Load, *, old: int = 0) -> int:
    """The size of the log; the old one without an answer."""
    try:
        answer = plain.get(f"{load.url}/v1/log/checkpoint", timeout=2)
        answer.raise_for_status()
    except httpx.HTTPError:
        return old
    return Checkpoint.read(answer.text.partition("\n\n")[0] + "\n").size


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
        if not status["waiting"]:
            return
        time.sleep(0.2)
    load.failures.append("the log does not catch up")


def report(
    recoveries: dict[Fault, list[tuple[float, str]]],
    found: Findings,
    *,
    about: list[tuple[str, str]],
    took: float,
    args: Any,
) -> str:
    """The report, in Markdown."""
    count = sum(map(len, recoveries.values()))
    lines = [
        "# A campaign of faults",
        "",
        HOW,
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {value} |" for name, value in about),
        f"| seed | {args.seed} |",
        f"| took | {took:.0f} s |",
        "",
        "| part | fault | times | median, s | 95 % within, s | longest, s | which waited for |",
        "|---|---|---|---|---|---|---|",
    ]
    for fault, values in sorted(recoveries.items()):
        ordered = sorted(values)
        seconds = [value for value, _ in ordered]
        late = quantiles(seconds, n=20)[-1] if len(seconds) >= FEW else seconds[-1]
        lines.append(
            f"| {fault.part} | {fault.kind} | {len(seconds)} | {median(seconds):.1f} "
            f"| {late:.1f} | {seconds[-1]:.1f} | {ordered[-1][1]} |"
        )
    lines += [
        "",
        f"{count} faults; {found}",
        *(f"- {each}" for each in found.wrong),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
