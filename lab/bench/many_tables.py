"""Whether one worker keeps the due times of many tables with bots of `hard`."""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from threading import Event, Thread
from typing import Any, Final, NamedTuple
from uuid import UUID

import bots
from domain.games import GAMES
from domain.kernel.event import PUBLIC
from domain.kernel.game import Game
from domain.kernel.policy import HARD
from lab.bench.http import Connection, request
from lab.bench.live import OpenStream, OpenStreams
from lab.bench.measuring import percentile
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size, at_least, at_most
from lab.bench.stages import Stage, fairdeal, stage
from service.repository import StreamRepository
from service.runtime import SYSTEM
from workers.due import delay

TABLES: Final = 50
PAUSE: Final = 10.0
"""Seconds between the moves of a person."""
SECONDS: Final = 100.0
LATE: Final = 0.05
"""Seconds; a move that is recorded within them after its due time keeps it."""

_CHANCE: Final = Random(7)

HOW: Final = f"""`fairdeal serve` on the embedded servers: {TABLES} tables at a time, of all games
in turn, each with a person, who follows the deal by a stream, and bots of `hard`. The person moves
at random, every {PAUSE:g} s; a deal that ends gives way to a new table. Lateness is the time beyond
the due time, which is one delay after the event before a bot's move: until the move is recorded,
and until it is read from the stream, once all tables are open. A bot that starts late takes a later
multiple of the delay, which counts as late; so does a move that is missing at the end."""


class Move(NamedTuple):
    """A recorded move of a bot; seconds."""

    game: str
    late: float
    delay: float
    seen: float | None = None
    """The time until it was read, beyond its due time; None: not all streams were open."""


def run(size: Size) -> Section:
    """Play at all tables for a while, and read the records."""
    tables = TABLES if size.whole else len(GAMES)
    seconds = SECONDS if size.whole else 6.0
    with stage() as on, fairdeal(on) as web:
        began = sum(map(processor_seconds, tree(web.process)))
        streams, start = _play(web.port, on.key, tables, seconds)
        used = sum(map(processor_seconds, tree(web.process))) - began
        moves = [move for stream in streams for move in _moves(on, stream, start)]
    by_game = {game: [each for each in moves if each.game == game.key] for game in GAMES.values()}
    kept = sum(each.late < LATE for each in moves) / len(moves)
    lines = [
        Line("moves of bots a second", len(moves) / seconds),
        Line("processor of web, worker and sequencer", used / seconds, "cores"),
        Line("moves of bots within 50 ms of their due time", 100 * kept, "%", at_least(99)),
        *(line for game, found in by_game.items() for line in _lines(game, found)),
    ]
    rows = [_row(game, found) for game, found in by_game.items() if found]
    columns = ("game", "level", "moves", "delay", "late, p50", "p99", "max")
    return Section("Many tables of `hard`", HOW, lines, columns, rows)


def _lines(game: Game[Any], moves: list[Move]) -> Iterator[Line]:
    """How late the moves of a game were read."""
    seen = [each.seen for each in moves if each.seen is not None]
    missing = "" if seen else "no bot moved while all tables were open"
    for part, most in ((0.5, 10), (0.99, 25)):
        name = f"a `hard` bot's move in {game.title} is read after its due time, p{100 * part:.0f}"
        value = 1000 * percentile(seen or [0.0], part)
        yield Line(name, value, "ms", at_most(most), missing)


def _row(game: Game[Any], moves: list[Move]) -> tuple[str, ...]:
    late = [each.late for each in moves]
    shown = (moves[0].delay, percentile(late, 0.5), percentile(late, 0.99), max(late))
    level = str(bots.actor(game, HARD, seat=0)).partition(":0:")[2]
    return (game.title, level, f"{len(moves):,}", *(f"{1000 * each:,.0f} ms" for each in shown))


class _Seat:
    """A person at a table, who plays at random, and goes to another table after each deal."""

    def __init__(
        self, follow: Callable[[str, str], None], line: Connection, key: str, game: Game[Any]
    ) -> None:
        self._follow, self._line, self._key, self._game = follow, line, key, game
        self._sit_down()

    def _sit_down(self) -> None:
        seats = [{"name": "Ann"}, *[{"bot": HARD}] * (self._game.seats[0] - 1)]
        fields = {"game": self._game.key, "name": "bench", "seats": seats}
        made = self._line.ask(request("POST", "/v1/tables", self._key, fields))
        self._token = made["tokens"][0]["token"]
        deal = made["table"]["deal"]["id"]
        self._path = f"/v1/deals/{deal}"
        self._follow(deal, self._token)
        self.at = time.monotonic() + _CHANCE.uniform(0, PAUSE)

    def go_on(self) -> None:
        """Move if it is this person's turn."""
        self.at += PAUSE
        deal = self._line.ask(request("GET", self._path, self._token))
        if deal["status"] != "playing":
            self._sit_down()
        elif deal["to_act"] == 0 and deal["legal_moves"]:
            move = _CHANCE.choice(deal["legal_moves"])["move"]
            self._line.ask(request("POST", f"{self._path}/moves", self._token, {"move": move}))


def _play(port: int, key: str, tables: int, seconds: float) -> tuple[list[OpenStream], float]:
    """Play for so long; return the streams of the deals, and when all tables were open."""
    games, over = list(GAMES.values()), Event()
    with Connection(port) as line, closing(OpenStreams([])) as streams:
        reading = Thread(target=streams.read_until, args=(over.is_set, math.inf))
        reading.start()
        try:
            seats = [
                _Seat(
                    lambda *deal: streams.add(OpenStream(port, *deal)),
                    line,
                    key,
                    games[at % len(games)],
                )
                for at in range(tables)
            ]
            start, end = time.time(), time.monotonic() + seconds
            while (at := time.monotonic()) < end:
                seat = min(seats, key=lambda each: each.at)
                time.sleep(max(0.0, min(seat.at, end) - at))
                seat.go_on()
        finally:
            over.set()
            reading.join()
        return streams.all, start


def _moves(on: Stage, stream: OpenStream, start: float) -> Iterator[Move]:
    """The moves of bots in a deal, and one that is still missing after its due time."""
    known = StreamRepository(on.store, SYSTEM).deal(UUID(stream.deal), viewer=PUBLIC)
    assert known is not None
    step, since_epoch = delay(known), time.time() - time.perf_counter()
    for before, record in zip(known.records, known.records[1:], strict=False):
        if record.actor.startswith("bot:") and record.command_id != before.command_id:
            due, came = (before.at + step) / 1e6, stream.came.get(record.version)
            was_open = due > max(stream.opened + since_epoch, start)
            seen = came + since_epoch - due if came is not None and was_open else None
            yield Move(known.game.key, record.at / 1e6 - due, step / 1e6, seen)
    turn, waits = known.game.to_act(known.state), SYSTEM.now() - known.records[-1].at - step
    if turn is not None and known.bots[turn] is not None and waits > 0:
        yield Move(known.game.key, waits / 1e6, step / 1e6)
