"""Entries of the corpus: records, most of them forged, and the verdicts on them."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tests.verifier.mutations import Mutant
from tests.verifier.verifiers import RIVAL, disagree, in_javascript, in_python
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, Verdict

IN_PYTHON: Final = {"moves", "consequences", "score", "bots", "hints"}
"""Checks of deals that JavaScript does not make, or only for some bots."""


class Entry(NamedTuple):
    """A record, and the verdicts on it.

    Attributes:
        make: Makes the bundle, or its file.
        verdicts: ``CHECK POSITION`` (it fails there), ``CHECK fails`` or ``CHECK STATUS``, with
            commas between them. All that fail are named. ``in Python``: JavaScript leaves it open.
        says: Words in one of these verdicts, in both languages.
        held: Makes what the reader holds.
    """

    make: Callable[[], Bundle | bytes]
    verdicts: str = ""
    says: str = ""
    held: Callable[[], Mapping[str, Any]] = dict


class Wanted(NamedTuple):
    """A verdict in the form of an entry."""

    check: str
    status: str
    position: int | None
    in_python: bool


Entries = Mapping[str, Entry]


def wanted(entry: Entry) -> list[Wanted]:
    every = []
    for part in filter(None, entry.verdicts.split(", ")):
        text, _, in_python = part.partition(" in ")
        check, status = text.split()
        position = int(status) if status.isdecimal() else None
        every.append(
            Wanted(check, status if position is None else FAILS, position, bool(in_python))
        )
    return every


def problems(name: str, entry: Entry) -> Iterator[str]:
    """The errors in the verdicts on an entry, in each of the verifiers."""
    made = entry.make()
    raw = made if isinstance(made, bytes) else write(made)
    given = Mutant(name, raw, frozenset(), entry.held())
    verdicts, every = in_python(given), wanted(entry)
    by_check = {each.check: each for each in verdicts}
    if failing(verdicts) != {each.check for each in every if each.status == FAILS}:
        yield f"these fail: {[each for each in verdicts if each.status == FAILS]}"
    for check, status, position, _ in every:
        one = by_check[check]
        if one.status != status or position not in (None, one.position):
            yield f"{one}, and not {entry.verdicts}"
    others = in_javascript(given)
    yield from disagree(given, verdicts, others)
    if RIVAL in given.held:
        return
    only = {each.check for each in every if each.in_python}
    only |= IN_PYTHON if "moves" in by_check else set()
    if missed := failing(verdicts) - failing(others) - only:
        yield f"JavaScript does not find {missed}"
    named = {each.check for each in every}
    in_both = set() if "form" in named else named - only
    for said, checks in ((verdicts, named), (others, in_both)):
        if checks and not any(entry.says in each.detail for each in said if each.check in checks):
            yield f"{entry.says!r} is not in {said}"


def failing(verdicts: list[Verdict]) -> set[str]:
    return {each.check for each in verdicts if each.status == FAILS}
