"""RESULTS.md: the table of the bar, and under it what else was measured."""

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from lab.bench import bar, machine
from lab.bench.results import Section, table

RESULTS: Final = Path(__file__).with_name("RESULTS.md")
GROWTH: Final = RESULTS.with_name("GROWTH.md")

HEAD: Final = """# Results

Written by `make bench`. `.venv/bin/python -m lab.bench NAME …` measures a part again, shows it
with its method, and writes nothing. Ratios hold elsewhere; absolute numbers are this machine's, and
other programs run on it. The last column of the bar has the values before the work on speed, from a
machine of the same kind. `make bench-growth` measures apart what grows with the log, for
[GROWTH.md](GROWTH.md)."""


def about() -> list[tuple[str, str]]:
    """The state of the machine before it is loaded."""
    return [*machine.describe(), ("began", str(time.monotonic()))]


def write(about: Sequence[tuple[str, str]], sections: Mapping[str, Section]) -> None:
    """Replace the results in the file."""
    text = [HEAD, "", *table(["", ""], _facts(about)), ""]
    text += ["## The bar", "", *table(bar.COLUMNS, bar.table(sections)), ""]
    text += [f"- {name}. {why[:1].upper()}{why[1:]}." for name, why in bar.reasons(sections)]
    for section in sections.values():
        text += _besides(section)
    RESULTS.write_text("\n".join([*text, ""]), encoding="utf-8")


def write_growth(about: Sequence[tuple[str, str]], section: Section) -> None:
    """Replace the results of `growth` in their file."""
    head = f"# {section.title}\n\nWritten by `make bench-growth`.\n\n{section.how}\n"
    text = [head, *table(["", ""], _facts(about)), "", *table(section.columns, section.rows), ""]
    GROWTH.write_text("\n".join(text), encoding="utf-8")


def _facts(about: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    *facts, (_, began) = about
    return [*facts, ("took", f"{time.monotonic() - float(began):.0f} s")]


def _besides(section: Section) -> list[str]:
    """The other measurements of a section, and its table."""
    in_bar = {row.line for row in bar.ROWS}
    lines = [
        (line.name, line.shown, str(line.target or ""), line.verdict)
        for line in section.lines
        if line.name not in in_bar
    ]
    text = ["", f"## {section.title}"] if lines or section.rows else []
    text += ["", *table(["", "measured", "target", ""], lines)] if lines else []
    return text + (["", *table(section.columns, section.rows)] if section.rows else [])
