"""List the passages of translations that are uncertain: ``python tools/uncertain.py``.

A translator marks one with a remark: ``# uncertain: …`` before a message of a catalogue, or
``<!-- uncertain: … -->`` after a passage of a rule text.
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

LANGUAGES: Final = Path(__file__).parents[1] / "languages"
REMARK: Final = re.compile(
    r"(?:^# uncertain:(?P<line>.*)$|<!-- uncertain:(?P<said>.*?)-->)", re.MULTILINE
)


class Remark(NamedTuple):
    """A remark of a translator, with its place."""

    language: str
    place: str
    said: str


def remarks() -> Iterator[Remark]:
    """Every remark in the folders of the languages."""
    for path in sorted((*LANGUAGES.glob("*/*.ftl"), *LANGUAGES.glob("*/rules/*.md"))):
        text = path.read_text("utf-8")
        for found in REMARK.finditer(text):
            name = path.relative_to(LANGUAGES)
            line = text.count("\n", 0, found.start()) + 1
            said = " ".join((found["line"] or found["said"] or "").split())
            yield Remark(name.parts[0], f"{name}:{line}", said)


if __name__ == "__main__":
    for each in remarks():
        sys.stdout.write(f"{each.place}: {each.said}\n")
