"""Stored events: read in any version of their schema, and brought to today's.

An older version becomes the next one by an upcaster, which stands beside the event.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias, cast, get_origin

from domain.kernel.cards import UNKNOWN, Card, Cards, Hands, unknown
from domain.kernel.event import (
    EACH,
    Event,
    Json,
    Seal,
    Seat,
    UnknownEvent,
    audience_and_size,
    event_class,
    to_data,
    to_json,
)

_Upcaster: TypeAlias = Callable[[dict[str, Json]], dict[str, Json]]
_Decoders: TypeAlias = tuple[tuple[str, Callable[[Json], Any]], ...]
_UPCASTERS: dict[tuple[str, int], _Upcaster] = {}
_ADDED: dict[tuple[str, int], Mapping[str, Json]] = {}
_MANY: Final = range(1_000)
"""No record hides more cards in one place; what claims to is no record."""
COMPUTED: Final = object()
"""Stands for the value of an added field that an `upcaster` computes from the older data."""


def added(name: str, version: int, values: Mapping[str, Json]) -> None:
    """Declare the fields that the version after this one added, with their values in older data."""
    upcaster(name, version=version)(lambda data: {**data, **values})
    _ADDED[name, version] = values


def added_to(name: str, *, version: int) -> Mapping[str, Json]:
    """The fields that the version after this one added, with their values in older data."""
    return _ADDED.get((name, version), {})


@cache
def fields_of(name: str, schema: int) -> tuple[str, ...]:
    """The fields that an event had in one version of its schema."""
    cls = event_class(name)
    later = {each for at in range(schema, cls.VERSION) for each in added_to(name, version=at)}
    return tuple(each for each in cls.KINDS if each not in later)


def upcaster(
    name: str, *, version: int, adds: Iterable[str] = ()
) -> Callable[[_Upcaster], _Upcaster]:
    """Declare how data of this schema version become data of the next one.

    Args:
        name: The event.
        version: The older version.
        adds: The new fields of the next version. Where their values are fixed, use `added`.
    """

    def declare(function: _Upcaster) -> _Upcaster:
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
    cls, upcasters, decoders = _way(name, schema)
    raw = dict(data)
    try:
        for upcast in upcasters:
            raw = upcast(raw)
        for key, decode in decoders:
            raw[key] = decode(raw[key])
        return cls(**raw)
    except (AttributeError, LookupError, TypeError, ValueError):
        raise UnknownEvent(f"the data of {name} do not fit its schema {schema}") from None


@cache
def _way(name: str, schema: int) -> tuple[type[Event], tuple[_Upcaster, ...], _Decoders]:
    """How data of an event in a schema become the event.

    Raises:
        UnknownEvent: The name or the schema is not known here.
    """
    cls = event_class(name)
    if schema > cls.VERSION:
        raise UnknownEvent(f"{name} is known up to schema {cls.VERSION}, not {schema}")
    upcasters = list[_Upcaster]()
    for version in range(schema, cls.VERSION):
        if (name, version) not in _UPCASTERS:
            raise UnknownEvent(f"no way from schema {version} of {name} to the next")
        upcasters.append(_UPCASTERS[name, version])
    return cls, tuple(upcasters), _decoders(cast("Any", cls))


@cache
def _decoders(cls: Any) -> _Decoders:
    """The decoders of the fields that have a different shape in JSON."""
    secret = {each.name for each in cls.HIDDEN}
    decoders = ((key, _decoder(hint, key in secret)) for key, hint in cls.KINDS.items())
    return tuple((key, decode) for key, decode in decoders if decode is not None)


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


def older_data(event: Event, version: int, *, seal: Seal) -> dict[str, Any]:
    """The fields of an event for the record, in an older version of it or in today's."""
    is_hidden = version >= event.HIDES_FROM
    data: dict[str, Any] = to_data(event, seal=seal) if is_hidden else to_json(event)
    return {name: data[name] for name in fields_of(event.TYPE, version)}


class Hidden(NamedTuple):
    """A secret of an event in the record: its slot, who may know it, and its size.

    Attributes:
        slot: The field; of a field with an item for each seat, ``field/seat``.
        audience: The seat that may know it, or a number of `RECORDED_AS`.
        size: Its number of cards; 1 for other values.
    """

    slot: str
    audience: Seat
    size: int


def hidden(event: Event, version: int) -> tuple[Hidden, ...]:
    """The secrets of an event, as `older_data` gives them to `seal`."""
    if not event.HIDDEN or version < event.HIDES_FROM:
        return ()
    fields, found = fields_of(event.TYPE, version), list[Hidden]()
    for name, audience, _ in event.HIDDEN:
        value = getattr(event, name)
        if name not in fields:
            continue
        if audience is EACH:
            found += [Hidden(f"{name}/{seat}", seat, len(hand)) for seat, hand in enumerate(value)]
        else:
            found.append(Hidden(name, *audience_and_size(event, audience, name, value)))
    return tuple(found)
