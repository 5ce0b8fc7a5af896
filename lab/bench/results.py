"""The results of a benchmark: lines with their targets, and tables."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from run.embedded import postgres


class Size(NamedTuple):
    """The amount of measuring."""

    slices: int
    """How often each thing is measured, in turn with those that it is compared to."""
    seconds: float
    """How long a slice lasts, where its length is free."""
    whole: bool = True
    """Whether what takes long whatever its size is measured too."""
    events: int = 1_000_000
    """The events of the largest database of `growth`."""
    cache: str = postgres.SETTINGS["shared_buffers"]
    """The cache of that database."""


FULL: Final = Size(slices=7, seconds=0.7)
TINY: Final = Size(slices=1, seconds=0.05, whole=False, events=300)


COMPARISONS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "≥": operator.ge,
    "≤": operator.le,
    "<": operator.lt,
}


class Target(NamedTuple):
    """The target of a value: at least, at most, or less than."""

    sign: str
    bound: float

    def met(self, value: float) -> bool:
        return COMPARISONS[self.sign](value, self.bound)

    def __str__(self) -> str:
        return f"{self.sign} {self.bound:g}"


def at_least(bound: float) -> Target:
    return Target("≥", bound)


def at_most(bound: float) -> Target:
    return Target("≤", bound)


def below(bound: float) -> Target:
    return Target("<", bound)


class Line(NamedTuple):
    """A measured value."""

    name: str
    value: float
    unit: str = ""
    target: Target | None = None
    missing: str = ""
    """Why it could not be measured."""

    @property
    def shown(self) -> str:
        if self.missing:
            return f"missing: {self.missing}"
        digits = 0 if abs(self.value) >= 100 else 1 if abs(self.value) >= 10 else 2
        return f"{self.value:,.{digits}f} {self.unit}".rstrip()

    @property
    def verdict(self) -> str:
        if self.target is None or self.missing:
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


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of Markdown."""
    return [f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows)]


def plain(section: Section) -> list[str]:
    """A section for the terminal."""
    text = [section.title]
    for line in section.lines:
        target = f"target {line.target}: {line.verdict}" if line.target else ""
        text.append(f"  {line.name:58} {line.shown:>14}  {target}".rstrip())
    return [*text, *(aligned(section.columns, section.rows) if section.rows else ()), ""]


def aligned(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table for the terminal."""
    widths = [max(map(len, column)) for column in zip(columns, *rows, strict=True)]
    return [
        "  " + "  ".join(f"{cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for row in (columns, *rows)
    ]
