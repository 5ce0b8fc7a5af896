"""Recognise the English texts of libraries and of the rules as sentences of the catalogue.

A library of schemas, and the rules where they stand alone, say what is wrong in finished English.
The catalogue `forms.ftl` has a message for each of these texts; a text that none of them fits is a
value of the sentence `said`.
"""

import re
from functools import cache
from re import Pattern
from typing import Final

from fluent.runtime import FluentResource
from fluent.syntax import ast

from domain.kernel.sentence import Sentence
from service.languages.catalogue import IN_ENGLISH

FORMS: Final = "forms.ftl"
LONGEST: Final = 1_000
"""The longest text that is compared with the catalogue."""


def recognised(text: str) -> Sentence:
    """The sentence that has this text in English."""
    if len(text) <= LONGEST:
        for key, pattern in _patterns():
            if (found := pattern.fullmatch(text)) is not None:
                return Sentence(key, found.groupdict())
    return Sentence("said", {"text": text})


@cache
def _patterns() -> tuple[tuple[str, Pattern[str]], ...]:
    resource = FluentResource((IN_ENGLISH.folder / FORMS).read_text("utf-8"))
    return tuple(
        (each.id.name, _pattern(each.value))
        for each in resource.body
        if isinstance(each, ast.Message) and each.value is not None
    )


def _pattern(message: ast.Pattern) -> Pattern[str]:
    return re.compile("".join(map(_part, message.elements)), re.DOTALL)


def _part(element: ast.TextElement | ast.Placeable) -> str:
    if isinstance(element, ast.TextElement):
        return re.escape(element.value)
    variable = element.expression
    assert isinstance(variable, ast.VariableReference), "the messages of this catalogue are plain"
    return f"(?P<{variable.id.name}>.+)"
