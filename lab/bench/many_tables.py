"""Whether one worker keeps the due times of many tables with bots of `hard`."""

import time
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, Final, NamedTuple
from uuid import UUID

import bots
from domain.games import GAMES
from domain.kernel.event import PUBLIC
from domain.kernel.game import Game
from domain.kernel.policy import HARD
from lab.bench.http import Connection, request
from lab.bench.measuring import percentile
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size, at_least
from lab.bench.stages import Stage, fairdeal, stage
from service.repository import StreamRepository
from service.runtime import SYSTEM
from workers.due import delay

TABLES: Final = 50
PAUSE: Final = 2.0
"""Seconds from a person's turn to the move, at most."""
SECONDS: Final = 30.0
LATE: Final = 0.05
"""Seconds; a move that is recorded within them after its due time keeps it."""

HOW: Final = f"""`fairdeal serve` on the embedded servers: {TABLES} tables at a time, of all games
in turn, each with a person and bots of `hard`. The person moves at random, up to
{PAUSE:g} s after the turn came; a deal that ends gives way to a new table. Lateness is the time of
a bot's move, as recorded, beyond its due time: one delay after the event before it. A bot that
starts late takes a later multiple of the delay, which counts as late; so does a move that is
missing at the end."""


class Move(NamedTuple):
    """A recorded move of a bot; seconds."""

    game: str
    late: float
    delay: float


def run(size: Size) -> Section:
    """Play at all tables for a while, and read the records."""
    tables = TABLES if size.whole else len(GAMES)
    seconds = SECONDS if size.whole else 3.0
    with stage() as on, fairdeal(on) as web:
        began = sum(map(processor_seconds, tree(web.process)))
        deals = list(_play(web.port, on.key, tables, seconds))
        used = sum(map(processor_seconds, tree(web.process))) - began
        moves = [move for deal in deals for move in _moves(on, deal)]
    counts = Counter(each.game for each in moves)
    kept = sum(each.late < LATE for each in moves) / len(moves)
    lines = [
        Line("moves of bots a second", len(moves) / seconds),
        Line("processor of web, worker and sequencer", used / seconds, "cores"),
        Line("moves of bots within 50 ms of their due time", 100 * kept, "%", at_least(99)),
    ]
    rows = [_row(GAMES[key], [each for each in moves if each.game == key]) for key in counts]
    columns = ("game", "level", "moves", "delay", "late, p50", "p99", "max")
    return Section("Many tables of `hard`", HOW, lines, columns, rows)


def _row(game: Game[Any], moves: list[Move]) -> tuple[str, ...]:
    late = [each.late for each in moves]
    shown = (moves[0].delay, percentile(late, 0.5), percentile(late, 0.99), max(late))
    level = str(bots.actor(game, HARD, seat=0)).partition(":0:")[2]
    return (game.title, level, f"{len(moves):,}", *(f"{1000 * each:,.0f} ms" for each in shown))


class _Seat:
    """A person at a table, who plays at random, and goes to another table after each deal."""

    def __init__(self, line: Connection, key: str, game: Game[Any], chance: Random) -> None:
        self._line, self._key, self._game, self._chance = line, key, game, chance
        self.deals: list[UUID] = []
        self._sit_down()

    def _sit_down(self) -> None:
        seats = [{"name": "Ann"}, *[{"bot": HARD}] * (self._game.seats[0] - 1)]
        fields = {"game": self._game.key, "name": "bench", "seats": seats}
        made = self._line.ask(request("POST", "/v1/tables", self._key, fields))
        self._token = made["tokens"][0]["token"]
        deal = made["table"]["deal"]["id"]
        self._path = f"/v1/deals/{deal}"
        self.deals.append(UUID(deal))
        self._pause()

    def _pause(self) -> None:
        self.at = time.monotonic() + self._chance.uniform(PAUSE / 4, PAUSE)

    def go_on(self) -> None:
        """Move if it is this person's turn."""
        self._pause()
        deal = self._line.ask(request("GET", self._path, self._token))
        if deal["status"] != "playing":
            self._sit_down()
        elif deal["to_act"] == 0 and deal["legal_moves"]:
            move = self._chance.choice(deal["legal_moves"])["move"]
            self._line.ask(request("POST", f"{self._path}/moves", self._token, {"move": move}))


def _play(port: int, key: str, tables: int, seconds: float) -> Iterator[UUID]:
    """Play for so long; give the deals."""
    chance, games = Random(7), list(GAMES.values())
    with Connection(port) as line:
        seats = [_Seat(line, key, games[at % len(games)], chance) for at in range(tables)]
        end = time.monotonic() + seconds
        while (at := time.monotonic()) < end:
            seat = min(seats, key=lambda each: each.at)
            time.sleep(max(0.0, seat.at - at))
            seat.go_on()
    for seat in seats:
        yield from seat.deals


def _moves(on: Stage, deal: UUID) -> Iterator[Move]:
    """The moves of bots in a deal, and one that is still missing after its due time."""
    known = StreamRepository(on.store, SYSTEM).deal(deal, viewer=PUBLIC)
    assert known is not None
    step = delay(known)
    for before, record in zip(known.records, known.records[1:], strict=False):
        if record.actor.startswith("bot:") and record.command_id != before.command_id:
            yield Move(known.game.key, (record.at - before.at - step) / 1e6, step / 1e6)
    turn, waits = known.game.to_act(known.state), SYSTEM.now() - known.records[-1].at - step
    if turn is not None and known.bots[turn] is not None and waits > 0:
        yield Move(known.game.key, waits / 1e6, step / 1e6)
