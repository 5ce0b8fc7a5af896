"""``python -m lab.campaign.rolling``: deploy this state over an older release, and go back.

Persons play at the webs of the older release, behind a load balancer. The schema is migrated, and
the processes are replaced one by one by those of this state. Then they are replaced back. The
report says which requests were sent again, how long the longest waited, and what differs from the
record.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from lab.bench import machine
from lab.campaign import external
from lab.campaign.__main__ import REPORTS, TABLES, recover, settle
from lab.campaign.balancer import CHECK_SECONDS, FAILED_CHECKS, Balancer, balancer
from lab.campaign.checks import Findings, check
from lab.campaign.counted import Measured
from lab.campaign.load import Load
from lab.campaign.plan import Fault
from lab.campaign.releases import release
from tests.e2e.conftest import key
from tests.networks import Loopback
from tests.servers import NotHereError
from tests.serving import ROOT, Serve

RELEASE: Final = "0.2.0"
WEBS: Final = 2
DRAIN_SECONDS: Final = 5
SETTLED: Final = DRAIN_SECONDS + CHECK_SECONDS * FAILED_CHECKS
STARTING: Final = 300.0
"""Seconds for a start beside the load."""
PAUSE: Final = 0.5
"""Seconds before each move, so that processes can start beside the load."""
MOST_RETRIED: Final = 0.001
LONGEST: Final = 5.0
BROKERS: Final = {"redis": external.redis_broker, "rabbitmq": external.rabbitmq_broker}


class Program(NamedTuple):
    """A release that can be started.

    Attributes:
        name: in the report.
        root: its folder.
        python: its interpreter.
        settings: of its own, besides those that both share.
        drains: whether its webs say themselves that they stop.
    """

    name: str
    root: Path
    python: str
    settings: dict[str, str]
    drains: bool

    def command(self, *arguments: str) -> tuple[str, ...]:
        """A command line of it."""
        return (self.python, "-m", "service.cli", *arguments)


class Deployment:
    """The processes that run, of one release or of two.

    Args:
        folder: for their files.
        settings: shared by all.
        balanced: the balancer before the webs.
    """

    def __init__(self, folder: Path, settings: dict[str, str], balanced: Balancer) -> None:
        self.settings, self._folder, self._balancer = settings, folder, balanced
        self.webs: list[tuple[Program, Serve]] = []
        self.others: list[Serve] = []
        self._started: list[Serve] = []

    def start(self, program: Program, part: str, *arguments: str) -> Serve:
        """Start a part of a release."""
        folder = self._folder / f"{len(self._started)}-{program.name}-{part}"
        folder.mkdir()
        command = program.command("serve", "--only", part, *arguments)
        settings = {**self.settings, **program.settings, "PYTHONPATH": str(program.root)}
        self._started.append(Serve(folder, command, **settings))
        return self._started[-1]

    def start_others(self, program: Program) -> list[Serve]:
        """Start a worker with beat and webhooks, and a sequencer."""
        started = [self.start(program, part) for part in ("worker", "sequencer")]
        self.others += started
        return started

    def add_web(self, program: Program, *arguments: str) -> Serve:
        """Start a web, and let it have requests once it is ready."""
        began, web = time.monotonic(), self.start(program, "web", *arguments).ready(STARTING)
        self._balancer.add(web.port)
        print(f"a web of {program.name} took {time.monotonic() - began:.1f} s to start", flush=True)
        self.webs.append((program, web))
        return web

    def stop_web(self) -> None:
        """Stop the oldest web. If it cannot say so itself, the balancer drains it before."""
        program, web = self.webs.pop(0)
        if not program.drains:
            self._balancer.drain(web.port)
            time.sleep(SETTLED)
        assert web.stop() == 0, web.printed()
        self._balancer.remove(web.port)

    def replace(self, program: Program, go_on: Callable[[str], None]) -> None:
        """Replace everything by another release, while requests go on."""
        before = self.others
        self.others = []
        self.start_others(program)
        go_on(f"worker and sequencer of {program.name} beside the others")
        for number in range(1, WEBS + 1):
            self.add_web(program)
            go_on(f"a web of {program.name} beside the others ({number})")
            self.stop_web()
            go_on(f"a web of the other release stopped ({number})")
        for each in before:
            assert each.stop() == 0, each.printed()
        go_on(f"only {program.name}")

    def stop(self) -> None:
        """Stop all that still runs."""
        for each in self._started:
            if each.process.poll() is None:
                each.stop()


@contextmanager
def deployed(broker: str, old: Program) -> Iterator[tuple[Deployment, Balancer, str]]:
    """The older release behind a balancer, on a database of its own."""
    joined = Loopback()
    with (
        external.database(joined) as database,
        BROKERS[broker](joined) as queues,
        TemporaryDirectory(prefix="fairdeal-rolling-") as made,
        balancer(Path(made)) as balanced,
        ExitStack() as stack,
    ):
        settings = {
            "DATABASE_URL": database.url,
            "BROKER_URL": queues.url,
            "FAIRDEAL_SECRET": token_hex(32),
            "FAIRDEAL_WEB_PROCESSES": "1",
        }
        deployment = Deployment(Path(made), settings, balanced)
        stack.callback(deployment.stop)
        credential = key(deployment.add_web(old, "--test-key"))
        for _ in range(WEBS - 1):
            deployment.add_web(old)
        deployment.start_others(old)
        yield deployment, balanced, credential


class Result(NamedTuple):
    """The measurements of a rolling deploy.

    Attributes:
        version: the older release.
        measured: by the clients.
        steps: each with the seconds until every table had gone on.
        found: the comparison with the record.
        balanced: what the balancer has counted.
    """

    version: str
    measured: Measured
    steps: Sequence[tuple[str, float]]
    found: Findings
    balanced: Mapping[str, str]

    @property
    def retried(self) -> float:
        """The share of requests that clients had to send again."""
        return len(self.measured.retried) / max(1, self.measured.requests)

    @property
    def is_right(self) -> bool:
        """Whether nothing was lost, and requests were answered in time."""
        is_quick = self.retried <= MOST_RETRIED and self.measured.longest <= LONGEST
        return is_quick and not self.found.wrong


def run(version: str, broker: str, seconds: float) -> tuple[str, bool]:
    """Deploy and go back under load; return the report, and whether everything was right.

    Raises:
        NotHereError: this machine lacks what it needs.
    """
    older = release(version)
    old = Program(version, older, str(older / ".venv/bin/python"), {}, drains=False)
    settings = {"FAIRDEAL_READABLE_BY": version, "FAIRDEAL_DRAIN_SECONDS": str(DRAIN_SECONDS)}
    new = Program("this state", ROOT, sys.executable, settings, drains=True)
    measured, steps = Measured(), list[tuple[str, float]]()
    about = {**dict(machine.describe()), "broker": broker}
    with deployed(broker, old) as (deployment, balanced, credential):
        url = f"http://127.0.0.1:{balanced.port}"
        load = Load(
            *(url, credential, TABLES, measured.client),
            terms={},
            polled=TABLES // 4,
            pause=PAUSE,
        )
        load.start()

        def go_on(name: str) -> None:
            recovery = recover(load, Fault("deploy", name), since=time.monotonic())
            steps.append((name, recovery.tables))
            print(f"{name}: all tables went on within {recovery.tables:.1f} s", flush=True)
            time.sleep(seconds)

        go_on(f"only {version}")
        subprocess.run(
            new.command("migrate"),
            env={**deployment.settings, "PYTHONPATH": str(ROOT)},
            check=True,
        )
        go_on("the schema of this state")
        deployment.replace(new, go_on)
        deployment.replace(old, go_on)
        load.stop(30)
        settle(load)
        numbers = balanced.numbers()
        load.url = f"http://127.0.0.1:{deployment.add_web(new).port}"
        found = check(load)
        load.ended.set()
        measured.close()
    found.wrong += load.failures
    result = Result(version, measured, steps, found, numbers)
    return report(result, about), result.is_right


def report(result: Result, about: Mapping[str, str]) -> str:
    """The report, in Markdown."""
    measured, numbers = result.measured, result.balanced
    again = f"{numbers['wretr']} sent again, {numbers['wredis']} of them to another web"
    lines = [
        f"# A rolling deploy over {result.version}, and back",
        "",
        "Written by `make rolling`. A service with two webs plays all games. After each step it",
        "waits until every table has gone on.",
        "",
        "| | |",
        "|---|---|",
        *(f"| {what} | {value} |" for what, value in about.items()),
        f"| requests of clients | {measured.requests:,} |",
        f"| sent again by clients | {len(measured.retried)} ({100 * result.retried:.3f} %) |",
        f"| requests at the balancer | {again} |",
        f"| the longest wait | {measured.longest:.2f} s ({measured.slowest.partition('?')[0]}) |",
        "",
        "| step | all tables went on within, s |",
        "|---|---|",
        *(f"| {name} | {seconds:.1f} |" for name, seconds in result.steps),
        "",
        str(result.found),
        *(f"- {each}" for each in (*result.found.wrong, *measured.retried)),
        "",
    ]
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; return 1 if something is wrong, or missing here."""
    parser = argparse.ArgumentParser(prog="python -m lab.campaign.rolling", description=__doc__)
    parser.add_argument("--release", default=RELEASE, help=f"the older one (default: {RELEASE})")
    parser.add_argument("--broker", choices=BROKERS, default="redis", help="(default: redis)")
    parser.add_argument("--seconds", type=float, default=3, help="after each step (default: 3)")
    parser.add_argument("--write", action="store_true", help="write the report")
    args = parser.parse_args(arguments)
    try:
        text, is_right = run(args.release, args.broker, args.seconds)
    except NotHereError as error:
        print(f"It cannot be tried here: {error}.")
        return 1
    print(text)
    if args.write:
        (REPORTS / f"rolling-{args.broker}.md").write_text(text, encoding="utf-8")
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
