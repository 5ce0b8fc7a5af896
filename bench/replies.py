"""How soon a bot answers a person."""

import json
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

import bots
from bench.http import Connection, request
from bench.measuring import percentile
from bench.parts import Stage, fairdeal, stage
from bench.results import Line, Section, Size, below
from bench.tables import GOAT, Table, open_table
from bots.actor import read
from domain.game import legal_moves
from service.journal import Journal

LEVELS = ("easy", "medium")
BOTS = 3
"""At a table, with one person."""
REPLIES = 120

HOW = f"""`fairdeal serve` on the embedded servers, a person and {BOTS} bots at a table, one
table after another, nothing else going on. From the moment when the person has the answer to his
move (201) until his long poll, sent at once, has brought him the next bot's event: broker,
worker, append, poll. Moves after which it is the person's turn again do not count. Thinking is
what the bot's policy takes for that move, measured again on the same view."""


class Reply(NamedTuple):
    """How long a bot took to be seen to move, and how long it thinks of that; in seconds."""

    took: float
    thinking: float


def run(size: Size) -> Section:
    """Measure replies of both levels."""
    count = max(int(REPLIES * size.seconds), 3)
    lines: list[Line] = []
    with stage() as on, fairdeal(on) as web:
        for level in LEVELS:
            found = list(_replies(on, web.port, level, count + 5))[5:]  # the first ones warm up
            beyond = [each.took - each.thinking for each in found]
            thinking = percentile([each.thinking for each in found], 0.5)
            lines += [
                Line(f"{level} bot, beyond its thinking, p50", _ms(beyond, 0.5), "ms", below(10)),
                Line(f"{level} bot, beyond its thinking, p99", _ms(beyond, 0.99), "ms"),
                Line(f"{level} bot, its thinking, p50", 1000 * thinking, "ms"),
            ]
    return Section("A bot's reply", HOW, lines)


def _ms(values: list[float], part: float) -> float:
    return 1000 * percentile(values, part)


def _replies(on: Stage, port: int, level: str, count: int) -> Iterator[Reply]:
    made = 0
    while made < count:
        seats = [{"name": "Ann"}, *[{"bot": level}] * BOTS]
        with Connection(port) as line:
            for reply in _at_table(on, line, open_table(port, on.key, seats)):
                yield reply
                made += 1
                if made == count:
                    return


def _at_table(on: Stage, line: Connection, table: Table) -> Iterator[Reply]:
    """The replies to a person who plays a deal at random."""
    token, path = table.tokens[0], f"/v1/deals/{table.deal}"
    chance = random.Random(7)
    while (deal := line.ask(request("GET", path, token)))["status"] == "playing":
        if deal["to_act"] != 0:
            line.ask(request("GET", f"{path}/events?after={deal['version']}&wait=1", token))
            continue
        move = chance.choice(deal["legal_moves"])["move"]
        done = line.ask(request("POST", f"{path}/moves", token, {"move": move}))
        start = time.perf_counter()
        if not _bot_is_next(done["events"]):
            continue
        after = done["version"]
        seen = line.ask(request("GET", f"{path}/events?after={after}&wait=5", token))
        took = time.perf_counter() - start
        (first, *_) = seen["events"]
        assert first["actor"].startswith("bot:"), json.dumps(first)
        yield Reply(took, _thinking(on, UUID(table.deal), first["position"], first["actor"]))


def _bot_is_next(events: list[dict[str, Any]]) -> bool:
    """Whether neither the deal is over, nor has the person taken the trick and leads."""
    types = {event["type"]: event["data"] for event in events}
    return "goat.scored" not in types and types.get("goat.trick_taken", {}).get("seat") != 0


def _thinking(on: Stage, deal: UUID, position: int, actor: str) -> float:
    """How long the policy of the bot that made this event takes for it."""
    seat = read(actor).seat
    known = Journal(on.store).deal(deal, observer=seat)
    assert known is not None
    seen = known.at(position - 1)
    level = known.opened.bots[seat]
    assert level is not None
    start = time.perf_counter()
    legal = legal_moves(GOAT, seen, seat)
    bots.choose(GOAT, level, seat=seat, view=seen, legal=legal, seed=bytes(32))
    return time.perf_counter() - start
