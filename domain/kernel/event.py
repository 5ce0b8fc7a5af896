"""Events: facts of a deal, with the audience of every field.

Every field of an event either has a type that cannot hold a card, or declares its audience. A class
that does neither is refused at import, so a forgotten declaration cannot leak a card.

    @event("goat.trick_beaten", move="beat", clause="G10")
    class TrickBeaten(Event):
        seat: Seat
        cards: Cards = seen_by(EVERYONE)
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import Enum
from functools import cache
from types import MappingProxyType, NoneType, UnionType
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

from domain.kernel.cards import SUIT_OF, UNKNOWN, Card, Cards, Hands
from domain.kernel.history import History

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
    ALL_ERASABLE = "all_erasable"
    """Every reader of the record, until the value is erased."""
    OWNER = "owner"
    """The owner of the table alone, until the value is erased."""


EVERYONE: Final = Audience.EVERYONE
EACH: Final = Audience.EACH
NOBODY: Final = Audience.NOBODY
ALL_ERASABLE: Final = Audience.ALL_ERASABLE
OWNER: Final = Audience.OWNER

ERASABLE: Final = (ALL_ERASABLE, OWNER)
"""The audiences of values whose openings can be erased. Such a value is no card."""
RECORDED_AS: Final = MappingProxyType({NOBODY: -1, ALL_ERASABLE: -2, OWNER: -3})
"""The numbers of the audiences that are no seat, in the record."""

_AUDIENCE: Final = "audience"
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


class Given(NamedTuple):
    """A field that a player gives with a move: its name, its type, and whether it is required."""

    name: str
    kind: Any
    required: bool


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
    TELLS: ClassVar[str | None]
    """The field that the few words about the move name with it; None: they stand alone."""
    TELLS_OF: ClassVar[str | None]
    """The type of the last event with that field; None: the move has it."""
    STRONG: ClassVar[bool]
    """Whether the move is worth a second look at the table."""
    AUDIENCES: ClassVar[Mapping[str, Audience | str]]
    """The audience of each field that declares one. Other fields are public and hold no card."""
    HIDDEN: ClassVar[tuple[Secrecy, ...]]
    HIDES_FROM: ClassVar[int]
    """The first version whose hidden fields are behind commitments; older ones show them."""
    KINDS: ClassVar[Mapping[str, Any]]
    """The type of every field."""
    ONE_CARD: ClassVar[tuple[str, ...]]
    """The fields that name a card, or none."""
    CARD_LISTS: ClassVar[tuple[str, ...]]
    """The fields that name any number of cards."""
    WORDS: ClassVar[Mapping[str, tuple[Json, ...]]]
    """The fields that have one of a few values, with these values."""
    SEATS: ClassVar[frozenset[str]]
    """The fields that name a seat, or none."""
    GIVEN: ClassVar[tuple[Given, ...]]
    """The fields that a player gives with a move."""

    def meant(self) -> Self:
        """The same move with what it includes spelled out; of any other event, the event."""
        return self


E = TypeVar("E", bound=Event)

_CLASSES: dict[str, type[Event]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field, seen_by))
def event(
    name: str,
    *,
    version: int = 1,
    move: str | None = None,
    clause: Clause | None = None,
    early: bool = False,
    tells: str | None = None,
    tells_of: str | None = None,
    strong: bool = False,
    hides_from: int = 1,
) -> Callable[[type[E]], type[E]]:
    """Register a class as an event that is stored under this name, with this schema version.

    Args:
        name: The stored name. It is permanent, and never the path of a class.
        version: The schema; raise it together with an `upcaster` from the one before.
        move: The imperative of the API, where a player chooses this event.
        clause: The clause that grants the move.
        early: Whether the move would end the deal before it is played out.
        tells: The field that the few words about the move name with it: a card, a value, or the
            number of cards; None: they stand alone.
        tells_of: The type of the event whose last one has that field; None: the move has it.
        strong: Whether the move is worth a second look at the table.
        hides_from: The first version whose hidden fields are behind commitments.
    """

    def make(cls: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True)(cls)
        every, plain = fields(cast("Any", made)), get_type_hints(made)
        hints = {each.name: plain[each.name] for each in every}
        made.TYPE, made.VERSION, made.MOVE, made.CLAUSE = name, version, move, clause
        made.EARLY, made.KINDS, made.HIDES_FROM = early, hints, hides_from
        made.TELLS, made.TELLS_OF, made.STRONG = tells, tells_of, strong
        _sort_fields(made)
        annotated = get_type_hints(made, include_extras=True)
        made.SEATS = frozenset(key for key, hint in annotated.items() if _names_seat(hint))
        for each in every:
            _require_audience(made, each)
        declared = {each.name: _audience(each, annotated[each.name]) for each in every}
        made.AUDIENCES = {
            name: audience for name, audience in declared.items() if audience is not None
        }
        made.HIDDEN = tuple(
            Secrecy(field_name, audience, hints[field_name])
            for field_name, audience in made.AUDIENCES.items()
            if audience is not EVERYONE
        )
        given = [each for each in every if each.name != "seat"]
        made.GIVEN = tuple(
            Given(each.name, hints[each.name], each.default is MISSING) for each in given
        )
        if name in _CLASSES:
            raise TypeError(f"two events are named {name}")
        _CLASSES[name] = made
        return made

    return make


def _sort_fields(cls: type[Event]) -> None:
    kinds = cls.KINDS.items()
    cls.ONE_CARD = tuple(name for name, hint in kinds if hint in (Card, Card | None))
    cls.CARD_LISTS = tuple(name for name, hint in kinds if hint == Cards)
    cls.WORDS = {name: get_args(hint) for name, hint in kinds if get_origin(hint) is Literal}


def _names_seat(hint: Any) -> bool:
    return Seat in (hint, *get_args(hint)) and get_origin(hint) is not tuple


def _audience(each: "Field[Any]", hint: Any) -> Audience | str | None:
    """The audience of a field: of `seen_by`, or one of `ERASABLE` that annotates its type."""
    audience: Audience | str | None = each.metadata.get(_AUDIENCE)
    annotations = getattr(hint, "__metadata__", ())
    return next((one for one in annotations if one in ERASABLE), audience)


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
    """The event as the observer saw it: hidden cards become unknown, other secrets absent."""
    if viewer == FULL or not event.HIDDEN:
        return event
    veiled = dict[str, Any]()
    for name, audience, kind in event.HIDDEN:
        value = getattr(event, name)
        if audience is EACH:
            veiled[name] = tuple(
                hand if seat == viewer else (UNKNOWN,) * len(hand)
                for seat, hand in enumerate(value)
            )
        elif not isinstance(audience, str) or getattr(event, audience) != viewer:
            hidden = UNKNOWN if kind is Card else None
            veiled[name] = (UNKNOWN,) * len(value) if name in event.CARD_LISTS else hidden
    if not veiled:
        return event
    values = {name: getattr(event, name) for name in event.KINDS} | veiled
    return type(event)(**values)


# --- Values of the declared types ---------------------------------------------------------------


def misfit(event: Event, *, cards: "_Known" = None) -> str | None:
    """The first field with a value that its type does not allow; None: all fields are valid.

    A stored event is trusted, because the store has verified it. A record from any other source
    must pass this check first; afterwards the rules cannot fail on it.

    Args:
        event: The event.
        cards: The permitted cards, in addition to unknown ones; None: any text may be a card, and
            the rules judge it.
    """
    for name, fits in _checks(cast("Any", type(event)), cards):
        if not fits(getattr(event, name)):
            return name
    return None


_Known: TypeAlias = frozenset[str] | tuple[str, ...] | None
_Fits: TypeAlias = Callable[[Any], bool]


@cache
def _checks(cls: type[Event], cards: _Known) -> tuple[tuple[str, _Fits], ...]:
    return tuple((name, _fitting(hint, cards)) for name, hint in cls.KINDS.items())


@cache
def _fitting(hint: Any, cards: _Known) -> _Fits:  # noqa: PLR0911 - by kind
    """The check whether a value is of a declared type."""
    if hint is Card and cards is not None:
        return lambda value: type(value) is str and (value == UNKNOWN or value in cards)
    if hint in (Card, Text):
        return lambda value: type(value) is str
    if hint in _FORMS:
        form = _FORMS[hint]
        return lambda value: type(value) is str and bool(form(value))
    if hint in (int, bool, NoneType):
        return lambda value: type(value) is hint
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        words = [(type(one), one) for one in args]
        return lambda value: (type(value), value) in words
    if origin in (Union, UnionType):
        parts = [_fitting(arg, cards) for arg in args]
        return lambda value: any(fits(value) for fits in parts)
    if origin is tuple:
        item = _fitting(args[0], cards)
        return lambda value: type(value) is tuple and all(map(item, value))
    return lambda value: isinstance(value, Mapping)


_DIGEST: Final = re.compile("[0-9a-f]{64}").fullmatch
_FORMS: Final[Mapping[Any, Callable[[str], object]]] = {
    Id: re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").fullmatch,
    Digest: _DIGEST,
    Key: _DIGEST,
    Signature: re.compile("[0-9a-f]{128}").fullmatch,
}
"""The texts that have a form."""


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
    kind: Any = type(value)
    if kind is str:
        return None if value == UNKNOWN else value
    return value if kind in _LEAVES else _writer(kind)(value)


_LEAVES: Final = frozenset({int, bool, NoneType})
_SCALARS: Final = _LEAVES | {str}


@cache
def _writer(kind: Any) -> Callable[[Any], Json]:
    """How values of a type other than a leaf are written."""
    names: tuple[str, ...] | None = getattr(kind, "_fields", None)
    if hasattr(kind, "__dataclass_fields__"):
        names = tuple(each.name for each in fields(kind))
    if names is not None:
        return lambda value: {name: to_json(getattr(value, name)) for name in names}
    if issubclass(kind, (tuple, History)):
        return _list
    return lambda value: None if value == UNKNOWN else value


def _list(values: Any) -> list[Json]:
    if UNKNOWN not in values and _SCALARS.issuperset(map(type, values)):
        return [*values]
    return [to_json(each) for each in values]


Seal: TypeAlias = Callable[[Json, Seat, int], Any]
"""Makes the stored leaf of a secret: of its value, the seat that may know it (or a number of
`RECORDED_AS`), its size.
"""


def to_data(event: Event, *, seal: Seal) -> dict[str, Any]:
    """The fields of an event for the record, with every secret given to `seal`."""
    data: dict[str, Any] = to_json(event)
    for name, audience, _ in event.HIDDEN:
        if audience is EACH:
            data[name] = [seal(hand, seat, len(hand)) for seat, hand in enumerate(data[name])]
        else:
            data[name] = seal(data[name], *audience_and_size(event, audience, name, data[name]))
    return data


def audience_and_size(
    event: Event, audience: Audience | str, name: str, value: Any
) -> tuple[Seat, int]:
    """The seat that may know a secret (or a number of `RECORDED_AS`), and how many cards it is."""
    seat: Seat = getattr(event, audience) if isinstance(audience, str) else RECORDED_AS[audience]
    return seat, len(value) if name in event.CARD_LISTS else 1
