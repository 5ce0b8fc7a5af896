"""What an event of a table declares of a field besides its type: bounds, meaning, and audience.

From it follow the request and the answer of the API, what each reader of the events is shown, the
table's form for verifiers, and the types of the clients: a field is written down once.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from typing import Any, NamedTuple, cast, get_args, get_type_hints

from domain.kernel.event import Event, Json, to_json


class Readers(Enum):
    """Who is shown a field of a table's event. Nobody is shown a field that does not say."""

    ALL = "all"
    """Whoever may know of the table."""
    PARTIES = "parties"
    """Its owner and its players."""


ALL = Readers.ALL
PARTIES = Readers.PARTIES


class Term(NamedTuple):
    """A field of the event that opens a table: whoever opens it may set it, and all are shown it.

    Attributes:
        asked: What it means in the request.
        shown: What it means of a table; None: the same.
        default: What it is where the request does not say; None: the default of the event's field.
        low: The least value of a number.
        high: The greatest value of a number.
    """

    asked: str
    shown: str | None = None
    default: Any = None
    low: int = 0
    high: int = 86_400


class TermField(NamedTuple):
    """A term with the field that declares it."""

    kind: Any
    term: Term
    default: Any


def readers(kind: type[Event]) -> Mapping[str, Readers]:
    """Who is shown each field of an event; nobody those that are missing."""
    return _readers(cast("Any", kind))


def terms(kind: type[Event]) -> Mapping[str, TermField]:
    """The terms that an event declares, by the names of their fields."""
    return _terms(cast("Any", kind))


@cache
def _readers(kind: Any) -> Mapping[str, Readers]:
    known = {name: _marks(hint) for name, hint in _hints(kind).items()}
    named = {
        name: next((mark for mark in marks if isinstance(mark, Readers)), _of_term(marks))
        for name, marks in known.items()
    }
    return {name: mark for name, mark in named.items() if mark is not None}


def _of_term(marks: tuple[Any, ...]) -> Readers | None:
    return ALL if any(isinstance(mark, Term) for mark in marks) else None


@cache
def _terms(kind: Any) -> Mapping[str, TermField]:
    hints = _hints(kind)
    defaults = {each.name: each.default for each in fields(kind)}
    return {
        name: TermField(get_args(hints[name])[0], mark, _default(mark, defaults[name]))
        for name in defaults
        for mark in _marks(hints[name])
        if isinstance(mark, Term)
    }


def terms_json(event: Event) -> dict[str, Json]:
    """What a table shows of its terms."""
    return {name: to_json(getattr(event, name)) for name in terms(type(event))}


def _default(term: Term, default: Any) -> Any:
    return term.default if default is MISSING else default


def _marks(hint: Any) -> tuple[Any, ...]:
    return getattr(hint, "__metadata__", ())


def _hints(kind: type[Event]) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)
