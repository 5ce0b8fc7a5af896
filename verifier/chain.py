"""Check that the record is intact: its form, its hash chain, and its openings."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from domain.kernel.event import ALL_ERASABLE, EACH, ERASABLE, RECORDED_AS
from domain.kernel.sentence import Sentence
from events.chain import commitment
from verifier.bundle import BundleOpening
from verifier.case import Case
from verifier.record import Decoded
from verifier.verdicts import Failure, together

_ERASABLE: Final = tuple(RECORDED_AS[each] for each in ERASABLE)


def form(case: Case) -> Sentence:
    """Every event is well-formed, and the bundle's header agrees with the first event."""
    decoded, bundle = case.read(), case.bundle
    said = Sentence(
        "finding-events-of",
        {
            "events": len(decoded),
            "kind": bundle.kind,
            "stream": str(bundle.stream),
            "game": bundle.game,
            "view": bundle.view,
        },
    )
    rewritten = (Sentence("finding-rewritten"),) if bundle.rewritten else ()
    return together(said, *rewritten, *_clock(decoded))


def _clock(decoded: Sequence[Decoded]) -> Iterator[Sentence]:
    """Where an event has an earlier time than the one before it.

    This is not a failure: each event has the time of the process that wrote it, and clocks of
    different processes may differ. The order of events is the order of the chain.
    """
    back = [(one.at - other.at, other.position) for one, other in pairwise(decoded)]
    most, position = max(back, default=(0, 0), key=lambda step: step[0])
    if most > 0:
        yield Sentence("finding-clock-back", {"us": most, "event": position})


def chain(case: Case) -> Sentence:
    """Every hash follows from the bytes of all events up to it."""
    bundle = case.bundle
    for position, (entry, head) in enumerate(zip(bundle.events, case.heads, strict=True), start=1):
        if entry.hash != head:
            detail = Sentence("finding-hash")
            raise Failure(detail, position=position, field="hash")
    if bundle.head != case.heads[-1]:
        detail = Sentence("finding-head-end")
        raise Failure(detail, position=len(bundle.events), field="head")
    return Sentence("finding-head", {"head": bundle.head.hex()})


def openings(case: Case) -> Sentence:
    """Every opening fits its commitment, and the bundle opens exactly what its viewer may open.

    What can be erased may be opened or not.
    """
    opened = sealed = 0
    for decoded, entry in zip(case.decoded, case.bundle.events, strict=True):
        see_openings(case, decoded)
        opened += len(entry.openings)
        sealed += len(decoded.commitments)
    return Sentence("finding-openings", {"opened": opened, "sealed": sealed})


def openings_of(case: Case, decoded: Decoded) -> dict[str, BundleOpening]:
    """The openings of an event, by slot."""
    return {each.slot: each for each in case.bundle.events[decoded.position - 1].openings}


def see_openings(case: Case, decoded: Decoded) -> None:
    """Check the commitments and openings of one event.

    Raises:
        Failure: The first one that is wrong, missing or not for this view.
    """
    _see_hands(case, decoded)
    by_slot = openings_of(case, decoded)
    if not (by_slot or decoded.commitments or decoded.leaves):
        return
    _see_commitments(decoded)
    for slot, opening in by_slot.items():
        _see_opening(decoded, slot, opening)
    for slot, leaf in decoded.leaves.items():
        may, given = may_open(case, leaf.audience), slot in by_slot
        if given and not may:
            raise _at(decoded, slot, Sentence("finding-secret-not-of-view"))
        if may and not given and leaf.audience not in _ERASABLE:
            raise _at(decoded, slot, Sentence("finding-secret-closed"))


def may_open(case: Case, audience: int) -> bool:
    """Whether the bundle's viewer may open a secret that is meant for an audience."""
    return case.is_full or audience in (case.bundle.seat, RECORDED_AS[ALL_ERASABLE])


def _see_hands(case: Case, decoded: Decoded) -> None:
    """A field with a value for each seat has one for each seat of the deal."""
    for name, audience, _ in decoded.event.HIDDEN:
        if audience is EACH and len(getattr(decoded.event, name)) != case.opened.seats:
            raise _at(decoded, name, Sentence("finding-not-each-seat"))


def _see_commitments(decoded: Decoded) -> None:
    """Commitments stand exactly where the event hides something, each with its number of cards."""
    odd = decoded.commitments.keys() ^ decoded.leaves.keys()
    for slot in sorted(odd):
        detail = Sentence("finding-secret-open")
        if slot in decoded.commitments:
            detail = Sentence("finding-nothing-hidden")
        raise _at(decoded, slot, detail)
    for slot, (count, _) in decoded.commitments.items():
        if count != decoded.leaves[slot].size:
            raise _at(decoded, slot, Sentence("finding-other-count", {"count": count}))


def _see_opening(decoded: Decoded, slot: str, opening: BundleOpening) -> None:
    if slot not in decoded.commitments:
        raise _at(decoded, slot, Sentence("finding-no-commitment"))
    if commitment(opening.salt, opening.payload) != decoded.commitments[slot].sha256:
        raise _at(decoded, slot, Sentence("finding-opening"))


def _at(decoded: Decoded, slot: str, detail: Sentence) -> Failure:
    return Failure(detail, position=decoded.position, type=decoded.type, field=slot)
