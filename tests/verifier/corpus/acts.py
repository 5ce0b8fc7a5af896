"""With a seat key, no act can be forged in its name: acts are signed as moves are (F7)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from domain.games import GAMES
from domain.kernel import deal
from domain.kernel.deal import Opened, Revealed
from domain.kernel.event import Digest, Event, Key, Signature, Text
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.table import events as table
from domain.table.disputes import DisputeAnswered, DisputeOpened
from domain.table.events import DealRecorded, SeatCommitted, SeatLeft, SeatTaken
from domain.table.guests import (
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)
from tests.keys import key_of
from tests.verifier.entries import Entry
from tests.verifier.making import LATE, NOW, UNKEYED, Step, bundled, kept, played, signed_by_players
from tests.verifier.older import in_old_form
from tests.verifier.series import PERSON, a_series, events_of, table_bundle
from tests.verifier.signing import KEYED
from verifier.bundle import Bundle

SEAT: Final = 0
OWNER: Final = f"key:{PERSON}"
BY: Final = f"seat:{SEAT}"
LEFT: Final[Step] = (BY, (SeatTakenOver(SEAT, Text("medium"), "left"),))
BACK: Final[Step] = (BY, (SeatReturned(SEAT),))
FITS_ALL: Final = Key("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f")
"""A point of small order: any signature fits it."""


# --- Deals --------------------------------------------------------------------------------------


@cache
def a_deal(number: int = KEYED) -> list[Step]:
    """A finished deal of Durak; in this one all seats but one have keys."""
    return played(GAMES["durak"], seats=2, number=number)


def ended(*acts: Step, number: int = KEYED) -> list[Step]:
    """The deal with these acts in place of its last move; it is closed if they do not end it."""
    opened: Any = a_deal(number)[0][1][0]
    *before, (actor, last) = [*a_deal(number)[:-1], *acts]
    if any(isinstance(event, Abandoned) for event in last):
        return [*before, (actor, (*last, Revealed(opened.seed)))]
    end = (OWNER, (Abandoned((), "closed"), Revealed(opened.seed)))
    return [*before, (actor, last), end]


def resigned(seat: int) -> Step:
    return f"seat:{seat}", (Resigned(seat), Abandoned((seat,), "resigned"))


def bundle_of(steps: Sequence[Step]) -> Bundle:
    return bundled(kept(steps), receipts=False, logged=False)


FORGERIES: dict[str, Callable[[Any], Event]] = {
    "by another key": lambda by: replace(by, signature=Signature("ab" * 64)),
    "by another seat": lambda by: replace(by, seat=UNKEYED),
    "that is a move's": lambda by: deal.MoveSigned(by.seat, by.signature),
}


def forged(change: Callable[[Any], Event]) -> Bundle:
    """The deal with another signature of the first act."""
    steps = signed_by_players(ended(LEFT, BACK))
    at = next(at for at, (_, events) in enumerate(steps) if isinstance(events[0], SeatTakenOver))
    actor, (act, by, *rest) = steps[at]
    return bundle_of([*steps[:at], (actor, (act, change(by), *rest)), *steps[at + 1 :]])


def signed_once() -> Bundle:
    """Leave, return, and leave again under the first signature."""
    steps = signed_by_players(ended(LEFT, BACK, LEFT))
    first, second = (at for at, (_, e) in enumerate(steps) if isinstance(e[0], SeatTakenOver))
    steps[second] = (BY, (steps[second][1][0], steps[first][1][1]))
    return bundle_of(steps)


def with_keys(*keys: Key | None) -> Bundle:
    """A deal that was opened with these keys."""
    (actor, (opened, *events)), *others = a_series("durak", 2).deals[0]
    opened = replace(opened, keys=keys) if isinstance(opened, Opened) else opened
    return bundled(kept([(actor, (opened, *events)), *others]))


DEALS: Final = {
    "left and back": Entry(lambda: bundle_of(signed_by_players(ended(LEFT, BACK)))),
    "left, unsigned": Entry(lambda: bundle_of(ended(LEFT))),
    "left and back, unsigned": Entry(lambda: bundle_of(ended(LEFT, BACK))),
    "resigned": Entry(lambda: bundle_of(signed_by_players(ended(resigned(SEAT))))),
    "resigned, unsigned": Entry(lambda: bundle_of(ended(resigned(SEAT)))),
    "resigned without a key": Entry(lambda: bundle_of(ended(resigned(UNKEYED)))),
    "before acts were signed": Entry(lambda: in_old_form(bundle_of(ended(LEFT, BACK, number=1)))),
    **{f"a signature {name}": Entry(partial(forged, change)) for name, change in FORGERIES.items()},
    "a signature for a later act": Entry(signed_once),
    "one key for two seats": Entry(lambda: with_keys(key_of(0))),
    "a key of small order in a deal": Entry(lambda: with_keys(FITS_ALL, None)),
}


# --- Tables -------------------------------------------------------------------------------------


def at_the_table() -> dict[str, list[Step]]:
    """Acts of the seat with the key, after a series whose first deal is over."""
    events = events_of(a_series("durak", 2).table)
    over = next(each.deal for each in events if isinstance(each, DealRecorded))
    token, eve, until = Digest("ab" * 32), Text("Eve"), NOW + LATE
    return {
        "a watcher": [(BY, (WatcherAdmitted(1, eve, SEAT, token, until),))],
        "a watcher dismissed": [
            (OWNER, (WatcherAdmitted(1, eve, None, token, until),)),
            (BY, (WatcherDismissed(1),)),
        ],
        "a reader": [(BY, (ReaderAdmitted(1, eve, SEAT, over, token, until),))],
        "a reader dismissed": [
            (OWNER, (ReaderAdmitted(1, eve, None, None, token, until),)),
            (BY, (ReaderDismissed(1),)),
        ],
        "a dispute": [(BY, (DisputeOpened(over, 1, SEAT, 3, "deal", Text("No.")),))],
        "an answer": [
            ("seat:1", (DisputeOpened(over, 1, 1, 3, "deal", Text("No.")),)),
            (BY, (DisputeAnswered(over, 1, SEAT, Text("Yes.")),)),
        ],
    }


KINDS: Final = (
    *(
        "a watcher",
        "a watcher dismissed",
        "a reader",
        "a reader dismissed",
        "a dispute",
        "an answer",
    ),
)


def made_up(name: str) -> Bundle:
    return table_bundle([*a_series("durak", 2).table, *at_the_table()[name]])


def signed(name: str) -> Bundle:
    return table_bundle(signed_by_players([*a_series("durak", 2).table, *at_the_table()[name]]))


def commitment(change: Callable[[Any, Event], tuple[Event, ...]]) -> Bundle:
    """The series with other events in place of the seat's first commitment and its signature."""
    steps = [*a_series("durak", 2).table]
    at = next(
        at
        for at, (_, (first, *_)) in enumerate(steps)
        if isinstance(first, SeatCommitted) and first.seat == SEAT
    )
    actor, (act, by) = steps[at]
    steps[at] = (actor, change(act, by))
    return table_bundle(steps)


def left_table(actor: str = BY) -> list[Step]:
    """A seat with a key is left before the start."""
    (who, (opened, taken, *_)), *_ = a_series("durak", 2).table
    keyed = replace(taken, key=key_of(SEAT)) if isinstance(taken, SeatTaken) else taken
    return [(who, (opened, keyed)), (actor, (SeatLeft(SEAT),))]


def for_nothing() -> Bundle:
    by = table.TableActSigned(SEAT, Signature("ab" * 64))
    return table_bundle([*a_series("durak", 2).table, (BY, (by,))])


def weak_key() -> Bundle:
    """The seat is taken with a key that anybody can sign for."""
    first, left, (actor, (taken, *events)), *others = a_series("durak", 2).table
    weak = replace(taken, key=FITS_ALL) if isinstance(taken, SeatTaken) else taken
    return table_bundle([first, left, (actor, (weak, *events)), *others])


ENTRIES: Final = {
    **DEALS,
    **{f"{name}, unsigned": Entry(partial(made_up, name)) for name in KINDS},
    **{f"{name}, signed": Entry(partial(signed, name)) for name in KINDS},
    "a commitment, unsigned": Entry(partial(commitment, lambda act, _: (act,))),
    "another commitment": Entry(
        partial(commitment, lambda act, by: (replace(act, commitment=Digest("ab" * 32)), by))
    ),
    "a seat that is left": Entry(lambda: table_bundle(signed_by_players(left_table()))),
    "a seat that is left, unsigned": Entry(lambda: table_bundle(left_table())),
    "a seat that the owner frees": Entry(lambda: table_bundle(left_table(OWNER))),
    "a signature for nothing": Entry(for_nothing),
    "as they are signed": Entry(lambda: table_bundle(a_series("durak", 2).table)),
    "a key of small order": Entry(weak_key),
}
