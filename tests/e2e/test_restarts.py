"""Three clients play whole series while web and worker are killed: nothing is lost or repeated."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import choice
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from events.postgres import open_pool
from events.record import FULL, Recorded
from fairdeal_client import Client, Problem, Seat
from fairdeal_client.shapes import Event
from run.embedded import postgres
from run.processes.supervisor import LONGEST_PAUSE
from service.assembly import store_in
from service.runtime import SYSTEM
from service.settings import Settings
from tests.clients import typescript
from tests.e2e.conftest import key, url
from tests.serving import ROOT, Serve, on_linux, until

BETWEEN = 4
"""Events that every client hears between two kills."""
KILLED = ("web", "worker", "web", "worker")


class Player(NamedTuple):
    """A client on the first seat of a table."""

    table: str
    notes: Path
    series: "Future[Any]"

    def noted(self, what: str) -> list[tuple[str, int]]:
        """The events that it has noted, in order: deals and positions."""
        lines = self.notes.read_text().split("\n")[:-1] if self.notes.exists() else []
        parts = [line.split(" ") for line in lines]
        return [(deal, int(position)) for word, deal, position in parts if word == what]


@pytest.mark.long
@on_linux
def test_three_clients_play_on_while_web_and_worker_are_restarted(
    fairdeal: Serve, tmp_path: Path
) -> None:
    script = str(ROOT / "clients" / "examples" / "random_client.sh")
    program = str(typescript.built() / "dist" / "random.js")
    with ThreadPoolExecutor(3) as threads:

        def sits(game: str, bots: int, target: int, plays: Callable[..., Any]) -> Player:
            seats = [{"name": "Ann"}, *[{"bot": "easy"}] * bots]
            with Client(url(fairdeal), key(fairdeal)) as owner:
                opened = owner.open_table(game, game, seats=seats, target=target)
            notes = tmp_path / game
            series = threads.submit(plays, url(fairdeal), opened["tokens"][0]["token"], notes)
            return Player(opened["table"]["id"], notes, series)

        players = [
            sits("goat", 3, 24, running("bash", script)),
            sits("durak", 1, 12, play),
            sits("skat", 2, 36, running("node", program)),
        ]
        died = kill_while_they_play(fairdeal, players)
        ended = [player.series.result(120) for player in players]
    for player, series in zip(players, ended, strict=True):
        assert {"web", "worker"} <= died[player.table], "the series was over too early"
        assert (series["table"], series["status"]) == (player.table, "over")
        with records(fairdeal) as read:
            assert_all_heard_and_moved_once(player, series, read)


@pytest.mark.long
@on_linux
def test_a_web_that_is_killed_every_few_seconds_is_started_again_at_once(fairdeal: Serve) -> None:
    for _ in range(4):
        until(fairdeal.answer)
        time.sleep(LONGEST_PAUSE)  # so that it has run for longer
        os.kill(fairdeal.children()["web"], signal.SIGKILL)
        until(lambda: fairdeal.answer() is None)
    until(fairdeal.answer)
    said = [line for line in fairdeal.printed().splitlines() if "is started again" in line]
    assert said == ["fairdeal: web was ended by SIGKILL; it is started again"] * 4


def kill_while_they_play(serve: Serve, players: list[Player]) -> dict[str, set[str]]:
    """Kill web and worker in turn; return which of them died while each series went on."""
    died: dict[str, set[str]] = {player.table: set() for player in players}
    for part in KILLED:
        before = {player.table: len(player.noted("heard")) for player in players}
        until(lambda: all(_went_on(player, before) for player in players), 60)  # noqa: B023
        with suppress(ProcessLookupError, KeyError):  # it is being started
            os.kill(serve.children()[part], signal.SIGKILL)
            for player in players:
                died[player.table] |= set() if player.series.done() else {part}
    return died


def _went_on(player: Player, before: dict[str, int]) -> bool:
    return player.series.done() or len(player.noted("heard")) >= before[player.table] + BETWEEN


def assert_all_heard_and_moved_once(
    player: Player, series: Any, read: Callable[[str], list[Recorded]]
) -> None:
    """Every event was received once and in order, and every move is on record once."""
    heard, moved = player.noted("heard"), player.noted("moved")
    expected = []
    made = []
    for line in series["deals"]:
        record = read(line["deal"])
        expected += [(line["deal"], each.version) for each in record]
        ends = [after.cmd_seq == 0 for after in record[1:]] + [True]
        made += [
            (line["deal"], each.version)
            for each, last in zip(record, ends, strict=True)
            if each.actor == "seat:0" and last  # its receipt is over all that the move brought
        ]
    assert heard == expected
    assert moved == made


@contextmanager
def records(serve: Serve) -> Generator[Callable[[str], list[Recorded]]]:
    """Reads the records of deals."""
    data = serve.folder / "data"
    with open_pool(postgres.url(data), size=1) as pool:
        store = store_in(pool, Settings(data=data).secret, SYSTEM)
        yield lambda deal: list(store.load(UUID(deal), viewer=FULL))


def play(base: str, token: str, notes: Path) -> Any:
    """The Python client, at random."""
    with notes.open("a", buffering=1) as lines, Client(base, token) as client:

        def hear(deal: str, event: Event) -> None:
            lines.write(f"heard {deal} {event['position']}\n")

        seat = Seat(client, hear=hear, adds_seeds=False)
        for deal in seat.turns():
            moves = [each["move"] for each in deal["legal_moves"] if not each["early"]]
            with suppress(Problem):
                made = seat.move(deal, choice(moves))
                lines.write(f"moved {made['deal']} {made['receipt']['position']}\n")
        return seat.series()


def running(*command: str) -> Callable[..., Any]:
    """A client that is a program."""

    def runs(*arguments: Any) -> Any:
        done = subprocess.run(
            [*command, *map(str, arguments)],
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=150,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return runs
