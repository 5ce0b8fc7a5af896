"""Verify the evidence of a tournament: its bundle, then those of its tables and their deals.

A file may have any number of lines: only one table with its deals is in memory.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BufferedReader
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Id, Json
from domain.kernel.sentence import Sentence
from verifier.bundle import DEAL, TABLE, TOURNAMENT, Unreadable, read_json
from verifier.case import Case, SeenTable
from verifier.drawn import see
from verifier.evidence import Evidence
from verifier.exports import lines, read_line
from verifier.form import Malformed
from verifier.report import Checked
from verifier.verdicts import FAILS, HAND, HOLDS, OPEN, WORST, NotYet, Status, Verdict, worst
from verifier.verify import verify

_HOLDS: Final[tuple[Status, ...]] = (HOLDS,)
MOST_DEALS: Final = 1_000
"""The most deals of a table."""


class _Line(NamedTuple):
    """A line: its place, its record, and the evidence for it; None: its form is wrong."""

    place: str
    stream: str
    case: Case | None
    fault: Verdict | None = None

    @property
    def kind(self) -> str:
        """The kind of the record."""
        return DEAL if self.case is None else self.case.bundle.kind

    def verdicts(self, *deals: "_Line") -> list[Verdict]:
        """The verdicts on the record, to which deals may belong."""
        if self.case is None:
            return [] if self.fault is None else [self.fault]
        others = tuple(each.case for each in deals if each.case is not None)
        return [*verify(replace(self.case, others=others))]


def verify_tournament(
    file: "BufferedReader[Any]", given: Evidence, *, name: str
) -> Iterator[Checked]:
    """Verify the tables and deals of a tournament, each as a part, then the tournament itself.

    Args:
        file: The file.
        given: The evidence besides it.
        name: The name of the file.

    Raises:
        Unreadable: it is no such file; a record is in it twice; or a table has too many deals.
    """
    every = _lines(file, given, name)
    first = next(every, None)
    if first is None or (first.case is not None and first.kind != TOURNAMENT):
        raise Unreadable("the first line has no tournament")
    sights, found = list[SeenTable](), Counter[Status]()
    for table, deals in _grouped(every):
        if table is not None:
            yield _counted(found, table, table.verdicts(*deals))
            sights += _seen(first.case, table.case, deals)
        for each in deals:
            yield _counted(found, each, each.verdicts())
    if first.case is not None:
        first = first._replace(case=replace(first.case, sights=tuple(sights)))
    yield Checked(name, Id(first.stream), [*first.verdicts(), _of_all(found)])


def _counted(found: Counter[Status], part: _Line, verdicts: list[Verdict]) -> Checked:
    found[worst(verdicts)] += 1
    return Checked(part.place, Id(part.stream), verdicts, "part")


def _of_all(found: Counter[Status]) -> Verdict:
    """The verdict on the records of all tables and deals: the worst one on any of them."""
    status: Status = "none"
    for each in reversed((*WORST, *_HOLDS)):
        status = each if found[each] else status
    counts: dict[str, Json] = {each: found[each] for each in (HOLDS, FAILS, OPEN, HAND)}
    return Verdict("records", status, Sentence("finding-parts", counts))


def _seen(case: Case | None, table: Case | None, deals: list[_Line]) -> Iterator[SeenTable]:
    if case is None or table is None:
        return
    given = [each.case for each in deals if each.case is not None]
    with suppress(NotYet):  # the tournament's own check says why
        found = see(case, table, given)
        if found is not None:
            yield found


def _grouped(every: Iterator[_Line]) -> Iterator[tuple[_Line | None, list[_Line]]]:
    """Each table with the deals that follow it; first those before any table."""
    table, deals = None, list[_Line]()
    for line in every:
        if line.kind == TOURNAMENT:
            raise Unreadable(f"{line.place}: the file has more than one tournament")
        if line.kind == TABLE:
            yield table, deals
            table, deals = line, []
        else:
            deals.append(line)
        if len(deals) > MOST_DEALS:
            raise Unreadable(f"{line.place}: a table has more than {MOST_DEALS} deals here")
    yield table, deals


def _lines(file: "BufferedReader[Any]", given: Evidence, name: str) -> Iterator[_Line]:
    seen = set[UUID]()
    for number, raw in enumerate(lines(file), start=1):
        place, stream = f"{name}:{number}", ""
        try:
            stream, value = read_line(raw)
            bundle = read_json(value)
        except Unreadable as fault:
            raise Unreadable(f"line {number}: {fault}") from None
        except Malformed as fault:
            yield _Line(place, stream, None, Verdict("form", FAILS, fault.sentence))
            continue
        if bundle.stream in seen:
            raise Unreadable(f"line {number}: this record is in the file twice")
        seen.add(bundle.stream)
        yield _Line(place, stream, given.case(bundle))
