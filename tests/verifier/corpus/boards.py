"""Boards: deals that all tables of a round share, and the tables that play them (C22-C26)."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Final, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Opened, Revealed
from domain.kernel.event import Digest, Event, Id, Text
from domain.kernel.game import fold
from domain.table import next_deal, series
from domain.table.events import (
    DealOpened,
    DealRecorded,
    DealRevealed,
    SeatTaken,
    SeriesEnded,
    TableDrawn,
    TableOpened,
)
from domain.table.guests import WatcherAdmitted
from tests.verifier.entries import Entry
from tests.verifier.making import Step, bundled, kept, played_on_terms
from tests.verifier.series import PERSON, TABLE, Series, events_of, pinned, table_bundle
from verifier.bundle import Bundle

TOURNAMENT: Final = Id("f0000000-0000-8000-8000-000000000077")
SEEDS: Final = Digest("ab" * 32)
BOARDS: Final = 2
DRAWN: Final = TableDrawn(TOURNAMENT, 3, 1, BOARDS, SEEDS)
OWNER: Final = f"key:{PERSON}"


def sitting(seat: int, **more: Any) -> SeatTaken:
    return SeatTaken(seat, Text("Ann"), None, PERSON, Digest(f"{seat:064x}"), **more)


@cache
def a_table(key: str = "durak", **terms: Any) -> Series:
    """A table that has played its boards, before one of them is revealed."""
    game, chance = GAMES[key], Random(7)
    rules = (Text(key), Text(game.fitting({})[0].version))
    opened = TableOpened(
        TABLE, PERSON, Text("x"), *rules, {}, game.seats[0], "public", spectators=True, **terms
    )
    steps: list[Step] = [("system", (opened, DRAWN, *map(sitting, range(game.seats[0]))))]
    deals: list[list[Step]] = []
    for number in range(1, BOARDS + 1):
        table = series.fold_table(events_of(steps))
        deal = Id(str(UUID(int=number << 96 | 77, version=4)))
        on = next_deal.terms(table, deal=deal)
        steps.append(("system", (DealOpened(number, deal),)))
        table = series.fold_table(events_of(steps))
        whole = played_on_terms(game, on, seeds={}, chance=chance)
        actor, last = whole[-1]
        assert isinstance(last[-1], Revealed)
        deals.append([*whole[:-1], (actor, last[:-1]), ("system", last[-1:])])
        outcome = game.outcome(fold(game, events_of(deals[-1])))
        pin = pinned(deals[-1][:-1])
        steps.append(("system", series.recorded(table, cast("Event", outcome), **pin)))
    return Series(steps, deals)


def revealed(number: int, **more: Any) -> Step:
    deal = a_table().deals[number - 1]
    opened: Any = deal[0][1][0]
    given = {"number": number, "deal": opened.deal, **pinned(deal), **more}
    return "system", (DealRevealed(**given),)


def table_of(*steps: Step, boards: int = 2) -> Bundle:
    """The record of the table after some boards, and more of its events."""
    return table_bundle([*a_table().table[: 1 + 2 * boards], *steps])


def with_deals() -> dict[str, Any]:
    return {"others": a_table().cases()}


def deal_of(*, until: int | None = None, view: str = "full") -> Bundle:
    return bundled(
        kept(a_table().deals[0][:until], viewer="full" if view == "full" else 0),
        view=view,
        receipts=False,
        logged=False,
    )


def opened_with(**more: Any) -> Callable[[], Bundle]:
    """The deal with other terms in its first event."""

    def made() -> Bundle:
        (actor, (opened, *rest)), *others = a_table().deals[0]
        odd = replace(cast("Opened", opened), **more)
        steps = [(actor, (odd, *rest)), *others]
        return bundled(kept(steps), receipts=False, logged=False)

    return made


def drawn_with(
    drawn: TableDrawn, *more: Event, view: str = "public", **terms: Any
) -> Callable[[], Bundle]:
    """A table with other terms of its boards."""

    def made() -> Bundle:
        opened = replace(cast("TableOpened", a_table().table[0][1][0]), **terms)
        records = kept([("system", (opened, drawn, *more))])
        return bundled(records, view=view, receipts=False, logged=False)

    return made


def without_end() -> Bundle:
    *before, (actor, last) = a_table().table
    assert isinstance(last[-1], SeriesEnded)
    return table_bundle([*before, (actor, last[:-1])])


def a_board_too_many() -> Bundle:
    """A third board, where the series should have ended."""
    third = Id(str(UUID(int=3 << 96 | 77, version=4)))
    *before, (actor, last) = a_table().table
    return table_bundle(
        [*before, (actor, last[:-1]), ("system", (DealOpened(3, third),))],
    )


def ended_early() -> Bundle:
    *_, (_, last) = a_table().table
    first, *rest = a_table().table[:3]
    recorded = cast("DealRecorded", rest[-1][1][0])
    return table_bundle([first, rest[0], ("system", (recorded, last[-1]))])


DECKS: Final = (Text(" ".join(GAMES["durak"].pack)),)
WATCHER: Final = WatcherAdmitted(1, Text("Wim"), None, Digest("cd" * 32), 2**50)

OTHERS: Final[dict[str, dict[str, Any]]] = {
    "another tournament": {"tournament": TABLE},
    "another round": {"round": 4},
    "another number": {"number": 3},
    "other seeds": {"seeds": Digest("cd" * 32)},
    "another dealer": {"dealer": 1},
    "a leader": {"leader": 0},
    "hints": {"hints": True},
    "seeds of seats": {"commitments": (SEEDS, None)},
    "no round": {"round": None},
    "round 0": {"round": 0},
    "a round that is too high": {"round": 2**16},
    "a number that is too high": {"number": 2**40 + 1},
    "no seed": {"commitment": NO_DIGEST},
}

ENTRIES: Final = {
    "a board": Entry(deal_of),
    "a board that is not revealed": Entry(lambda: deal_of(until=-1, view="seat:0")),
    "a board without its end": Entry(lambda: deal_of(until=-1)),
    **{f"a board with {name}": Entry(opened_with(**more)) for name, more in OTHERS.items()},
    "a table": Entry(lambda: table_of(revealed(1), revealed(2)), with_deals),
    "a table, not revealed": Entry(table_of, with_deals),
    "a table with one board revealed": Entry(lambda: table_of(revealed(1)), with_deals),
    "boards revealed out of order": Entry(lambda: table_of(revealed(2))),
    "a board revealed twice": Entry(lambda: table_of(revealed(1), revealed(1))),
    "a board revealed with another end": Entry(
        lambda: table_of(revealed(1, head=NO_DIGEST), revealed(2)), with_deals
    ),
    "a board revealed too far on": Entry(lambda: table_of(revealed(1, version=99))),
    "a board revealed that is on": Entry(
        lambda: table_bundle([*a_table().table[:2], revealed(1)]),
    ),
    "a watcher of boards": Entry(lambda: table_of((OWNER, (WATCHER,)))),
    "a watcher of boards that are revealed": Entry(
        lambda: table_of(revealed(1), revealed(2), (OWNER, (WATCHER,)))
    ),
    "a table without its end": Entry(without_end),
    "a table with one board too many": Entry(a_board_too_many),
    "a table that ends early": Entry(ended_early),
    "a table of no boards": Entry(drawn_with(replace(DRAWN, boards=0, seeds=None))),
    "a table of no boards with seeds": Entry(drawn_with(replace(DRAWN, boards=0))),
    "a table of boards without seeds": Entry(drawn_with(replace(DRAWN, seeds=None))),
    "a table of too many boards": Entry(drawn_with(replace(DRAWN, boards=2**16))),
    "a table of boards with hints": Entry(drawn_with(DRAWN, hints=True)),
    "a table of boards with given decks": Entry(
        drawn_with(DRAWN, view="full", test=True, decks=DECKS)
    ),
    "a table of boards that are forfeited": Entry(drawn_with(DRAWN, abandon="forfeit")),
    "a seat with seeds at boards": Entry(drawn_with(DRAWN, sitting(0, commits=True))),
}
