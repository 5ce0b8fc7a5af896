"""Every line of the table of powers in docs/proving.md has a test that names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
LINE: Final = re.compile(r"^\| (P\d+) \|", re.MULTILINE)
NAMED: Final = re.compile(r"\b(P\d+)(?=[:,])")


def lines_of_the_table() -> list[str]:
    return LINE.findall((ROOT / "docs" / "proving.md").read_text("utf-8"))


def named_lines() -> Iterator[str]:
    """The lines that the docstrings of tests begin with: "P1:", or "P1, P2:"."""
    for path in (ROOT / "tests").glob("**/test_*.py"):
        text = path.read_text("utf-8")
        if NAMED.search(text) is None:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                begin = (ast.get_docstring(node) or "").partition(":")[0]
                if re.fullmatch(r"P\d+(, P\d+)*", begin):
                    yield from begin.split(", ")


def test_every_line_of_the_table_has_its_test() -> None:
    lines = lines_of_the_table()
    assert len(lines) > 20
    assert lines == [f"P{number}" for number in range(1, len(lines) + 1)], "in order, each once"
    assert set(lines) == set(named_lines())
