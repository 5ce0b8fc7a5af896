"""Test tables: given decks, a moved clock, and the end of an idle table."""

from dataclasses import replace
from functools import cache, partial
from typing import Any, Final, cast
from uuid import UUID

from domain.games import GAMES
from domain.kernel.deal import NO_DIGEST, Opened, Shuffled, by_hand
from domain.kernel.event import Event, Id, Text
from domain.kernel.game import start
from domain.kernel.leaving import Abandoned
from domain.table import next_deal, series
from domain.table.decks import deck_of, deck_text
from domain.table.events import (
    MOST_AHEAD,
    ClockMoved,
    DealAbandoned,
    DealOpened,
    TableClosed,
    TableOpened,
)
from tests.verifier.entries import Entry
from tests.verifier.making import KEY, Step, bundled, kept, played, signed
from tests.verifier.mutations import rechained, with_entry
from tests.verifier.series import PERSON, TABLE, events_of, pinned, table_bundle, taken
from verifier.bundle import Bundle
from verifier.case import Case

OWNER: Final = f"key:{PERSON}"
DURAK: Final = GAMES["durak"]
DECK: Final = tuple(reversed(DURAK.pack))


@cache
def a_test(*moves: int, test: bool = True) -> tuple[list[Step], list[Step]]:
    """A table with one given deck, closed while its first deal was on; and that deal.

    Args:
        moves: By how many seconds its clock is moved.
        test: Whether it is a test table.
    """
    rules = (Text("durak"), Text(DURAK.version))
    opened = TableOpened(TABLE, PERSON, Text("x"), *rules, {}, 2, "public", spectators=True)
    opened = replace(opened, test=test, decks=(deck_text(DECK),))
    sitting = [replace(taken(seat), commits=False, key=None) for seat in range(2)]
    steps: list[Step] = [(OWNER, (opened, *sitting))]
    steps += [(OWNER, (ClockMoved(seconds),)) for seconds in moves]
    deal = Id(str(UUID(int=3 << 96, version=4)))
    first = by_hand(next_deal.terms(series.fold_table(events_of(steps)), deal=deal))
    deck = deck_of(opened, 1)
    assert deck is not None
    dealt, _ = start(DURAK, first, Shuffled(NO_DIGEST, NO_DIGEST, deck, (0,)))
    ended: tuple[Event, ...] = (Abandoned((), "closed"),)
    played: list[Step] = [("system", dealt), ("system", ended)]
    steps.append(("system", (DealOpened(1, deal),)))
    over = DealAbandoned(1, deal, (), "closed", **pinned(played))
    return [*steps, ("system", (over, TableClosed("idle")))], played


def table(*moves: int, test: bool = True) -> Bundle:
    return table_bundle(a_test(*moves, test=test)[0])


def deal(actor: str = "system", *moves: int, test: bool = True) -> Bundle:
    first, (_, end) = a_test(*moves, test=test)[1]
    return bundled(kept([first, (actor, end)]), receipts=False, logged=False)


def by_another(at: int, actor: str) -> Bundle:
    """The table with another actor of one command."""
    steps = [*a_test(60)[0]]
    steps[at] = (actor, steps[at][1])
    return table_bundle(steps)


def held(*moves: int, test: bool = True) -> dict[str, Any]:
    return {"others": (Case(deal("system", *moves, test=test)),)}


def shuffled(*, test: bool, as_test: bool | None = None, version: int | None = None) -> Bundle:
    """A whole deal with seeds, of a test or not; its receipts are those of a test, or not."""
    (actor, (opened, *rest)), *steps = played(DURAK, seats=2, number=1)
    first = replace(cast("Opened", opened), test=test)
    records = kept([(actor, (first, *rest)), *steps], version=version)
    return bundled(records)._replace(receipts=signed(records, test=as_test))


def as_real() -> Bundle:
    """The deal of a test, whose first event no longer says so."""
    bundle = shuffled(test=True)
    body = bundle.events[0].body.replace(b'"test":true', b'"test":false')
    altered = with_entry(bundle, 0, body=body)
    return rechained(altered, altered.events)


def key_of_service() -> dict[str, Any]:
    return {"key": KEY.verifier}


ENTRIES: Final = {
    "a test that is shuffled": Entry(partial(shuffled, test=True), held=key_of_service),
    "a test with receipts of before": Entry(
        partial(shuffled, test=True, as_test=False), held=key_of_service
    ),
    "a deal with receipts of a test": Entry(partial(shuffled, test=False, as_test=True)),
    "a test that is passed off as real": Entry(as_real, held=key_of_service),
    "a deal of before tests said so": Entry(
        partial(shuffled, test=True, version=5), held=key_of_service
    ),
    "a given deck": Entry(partial(table, 60), held=partial(held, 60)),
    "a given deck at another table": Entry(
        partial(table, test=False), held=partial(held, test=False)
    ),
    "the clock moved as far as it goes": Entry(partial(table, 1, MOST_AHEAD - 1)),
    "the clock moved too far": Entry(partial(table, 1, MOST_AHEAD)),
    "the clock not moved": Entry(partial(table, 0)),
    "the clock moved back": Entry(partial(table, -5)),
    "the clock of another table moved": Entry(partial(table, 1, test=False)),
    "the clock moved by the service": Entry(partial(by_another, 1, "system")),
    "found idle by the owner": Entry(partial(by_another, -1, OWNER)),
    "a deal that ends idle": Entry(deal),
    "a deal that ends by the owner": Entry(partial(deal, OWNER)),
}
