"""The base of all schemas of requests, with errors that say what is right; requests of terms."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, Union, cast, get_args, get_origin

from marshmallow import Schema, ValidationError, fields, validate, validates_schema
from marshmallow.exceptions import SCHEMA

from domain.kernel.event import Event
from domain.kernel.event import Text as EventText
from domain.kernel.near import near_name
from domain.kernel.sentence import Sentence
from domain.table.fields import TermField, terms
from service.api.schemas.fields import (
    ComponentField,
    Flag,
    Identifier,
    ListOf,
    QueryFlag,
    TermText,
    Text,
    ValuesByName,
    WholeNumberField,
    WordOf,
    about,
    unfit,
)

MOST_NEAR: Final = 5
"""Unknown names of an object for which a near one is looked for: it takes time."""
BOUNDED: Final = (
    Text,
    Identifier,
    WholeNumberField,
    Flag,
    QueryFlag,
    ListOf,
    ValuesByName,
    ComponentField,
)
"""The fields of requests. The cost of each is bounded, whatever the request contains."""


class Request(Schema):
    """A schema for a body or a query. It contains only `BOUNDED` fields and other requests."""

    error_messages: dict[str, Any] = {  # noqa: RUF012 - declared so in marshmallow
        "type": Sentence("form-object"),
        "unknown": Sentence("form-unknown"),
    }

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Say in each error what would be right: a near name, or a value at all."""
        errors = cast("dict[str, Any]", error.messages)
        known = {each.data_key or name: each for name, each in self.load_fields.items()}
        unknown = [name for name in errors if name not in (*known, SCHEMA)]
        for name in unknown[:MOST_NEAR]:
            near = near_name(str(name), known)
            if near is not None:
                errors[name] = [Sentence("form-near", {"near": near})]
            elif known:
                errors[name] = [Sentence("form-fields", {"names": ", ".join(known)})]
        for name in errors.keys() & known:
            if hasattr(data, "get") and data.get(name) == "":
                errors[name] = [Sentence("form-blank" if known[name].required else "form-empty")]

    def on_bind_field(self, field_name: str, field_obj: fields.Field[Any]) -> None:
        """Refuse a field whose cost is not bounded, when the schema is made."""
        if not _is_bounded(field_obj):
            kind = type(field_obj).__name__
            raise TypeError(f"{type(self).__name__}.{field_name}: {kind} has no bound")


class CombinedRequest(Request):
    """A request with fields that exclude or need each other."""

    ONE_OF: ClassVar[tuple[()] | tuple[str, str]] = ()
    """Two fields of which a request has exactly one."""
    NEEDS: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Fields that a request has only beside another field."""

    @validates_schema
    def _belong_together(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse fields that exclude each other, and those that lack the one they need."""
        if self.ONE_OF and sum(data.get(name) is not None for name in self.ONE_OF) != 1:
            raise unfit("form-exactly-one", names=list(self.ONE_OF))
        for name, needed in self.NEEDS.items():
            if data.get(name) is not None and data.get(needed) is None:
                raise ValidationError({name: [Sentence("form-needs", {"name": needed})]})


def combinations_of(schema: type[CombinedRequest]) -> dict[str, Any]:
    """The combinations of fields that a request may have, in JSON Schema."""
    found: dict[str, Any] = {}
    if schema.ONE_OF:
        one, other = ({"required": [name]} for name in schema.ONE_OF)
        found["not"] = {"anyOf": [{"required": [*schema.ONE_OF]}, {"not": {"anyOf": [one, other]}}]}
    if schema.NEEDS:
        found["dependentRequired"] = {name: [needed] for name, needed in schema.NEEDS.items()}
    return found


def _is_bounded(field: fields.Field[Any]) -> bool:
    if isinstance(field, ListOf):
        return _is_bounded(field.inner)
    if isinstance(field, fields.Nested):
        return isinstance(field.schema, Request) and not field.many
    return isinstance(field, BOUNDED)


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
