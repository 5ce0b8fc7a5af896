"""The results of a benchmark: lines with their targets, and tables."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias


class Size(NamedTuple):
    """The amount of measuring."""

    slices: int
    """How often each thing is measured, in turn with those that it is compared to."""
    seconds: float
    """How long a slice lasts, where its length is free."""
    whole: bool = True
    """Whether what takes long whatever its size is measured too."""


FULL: Final = Size(slices=7, seconds=0.7)
TINY: Final = Size(slices=1, seconds=0.05, whole=False)


class Target(NamedTuple):
    """The target of a value: at least, or less than."""

    sign: str
    bound: float

    def met(self, value: float) -> bool:
        return value >= self.bound if self.sign == "≥" else value < self.bound

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


def at_least(bound: float) -> Target:
    return Target("≥", bound)


def below(bound: float) -> Target:
    return Target("<", bound)


class Line(NamedTuple):
    """A measured value."""

    name: str
    value: float
    unit: str = ""
    target: Target | None = None

    @property
    def shown(self) -> str:
        digits = 0 if abs(self.value) >= 100 else 1 if abs(self.value) >= 10 else 2
        return f"{self.value:,.{digits}f} {self.unit}".rstrip()

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "met" if self.target.met(self.value) else "missed"


class Section(NamedTuple):
    """The section of a benchmark."""

    title: str
    how: str
    """The subject and the method, in a few sentences."""
    lines: Sequence[Line]
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    """A table of more, under these columns."""


Benchmark: TypeAlias = Callable[[Size], Section]


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    return [f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows)]


def markdown(section: Section) -> list[str]:
    """A section of RESULTS.md."""
    lines = [
        [line.name, line.shown, str(line.target or ""), line.verdict] for line in section.lines
    ]
    text = [f"## {section.title}", "", section.how, ""]
    if section.lines:
        text += [*table(["", "measured", "target", ""], lines), ""]
    if section.rows:
        text += [*table(section.columns, section.rows), ""]
    return text


def plain(section: Section) -> list[str]:
    """A section for the terminal."""
    text = [section.title]
    for line in section.lines:
        target = f"target {line.target}: {line.verdict}" if line.target else ""
        text.append(f"  {line.name:58} {line.shown:>14}  {target}".rstrip())
    widths = [max(map(len, column)) for column in zip(section.columns, *section.rows, strict=True)]
    text += [
        "  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for row in ((section.columns, *section.rows) if section.rows else ())
    ]
    return [*text, ""]
