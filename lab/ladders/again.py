"""Deals by bots of every level, whose moves `fairdeal verify` makes again.

`python -m lab.ladders.again` plays them, writes an archive of each game, has the command verify
it, and writes AGAIN.md.
"""

import argparse
import platform
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import orjson

import bots
from domain.games import GAMES
from domain.kernel.game import Game
from tests.verifier.by_bots import dealt_to_bots, line, logged
from tests.verifier.making import KEY
from verifier.bundle import Bundle
from verifier.cores import cores

RESULTS: Final = Path(__file__).parent / "AGAIN.md"
DEALS: Final = 1_000

HEAD: Final = """\
# Moves of bots, made again

`python -m lab.ladders.again` plays these deals, writes them as an archive, has `fairdeal verify`
check it, and writes this file. Bots sit on all seats: their levels go through all ways to seat
them. Every check holds in a deal that counts as verified, and all moves of its bots are made again
equal. Times are processor time on {machine}, of all processes.

| game | deals | verified | moves of {levels} | played, a deal | verified, a deal |
|---|---|---|---|---|---|
"""
LEVELS: Final = ("easy", "casual", "medium", "hard")


class Archive(NamedTuple):
    """The contents of an archive, and the findings of the command."""

    deals: int
    verified: int
    said: str
    """The output of the command."""
    moves: Counter[str]
    """By level."""
    played: float
    """Seconds of processor time for all deals."""
    checked: float


def seatings(game: Game[Any]) -> list[tuple[str, ...]]:
    """All ways to seat the levels of a game at its smallest table."""
    return list(product(bots.levels(game), repeat=game.seats[0]))


def made_again(game: Game[Any], deals: int, folder: Path) -> Archive:
    """Play and verify so many deals of a game."""
    began = _used()
    with ProcessPoolExecutor(cores()) as pool:
        bundles = list(pool.map(partial(_dealt, game.key), range(1, deals + 1), chunksize=4))
    played = _used()
    file = folder / f"{game.key}.ndjson"
    file.write_bytes(b"".join(map(line, logged(bundles))))
    key = folder / "key"
    key.write_text(str(KEY.verifier))
    ready = _used()
    command = [sys.executable, "-m", "run.cli", "verify", str(file), "--key", str(key)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    said = done.stdout + done.stderr
    found = re.search(r"(\d+) hold", said)
    verified = int(found[1]) if found else 0
    moves = Counter(level for each in bundles for level in _moves(each))
    return Archive(deals, verified, said, moves, played - began, _used() - ready)


def _dealt(key: str, number: int) -> Bundle:
    game = GAMES[key]
    ways = seatings(game)
    return dealt_to_bots(game, ways[number % len(ways)], number)


def _moves(bundle: Bundle) -> Iterator[str]:
    """The levels of the moves of bots in a deal: each is a command."""
    commands = {}
    for entry in bundle.events:
        envelope = orjson.loads(entry.body)
        commands[envelope["command"]] = envelope["actor"]
    for actor in commands.values():
        if actor.startswith("bot:"):
            yield actor.split(":")[2].partition("/")[0]


def _used() -> float:
    """The processor time of the processes that have ended."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def row(game: Game[Any], found: Archive) -> str:
    """The row of a game."""
    moves = " · ".join(f"{found.moves[level]:,}" for level in LEVELS)
    times = (f"{1e3 * each / found.deals:,.0f} ms" for each in (found.played, found.checked))
    cells = (game.title, f"{found.deals:,}", f"{found.verified:,}", moves, *times)
    return f"| {' | '.join(cells)} |\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and verify the deals of every game, or of one."""
    parser = argparse.ArgumentParser(prog="lab.ladders.again")
    parser.add_argument("--game", help="one game; nothing is written")
    parser.add_argument("--deals", type=int, default=DEALS, help="of each game (%(default)s)")
    given = parser.parse_args(arguments)
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    text = HEAD.format(machine=machine, levels=" · ".join(LEVELS))
    good = True
    for key in GAMES if given.game is None else (given.game,):
        with TemporaryDirectory() as folder:
            found = made_again(GAMES[key], given.deals, Path(folder))
        print(row(GAMES[key], found), end="", flush=True)
        text += row(GAMES[key], found)
        if found.verified != found.deals:
            good = False
            print(found.said)
    if given.game is None:
        RESULTS.write_text(text, "utf-8")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
