"""Check the signatures of players who brought keys, on their moves and acts."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from domain.judge.record_rules import FIRST_FIXED, SIGNATURES
from domain.judge.signing import (
    SIGNED,
    Statement,
    check_keys,
    check_signature_positions,
    statement_at_table,
    statement_in_deal,
)
from domain.kernel.deal import MoveSigned
from domain.kernel.event import Json, Key
from domain.kernel.finding import Finding
from domain.kernel.leaving import players
from domain.kernel.sentence import Sentence
from domain.table.events import SeatLeft, SeatTaken, TableBranched
from events.canonical import canonical
from events.chain import genesis
from events.seat_keys import ACT, MOVE, Signable, is_key
from verifier.bundle import DEAL
from verifier.case import Case
from verifier.chain import may_open
from verifier.record import Decoded
from verifier.verdicts import Failure, Nothing, NotYet, seats, together

_Said: TypeAlias = tuple[Decoded, Statement | None]
"""An event, and the statement that must be signed for it."""

SHOWN: Final = 16
"""The number of digits shown of a key; the reader's own key is compared in full."""


class _Signed(NamedTuple):
    """A statement with the event that holds its signature."""

    decoded: Decoded
    statement: Statement
    by: Decoded

    @property
    def signature(self) -> str | None:
        event: Any = self.by.event
        return event.signature  # type: ignore[no-any-return]


def signatures(case: Case) -> Sentence:
    """Every move and act of a seat with a key is signed by that key, for this very record."""
    said = list(_in_deal(case) if case.bundle.kind == DEAL else _at_table(case))
    found = check_signature_positions((decoded.event, statement) for decoded, statement in said)
    if found is not None:
        raise _failure(case, found)
    made, missing = list(_signed(said)), 0
    for each in made:
        if each.by.command != each.decoded.command:
            raise _at(each.by, None, Sentence("finding-other-command"))
        if each.signature is None and not may_open(case, each.statement.seat):
            missing += 1
        else:
            _see_signature(case, each)
    if missing:
        fit = Sentence("finding-fit", {"fit": len(made) - missing, "count": len(made)})
        raise NotYet(together(fit, Sentence("finding-others-not-in-view")))
    return (_deal_words if case.bundle.kind == DEAL else _table_words)(case, made)


def _deal_words(case: Case, made: list[_Signed]) -> Sentence:
    if not case.opened.signing:
        raise Nothing(Sentence("finding-unkeyed"))
    moves = sum(isinstance(each.by.event, MoveSigned) for each in made)
    values: dict[str, Json] = {"moves": moves, "seats": seats(case.opened.signing)}
    what = Sentence("finding-moves-of", values)
    if moves < len(made):
        what = Sentence("finding-moves-and-acts-of", {**values, "acts": len(made) - moves})
    keys = ", ".join(f"{seat}: {case.opened.keys[seat][:SHOWN]}…" for seat in case.opened.signing)
    unknown = [seat for seat in case.opened.signing if seat not in case.seat_keys]
    said = [Sentence("finding-signed-by-keys", {"what": what, "keys": keys})]
    if case.decoded[0].schema < FIRST_FIXED:
        said.append(Sentence("finding-acts-unsigned"))
    if unknown:
        said.append(Sentence("finding-key-of-unknown", {"seats": seats(unknown)}))
    return together(*said)


def _table_words(case: Case, made: list[_Signed]) -> Sentence:
    if case.decoded[0].schema < FIRST_FIXED:
        raise Nothing(Sentence("finding-older-than-acts"))
    if not made:
        raise Nothing(Sentence("finding-no-acts"))
    return Sentence(
        "finding-acts-signed",
        {"acts": len(made), "seats": seats({each.statement.seat for each in made})},
    )


# --- What must be signed --------------------------------------------------------------------------


def _in_deal(case: Case) -> Iterator[_Said]:
    _see_keys(case)
    if (found := check_keys(case.opened)) is not None:
        raise _failure(case, found)
    opened, first_version = case.opened, case.decoded[0].schema
    if not opened.signing and not any(isinstance(event, SIGNATURES) for event in case.events):
        return
    bots, before = opened.bots, None
    for decoded in case.decoded:
        begins = before is None or decoded.command != before.command
        said = statement_in_deal(
            opened,
            decoded.event,
            first_version=first_version,
            bots=bots,
            actor=decoded.actor,
            begins=begins,
        )
        yield decoded, said
        bots = players(bots, (decoded.event,))
        before = decoded


def _see_keys(case: Case) -> None:
    for seat, key in enumerate(case.opened.keys):
        if key is not None and not is_key(bytes.fromhex(key)):
            detail = Sentence("finding-key-of-many")
            raise _at(case.decoded[0], f"keys/{seat}", detail)
    said = dict(enumerate(case.opened.keys))
    for seat, mine in case.seat_keys.items():
        if said.get(seat) != mine.hex():
            detail = Sentence(
                "finding-key-you-know", {"mine": mine.hex(), "given": str(said.get(seat))}
            )
            raise _at(case.decoded[0], f"keys/{seat}", detail)


def _at_table(case: Case) -> Iterator[_Said]:
    """Every event of a table that must be signed, with its statement."""
    first, *rest = case.decoded
    keys, branched = dict[int, Key | None](), False
    yield first, None
    for decoded in rest:
        event, now = decoded.event, () if branched else _listed(keys, case.opened.seats)
        said = statement_at_table(event, keys=now, first_version=first.schema, actor=decoded.actor)
        if said is not None and not is_key(bytes.fromhex(said.key)):
            detail = Sentence("finding-its-key-of-many")
            raise _at(decoded, "key", detail)
        yield decoded, said
        match event:
            case SeatTaken(seat=seat, key=key):
                keys[seat] = key
            case SeatLeft(seat=seat):
                keys[seat] = None
            case TableBranched():
                branched = True
            case _:
                pass


def _listed(keys: Mapping[int, Key | None], seats: int) -> tuple[Key | None, ...]:
    return tuple(keys.get(seat) for seat in range(seats))


# --- Is it signed? --------------------------------------------------------------------------------


def _signed(said: list[_Said]) -> Iterator[_Signed]:
    for (decoded, statement), (by, _) in pairwise(said):
        if statement is not None:
            yield _Signed(decoded, statement, by)


def _see_signature(case: Case, each: _Signed) -> None:
    statement = each.statement
    before = _before(case, each.decoded)
    signable = Signable(
        case.bundle.stream,
        statement.seat,
        before,
        case.heads[before - 1] if before else genesis(case.bundle.stream),
        canonical(statement.said),
        MOVE if statement.kind is MoveSigned else ACT,
    )
    key, signature = bytes.fromhex(statement.key), bytes.fromhex(each.signature or "")
    if not signable.is_by(key, signature):
        what = "move" if statement.kind is MoveSigned else "act"
        raise _at(each.by, "signature", Sentence(f"finding-{what}-unsigned-by-seat"))


def _before(case: Case, decoded: Decoded) -> int:
    """The position of the last event before the command of an event; 0 if there is none."""
    position = decoded.position
    while position > 1 and case.decoded[position - 2].command == decoded.command:
        position -= 1
    return position - 1


def _failure(case: Case, found: Finding) -> Failure:
    return _at(case.decoded[found.position - 1], found.field, found.detail)


def _at(decoded: Decoded, field: str | None, detail: Sentence) -> Failure:
    return Failure(
        detail, position=decoded.position, type=decoded.type, field=field, clauses=SIGNED
    )
