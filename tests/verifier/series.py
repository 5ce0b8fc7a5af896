"""Series of two or three deals: honest, with seats that add seeds and one that signs."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple, cast
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Revealed, SeedRevealed, Voided, commit
from domain.kernel.event import Digest, Event, Id, Text
from domain.kernel.game import fold
from domain.table import next_deal, series
from domain.table.events import (
    DealOpened,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    TableClosed,
    TableOpened,
)
from tests.keys import key_of
from tests.verifier.making import (
    TABLES,
    Step,
    bundled,
    committed,
    kept,
    played_on_terms,
    signed_by_players,
)
from verifier.bundle import Bundle
from verifier.case import Case

TABLE = Id("f0000000-0000-8000-8000-000000000001")
PERSON = Id("00000000-0000-4000-8000-00000000000a")
ADDING = (0, 1)
"""The seats that add seeds."""
SIGNING = 0
"""The seat that signs its moves."""
MOST = 3

every_table = pytest.mark.parametrize(("key", "seats"), TABLES)


class Series(NamedTuple):
    """The appends to a table, and to each of its deals."""

    table: list[Step]
    deals: list[list[Step]]

    def cases(self) -> tuple[Case, ...]:
        return tuple(Case(bundled(kept(deal), receipts=False, logged=False)) for deal in self.deals)


@cache
def a_series(key: str, seats: int) -> Series:
    """Two or three deals; a seat was taken and left before, and one deal is voided."""
    game, chance = GAMES[key], Random(seats)
    rules = (Text(key), Text(game.fitting({})[0].version))
    opened = TableOpened(TABLE, PERSON, Text("x"), *rules, {}, seats, "public", True)  # noqa: FBT003
    steps: list[Step] = [(f"key:{PERSON}", (opened, taken(0))), (f"key:{PERSON}", (SeatLeft(0),))]
    steps += [(f"key:{PERSON}", (taken(seat),)) for seat in range(seats)]
    deals: list[list[Step]] = []
    for number in range(1, MOST + 2):
        table = series.fold_table(events_of(steps))
        if table.ended is not None:
            break
        deal = Id(str(UUID(int=number << 96 | seats, version=4)))
        seeds = {seat: chance.randbytes(32) for seat in ADDING}
        for seat, each in enumerate(committed(deal, seats, seeds)):
            if each is not None:
                steps.append((f"seat:{seat}", (SeatCommitted(seat, number, deal, each),)))
        table = series.fold_table(events_of(steps))
        on = next_deal.terms(table, deal=deal)
        steps.append(("system", (DealOpened(number, deal),)))
        table = series.fold_table(events_of(steps))
        if number == 2:
            shown = SeedRevealed(0, Digest(seeds[0].hex()))
            deals.append(voided(on, shown, chance))
            pin = pinned(deals[-1])
            steps.append(("system", series.voided(table, deal=deal, seats=(1,), **pin)))
            continue
        deals.append(played_on_terms(game, on, seeds=seeds, chance=chance))
        outcome = game.outcome(fold(game, events_of(deals[-1])))
        due = series.recorded(table, cast("Event", outcome), **pinned(deals[-1]))
        steps.append(("system", due))
    return Series(signed_by_players(steps), deals)


def complete(steps: list[Step]) -> list[Step]:
    """The series, closed if it is still running."""
    if series.fold_table(events_of(steps)).ended is not None:
        return steps
    return [*steps, (f"key:{PERSON}", (TableClosed(),))]


def pinned(deal: list[Step]) -> Any:
    """The table's pin of the record of a deal that has ended."""
    record = kept(deal)
    return {"version": len(record), "head": Digest(record[-1].hash.hex())}


def taken(seat: int) -> SeatTaken:
    digest = Digest(f"{seat:064x}")
    key = key_of(seat) if seat == SIGNING else None
    return SeatTaken(seat, Text("Ann"), None, PERSON, digest, commits=seat in ADDING, key=key)


def forfeited(steps: Sequence[Step], *deals: Id) -> list[Step]:
    """Three voided deals: no seat commits to the first, and seat 1 does not show its seed after."""
    after = [*steps]
    for number, deal in enumerate(deals, start=1):
        shown = {"version": 4, "head": NO_DIGEST} if number > 1 else {}
        if shown:
            commits = SeatCommitted(1, number, deal, Digest("ab" * 32))
            after += [("seat:1", (commits,)), ("system", (DealOpened(number, deal),))]
        table, seats = series.fold_table(events_of(after)), (1,) if shown else ADDING
        after.append(("system", series.voided(table, deal=deal, seats=seats, **cast("Any", shown))))
    return after


def voided(on: Any, shown: SeedRevealed, chance: Random) -> list[Step]:
    """A deal in which seat 1 has not shown its seed."""
    opened = commit(on, seed=chance.randbytes(32))
    end = (Voided((1,)), Revealed(cast("Digest", opened.seed)))
    return [("system", (opened,)), ("seat:0", (shown,)), ("system", end)]


def events_of(steps: list[Step]) -> list[Event]:
    return [event for _, events in steps for event in events]


def table_bundle(steps: Sequence[Step]) -> Bundle:
    return bundled(kept(steps), view="public", receipts=False, logged=False)
