"""Compare two bundles of one deal or table: is it one record, and which one is in the log?

A key is not trusted because a bundle contains it: only a key that the reader trusts settles which
of two records the log holds. A key that has signed two records is proof of misconduct by its owner.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from events.canonical import Json, canonical
from events.translog.notes import Checkpoint, VerifierKey
from events.translog.receipts import Receipt
from verifier.bundle import DEAL, Bundle
from verifier.case import Case
from verifier.form import Malformed, loads
from verifier.receipts import see_receipt
from verifier.translog import is_grown, logged, placed
from verifier.trust import Trusted, trusted
from verifier.verdicts import Failure, NotYet, Verdict, judged

FIRST: Final = ("type", "schema", "data", "actor", "at", "cause", "command", "correlation")
"""The fields of an event, in the order in which they are searched for a difference."""
SHOWN: Final = 60
"""The largest number of characters shown of a value that differs."""


class Named(NamedTuple):
    """A bundle, and the reader's name for it."""

    name: str
    case: Case


class Signed(NamedTuple):
    """The valid signatures of a bundle.

    Attributes:
        by: the key that made them; None: the bundle has no signature that could be trusted.
        checkpoint: the checkpoint of the log that contains the record.
        logged: the last event that is in that log, 0 for none.
        received: the last event that has a receipt, 0 for none.
        missing: why the record is in no log.
    """

    by: Trusted | None
    checkpoint: Checkpoint | None = None
    logged: int = 0
    received: int = 0
    missing: str = ""


def are_rivals(one: Bundle, other: Bundle) -> bool:
    """Whether two bundles both claim to be the only record of the same deal or table.

    They are rivals if they have the same stream id. Two deals with the same number at the same
    table are rivals too, because there can be only one (F2).
    """
    place = _place(one)
    return one.stream == other.stream or (place is not None and place == _place(other))


def _place(bundle: Bundle) -> tuple[Json, Json] | None:
    """The table of a deal, and the deal's number there, as its record states them."""
    try:
        data = loads(bundle.events[0].body)["data"]
        return (data["table"], data["number"]) if bundle.kind == DEAL else None
    except (Malformed, LookupError, TypeError):
        return None


def compare(one: Named, other: Named) -> Iterator[Verdict]:
    """Check two bundles of the same deal or table against each other."""
    parting = _parting(one.case, other.case)
    yield judged("agree", lambda: _agree(one, other, parting))
    yield judged("signed", lambda: _signed_once(one.case, other.case, parting))
    if parting is not None:
        yield judged("settled", lambda: _settled(one, other, parting))


# --- Are they of one record? ----------------------------------------------------------------------


def _parting(one: Case, other: Case) -> int | None:
    """The first event, from 1, that differs; None if one record contains the whole other one."""
    pairs = zip(one.bundle.events, other.bundle.events, strict=False)
    for position, (mine, yours) in enumerate(pairs, start=1):
        if mine.body != yours.body:
            return position
    return None


def _agree(one: Named, other: Named, parting: int | None) -> str:
    counts = [len(each.case.bundle.events) for each in (one, other)]
    if parting is None:
        if counts[0] == counts[1]:
            return f"they are of one record, of {counts[0]} events"
        longer = one if counts[0] > counts[1] else other
        return f"they are of one record; after event {min(counts)} {longer.name} alone goes on"
    mine, yours = (each.case.bundle.events[parting - 1].body for each in (one, other))
    where, shown = _difference(mine, yours)
    detail = f"{one.name} has {shown[0]}, {other.name} has {shown[1]}"
    raise Failure(detail, position=parting, field=where)


def _difference(one: bytes, other: bytes) -> tuple[str, tuple[str, str]]:
    """The first difference between two events: where it is, and the two values there."""
    try:
        mine, yours = loads(one), loads(other)
    except Malformed:
        return "body", ("one text", "another")
    return _deeper(mine, yours, "")


def _deeper(one: Json, other: Json, where: str) -> tuple[str, tuple[str, str]]:
    for key, mine, yours in _pairs(one, other):
        if list(map(canonical, mine)) != list(map(canonical, yours)):
            inner = f"{where}.{key}" if where else key
            if not mine or not yours:
                return inner, (_shown(mine), _shown(yours))
            return _deeper(mine[0], yours[0], inner)
    return where, (_shown([one]), _shown([other]))


def _pairs(one: Json, other: Json) -> list[tuple[str, list[Json], list[Json]]]:
    """Pair the values under the same key or index of two values; a missing one is nothing."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = sorted({*one, *other}, key=_rank)
        return [(key, _at(one, key), _at(other, key)) for key in keys]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return [(str(place), [mine], [yours]) for place, (mine, yours) in pairs]
    return []


def _at(value: dict[str, Json], key: str) -> list[Json]:
    return [value[key]] if key in value else []


def _rank(key: str) -> tuple[int, str]:
    return FIRST.index(key) if key in FIRST else len(FIRST), key


def _shown(value: list[Json]) -> str:
    text = canonical(value[0]).decode() if value else "nothing"
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# --- Has a key signed two records that exclude each other? ----------------------------------------


def _signatures(case: Case) -> Signed:
    try:
        by = trusted(case)
    except Failure as failure:
        return Signed(None, missing=str(failure))
    given = (*case.receipts, *case.bundle.receipts)
    received = max((each.position for each in given if _is_sound(case, each, by.key)), default=0)
    try:
        _, seen = placed(case)
    except (Failure, NotYet) as missing:
        return Signed(by, received=received, missing=str(missing))
    assert case.bundle.log is not None, "it is placed"
    return Signed(by, seen, case.bundle.log.version, received)


def _is_sound(case: Case, receipt: Receipt, key: VerifierKey) -> bool:
    try:
        see_receipt(case, receipt, key)
    except (Failure, NotYet):
        return False
    return True


def _signed_once(one: Case, other: Case, parting: int | None) -> str:
    mine, yours = _signatures(one), _signatures(other)
    by = mine.by
    if by is None or yours.by is None or by.key != yours.by.key:
        raise NotYet("no key has signed both")
    both = (mine.checkpoint, yours.checkpoint)
    if both[0] and both[1] and both[0].size == both[1].size and both[0] != both[1]:
        detail = f"{_whose(by)} has signed two logs of {both[0].size} entries"
        raise Failure(f"{detail}: that is proof of misconduct", field="checkpoint")
    if parting is not None and all(max(e.logged, e.received) >= parting for e in (mine, yours)):
        detail = f"{_whose(by)} has signed both records"
        raise Failure(f"{detail}: that is proof of misconduct", position=parting)
    if both[0] is None or both[1] is None:
        raise NotYet("not both have a place in the log")
    if both[0] == both[1]:
        return f"both are under one checkpoint, of {both[0].size} entries"
    grown = is_grown(one, both[0], both[1])
    if grown is None:
        sizes = " and ".join(str(each.size) for each in both if each)
        raise NotYet(f"only a proof of consistency can show whether the logs of {sizes} are one")
    return grown


def _whose(by: Trusted) -> str:
    unproved = "" if by.reason else ", a key that only the bundles name,"
    return f"{by.key.name}+{by.key.id.hex()}{unproved}"


# --- Which one is in the log? ---------------------------------------------------------------------


def _settled(one: Named, other: Named, parting: int) -> str:
    reasons = [(each.name, *_held(each.case, parting)) for each in (one, other)]
    held = [name for name, holds, _ in reasons if holds]
    said = "; ".join(f"{name}: {why}" for name, _, why in reasons)
    if len(held) == len(reasons):
        raise Failure(f"the log holds both: {said}")
    if not held:
        raise NotYet(f"{said}. The key of the service, if you have it from elsewhere, can decide")
    (mine,) = held
    absent = next(name for name, holds, _ in reasons if not holds)
    return f"the log holds {mine}; nothing was given that it holds {absent}; {said}"


def _held(case: Case, parting: int) -> tuple[bool, str]:
    """Whether the log that the reader trusts holds a record at the point of difference, and why."""
    signed = _signatures(case)
    if signed.by is None or signed.checkpoint is None:
        return False, signed.missing
    if signed.logged < parting:
        return False, f"what is in the log ends with event {signed.logged}, before they part"
    try:
        return signed.by.reason is not None, logged(case)
    except (Failure, NotYet) as fault:  # by what the reader holds, it is not in the log, or not yet
        return False, str(fault)
