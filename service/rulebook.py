"""The rule texts, read from the RULES.md of every game: the words of each clause."""

import re
from functools import cache
from importlib.resources import files
from typing import Final

from domain.event import Clause

_GENERAL: Final = "domain"
_BULLET: Final = re.compile(r"^- \*\*(?P<heads>[^*]*[A-Z]\d+[^*]*)\*\*", re.MULTILINE)
_CLAUSE: Final = re.compile(r"\b([A-Z]\d+)\b(?: \(([^)]*)\))?")
_END: Final = re.compile(r"\n\n|\n(?=#)")


@cache
def clauses(game: str) -> dict[Clause, str]:
    """The text of every clause of a game, the general ones included."""
    return _read(_GENERAL) | _read(f"domain.games.{game}")


def _read(package: str) -> dict[Clause, str]:
    text = files(package).joinpath("RULES.md").read_text("utf-8")
    starts = list(_BULLET.finditer(text))
    found: dict[Clause, str] = {}
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        rest = text[start.end() : following.start() if following else len(text)]
        words = " ".join(_END.split(rest, maxsplit=1)[0].split())
        heads = _CLAUSE.findall(start["heads"])
        for clause, title in heads:
            if clause in found:
                raise ValueError(f"{package} has two texts of {clause}")
            found[clause] = f"({title}) {words}" if title else words
    return found
