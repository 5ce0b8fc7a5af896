"""The types of fields that are more than plain JSON types."""

from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeAlias

from typing_extensions import TypedDict

from domain.table.events import TableOpened
from domain.table.fields import terms
from service.access.scopes import Scope


class Component(NamedTuple):
    """A component of the contract that the games make."""

    name: str


class Keyword(NamedTuple):
    """A keyword of JSON Schema, besides the type."""

    name: str
    value: str | int | tuple[str, ...]


Id: TypeAlias = Annotated[str, Keyword("format", "uuid")]
Time: TypeAlias = Annotated[str, Keyword("format", "date-time")]
"""A time of RFC 3339, UTC."""
Reference: TypeAlias = Annotated[str, Keyword("format", "uri-reference")]
Uri: TypeAlias = Annotated[str, Keyword("format", "uri")]
Hash: TypeAlias = Annotated[str, Keyword("pattern", "^[0-9a-f]{64}$")]
"""32 bytes in hex."""
Thousandths: TypeAlias = Annotated[int, Keyword("minimum", 0), Keyword("maximum", 1000)]
ScopeName: TypeAlias = Annotated[str, Keyword("enum", tuple(scope.value for scope in Scope))]

CardJson: TypeAlias = Annotated[Any, Component("Card")]
"""Null where the viewer does not know it."""
MoveJson: TypeAlias = Annotated[Any, Component("Move")]
StateJson: TypeAlias = Annotated[Any, Component("State")]
ScoreJson: TypeAlias = Annotated[Any, Component("Score")]


class EnvelopeJson(TypedDict):
    """What all events have."""

    position: Annotated[int, Keyword("minimum", 1)]
    """Its place in the record of the deal: from 1, without gaps."""
    type: str
    """The type of the event."""
    schema: int
    """The version of the form of `data`."""
    at: Time
    """When it was recorded."""
    command: Annotated[int, Keyword("minimum", 1)]
    """The position of the first event of its command: events of one command share it."""
    actor: str
    """The actor: `seat:2`; `bot:2:medium/2@12000`, a bot with version and budget of its policy;
    `key:…`; `system`."""
    data: Any
    """The details of the event, as the observer was shown them."""


class AnyEventJson(EnvelopeJson):
    """The envelope of every event."""


EventJson: TypeAlias = Annotated[AnyEventJson, Component("Event")]

if TYPE_CHECKING:

    class TermsJson(TypedDict):
        """The terms of a table."""

else:
    _TERMS: Final = terms(TableOpened)
    TermsJson = TypedDict(
        "TermsJson",
        {
            name: Annotated[field.kind, field.term.shown or field.term.in_request]
            for name, field in _TERMS.items()
        },
    )
