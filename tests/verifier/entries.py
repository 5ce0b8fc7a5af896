"""Entries of the corpus: records, most of them forged, and the verdicts on them."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.verifier.mutations import Mutant
from tests.verifier.verifiers import RIVAL, disagree, in_javascript, in_python
from verifier.bundle import Bundle, write
from verifier.verdicts import FAILS, Verdict

NONE_FAILS: Final = "all hold"
IN_PYTHON: Final = {"moves", "consequences", "score", "bots", "hints"}
"""Checks of deals that JavaScript does not make, or only for some bots."""


class Entry(NamedTuple):
    """A record.

    Attributes:
        make: Makes the bundle, or its file.
        held: Makes what the reader holds.
    """

    make: Callable[[], Bundle | bytes]
    held: Callable[[], Mapping[str, Any]] = dict


def verdicts_of(module: str) -> dict[str, str]:
    """The verdicts on each entry of a module, from the file of text beside it.

    They are ``CHECK POSITION`` (it fails there), ``CHECK fails`` or ``CHECK STATUS``, with
    commas between them. All that fail are named. ``in Python``: JavaScript leaves it open. After
    ``|`` come words in one of these verdicts, in both languages.
    """
    return verdicts_in(Path(__file__).parent / "corpus" / f"{module}.txt")


def verdicts_in(file: Path) -> dict[str, str]:
    """The lines of a file of verdicts, by the names before the colon."""
    lines = file.read_text("utf-8").splitlines()
    said = dict(line.split(": ", 1) for line in lines)
    assert len(said) == len(lines), "a name occurs twice"
    return said


class Wanted(NamedTuple):
    """A verdict in the form of an entry."""

    check: str
    status: str
    position: int | None
    in_python: bool


def wanted(verdicts: str) -> list[Wanted]:
    every = []
    for part in verdicts.split(", ") if verdicts != NONE_FAILS else ():
        text, _, in_python = part.partition(" in ")
        check, status = text.split()
        position = int(status) if status.isdecimal() else None
        every.append(
            Wanted(check, status if position is None else FAILS, position, bool(in_python))
        )
    return every


def problems(name: str, entry: Entry, wanted_verdicts: str) -> Iterator[str]:
    """The errors in the verdicts on an entry, in each of the verifiers."""
    wanted_verdicts, _, says = wanted_verdicts.partition(" | ")
    made = entry.make()
    raw = made if isinstance(made, bytes) else write(made)
    given = Mutant(name, raw, frozenset(), entry.held())
    verdicts, every = in_python(given), wanted(wanted_verdicts)
    by_check = {each.check: each for each in verdicts}
    if failing(verdicts) != {each.check for each in every if each.status == FAILS}:
        yield f"these fail: {[each for each in verdicts if each.status == FAILS]}"
    for check, status, position, _ in every:
        one = by_check[check]
        if one.status != status or position not in (None, one.position):
            yield f"{one}, and not {wanted_verdicts}"
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
        if checks and not any(says in each.detail for each in said if each.check in checks):
            yield f"{says!r} is not in {said}"


def failing(verdicts: list[Verdict]) -> set[str]:
    return {each.check for each in verdicts if each.status == FAILS}
