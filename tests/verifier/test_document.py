"""The verifiers written from the document: they are short, and take nothing of the project.

`test_corpus.py`, `test_honest.py` and `test_mutants.py` compare their verdicts with the project's.
"""

import ast
import sys
from pathlib import Path
from typing import Final

import pytest

from domain.judge.record_rules import FIRST, LATER
from events.translog.notes import VerifierKey
from tests.verifier import by_the_format
from tests.verifier.by_the_format_parts import SIGNED_AT
from tests.verifier.verifiers import BY_RULES
from verifier.bundle import read
from verifier.case import Case
from verifier.verdicts import FAILS, OPEN
from verifier.verify import verify

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
