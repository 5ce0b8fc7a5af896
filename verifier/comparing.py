"""Compare two bundles of one deal or table: is it one record, and which one is in the log?

A key is not trusted because a bundle contains it: only a key that the reader trusts settles which
of two records the log holds. A key that has signed two records is proof of misconduct by its owner.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from domain.kernel.sentence import Sentence
from events.canonical import Json, canonical
from events.translog.notes import Checkpoint, VerifierKey
from events.translog.receipts import Receipt
from verifier.bundle import DEAL, Bundle
from verifier.case import Case
from verifier.form import Malformed, loads
from verifier.receipts import see_receipt
from verifier.translog import is_grown, logged, placed
from verifier.trust import Trusted, trusted
from verifier.verdicts import Failure, NotYet, Verdict, judged, together

FIRST: Final = ("type", "schema", "data", "actor", "at", "cause", "command", "correlation")
"""The fields of an event, in the order in which they are searched for a difference."""
SHOWN: Final = 60
"""The largest number of characters shown of a value that differs."""


_Shown: TypeAlias = str | Sentence
"""A value that differs, or that there is none."""


class Named(NamedTuple):
    """A bundle, and the reader's name for it."""

    name: str
    case: Case


class BundleSignatures(NamedTuple):
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
    missing: Sentence | None = None


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


def _agree(one: Named, other: Named, parting: int | None) -> Sentence:
    counts = [len(each.case.bundle.events) for each in (one, other)]
    if parting is None:
        if counts[0] == counts[1]:
            return Sentence("finding-one-record", {"events": counts[0]})
        longer = one if counts[0] > counts[1] else other
        return Sentence("finding-longer", {"event": min(counts), "name": longer.name})
    mine, yours = (each.case.bundle.events[parting - 1].body for each in (one, other))
    where, shown = _difference(mine, yours)
    detail = Sentence(
        "finding-differ",
        {"one": one.name, "mine": shown[0], "other": other.name, "yours": shown[1]},
    )
    raise Failure(detail, position=parting, field=where)


def _difference(one: bytes, other: bytes) -> tuple[str, tuple[_Shown, _Shown]]:
    """The first difference between two events: where it is, and the two values there."""
    try:
        mine, yours = loads(one), loads(other)
    except Malformed:
        return "body", (Sentence("finding-one-text"), Sentence("finding-another-text"))
    return _deeper(mine, yours, "")


def _deeper(one: Json, other: Json, where: str) -> tuple[str, tuple[_Shown, _Shown]]:
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


def _shown(value: list[Json]) -> _Shown:
    if not value:
        return Sentence("finding-nothing")
    text = canonical(value[0]).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


# --- Has a key signed two records that exclude each other? ----------------------------------------


def _signatures(case: Case) -> BundleSignatures:
    try:
        by = trusted(case)
    except Failure as failure:
        return BundleSignatures(None, missing=_reason(failure))
    given = (*case.receipts, *case.bundle.receipts)
    received = max((each.position for each in given if _is_sound(case, each, by.key)), default=0)
    try:
        _, seen = placed(case)
    except (Failure, NotYet) as missing:
        return BundleSignatures(by, received=received, missing=_reason(missing))
    assert case.bundle.log is not None, "it is placed"
    return BundleSignatures(by, seen, case.bundle.log.version, received)


def _reason(fault: Failure | NotYet) -> Sentence:
    """Why a check fails, or is undecided, with the place of a failure."""
    if not isinstance(fault, Failure) or fault.field is None:
        return fault.sentence
    values = {"field": fault.field, "detail": fault.sentence}
    if fault.position is None:
        return Sentence("finding-in", values)
    return Sentence("finding-at", {"position": fault.position, **values})


def _is_sound(case: Case, receipt: Receipt, key: VerifierKey) -> bool:
    try:
        see_receipt(case, receipt, key)
    except (Failure, NotYet):
        return False
    return True


def _signed_once(one: Case, other: Case, parting: int | None) -> Sentence:
    mine, yours = _signatures(one), _signatures(other)
    by = mine.by
    if by is None or yours.by is None or by.key != yours.by.key:
        raise NotYet(Sentence("finding-no-common-key"))
    both = (mine.checkpoint, yours.checkpoint)
    if both[0] and both[1] and both[0].size == both[1].size and both[0] != both[1]:
        detail = Sentence("finding-two-logs", {"key": _whose(by), "entries": both[0].size})
        raise Failure(Sentence("finding-misconduct", {"what": detail}), field="checkpoint")
    if parting is not None and all(max(e.logged, e.received) >= parting for e in (mine, yours)):
        detail = Sentence("finding-both-signed", {"key": _whose(by)})
        raise Failure(Sentence("finding-misconduct", {"what": detail}), position=parting)
    if both[0] is None or both[1] is None:
        raise NotYet(Sentence("finding-not-both-logged"))
    if both[0] == both[1]:
        return Sentence("finding-one-checkpoint", {"entries": both[0].size})
    grown = is_grown(one, both[0], both[1])
    if grown is None:
        sizes = {"one": both[0].size, "other": both[1].size}
        raise NotYet(Sentence("finding-growth-needed", sizes))
    return grown


def _whose(by: Trusted) -> str | Sentence:
    if by.reason is not None:
        return by.short
    return Sentence("finding-key-of-bundles", {"key": by.short})


# --- Which one is in the log? ---------------------------------------------------------------------


def _settled(one: Named, other: Named, parting: int) -> Sentence:
    reasons = [(each.name, *_held(each.case, parting)) for each in (one, other)]
    held = [name for name, holds, _ in reasons if holds]
    said = together(
        *(Sentence("finding-named", {"name": name, "why": why}) for name, _, why in reasons)
    )
    if len(held) == len(reasons):
        raise Failure(Sentence("finding-log-holds-both", {"said": said}))
    if not held:
        raise NotYet(Sentence("finding-key-decides", {"said": said}))
    (mine,) = held
    absent = next(name for name, holds, _ in reasons if not holds)
    return Sentence("finding-log-holds-one", {"name": mine, "absent": absent, "said": said})


def _held(case: Case, parting: int) -> tuple[bool, Sentence | None]:
    """Whether the log that the reader trusts holds a record at the point of difference, and why."""
    signed = _signatures(case)
    if signed.by is None or signed.checkpoint is None:
        return False, signed.missing
    if signed.logged < parting:
        return False, Sentence("finding-log-ends", {"event": signed.logged})
    try:
        return signed.by.reason is not None, logged(case)
    except (Failure, NotYet) as fault:  # by what the reader holds, it is not in the log, or not yet
        return False, _reason(fault)
