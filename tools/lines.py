"""Count the lines of code by folder: of Python without blank lines, docstrings, comments, imports.

    python tools/lines.py [FOLDER]

FOLDER is a checkout, this one by default. Other languages are counted by all lines that are not
blank. What is generated or vendored is left out.
"""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

OTHERS: Final = (".sql", ".mjs", ".js", ".ts", ".css")
GENERATED: Final = ("vendor/", "rapidoc", "src/contract.ts", "fairdeal_client/shapes.py")


def files(root: Path) -> Iterator[str]:
    """The files of a checkout that count."""
    done = subprocess.run(
        ["git", "ls-files"],  # noqa: S607 - the one on the path
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in done.stdout.splitlines():
        if not any(each in name for each in GENERATED):
            yield name


def python_lines(text: str) -> int:
    """The lines on which there is some of a statement's own code."""
    lines = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt | ast.expr | ast.excepthandler | ast.match_case | ast.arg):
            if isinstance(node, ast.Import | ast.ImportFrom) or _is_text(node):
                continue
            start, end = getattr(node, "lineno", 0), getattr(node, "end_lineno", 0)
            lines.update((start, end))
    return len(lines - _of_texts(text) - {0})


def _is_text(node: ast.AST) -> bool:
    """Whether a statement is a text alone: a docstring, or the text under a field."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


def _of_texts(text: str) -> set[int]:
    return {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr) and _is_text(node)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }


def main() -> None:
    """Print the lines of each folder."""
    root = Path(sys.argv[1] if sys.argv[1:] else ".")
    found, others = Counter[str](), Counter[str]()
    for name in files(root):
        folder = name.partition("/")[0]
        if name.endswith(".py"):
            found[folder] += python_lines((root / name).read_text("utf-8"))
        elif name.endswith(OTHERS):
            text = (root / name).read_text("utf-8")
            others[folder] += sum(bool(line.strip()) for line in text.splitlines())
    for folder in sorted({*found, *others}):
        sys.stdout.write(f"{folder:12} {found[folder]:7,} Python {others[folder]:7,} others\n")
    kept = [folder for folder in found if folder not in ("tests", "lab")]
    sys.stdout.write(
        f"outside tests and lab: {sum(found[folder] for folder in kept):,} lines of Python\n"
    )


if __name__ == "__main__":
    main()
