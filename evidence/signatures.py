"""Whether the players made their moves: the signatures of those who brought keys of their own."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple, cast

from domain.deal import MoveSigned
from domain.moves import say
from domain.signing import SIGNED, check_signed
from events.canonical import canonical
from evidence.case import Case
from evidence.chain import may_open
from evidence.record import Told
from evidence.verdicts import Failure, Nothing, NotYet, seats
from proofs.seat_keys import MadeMove, is_key

SHOWN: Final = 16
"""Of a key, so many digits are shown; the reader's own is compared in full."""


class _Signed(NamedTuple):
    """A move with the signature that stands after it."""

    move: Told
    by: Told

    @property
    def seat(self) -> int:
        return cast("MoveSigned", self.by.event).seat

    @property
    def signature(self) -> str | None:
        return cast("MoveSigned", self.by.event).signature


def signatures(case: Case) -> str:
    """Every move of a seat with a key is signed by it, as it stands in this very record."""
    _see_keys(case)
    found = check_signed(case.events)
    if found is not None:
        told = case.told[found.position - 1]
        raise _at(told, found.field, found.detail)
    made, missing = list(_signed(case)), 0
    for each in made:
        if each.by.command != each.move.command:
            raise _at(each.by, None, "it came with another command than the move")
        if each.signature is None and not may_open(case, each.seat):
            missing += 1
        else:
            _see_signature(case, each)
    if missing:
        raise NotYet(f"{len(made) - missing} of {len(made)} fit; the view has not the others")
    if not case.opened.signing:
        raise Nothing("no seat has a key, and nothing is signed")
    keys = ", ".join(f"{seat}: {case.opened.keys[seat][:SHOWN]}…" for seat in case.opened.signing)
    unknown = [seat for seat in case.opened.signing if seat not in case.seat_keys]
    known = f"; whose they are, only --seat-key tells: {seats(unknown)}" if unknown else ""
    made_by = f"{len(made)} moves of {seats(case.opened.signing)}"
    return f"{made_by} are signed by the keys in event 1 ({keys}){known}"


def _see_keys(case: Case) -> None:
    for seat, key in enumerate(case.opened.keys):
        if key is not None and not is_key(bytes.fromhex(key)):
            detail = "under this key more signatures fit than its owner makes"
            raise _at(case.told[0], f"keys/{seat}", detail)
    said = dict(enumerate(case.opened.keys))
    for seat, mine in case.seat_keys.items():
        if said.get(seat) != mine.hex():
            detail = f"the key that you know is {mine.hex()}, and here stands {said.get(seat)}"
            raise _at(case.told[0], f"keys/{seat}", detail)


def _signed(case: Case) -> Iterator[_Signed]:
    for move, by in pairwise(case.told):
        if isinstance(by.event, MoveSigned):
            yield _Signed(move, by)


def _see_signature(case: Case, each: _Signed) -> None:
    opened: Any = case.opened
    before = each.move.position - 1
    made = MadeMove(
        case.bundle.stream,
        each.seat,
        before,
        case.heads[before - 1],
        canonical(say(each.move.event)),
    )
    key, signature = bytes.fromhex(opened.keys[each.seat]), bytes.fromhex(each.signature or "")
    if not made.is_by(key, signature):
        detail = "it is not signed by the seat's key, for this move after these events"
        raise _at(each.by, "signature", detail)


def _at(told: Told, field: str | None, detail: str) -> Failure:
    return Failure(detail, position=told.position, type=told.type, field=field, clauses=SIGNED)
