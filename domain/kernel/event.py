"""Events: facts of a deal, with the audience of every field.

Every field of an event either has a type that cannot hold a card, or declares its audience. A class
that does neither is refused at import, so a forgotten declaration cannot leak a card.

    @event("goat.trick_beaten", move="beat", clause="G10")
    class TrickBeaten(Event):
        seat: Seat
        cards: Cards = seen_by(EVERYONE)
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Final,
    Literal,
    NamedTuple,
    NewType,
    Self,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from domain.kernel.cards import SUIT_OF, UNKNOWN, Card, Cards, Hands, unknown

Seat: TypeAlias = Annotated[int, "seat"]
"""The number of a seat, from 0. A field of this type always names a seat."""
Clause: TypeAlias = str
"""The number of a rule clause, such as ``G10``."""

PUBLIC: Final = "public"
FULL: Final = "full"
Viewer: TypeAlias = Seat | Literal["public", "full"]
"""The viewer: a seat, an outsider with public knowledge only, or (after the deal) a full view."""

Json: TypeAlias = Any
Id = NewType("Id", str)
"""A UUID in its usual text form."""
Digest = NewType("Digest", str)
"""A SHA-256 value or a 32-byte seed, in hex."""
Key = NewType("Key", str)
"""An Ed25519 public key, in hex."""
Signature = NewType("Signature", str)
"""An Ed25519 signature, in hex."""
Text = NewType("Text", str)
"""Words that a person chose, such as the name of a table. Never an event of a deal."""


class Audience(Enum):
    """The audience of a field, if it is not the seat that another field names."""

    EVERYONE = "everyone"
    EACH = "each"
    """Item n of the field is for seat n alone."""
    NOBODY = "nobody"
    """Hidden from every seat until the deal is over."""


EVERYONE: Final = Audience.EVERYONE
EACH: Final = Audience.EACH
NOBODY: Final = Audience.NOBODY

NOBODY_SEAT: Final = -1
"""The spelling of the audience NOBODY in the record."""

_AUDIENCE: Final = "audience"
_MANY: Final = range(1_000)
"""No record hides more cards in one place; what claims to is no record."""
_CARD_TYPES: Final = (Card, Card | None, Cards, Hands)
"""The permitted shapes of fields with cards: no other shape could be redacted and read back."""
_OPEN_TYPES: Final = frozenset({int, bool, NoneType, Id, Digest, Key, Signature, Text})


def seen_by(audience: Audience | str, **options: Any) -> Any:
    """Declare the audience of a field: an `Audience`, or the field that holds the seat."""
    return field(metadata={_AUDIENCE: audience}, **options)


class UndeclaredAudience(TypeError):
    """A field that could hold a card does not declare a valid audience."""


class UnknownEvent(LookupError):
    """The record names a type of event, or a schema of it, that this program does not know."""


class Secrecy(NamedTuple):
    """A field that not everyone sees: its name, its audience and its type."""

    name: str
    audience: Audience | str
    kind: Any


class Event:
    """Something that happened. Subclasses are made by `event` and are frozen values."""

    __slots__ = ()
    TYPE: ClassVar[str]
    VERSION: ClassVar[int]
    MOVE: ClassVar[str | None]
    """The name of this event as a move in the API; None for consequences."""
    CLAUSE: ClassVar[Clause | None]
    """The clause that grants the move."""
    EARLY: ClassVar[bool]
    """Whether the move would end the deal before it is played out: by giving up or by agreement."""
    AUDIENCES: ClassVar[Mapping[str, Audience | str]]
    """The audience of each field that declares one. Other fields are public and hold no card."""
    HIDDEN: ClassVar[tuple[Secrecy, ...]]
    KINDS: ClassVar[Mapping[str, Any]]
    """The type of every field."""
    SEATS: ClassVar[frozenset[str]]
    """The fields that name a seat, or none."""
    READ: ClassVar[tuple[tuple[str, Callable[[Json], Any]], ...]]
    """Decoders for the fields that have a different shape in JSON."""

    def meant(self) -> Self:
        """The same move with what it includes spelled out; of any other event, the event."""
        return self


E = TypeVar("E", bound=Event)

_CLASSES: dict[str, type[Event]] = {}
_UPCASTERS: dict[tuple[str, int], Callable[[dict[str, Json]], dict[str, Json]]] = {}
_ADDED: dict[tuple[str, int], Mapping[str, Json]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field, seen_by))
def event(
    name: str,
    *,
    version: int = 1,
    move: str | None = None,
    clause: Clause | None = None,
    early: bool = False,
) -> Callable[[type[E]], type[E]]:
    """Register a class as an event that is stored under this name, with this schema version.

    Args:
        name: The stored name. It is permanent, and never the path of a class.
        version: The schema; raise it together with an `upcaster` from the one before.
        move: The imperative of the API, where a player chooses this event.
        clause: The clause that grants the move.
        early: Whether the move would end the deal before it is played out.
    """

    def make(cls: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True)(cls)
        every, plain = fields(cast("Any", made)), get_type_hints(made)
        hints = {each.name: plain[each.name] for each in every}
        made.TYPE, made.VERSION, made.MOVE, made.CLAUSE = name, version, move, clause
        made.EARLY, made.KINDS = early, hints
        made.SEATS = frozenset(
            key
            for key, hint in get_type_hints(made, include_extras=True).items()
            if Seat in (hint, *get_args(hint)) and get_origin(hint) is not tuple
        )
        for each in every:
            _require_audience(made, each)
        made.AUDIENCES = {
            each.name: each.metadata[_AUDIENCE] for each in every if _AUDIENCE in each.metadata
        }
        made.HIDDEN = tuple(
            Secrecy(field_name, audience, hints[field_name])
            for field_name, audience in made.AUDIENCES.items()
            if audience is not EVERYONE
        )
        secret = {each.name for each in made.HIDDEN}
        made.READ = tuple(
            (key, read) for key, hint in hints.items() if (read := _decoder(hint, key in secret))
        )
        if name in _CLASSES:
            raise TypeError(f"two events are named {name}")
        _CLASSES[name] = made
        return made

    return make


def _require_audience(cls: type[Event], each: "Field[Any]") -> None:
    audience, hint = each.metadata.get(_AUDIENCE), cls.KINDS[each.name]
    field_name = f"{cls.TYPE}.{each.name}"
    if audience is None and not _is_open(hint):
        raise UndeclaredAudience(f"{field_name} may hold a card: say who sees it with seen_by(…)")
    if isinstance(audience, str) and not (audience in cls.SEATS and cls.KINDS[audience] is int):
        raise UndeclaredAudience(f"{field_name}: {audience} is not the field of a seat")
    if audience is not None and (audience is EACH) != (hint == Hands):
        raise UndeclaredAudience(f"{field_name}: EACH is for hands only; an open hand is Cards")
    if hint not in _CARD_TYPES and _names_card(hint):
        declared = "declare cards as Card, Card | None, Cards or Hands"
        raise UndeclaredAudience(f"{field_name}: {declared}, not as {hint}")


def _names_card(hint: Any) -> bool:
    """Whether a type holds cards, however deep; a record's fields are looked at too."""
    is_record = hasattr(hint, "_fields") or hasattr(hint, "__dataclass_fields__")
    parts = get_type_hints(hint).values() if is_record else get_args(hint)
    return hint is Card or any(map(_names_card, parts))


def _is_open(hint: Any) -> bool:
    """Whether a type cannot hold a card."""
    if get_origin(hint) is Literal:
        return SUIT_OF.keys().isdisjoint(get_args(hint))
    if get_origin(hint) in (tuple, Union, UnionType):
        return all(_is_open(arg) for arg in get_args(hint) if arg is not Ellipsis)
    return hint in _OPEN_TYPES


# --- What an observer may know ------------------------------------------------------------------


def redact(event: E, viewer: Viewer) -> E:
    """The event as the observer saw it: hidden cards become unknown, nothing else differs."""
    if viewer == FULL or not event.HIDDEN:
        return event
    veiled = {
        name: _veil(getattr(event, name), audience, kind, viewer)
        for name, audience, kind in event.HIDDEN
        if not (isinstance(audience, str) and getattr(event, audience) == viewer)
    }
    return replace(cast("Any", event), **veiled) if veiled else event


def _veil(value: Any, audience: Audience | str, kind: Any, viewer: Viewer) -> Any:
    """Cards stay countable when they are hidden; any other secret is absent."""
    if audience is EACH:
        return tuple(
            hand if seat == viewer else unknown(len(hand)) for seat, hand in enumerate(value)
        )
    if kind == Cards:
        return unknown(len(value))
    return UNKNOWN if kind is Card else None


# --- JSON, stored and shown ---------------------------------------------------------------------


def event_class(name: str) -> type[Event]:
    """The class that is stored under a name.

    Raises:
        UnknownEvent: There is none.
    """
    try:
        return _CLASSES[name]
    except KeyError:
        raise UnknownEvent(f"no event is named {name!r}") from None


def event_classes() -> Iterator[type[Event]]:
    """Every class of events that is known."""
    return iter(_CLASSES.values())


def to_json(value: Any) -> Json:
    """A value as JSON: unknown cards are null, tuples lists, records objects."""
    if isinstance(value, str):
        return None if value == UNKNOWN else value
    if isinstance(value, tuple):
        names: tuple[str, ...] | None = getattr(value, "_fields", None)
        if names is not None:
            return {name: to_json(item) for name, item in zip(names, value, strict=True)}
        return [to_json(item) for item in value]
    if hasattr(value, "__dataclass_fields__"):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    return value


Seal: TypeAlias = Callable[[Json, Seat, int], Any]
"""Makes the stored leaf of a secret: of its value, the seat that may know it (or -1), its size."""


def to_data(event: Event, *, seal: Seal) -> dict[str, Any]:
    """The fields of an event for the record, with every secret given to `seal`."""
    data: dict[str, Any] = to_json(event)
    for name, audience, kind in event.HIDDEN:
        if audience is EACH:
            data[name] = [seal(hand, seat, len(hand)) for seat, hand in enumerate(data[name])]
        else:
            seat = getattr(event, audience) if isinstance(audience, str) else NOBODY_SEAT
            data[name] = seal(data[name], seat, len(data[name]) if kind == Cards else 1)
    return data


COMPUTED: Final = object()
"""Stands for the value of an added field that an `upcaster` computes from the older data."""


def added(name: str, version: int, values: Mapping[str, Json]) -> None:
    """Declare the fields that the version after this one added, with their values in older data."""
    upcaster(name, version=version)(lambda data: {**data, **values})
    _ADDED[name, version] = values


def added_to(name: str, *, version: int) -> Mapping[str, Json]:
    """The fields that the version after this one added, with their values in older data."""
    return _ADDED.get((name, version), {})


def fields_of(name: str, schema: int) -> tuple[str, ...]:
    """The fields that an event had in one version of its schema."""
    cls = event_class(name)
    later = {each for at in range(schema, cls.VERSION) for each in added_to(name, version=at)}
    return tuple(each for each in cls.KINDS if each not in later)


def upcaster(
    name: str, *, version: int, adds: Iterable[str] = ()
) -> Callable[
    [Callable[[dict[str, Json]], dict[str, Json]]], Callable[[dict[str, Json]], dict[str, Json]]
]:
    """Declare how data of this schema version become data of the next one.

    Args:
        name: The event.
        version: The older version.
        adds: The new fields of the next version. Where their values are fixed, use `added`.
    """

    def declare(
        function: Callable[[dict[str, Json]], dict[str, Json]],
    ) -> Callable[[dict[str, Json]], dict[str, Json]]:
        _UPCASTERS[name, version] = function
        _ADDED[name, version] = dict.fromkeys(adds, COMPUTED)
        return function

    return declare


def from_data(name: str, schema: int, data: Mapping[str, Json]) -> Event:
    """The event that was recorded under this name and schema, brought to today's schema.

    Secrets that were not opened for the reader (objects with a ``count``) are unknown.

    Raises:
        UnknownEvent: The name or the schema is not known here.
    """
    cls = event_class(name)
    raw = dict(data)
    if schema > cls.VERSION:
        raise UnknownEvent(f"{name} is known up to schema {cls.VERSION}, not {schema}")
    for version in range(schema, cls.VERSION):
        if (name, version) not in _UPCASTERS:
            raise UnknownEvent(f"no way from schema {version} of {name} to the next")
    try:
        for version in range(schema, cls.VERSION):
            raw = _UPCASTERS[name, version](raw)
        for key, read in cls.READ:
            raw[key] = read(raw[key])
        return cls(**raw)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise UnknownEvent(f"the data of {name} do not fit its schema {schema}") from None


def _decoder(kind: Any, secret: bool) -> Callable[[Json], Any] | None:  # noqa: FBT001
    """The decoder for a field of this type; None where JSON has the same shape."""
    if kind == Hands:
        return _read_hands
    if kind == Cards:
        return _read_cards
    if kind is Card:
        return _read_card
    if secret:
        return _read_secret
    return _frozen if get_origin(kind) is tuple else None


def _read_cards(value: Json) -> Cards:
    if type(value) is not list:
        return unknown(_MANY.index(value["count"]))
    return tuple(value) if None not in value else tuple(map(_read_card, value))


def _read_hands(value: Json) -> Hands:
    return tuple(map(_read_cards, value))


def _read_card(value: Json) -> Card:
    return Card(value) if type(value) is str else UNKNOWN


def _read_secret(value: Json) -> Any:
    return None if type(value) is dict else _frozen(value)


def _frozen(value: Json) -> Any:
    return tuple(map(_frozen, value)) if type(value) is list else value
