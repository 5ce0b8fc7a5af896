"""The four verifiers, and what they disagree about.

The project has one in Python and one in JavaScript. Two were written from docs/evidence-format.md.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from domain.kernel.sentence import Sentence
from events.translog.receipts import receipt_json
from tests.verifier import by_the_format, parity, short_verifier
from tests.verifier.javascript import question, said_of
from tests.verifier.mutations import Mutant
from verifier.bundle import Bundle, Unreadable, read, write
from verifier.case import Case
from verifier.comparing import Named, compare
from verifier.form import Malformed
from verifier.verdicts import FAILS, HOLDS, OPEN, Verdict
from verifier.verify import verify

RIVAL: Final = "rival"
"""The case of a reader of two bundles: the other one."""
NOT_OF_THE_DOCUMENT: Final = {RIVAL, "pins", "own_seeds", "seat_keys"}
"""Evidence of a reader that the verifiers of the document do not know."""
BY_RULES: Final = {
    *("moves", "consequences", "score", "bots", "hints", "series"),
    *("draws", "tables", "boards", "standings"),
}
"""Checks that the verifiers of the document leave open."""
IN_FULL: Final = {"key", "chain", "seeds", "pack", "root", "receipts"}
"""Checks that the short verifier makes as the project does."""
IN_PART: Final = {"form", "openings", "signatures"}
"""Checks of which it makes a part: it finds some failures, and leaves the rest open."""


def in_python(given: Mutant) -> list[Verdict]:
    held = {name: each for name, each in given.held.items() if name != RIVAL}
    try:
        case = Case(read(given.raw), **held)
        if RIVAL not in given.held:
            return list(verify(case))
        other = Case(given.held[RIVAL], **held)
        return list(compare(Named("one", case), Named("other", other)))
    except Unreadable:
        return [Verdict("unreadable", FAILS, Sentence("said"))]
    except Malformed as fault:
        return [Verdict("form", FAILS, fault.sentence)]


def as_it_is(bundle: Bundle) -> Mutant:
    return Mutant("as it is", write(bundle), frozenset())


def differences(every: Iterable[Mutant]) -> list[str]:
    """The differences between the verifiers, in words."""
    return [
        f"{each.kind}: {difference}"
        for each in every
        for difference in disagree(each, in_python(each))
    ]


def in_javascript(given: Mutant) -> list[Verdict]:
    [verdicts] = said_of([question(given)])
    return verdicts


def disagree(
    given: Mutant, mine: list[Verdict], others: list[Verdict] | None = None
) -> Iterator[str]:
    """The differences of the other verdicts from those in Python.

    Args:
        given: The file.
        mine: The verdicts in Python.
        others: Those in JavaScript, if it was asked already.
    """
    yield from unlike_javascript(mine, others or in_javascript(given))
    if not NOT_OF_THE_DOCUMENT & given.held.keys():
        yield from unlike_document(given, mine)
        yield from unlike_short(given, mine)


def unlike_javascript(mine: list[Verdict], others: list[Verdict]) -> Iterator[str]:
    """Differing verdicts or exit codes, among the checks that JavaScript makes."""
    if [each.check for each in mine] != [each.check for each in others]:
        yield f"Python {mine}, JavaScript {others}"
        return
    pairs = zip(mine, others, strict=True)
    made = [(one, other) for one, other in pairs if not parity.is_not_made(other)]
    for one, other in made:
        if one != (_as_form(other, one) if one.check == "form" else other):
            yield f"Python {one}, JavaScript {other}"
    codes = [parity.code(pair[side] for pair in made) for side in (0, 1)]
    if codes[0] != codes[1]:
        yield f"Python exits with {codes[0]}, JavaScript with {codes[1]}"


def _as_form(other: Verdict, one: Verdict) -> Verdict:
    """Each program says in its own way what is wrong in the form."""
    return other._replace(sentence=one.sentence, type=one.type, field=one.field)


def unlike_document(given: Mutant, mine: list[Verdict]) -> Iterator[str]:
    """Differing statuses, or positions of failures, among the checks that need no rules."""
    said = by_the_format.verify(
        given.raw,
        [receipt_json(each) for each in given.held.get("receipts", ())],
        given.held.get("checkpoints", ()),
        str(given.held["key"]) if "key" in given.held else None,
    )
    if [*said] != [each.check for each in mine]:
        yield f"the document {said}, the project {mine}"
        return
    for other in mine:
        status, position = said[other.check]
        by_rules = other.check == "pack" and "it is not what the pack makes" in other.detail
        if other.check in BY_RULES or by_rules:
            same = status == OPEN
        else:
            same = status == other.status and (status != FAILS or position == other.position)
        if not same:
            yield f"the document says {status} at {position}, the project {other}"


def unlike_short(given: Mutant, mine: list[Verdict]) -> Iterator[str]:
    """Contradictions, and checks left open that the short verifier makes in full.

    If the project's `form` fails, it may not notice, and judge checks that the project leaves open:
    then only contradictions count.
    """
    said = short_verifier.verify(
        given.raw,
        [receipt_json(each) for each in given.held.get("receipts", ())],
        str(given.held["key"]) if "key" in given.held else None,
    )
    others = {each.check: each for each in mine}
    sound = "form" in others and others["form"].status == HOLDS
    if sound and [*said] != [*others]:
        yield f"the short verifier makes {[*said]}, the project {[*others]}"
    for check in said.keys() & others.keys():
        status, other = said[check], others[check]
        by_rules = check == "pack" and other.status == FAILS and status == OPEN
        allowed = {OPEN}
        if check in IN_FULL:
            allowed = {OPEN, other.status} if by_rules else {other.status}
        elif check in IN_PART:
            allowed = {OPEN, other.status}
        if {status, other.status} == {HOLDS, FAILS} or (sound and status not in allowed):
            yield f"the short verifier says {status}, the project {other}"
