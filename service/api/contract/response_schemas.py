"""JSON Schema of the answers, from their typed definitions, and the texts of their fields.

The descriptions of a type's fields in the contract, taken from the strings under the fields. A
field without such a string is described by its name, which has the same meaning everywhere. A name
that is not listed here, or has another meaning in its class, needs a string under the field, as in
`domain/games/skat/model.py`. A test lists the fields that have neither.
"""

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
)

from marshmallow import fields
from typing_extensions import get_type_hints, is_typeddict

from domain.kernel.event import Text
from service.api.contract.compact import MEANS, NAMED
from service.api.schemas.fields import (
    LONGEST_NOTE_NAME,
    MOST_NOTED,
    MOST_NOTES,
    NOTE_NAME_PATTERN,
    ComponentField,
    Metadata,
    Words,
)
from service.responses.base import Component, Keyword

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


JsonSchema: TypeAlias = dict[str, Any]
Answer: TypeAlias = type[Any]
"""A `TypedDict`."""

_REFERENCE: Final = "#/components/schemas/"
_SIMPLE: Final[Mapping[Any, JsonSchema]] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    Text: {"type": "string"},
    dict: {"type": "object"},
    Any: {},
}


def component(answer: Answer) -> str:
    """The component of an answer in the contract: its name without the ending."""
    return answer.__name__.removesuffix("Json")


def reference(answer: Answer) -> JsonSchema:
    """A reference to an answer's component."""
    return {"$ref": _REFERENCE + component(answer)}


def description(answer: Answer) -> str:
    """The first paragraph of an answer's description."""
    return " ".join((answer.__doc__ or "").partition("\n\n")[0].split())


def components(answers: Iterable[Answer]) -> dict[str, JsonSchema]:
    """The components of answers and of all that is in them.

    An answer that extends another one refers to it.
    """
    known: dict[str, Answer] = {}
    for answer in sorted(answers, key=component):
        _collect(answer, known)
    return {name: _component(answer, {*known.values()}) for name, answer in known.items()}


def _collect(answer: Answer, known: dict[str, Answer]) -> None:
    name = component(answer)
    if known.setdefault(name, answer) is not answer:
        raise TypeError(f"two answers are called {name}")
    for kind in get_type_hints(answer, include_extras=True).values():
        for part in _responses_in(kind):
            if component(part) not in known:
                _collect(part, known)


def _responses_in(kind: Any) -> Iterator[Answer]:
    if is_typeddict(kind):
        yield kind
    if any(isinstance(note, Component) for note in get_args(kind)):
        return
    for part in get_args(kind):
        yield from _responses_in(part)


def _component(answer: Answer, known: set[Answer]) -> JsonSchema:
    whole = schema(answer)
    said = {"description": " ".join((answer.__doc__ or "").split())}
    base = next((each for each in _bases(answer) if each in known), None)
    if base is None:
        return {**whole, **said}
    inherited = schema(base)["properties"]
    own = {
        name: field for name, field in whole["properties"].items() if inherited.get(name) != field
    }
    required = [name for name in whole.get("required", ()) if name in own]
    return {
        "allOf": [reference(base)],
        "properties": own,
        **({"required": required} if required else {}),
        **said,
    }


def schema(answer: Answer) -> JsonSchema:
    """The schema of an answer; answers in it are references."""
    fields = get_type_hints(answer, include_extras=True)
    required = sorted(name for name, kind in fields.items() if not _is_absent(kind))
    return {
        "type": "object",
        "properties": {name: _field(answer, name, kind) for name, kind in fields.items()},
        **({"required": required} if required else {}),
    }


def _bases(answer: Answer) -> Iterator[Answer]:
    """The answers that it extends, the first one first."""
    for base in getattr(answer, "__orig_bases__", ()):
        if is_typeddict(base):
            yield base
            yield from _bases(base)


def _field(answer: Answer, name: str, kind: Any) -> JsonSchema:
    found = of_type(kind)
    classes = (answer, *_bases(answer))
    said = next((text for each in classes if (text := _text(each, name))), None)
    said = said or found.pop("description", None)
    if said is None and not {"$ref", "anyOf"} & {*found}:
        said = ANSWERS.get(name)
    return found if said is None else {**found, "description": said}


def _text(answer: Answer, name: str) -> str | None:
    return texts(answer.__module__).get((answer.__name__, name))


def _is_absent(kind: Any) -> bool:
    return get_origin(kind) is NotRequired


def of_type(kind: Any) -> JsonSchema:  # noqa: PLR0911 - one case for each kind of type
    """The schema of a type."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in _SIMPLE:
        return dict(_SIMPLE[kind])
    if is_typeddict(kind):
        return reference(kind)
    if origin is NotRequired:
        return of_type(args[0])
    if origin is Literal:
        return {"type": "string", "enum": list(args)}
    if origin is Annotated:
        return _annotated(args[0], args[1:])
    if origin is list:
        return {"type": "array", "items": of_type(args[0])}
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": of_type(args[1])}
    if origin in (Union, UnionType):
        return _union([each for each in args if each is not NoneType], nullable=NoneType in args)
    raise TypeError(f"no answer has a field of the type {kind}")


def _annotated(kind: Any, notes: tuple[Any, ...]) -> JsonSchema:
    found: JsonSchema = of_type(kind)
    for note in notes:
        match note:
            case Component(name):
                found = {"$ref": _REFERENCE + name}
            case Keyword(name, value):
                found[name] = list(value) if isinstance(value, tuple) else value
            case _:
                found["description"] = note
    return found


def _union(kinds: Sequence[Any], *, nullable: bool) -> JsonSchema:
    """The schema of one type, or of several lists of words, perhaps with null."""
    found, *others = map(of_type, kinds)
    for other in others:
        found["enum"] += other["enum"]
    if not nullable:
        return found
    if "$ref" in found:
        return {"anyOf": [found, {"type": "null"}]}
    null = {"enum": [*found["enum"], None]} if "enum" in found else {}
    return {**found, "type": [found["type"], "null"], **null}
