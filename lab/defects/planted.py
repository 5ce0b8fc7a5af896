"""The list of planted defects, as data: a file for each part of the project."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FOLDER = Path(__file__).parent / "parts"


class Defect(NamedTuple):
    """A mistake in one place.

    Attributes:
        part: The part of the project.
        id: Its name, unique in the part.
        path: The file, from the root of the project.
        wrong: The consequence.
        before: The text in the file as it is; it occurs once.
        after: The text with the mistake.
        reverts: The commit that mended this mistake; empty if it was never made.
    """

    part: str
    id: str
    path: str
    wrong: str
    before: str
    after: str
    reverts: str = ""

    @property
    def name(self) -> str:
        return f"{self.part}/{self.id}"

    @property
    def is_in_domain(self) -> bool:
        return self.path.startswith("domain/")

    def planted_in(self, text: str) -> str:
        """The text of the file with the mistake."""
        if text.count(self.before) != 1:
            raise ValueError(f"{self.name}: {self.path} has not exactly one such place")
        return text.replace(self.before, self.after)


class Part(NamedTuple):
    """A part of the project.

    Attributes:
        name: Its name.
        tests: The files and folders of its tests, the likeliest to fail first.
        defects: The mistakes in it.
    """

    name: str
    tests: list[str]
    defects: list[Defect]


def all_parts() -> Iterator[Part]:
    """All parts, by name."""
    for file in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(file.read_text("utf-8"))
        defects = [Defect(file.stem, **each) for each in data["defect"]]
        yield Part(file.stem, data["tests"], defects)
