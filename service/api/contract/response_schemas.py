"""JSON Schema of the answers, from their typed definitions in `service.responses`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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

from typing_extensions import get_type_hints, is_typeddict

from domain.kernel.event import Text
from service.api.contract.descriptions import ANSWERS, texts
from service.responses.base import Component, Keyword

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
