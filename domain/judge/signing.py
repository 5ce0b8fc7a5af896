"""Statements that seats with keys sign (F7): their moves, and their acts other than moves.

Signatures are not verified here: that requires the bytes of the record.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias, cast

from domain.judge.record_rules import FIRST_FIXED, SIGNATURES
from domain.kernel import deal
from domain.kernel.deal import MoveSigned, Opened
from domain.kernel.event import Clause, Event, Json, Key, Seat, Text
from domain.kernel.finding import Finding
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.kernel.moves import say
from domain.kernel.sentence import Sentence
from domain.table import events as table
from domain.table.disputes import (
    DisputeAnswered,
    DisputeAppealed,
    DisputeOpened,
    DisputeWithdrawn,
)
from domain.table.events import SeatCommitted, SeatLeft, SeatReady
from domain.table.guests import (
    ReaderAdmitted,
    ReaderDismissed,
    WatcherAdmitted,
    WatcherDismissed,
)

SIGNED: Final[tuple[Clause, ...]] = ("F7",)


_DIGITS: Final = 3
"""Of the number of a seat, at most."""

Act: TypeAlias = tuple[Seat, dict[str, Json]]
"""A seat, and the statement that its event makes."""


class Statement(NamedTuple):
    """The content of a move or an act, as the player signs it."""

    seat: Seat
    said: dict[str, Json]
    kind: type[MoveSigned | deal.ActSigned | table.TableActSigned]
    """The event that holds the signature."""
    key: Key
    """The key of the seat."""


def statement_in_deal(
    opened: Opened,
    event: Event,
    *,
    first_version: int,
    bots: Sequence[Text | None],
    actor: str,
    begins: bool,
) -> Statement | None:
    """The statement that must be signed for an event of a deal; None: no signature is needed.

    Args:
        opened: The event that opened the deal.
        event: The event.
        first_version: The version of the event that opened the deal.
        bots: The bots on the seats before the event. A bot that stands in has no key (L3).
        actor: The actor that gave the command.
        begins: Whether the event is the first of its command.
    """
    if event.MOVE is not None:
        seat = _seat(event)
        by_person = dict(enumerate(bots)).get(seat) is None
        act = (seat, say(event)) if by_person else None
        return _statement(act, opened.keys, MoveSigned)
    if first_version < FIRST_FIXED:
        return None
    return _statement(_act_in_deal(event, actor, begins=begins), opened.keys, deal.ActSigned)


def _act_in_deal(event: Event, actor: str, *, begins: bool) -> Act | None:
    match event:
        case SeatTakenOver(reason="left", seat=seat):
            return seat, {"type": "leave"}
        case Abandoned(reason="left") if (by := _seat_of(actor)) is not None:
            return by, {"type": "leave"}
        case SeatReturned(seat=seat):
            return seat, {"type": "return"}
        case Resigned(seat=seat):
            return seat, {"type": "resign"}
        case Abandoned(reason="resigned") if begins and (by := _seat_of(actor)) is not None:
            return by, {"type": "resign"}
        case _:
            return None


def statement_at_table(
    event: Event, *, keys: Sequence[Key | None], first_version: int, actor: str
) -> Statement | None:
    """The statement that must be signed for an event of a table; None: no signature is needed.

    Args:
        event: The event.
        keys: The key of each seat before the event.
        first_version: The version of the event that opened the table.
        actor: The actor that gave the command.
    """
    if first_version < FIRST_FIXED:
        return None
    return _statement(_act_at_table(event, actor), keys, table.TableActSigned)


def _statement(
    act: Act | None,
    keys: Sequence[Key | None],
    kind: type[MoveSigned | deal.ActSigned | table.TableActSigned],
) -> Statement | None:
    """The statement of a move or an act that must be signed, if its seat has a key."""
    key = None if act is None else dict(enumerate(keys)).get(act[0])
    return None if act is None or key is None else Statement(*act, kind, key)


def _act_at_table(event: Event, actor: str) -> Act | None:  # noqa: C901, PLR0911 - by event
    match event:
        case SeatCommitted(seat=seat, deal=on, commitment=commitment):
            return seat, {"type": "commit", "deal": on, "commitment": commitment}
        case SeatReady(number=number) if (by := _seat_of(actor)) is not None:
            return by, {"type": "ready", "number": number}
        case SeatLeft() if (by := _seat_of(actor)) is not None:
            return by, {"type": "leave"}
        case WatcherAdmitted(by=int() as seat, name=name):
            return seat, {"type": "admit_watcher", "name": name}
        case WatcherDismissed(watcher=number) if (by := _seat_of(actor)) is not None:
            return by, {"type": "dismiss_watcher", "watcher": number}
        case ReaderAdmitted(by=int() as seat, name=name, deal=on):
            return seat, {"type": "admit_reader", "name": name, "deal": on}
        case ReaderDismissed(reader=number) if (by := _seat_of(actor)) is not None:
            return by, {"type": "dismiss_reader", "reader": number}
        case DisputeOpened(seat=seat, deal=on, at=at, claim=claim, text=text):
            return seat, {"type": "dispute", "deal": on, "at": at, "claim": claim, "text": text}
        case DisputeAnswered(seat=seat, deal=on, dispute=number, text=text):
            return seat, {"type": "answer", "deal": on, "dispute": number, "text": text}
        case DisputeWithdrawn(seat=seat, deal=on, dispute=number):
            return seat, {"type": "withdraw", "deal": on, "dispute": number}
        case DisputeAppealed(seat=seat, deal=on, dispute=number, text=text):
            return seat, {"type": "appeal", "deal": on, "dispute": number, "text": text}
        case _:
            return None


def _seat_of(actor: str) -> Seat | None:
    name, _, seat = actor.partition(":")
    is_seat = name == "seat" and seat.isascii() and seat.isdecimal() and len(seat) <= _DIGITS
    return int(seat) if is_seat and seat == str(int(seat)) else None


def check_keys(opened: Opened) -> Finding | None:
    """Whether a deal names a key, or none, for each seat."""
    if len(opened.keys) in (0, opened.seats):
        return None
    return Finding(1, SIGNED, Sentence("finding-key-for-each-seat"), "keys")


def check_signature_positions(entries: Iterable[tuple[Event, Statement | None]]) -> Finding | None:
    """The first statement that no signature follows, or signature that follows no statement.

    Args:
        entries: Events, each with what must be signed of it.
    """
    every = list(entries)
    following = [*(event for event, _ in every[1:]), None]
    last: Statement | None = None
    for position, ((event, said), after) in enumerate(zip(every, following, strict=False), start=1):
        if said is not None and not _signs(after, said):
            what = "move" if said.kind is MoveSigned else "act"
            return Finding(position, SIGNED, Sentence(f"finding-{what}-unsigned"), "seat")
        if isinstance(event, SIGNATURES) and (last is None or not _signs(event, last)):
            return Finding(position, SIGNED, Sentence("finding-signature-for-nothing"), "seat")
        last = said
    return None


def _signs(event: Event | None, said: Statement) -> bool:
    return event is not None and type(event) is said.kind and _seat(event) == said.seat


def _seat(event: Event) -> int:
    return cast("Any", event).seat  # type: ignore[no-any-return]
