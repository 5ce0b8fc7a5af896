"""The fields of requests and answers that follow from the terms of a table's event."""

from typing import Any, Final, Literal, Union, get_args, get_origin

from marshmallow import Schema, fields, validate

from domain.kernel.event import Event
from domain.kernel.event import Text as EventText
from domain.table.fields import TermField, terms
from service.api.schemas.fields import Flag, TermText, Text, WholeNumberField, WordOf, about
from service.api.schemas.request import Request

LONGEST_WORD: Final = 40
"""Of the key of a game, or the level of a bot."""
Field = fields.Field[Any]


def request_of(kind: type[Event], *names: str) -> type[Request]:
    """A request schema with the terms of these names, their bounds and defaults; without: all."""
    known = terms(kind)
    requested = {name: _request_field(known[name]) for name in names or known}
    return type(f"{kind.__name__}Terms", (Request,), dict(requested))


def answer_of(kind: type[Event]) -> type[Schema]:
    """A response schema with the terms that are shown."""
    shown = {name: _response_field(found) for name, found in terms(kind).items()}
    return type(f"{kind.__name__}Terms", (Schema,), dict(shown))


def _request_field(found: TermField) -> Field:
    plain, nullable = _plain(found.kind)
    options: dict[str, Any] = {
        **({} if found.default is None and not nullable else {"load_default": found.default}),
        "metadata": about(found.term.in_request),
        **({"allow_none": True} if nullable else {}),
    }
    if get_origin(plain) is Literal:
        return WordOf(get_args(plain), **options)
    if plain is bool:
        return Flag(**options)
    if plain is int:
        return WholeNumberField(low=found.term.low, high=found.term.high, **options)
    if plain is EventText and found.term.longest is not None:
        return TermText(longest=found.term.longest, **options)
    if plain is EventText:
        return Text(longest=LONGEST_WORD, **options)
    raise TypeError(f"no field of a request is of the type {plain}")


def _response_field(found: TermField) -> Field:
    plain, nullable = _plain(found.kind)
    options: dict[str, Any] = {
        "required": True,
        "metadata": about(found.term.shown or found.term.in_request),
        **({"allow_none": True} if nullable else {}),
    }
    if get_origin(plain) is Literal:
        return fields.String(validate=validate.OneOf(get_args(plain)), **options)
    if plain is bool:
        return fields.Boolean(**options)
    return fields.Integer(**options) if plain is int else fields.String(**options)


def _plain(kind: Any) -> tuple[Any, bool]:
    """A type without None, and whether it may be None."""
    parts = get_args(kind) if get_origin(kind) in (Union, type(int | None)) else (kind,)
    [plain] = (each for each in parts if each is not type(None))
    return plain, type(None) in parts
