"""How soon a bot answers a person."""

import json
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from domain.kernel.event import PUBLIC
from lab.bench.http import Connection, request
from lab.bench.measuring import percentile
from lab.bench.results import Line, Section, Size, below
from lab.bench.stages import Stage, fairdeal, stage
from lab.bench.tables import Table, open_table
from service.repository import StreamRepository
from service.runtime import SYSTEM
from workers.due import delay

LEVELS = ("easy", "medium")
BOTS = 3
"""At a table, with one person."""
REPLIES = 120
WARMING = 5
"""Replies that warm up, and do not count."""

HOW = f"""`fairdeal serve` on the embedded servers, a person and {BOTS} bots at a table, one
table after another, nothing else going on. The latency is measured from the answer to the person's
move (201) until their long poll, sent at once, has returned the next bot's event: broker, worker,
append, poll. Moves after which it is the person's turn again do not count. A bot moves at a due
time: one delay after the event before its move, however soon it has decided.
Every second move is not waited for by a long poll: the database itself is asked without a pause
until it has the move, which is the bound of every reader."""


class Reply(NamedTuple):
    """The lateness of a bot's move when it was seen, and its delay; in seconds."""

    beyond: float
    delay: float
    is_bound: bool
    """Whether it was seen in the database, and not by a reader."""


def run(size: Size) -> Section:
    """Measure replies of both levels."""
    count = 2 * max(int(REPLIES * size.seconds), 3)
    lines: list[Line] = []
    with stage() as on, fairdeal(on) as web:
        for level in LEVELS:
            first = min(count, WARMING)
            found = list(_replies(on, web.port, level, count + first))[first:]
            beyond = [each.beyond for each in found if not each.is_bound]
            recorded = [each.beyond for each in found if each.is_bound]
            what = f"{level} bot, beyond its due time, p50"
            lines += [
                Line(what, _ms(beyond, 0.5), "ms", below(10)),
                Line(bound(what), _ms(recorded, 0.5), "ms"),
                Line(f"{level} bot, beyond its due time, p99", _ms(beyond, 0.99), "ms"),
                Line(f"{level} bot, its delay", 1000 * found[0].delay, "ms"),
            ]
    return Section("A bot's reply", HOW, lines)


def bound(line: str) -> str:
    """The line of the same moves in the database."""
    return f"the bound: in the database, {line}"


def _ms(values: list[float], part: float) -> float:
    return 1000 * percentile(values, part)


def _replies(on: Stage, port: int, level: str, count: int) -> Iterator[Reply]:
    made = 0
    while made < count:
        seats = [{"name": "Ann"}, *[{"bot": level}] * BOTS]
        with Connection(port) as line:
            for reply in _at_table(on, line, open_table(port, on.key, seats), begun=made):
                yield reply
                made += 1
                if made == count:
                    return


def _at_table(on: Stage, line: Connection, table: Table, *, begun: int) -> Iterator[Reply]:
    """The replies to a person who plays a deal at random; `begun` were made before."""
    token, path, deal_id = table.tokens[0], f"/v1/deals/{table.deal}", UUID(table.deal)
    chance = random.Random(7)
    while (deal := line.ask(request("GET", path, token)))["status"] == "playing":
        if deal["to_act"] != 0:
            line.ask(request("GET", f"{path}/events?after={deal['version']}&wait=1", token))
            continue
        move = chance.choice(deal["legal_moves"])["move"]
        done = line.ask(request("POST", f"{path}/moves", token, {"move": move}))
        if not _bot_is_next(done["events"]):
            continue
        after, is_bound, at = done["version"], begun % 2 == 1, 0.0
        while is_bound and on.store.versions([deal_id])[deal_id] <= after:
            at = time.time()
        seen = line.ask(request("GET", f"{path}/events?after={after}&wait=5", token))
        (first, *_) = seen["events"]
        assert first["actor"].startswith("bot:"), json.dumps(first)
        yield _reply(on, deal_id, first["position"], at=at or time.time(), is_bound=is_bound)
        begun += 1


def _bot_is_next(events: list[dict[str, Any]]) -> bool:
    """Whether the deal goes on and the person has not taken the trick, so that a bot is next."""
    types = {event["type"]: event["data"] for event in events}
    return "goat.scored" not in types and types.get("goat.trick_taken", {}).get("seat") != 0


def _reply(on: Stage, deal: UUID, position: int, *, at: float, is_bound: bool) -> Reply:
    """The reply of a bot that was seen at a time, in seconds since the epoch."""
    known = StreamRepository(on.store, SYSTEM).deal(deal, viewer=PUBLIC)
    assert known is not None
    step = delay(known)
    due = known.records[position - 2].at + step
    return Reply(at - due / 1e6, step / 1e6, is_bound)
