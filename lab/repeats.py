"""Whole runs of the tests, one after another, and the list of their results.

`make repeats` runs `make test` in a random order beside busy processes, and writes a line about
each run into RUNS.md. `--long` runs `make test-long` once, beside nothing.
"""

import argparse
import multiprocessing
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
RESULTS: Final = Path(__file__).parent / "RUNS.md"
USUAL_SEED: Final = 1
SUMMARY: Final = re.compile(r"^=+ (.* in [0-9.]+s.*?) =+$", re.MULTILINE)


class Run(NamedTuple):
    """A whole run: `target` of the Makefile, and what is given to it."""

    target: str
    seed: int
    order: int
    beside: int
    """The number of busy processes."""

    @property
    def command(self) -> list[str]:
        """The command that repeats the run."""
        return ["make", self.target, f"SEED={self.seed}", f"ORDER={self.order}"]


def main(words: Sequence[str]) -> int:
    """Run the tests as often as asked for; the exit code is 1 if a run failed."""
    args = _parser().parse_args(words)
    if _git("status", "--porcelain", "--", ".", f":!{RESULTS.relative_to(ROOT)}"):
        print("There are changes that are not committed.", file=sys.stderr)
        return 2
    runs = 1 if args.long else args.runs
    return max([_done(each) for each in drawn(runs, long=args.long, beside=args.beside)])


def drawn(runs: int, *, long: bool, beside: int) -> list[Run]:
    """Runs of chance; every second one of `make test` has its usual seed."""
    if long:
        return [Run("test-long", secrets.randbits(32), secrets.randbits(32), 0)]
    seeds = [USUAL_SEED if each % 2 else secrets.randbits(32) for each in range(runs)]
    return [Run("test", seed, secrets.randbits(32), beside) for seed in seeds]


def line(run: Run, commit: str, at: datetime, *, minutes: float, cpu: float, result: str) -> str:
    """The line of the list about a run."""
    beside = f"{run.beside} busy processes" if run.beside else "nothing"
    parts = [f"{at:%Y-%m-%d %H:%M}", commit, run.target, run.seed, run.order, beside]
    return f"| {' | '.join(map(str, parts))} | {minutes:.1f} | {cpu:.0f} | {result} |\n"


def _done(run: Run) -> int:
    commit, at = _git("rev-parse", "--short", "HEAD"), datetime.now(UTC)
    before, began = getrusage(RUSAGE_CHILDREN), time.monotonic()
    with busy(run.beside):
        said = subprocess.run(
            run.command,
            check=False,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        after, minutes = getrusage(RUSAGE_CHILDREN), (time.monotonic() - began) / 60
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    summaries = SUMMARY.findall(said.stdout) or ["no summary"]
    if said.returncode:
        print(said.stdout)
    made = line(run, commit, at, minutes=minutes, cpu=cpu, result=summaries[-1])
    with RESULTS.open("a", encoding="utf-8") as kept:
        kept.write(made)
    print(made, end="", flush=True)
    return min(said.returncode, 1)


@contextmanager
def busy(number: int) -> Generator[None]:
    """So many processes that do nothing else, for a while."""
    processes = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(number)]
    for each in processes:
        each.start()
    try:
        yield
    finally:
        for each in processes:
            each.kill()
            each.join()


def _spin() -> None:
    parent = multiprocessing.parent_process()
    while parent is not None and parent.is_alive():
        sum(range(1_000_000))


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make repeats", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="how many runs (default: 20)")
    parser.add_argument("--beside", type=int, default=8, help="busy processes (default: 8)")
    parser.add_argument("--long", action="store_true", help="run `make test-long` once")
    return parser


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
