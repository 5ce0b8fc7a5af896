"""Tables for benchmarks: opened over HTTP, with their deals planned to the end."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from domain.games import GAMES
from domain.kernel.event import Event, Json
from domain.kernel.game import fold
from domain.kernel.moves import decide, legal_moves, say
from events.record import FULL
from lab.bench.http import Answer, Talk, ask, request
from lab.bench.stages import Stage
from service.streams import event_of

GOAT = GAMES["goat"]
WAIT = 2
"""Seconds of a long poll. Its place is taken for as long, even if the reader has hung up."""


class Table(NamedTuple):
    """A table with its first deal running, and the tokens of its persons by seat."""

    id: str
    deal: str
    tokens: dict[int, str]


def open_table(port: int, key: str, seats: Sequence[dict[str, str]]) -> Table:
    """Open a table of Goat over HTTP; the series begins at once."""
    options = {"molodka": "on_turn"}  # so that no player is quicker than the seat on turn
    fields = {"game": "goat", "name": "bench", "options": options, "seats": list(seats)}
    said = ask(port, request("POST", "/v1/tables", key, fields))
    tokens = {each["seat"]: each["token"] for each in said["tokens"]}
    return Table(said["table"]["id"], said["table"]["deal"]["id"], tokens)


def of_persons(port: int, key: str) -> Table:
    """A table of four persons, without bots."""
    return open_table(port, key, [{"name": f"P{seat}"} for seat in range(4)])


def planned(events: Sequence[Event]) -> Iterator[tuple[int, Json]]:
    """A plan of all moves to the end of the deal: one card at a time, the longest way."""
    state = fold(GOAT, events)
    while GOAT.outcome(state) is None:
        seat = GOAT.to_act(state)
        assert seat is not None
        move: Any = min(legal_moves(GOAT, state, seat), key=_size)
        yield seat, say(move)
        _, state = decide(GOAT, state, move, seen=state)


def _size(move: Any) -> int:
    return len(move.cards)


def moves(on: Stage, table: Table, *, whole: bool = False) -> list[bytes]:
    """The requests that play a table's deal, without the last, which would end it, or with it."""
    records = on.store.load(UUID(table.deal), viewer=FULL)
    path = f"/v1/deals/{table.deal}/moves"
    found = [
        request("POST", path, table.tokens[seat], {"move": said}, key=str(uuid4()))
        for seat, said in planned([event_of(record) for record in records])
    ]
    return found if whole else found[:-1]


def follow(deal: str, token: str, *, after: int = 3) -> Talk:
    """A reader that waits for the next event, again and again, with long polls."""
    while True:
        path = f"/v1/deals/{deal}/events?after={after}&wait={WAIT}"
        answer: Answer = yield request("GET", path, token)
        assert answer.status == 200, answer
        assert b"retry-after" not in answer.head, "all slots of readers are taken"
        after = json.loads(answer.body)["version"]
