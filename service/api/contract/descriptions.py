"""The descriptions of a type's fields in the contract, taken from the strings under the fields.

A field without such a string is described by its name, which has the same meaning everywhere. A
name that is not listed here, or has another meaning in its class, needs a string under the field,
as in `domain/games/skat/model.py`. A test lists the fields that have neither.
"""

import ast
import sys
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from marshmallow import fields

from service.api.contract.compact import MEANS, NAMED
from service.api.schemas.fields import ComponentField, Words
from service.api.schemas.notes import (
    LONGEST_NOTE_NAME,
    MOST_NOTED,
    MOST_NOTES,
    NOTE_NAME_PATTERN,
    Metadata,
)

NAMES: Final[Mapping[str, str]] = {
    "attacker": "The seat that attacks.",
    "beat": "The card that beats it; null while there is none.",
    "bid": "The value of the last bid.",
    "card": "The card; null where the observer may not know it.",
    "cards": "The cards; each is null where the observer may not know it.",
    "contract": "The contract that is played.",
    "deal": "The deal.",
    "dealer": "The seat that deals; null before it is known.",
    "deals": "How many deals were counted.",
    "declarer": "The seat that plays alone against the others; null where no seat does.",
    "ended": "How the deal ended; null while it is on.",
    "game": "The game, by its key.",
    "hands": "The hand of each seat; cards that the observer may not know are null.",
    "hand": "Whether the skat stays where it lies.",
    "kind": "Its kind.",
    "leader": "The seat that leads; null before it is known.",
    "lots": "The results of the game's lots, in their order; null where they are hidden.",
    "name": "Its name.",
    "next_dealer": "The seat that deals the next deal.",
    "next_leader": "The seat that leads in the next deal.",
    "number": "1 for the first deal of the series.",
    "options": "The options of the table.",
    "ouvert": "Whether it is played with the hand laid open.",
    "piles": "The cards that each side has won.",
    "points": "The points of each side.",
    "rules": "The version of the rules, fixed for ever.",
    "seat": "The seat that does it, or to which it happens.",
    "seats": "How many seats the table has.",
    "shown": "The card that is shown to all; null before it is.",
    "skat": "The two cards of the skat.",
    "suit": "The suit.",
    "table": "The table.",
    "titles": "The title of each side for the end, or empty.",
    "tricks": "How many tricks each side has taken.",
    "trump": "The suit that is trump; null before it is known.",
    "turn": "The seat whose turn it is; null while there is none.",
    "winner": "The side that won; null where none has, or not yet.",
}
ANSWERS: Final[Mapping[str, str]] = {
    "deal": "The id of the deal.",
    "game": "The game, by its key.",
    "number": "1 for the first deal of the series.",
    "rules": "The version of the game's rules, fixed for ever.",
    "seat": "The seat, from 0.",
    "table": "The id of the table.",
    "token": "The credential. Keep it: it is not kept here.",
    "view": "The view in which it is seen.",
}
"""The meaning of names in the schemas of requests and responses."""


def meaning(kind: type[Any], name: str) -> str | None:
    """The description of a field of a class; None if there is none."""
    found = (texts(each.__module__).get((each.__name__, name)) for each in _own(kind))
    return next(filter(None, found), None) or NAMES.get(name)


def _own(kind: type[Any]) -> Iterator[type[Any]]:
    """A class, and the dataclasses that it extends."""
    yield kind
    yield from (each for each in kind.__mro__[1:] if is_dataclass(each))


def said_by_name(_converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, str]:
    """The default description of a schema field that has no description of its own."""
    silent = "description" not in field.metadata and not isinstance(field, fields.Nested)
    text = ANSWERS.get(str(field.name)) if silent else None
    return {} if text is None else {"description": text}


@cache
def texts(module: str) -> dict[tuple[str, str], str]:
    """The strings under the fields of all classes of a module."""
    source = Path(str(sys.modules[module].__file__)).read_text("utf-8")
    classes = (each for each in ast.parse(source).body if isinstance(each, ast.ClassDef))
    return {(each.name, name): text for each in classes for name, text in _under(each)}


def _under(found: ast.ClassDef) -> list[tuple[str, str]]:
    pairs = zip(found.body, found.body[1:], strict=False)
    return [
        (declared.target.id, " ".join(said.value.value.split()))
        for declared, said in pairs
        if isinstance(declared, ast.AnnAssign)
        and isinstance(declared.target, ast.Name)
        and isinstance(said, ast.Expr)
        and isinstance(said.value, ast.Constant)
        and isinstance(said.value.value, str)
    ]


def component_reference(_converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """How the contract writes `ComponentField` and `Metadata`, and what it calls one of `Words`."""
    if isinstance(field, ComponentField):
        known = {"$ref": f"#/components/schemas/{field.component}"}
        return {"anyOf": [known, {"type": "null"}]} if field.allow_none else known
    if isinstance(field, Metadata):
        means = f"Texts by name, with at most {MOST_NOTED} bytes in all."
        names = {"pattern": NOTE_NAME_PATTERN, "maxLength": LONGEST_NOTE_NAME}
        return {NAMED: "Notes", MEANS: means, "maxProperties": MOST_NOTES, "propertyNames": names}
    if isinstance(field, Words):
        return {NAMED: type(field).__name__, MEANS: str(type(field).__doc__)}
    return {}
