"""How long other owners wait while clients without a credential ask for costly answers."""

import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from random import Random
from statistics import median
from subprocess import PIPE, Popen
from threading import Thread
from typing import IO, Any, Final, cast

from lab.bench.http import Connection, request
from lab.bench.live import webs
from lab.bench.measuring import percentile
from lab.bench.results import Line, Section, Size, at_most
from lab.bench.stages import HOST, Address, Stage, stage
from service.api.app import create_app
from service.assembly import build
from service.runtime import SYSTEM
from service.settings import Settings
from tests.api.playing import PERSONS, Client

CLIENTS: Final = 24
SECONDS: Final = 10.0
LONGEST: Final = 60.0
"""An attack ends by itself after so many seconds."""
ATTACKS: Final = {
    "frames": "frames?view=seat:0&legal=both",
    "a stream with views": "events?views=true&legal=both",
    "frames, each from another event": "frames?view=seat:0&legal=both&after={n}",
    "frames of a deal in play": "frames?legal=both",
}
ACCEPT: Final = "text/event-stream"

HOW: Final = f"""One web with the budgets that are shipped, and a public deal that is over. An
owner reads a deal of theirs in play, one request after another. Then {CLIENTS} clients without a
credential, each from an address of its own, repeat a costly request as fast as they can."""


def run(size: Size) -> Section:
    """Measure the owner's reads alone, and beside each attack."""
    budgets = {
        each: getattr(Settings(), each) for each in ("reads", "writes", "openings", "strangers")
    }
    seconds, lines = (SECONDS if size.whole else 0.3), list[Line]()
    with stage() as on:
        on = on._replace(settings=replace(on.settings, **budgets, web_processes=1))  # noqa: PLW2901
        over, length, mine = long_deals(on, whole=size.whole)
        with webs(on, 1) as (web,):
            own = request("GET", f"/v1/deals/{mine}", on.key)
            lines.append(Line("events of the deal that is over", length))
            lines += _waits("alone", _measure(web, own, seconds))
            for name, path in ATTACKS.items():
                deal = mine if "in play" in name else over
                with _attacked(web, f"/v1/deals/{deal}/{path}") as counts:
                    lines += _waits(name, _measure(web, own, seconds))
                lines.append(Line(f"answers to strangers, {name}", counts[0]))
                lines.append(Line(f"bytes to strangers, {name}", counts[1] / 1e6, "MB"))
                time.sleep(1)
    return Section("Strangers", HOW, lines)


def _waits(name: str, waits: Sequence[float]) -> Iterator[Line]:
    target = None if name == "alone" else at_most(50)
    yield Line(f"a read of the owner, {name}, p50", 1000 * median(waits), "ms", target)
    yield Line(f"a read of the owner, {name}, p95", 1000 * percentile(waits, 0.95), "ms")


def long_deals(on: Stage, *, whole: bool = True) -> tuple[str, int, str]:
    """A long public deal that is over, with its length; and one in play."""
    context = build(on.settings, SYSTEM)
    client = Client(create_app(context, on.settings).test_client(), context)
    longest: tuple[int, str] = (0, "")
    for seed in range(3 if whole else 1):
        table = client.open(
            on.key, game="svoi_kozyri", seats=PERSONS[:2], visibility="public", options={}
        )
        client.play(table, Random(seed))
        deal = str(table.deal)
        longest = max(longest, (client.get(f"/v1/deals/{deal}")["version"], deal))
    mine = client.open(on.key, visibility="public")
    client.play(mine, Random(1), moves=20)
    return longest[1], longest[0], str(mine.deal)


def _measure(web: Address, own: bytes, seconds: float) -> list[float]:
    waits, end = list[float](), time.monotonic() + seconds
    with Connection(web.port) as line:
        while time.monotonic() < end or not waits:
            began = time.perf_counter()
            line.ask(own)
            waits.append(time.perf_counter() - began)
            time.sleep(0.01)
    return waits


@contextmanager
def _attacked(web: Address, path: str) -> Generator[list[int]]:
    """An attack that has had its first answer; the answers and their bytes at its end."""
    command = [sys.executable, "-m", "lab.bench.strangers", str(web.port), path]
    with Popen(command, stdout=PIPE, text=True) as process:
        said = cast("IO[str]", process.stdout)
        counts = next((found for found in map(_counted, said) if found[0]), [0, 0])
        try:
            yield counts
        finally:
            process.kill()
            whole, _, _ = said.read().rpartition("\n")
            counts[:] = _counted(whole.rpartition("\n")[2]) or counts


def _counted(line: str) -> list[int]:
    return [int(each) for each in line.split()]


def _attack(port: int, path: str) -> None:
    """Print the good answers and their bytes, again and again."""
    counts = [0, 0]
    for number in range(CLIENTS):
        Thread(target=_client, args=(port, path, number, counts), daemon=True).start()
    end = time.monotonic() + LONGEST
    while time.monotonic() < end:
        print(*counts, flush=True)
        time.sleep(0.05)


def _client(port: int, path: str, number: int, counts: list[int]) -> None:
    """Repeat a request for ever; a refusal is answered by the next request a little later."""
    headers: dict[str, Any] = {"Accept-Encoding": "identity"}
    if "events" in path:
        headers["Accept"] = ACCEPT
    count = number
    while True:
        with suppress(OSError, HTTPException):
            peer = HTTPConnection(HOST, port, 60, source_address=(f"127.0.1.{number + 1}", 0))
            count += CLIENTS
            peer.request("GET", path.format(n=1 + count % 100), headers=headers)
            answer = peer.getresponse()
            while piece := answer.read1(65_536):
                counts[1] += len(piece)
            peer.close()
            if answer.status == 200:
                counts[0] += 1
                continue
        time.sleep(0.2)


if __name__ == "__main__":
    _attack(int(sys.argv[1]), sys.argv[2])
