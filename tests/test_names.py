"""Names: the standard term for each thing, and one entry in the glossary for each word.

The words that were replaced are listed here with the kinds of identifier that they may not name.
"""

import ast
import re
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

ROOT: Final = Path(__file__).parents[1]

CLASS, MODULE, FUNCTION, VALUE = "class", "module", "function", "value"
"""The kinds of identifier. Values are variables, parameters, attributes and imported names."""

DATA: Final = tomllib.loads(Path(__file__).with_name("names.toml").read_text("utf-8"))
WITHIN: Final = frozenset(DATA["within"])
"""Words that are forbidden in every identifier, also as a part of it, such as `SeatWish`."""

WHOLE: Final = {word: frozenset(kinds) for word, kinds in DATA["whole"].items()}
"""Words that are forbidden as the whole identifier, and the kinds for which they are."""

EXACT: Final = frozenset({"SCHEMA"})
"""Identifiers that are forbidden as they are written: the constant is `VERSION`."""

APART: Final = ("clients/", "domain/games/", "lab/", "tests/", "tools/")
"""Folders whose classes are not compared: games have the same parts, each of its own."""

LOGGERS: Final = frozenset({"get_logger", "getLogger"})
"""The calls whose result may be named `log`."""

EXCEPTIONS: Final = {tuple(place.split()): reason for place, reason in DATA["exceptions"].items()}
"""A word and the path of a module where it stays, with the reason."""


class Name(NamedTuple):
    """An identifier that is declared, with its kind and its line."""

    text: str
    kind: str
    line: int


def declared(tree: ast.Module) -> Iterator[Name]:
    """Every identifier that a module declares, other than its own name."""
    nodes = list(ast.walk(tree))
    loggers = {id(target) for node in nodes for target in _logger_targets(node)}
    for node in nodes:
        match node:
            case ast.ClassDef(name=name, lineno=line):
                yield Name(name, CLASS, line)
            case (
                ast.FunctionDef(name=name, lineno=line)
                | ast.AsyncFunctionDef(name=name, lineno=line)
            ):
                yield Name(name, FUNCTION, line)
            case (
                ast.arg(arg=name, lineno=line)
                | ast.Name(id=name, ctx=ast.Store(), lineno=line)
                | ast.Attribute(attr=name, ctx=ast.Store(), lineno=line)
                | ast.alias(asname=str(name), lineno=line)
                | ast.ExceptHandler(name=str(name), lineno=line)
                | ast.MatchAs(name=str(name), lineno=line)
                | ast.MatchStar(name=str(name), lineno=line)
            ) if id(node) not in loggers:
                yield Name(name, VALUE, line)


def _logger_targets(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Assign(targets=targets, value=ast.Call(func=ast.Attribute(attr=made))):
            return targets if made in LOGGERS else []
        case _:
            return []


def forbidden_words(name: Name) -> set[str]:
    """The replaced words that an identifier uses."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.text.strip("_")).lower()
    found = WITHIN.intersection(snake.split("_")) | EXACT.intersection({name.text})
    return {*found, snake} if name.kind in WHOLE.get(snake, frozenset()) else {*found}


Names: TypeAlias = Mapping[str, Sequence[Name]]
"""The names that modules declare, by the paths of the modules."""


def all_names() -> Names:
    """The names in all tracked modules."""
    listed = subprocess.run(
        ["git", "ls-files", "*.py"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    found = [path for path in listed if (ROOT / path).exists()]
    return {path: names_of((ROOT / path).read_text("utf-8"), path) for path in found}


def names_of(source: str, path: str) -> list[Name]:
    """The names in one module."""
    return list(declared(ast.parse(source, path)))


def breaches(names: Names) -> Iterator[tuple[str, str, str]]:
    """The path of each use of a replaced word, the word, and where it is."""
    for path, known in names.items():
        parts = Path(path).with_suffix("").parts
        folders = [Name(part.removeprefix("test_"), MODULE, 1) for part in parts]
        for name in (*folders, *known):
            for word in forbidden_words(name):
                yield path, word, f"{path}:{name.line}: {name.kind} {name.text}"


def repeated(names: Names) -> set[str]:
    """The classes that are declared more than once: one name has one meaning."""
    classes = Counter(
        name.text
        for path, known in names.items()
        for name in known
        if name.kind == CLASS and not name.text.startswith("_") and not path.startswith(APART)
    )
    return {name for name, count in classes.items() if count > 1}


def test_every_name_is_the_standard_term() -> None:
    names = all_names()
    found = list(breaches(names))
    assert not [where for path, word, where in found if (word, path) not in EXCEPTIONS]
    assert not repeated(names)
    used = {(word, path) for path, word, _ in found}
    assert not EXCEPTIONS.keys() - used, "these exceptions are no longer needed"


PLANTED: Final = """
import journals as journal
log = structlog.get_logger()
log, courier = 1, 2
class SeatWish:
    def admit(self, asked): self._told = lambda spare: asked
class Played: places: int
class Played: counts = SCHEMA = 1
try: step = lambda log: log
except Exception as told: mark = [door for door in parts]
match step:
    case {"seat": door}: pass
"""


def test_a_replaced_word_is_found() -> None:
    names = {"service/wishes.py": names_of(PLANTED, "service/wishes.py")}
    assert sorted(where.rpartition(" ")[2] for _, _, where in breaches(names)) == [
        *(
            "SCHEMA",
            "SeatWish",
            "_told",
            "admit",
            "asked",
            "courier",
            "door",
            "door",
            "journal",
            "log",
        ),
        *("log", "mark", "places", "spare", "told", "wishes"),
    ]
    assert repeated(names) == {"Played"}


def test_the_glossary_has_each_word_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    rows = Counter(re.findall(r"^\| ([^|]*?) \|", text, re.MULTILINE))
    words = (
        *("seat", "deal", "series", "table", "trick", "pile", "stock", "clause"),
        *("append", "expected position", "fold", "evolve", "upcaster", "projection"),
    )
    assert {word: rows[word] for word in words} == dict.fromkeys(words, 1)
    repeated_rows = {word for word, count in rows.items() if count > 1} - {"word", "---"}
    assert not repeated_rows
