"""The verifiers written from the document: they are short, and take nothing of the project.

`test_corpus.py`, `test_honest.py` and `test_mutants.py` compare their verdicts with the project's.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import domain.table.series
from domain.judge.record_rules import AT_TABLE, AT_TOURNAMENT, FIRST, IN_DEAL, LATER, Giver
from domain.kernel.event import event_classes
from events.translog.notes import VerifierKey
from tests.verifier import by_the_format
from tests.verifier.by_the_format_parts import ACTORS, SIGNED_AT, rows
from tests.verifier.verifiers import BY_RULES
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, OPEN
from verifier.verify import verify

assert domain.table.series, "the import registers every event of the domain"

HERE: Final = Path(__file__).parent
RECORDS: Final = HERE / "records" / "0.1"
FILES: Final = {"by_the_format": 376, "by_the_format_parts": 375, "short_verifier": 282}
"""The files of these verifiers, each with the number of lines of which it has fewer."""


@pytest.mark.parametrize("name", FILES)
def test_it_is_short_and_takes_nothing_of_the_project(name: str) -> None:
    text = (HERE / f"{name}.py").read_text("utf-8")
    nodes = [*ast.walk(ast.parse(text))]
    modules = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    modules |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    others = {
        each.partition(".")[0] for each in modules - {f"tests.verifier.{file}" for file in FILES}
    }
    assert others - {"cryptography"} <= sys.stdlib_module_names
    assert len(text.splitlines()) < FILES[name]


def test_the_document_says_where_events_stand_in_a_command() -> None:
    after: dict[str, str] = {}
    for each in LATER:
        line = each.after + " of its seat" * each.same
        after[each.event] = ", ".join(filter(None, (after.get(each.event), line)))
    forms = {name: [stands, rest] for name, (stands, rest) in SIGNED_AT.items() if name != "event"}
    assert forms.pop("a move") == ["first", ""]
    wanted = {key: ["first", ""] for key in FIRST}
    assert forms.pop("---") == ["---", "---"]
    assert forms == {**wanted, **{name: ["first or", line] for name, line in after.items()}}


def test_the_document_says_who_may_give_each_command() -> None:
    said = {name: actors for name, (actors,) in ACTORS.items() if "." in name}
    wanted = dict(line for each in (*IN_DEAL, *AT_TABLE, *AT_TOURNAMENT) for line in lines(each))
    assert said == wanted


def lines(giver: Giver) -> Iterator[tuple[str, str]]:
    """The events of a giver as the document names them, and the actors."""
    actors = ", or ".join(
        f"{each}*" if each.endswith(":") else each for each in giver.names.split("|")
    )
    if not giver.where:
        yield giver.event, actors
    for name, values in giver.where.items():
        for value in values:
            yield f"{giver.event} with {name} {'null' if value is None else value}", actors


SIGNATURES_AND_OPENINGS: Final = ("table.opened", "table.act_signed", "tournament.opened")
IN_SERIES: Final = [
    each.TYPE
    for each in event_classes()
    if each.TYPE.startswith(("table.", "tournament.")) and each.TYPE not in SIGNATURES_AND_OPENINGS
]
IN_JAVASCRIPT: Final = {
    "table": ("following.mjs: const MAY_BE", "following.mjs: const THEN"),
    "tournament": ("course.mjs: const RULES", "tournament.mjs: const THEN"),
}
"""The objects with the rules of an event, and with what follows from it."""
OWED: Final = ("table.series_ended", "following.mjs: const MAY_BE")
"""It stands where another event owes it, and nowhere else."""


@pytest.mark.parametrize("name", IN_SERIES)
def test_each_event_has_its_rules_in_javascript(name: str) -> None:
    for place in IN_JAVASCRIPT[name.partition(".")[0]]:
        if (name, place) == OWED:
            continue
        file, _, constant = place.partition(": ")
        text = (HERE.parents[1] / "verifier" / file).read_text("utf-8")
        assert f'\n  "{name}":' in text.partition(f"{constant} = {{")[2].partition("\n};")[0], place


@pytest.mark.parametrize("name", [each for each in IN_SERIES if each.startswith("table.")])
def test_the_document_says_when_each_event_of_a_table_may_stand(name: str) -> None:
    assert name in rows("11.", 2), "docs/evidence-format.md, section 11"


@pytest.mark.parametrize("table", sorted(each.name for each in RECORDS.iterdir() if each.is_dir()))
def test_it_agrees_on_records_of_0_1(table: str) -> None:
    key = (RECORDS / "key.txt").read_text("utf-8").strip()
    for file in sorted((RECORDS / table).glob("*.json")):
        raw = file.read_bytes()
        mine = by_the_format.verify(raw, key=key)
        for other in verify(Case(read(raw), key=VerifierKey.read(key))):
            expected = OPEN if other.check in BY_RULES else other.status
            assert mine[other.check] == (expected, None), (file.name, other)
            assert expected != FAILS
