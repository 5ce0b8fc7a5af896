"""The messages of the catalogues as syntax trees: their variables, variants and attributes."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from fluent.runtime import FluentResource
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor

from languages.catalogue import LANGUAGES, Language

ENGLISH = LANGUAGES.english
OTHERS = [each for each in LANGUAGES.all.values() if each is not ENGLISH]
COMPLETE = [each for each in OTHERS if each.complete]


def by_tag(language: Language) -> str:
    """The name of a test for a language."""
    return language.tag


@cache
def entries(folder: Path) -> tuple[ast.EntryType, ...]:
    """Everything in the catalogues of a folder."""
    files = sorted(folder.glob("*.ftl"))
    return tuple(each for file in files for each in FluentResource(file.read_text("utf-8")).body)


@cache
def messages(language: Language) -> Mapping[str, ast.Message]:
    """The messages of a language, by key."""
    found = [each for each in entries(language.folder) if isinstance(each, ast.Message)]
    return {each.id.name: each for each in found}


def patterns(message: ast.Message) -> Iterator[tuple[str | None, ast.Pattern]]:
    """The text of a message, and of each of its attributes."""
    if message.value is not None:
        yield None, message.value
    for each in message.attributes:
        yield each.id.name, each.value


class _Reading(Visitor):
    """Collects what a pattern uses."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.messages: set[tuple[str, str | None]] = set()
        self.each: set[str] = set()
        self.variants: dict[str, set[str]] = {}

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:  # noqa: N802
        attribute = None if node.attribute is None else str(node.attribute.name)
        self.messages.add((node.id.name, attribute))

    def visit_NamedArgument(self, node: ast.NamedArgument) -> None:  # noqa: N802
        if node.name.name == "of":
            assert isinstance(node.value, ast.StringLiteral)
            self.each.add(node.value.value)

    def visit_SelectExpression(self, node: ast.SelectExpression) -> None:  # noqa: N802
        assert isinstance(node.selector, ast.VariableReference)
        keys = self.variants.setdefault(node.selector.id.name, set())
        keys |= {each.key.name for each in node.variants if isinstance(each.key, ast.Identifier)}
        self.generic_visit(node)


def reading(language: Language, key: str, attribute: str | None = None) -> _Reading:
    """The variables and variants of a message, with those of the messages that it refers to."""
    read = _Reading()
    known = messages(language) if key in messages(language) else messages(ENGLISH)
    read.visit(dict(patterns(known[key]))[attribute])
    for name, part in read.messages:
        inner = reading(language, name, part)
        read.variables |= inner.variables
        read.each |= inner.each
        for variable, keys in inner.variants.items():
            read.variants.setdefault(variable, set()).update(keys)
    return read
