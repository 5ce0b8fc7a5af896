"""Field declarations of table events beyond the type: bounds, meaning, and audience.

`ALL` and `PARTIES` are readers of a field that stands in the record. The kernel's `ALL_ERASABLE`
and `OWNER` also put a field behind a commitment in the record, so that its value can be erased.

They determine the API's requests and responses, the redaction of events for each reader, the
table's form for verifiers, and the types of the clients. A field is declared only once.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from typing import Any, Final, NamedTuple, cast, get_args, get_type_hints

from domain.kernel.event import ALL_ERASABLE, OWNER, Audience, Event, Json, to_json


class FieldAudience(Enum):
    """The readers of a field of a table's event. An undeclared field has no readers."""

    ALL = "all"
    """All readers with access to the table."""
    PARTIES = "parties"
    """Its owner and its players."""
    OWNER = "owner"
    """Its owner."""


ALL = FieldAudience.ALL
PARTIES = FieldAudience.PARTIES
_READERS: Final = {ALL_ERASABLE: FieldAudience.ALL, OWNER: FieldAudience.OWNER}
"""The readers of fields that are behind commitments."""


class Term(NamedTuple):
    """A public field of the event that opens a table, set by the request that opens it.

    Attributes:
        in_request: Its meaning in the request.
        shown: Its meaning for a table; None: the same.
        default: Its value where the request has none; None: the default of the event's field, if
            it has one.
        low: The least value of a number.
        high: The greatest value of a number.
        settled: Whether the service chooses its value where the request has none.
        longest: The most characters of a text that people write, which is then printable and not
            blank; None: the text is a key, such as the level of a bot.
    """

    in_request: str
    shown: str | None = None
    default: Any = None
    low: int = 0
    high: int = 86_400
    settled: bool = False
    longest: int | None = None


class TermField(NamedTuple):
    """A term with the field that declares it."""

    kind: Any
    term: Term
    default: Any


def field_audiences(kind: type[Event]) -> Mapping[str, FieldAudience]:
    """The readers of each field of an event; fields that are missing here have no reader."""
    return _audiences(cast("Any", kind))


def terms(kind: type[Event]) -> Mapping[str, TermField]:
    """The terms that an event declares, by the names of their fields."""
    return _terms(cast("Any", kind))


@cache
def _audiences(kind: Any) -> Mapping[str, FieldAudience]:
    known = {name: _annotations(hint) for name, hint in _hints(kind).items()}
    named = {name: _readers(annotations) for name, annotations in known.items()}
    return {name: readers for name, readers in named.items() if readers is not None}


def _readers(annotations: tuple[Any, ...]) -> FieldAudience | None:
    for annotation in annotations:
        if isinstance(annotation, FieldAudience):
            return annotation
        if isinstance(annotation, Audience):
            return _READERS[annotation]
        if isinstance(annotation, Term):
            return ALL
    return None


@cache
def _terms(kind: Any) -> Mapping[str, TermField]:
    hints = _hints(kind)
    defaults = {each.name: each.default for each in fields(kind)}
    return {
        name: TermField(get_args(hints[name])[0], annotation, _default(annotation, defaults[name]))
        for name in defaults
        for annotation in _annotations(hints[name])
        if isinstance(annotation, Term)
    }


def terms_json(event: Event) -> dict[str, Json]:
    """The terms of a table, as they are shown."""
    return {name: to_json(getattr(event, name)) for name in terms(type(event))}


def _default(term: Term, default: Any) -> Any:
    return term.default if default is MISSING or term.settled else default


def _annotations(hint: Any) -> tuple[Any, ...]:
    return getattr(hint, "__metadata__", ())


def _hints(kind: type[Event]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
