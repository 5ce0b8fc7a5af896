"""Signed moves (F7): which must stand signed in a record, and where signatures have their place."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, Final, cast

from domain.deal import MoveSigned, Opened
from domain.event import Clause, Event
from domain.finding import Finding
from domain.leaving import players

SIGNED: Final[tuple[Clause, ...]] = ("F7",)


def check_signed(events: Sequence[Event]) -> Finding | None:
    """The first move without its signature, or signature without its move; None: there is none.

    Whether a signature fits is not asked here: for that, the bytes of the record are needed.

    Args:
        events: The record of a deal as anybody has it, the first of which opened it.
    """
    opened = cast("Opened", events[0])
    if len(opened.keys) not in (0, opened.seats):
        return Finding(1, SIGNED, "there is a key, or none, for each seat", "keys")
    last: Event | None = None
    now = opened.bots
    for position, (event, after) in enumerate(zip_longest(events, events[1:]), start=1):
        now = players(now, () if event is None else (event,))
        if _must_sign(opened, now, event) and not _signs(after, event):
            return Finding(position, SIGNED, "the move is not signed", "seat")
        if isinstance(event, MoveSigned) and not (
            _must_sign(opened, now, last) and _signs(event, last)
        ):
            return Finding(position, SIGNED, "there is no move that it would be for", "seat")
        last = event
    return None


def _must_sign(opened: Opened, now: Sequence[str | None], event: Event | None) -> bool:
    """Whether an event is a move of a seat with a key; a bot that stands in there has none (L3)."""
    if event is None or event.MOVE is None or _seat(event) not in opened.signing:
        return False
    return dict(enumerate(now)).get(_seat(event)) is None


def _signs(signed: Event | None, move: Event | None) -> bool:
    return isinstance(signed, MoveSigned) and signed.seat == _seat(move)


def _seat(move: Event | None) -> int:
    return cast("Any", move).seat  # type: ignore[no-any-return]
