"""The kinds of values that fields of events hold, in the notation of the evidence format.

``verifier/tables.mjs`` has the same notation and a second copy of `fits`. A kind is a name, words
with ``|`` between them, a kind with ``?`` (or null), or a kind with ``[]`` (a list of it).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeAlias, Union, cast, get_args, get_origin

from domain.kernel.cards import SUIT_OF, Card, Cards, Hands
from domain.kernel.event import (
    Digest,
    Event,
    Id,
    Json,
    Key,
    Signature,
    Text,
    UnknownEvent,
    event_class,
)
from domain.kernel.stored import fields_of

Fits: TypeAlias = Callable[[Json], bool]
"""Whether a value is of a kind."""

SEALED: Final = {"count", "sha256"}
MOST_CARDS: Final = 999
"""The largest number of cards that a commitment hides."""

_SEALABLE: Final = ("card", "cards")
"""Fields where a commitment is a valid value even if nothing may be hidden there."""

_NAMES: Final[Mapping[Any, str]] = {
    int: "int",
    bool: "bool",
    Id: "id",
    Digest: "digest",
    Key: "key",
    Signature: "signature",
    Text: "text",
    Card: "card",
    Cards: "cards",
    Hands: "hands",
}


@cache
def kind_of(hint: Any) -> str:
    """The kind of a field, from its type."""
    if hint in _NAMES:
        return _NAMES[hint]
    origin, args = get_origin(hint), get_args(hint)
    if origin is Literal:
        return "|".join(args)
    if origin in (Union, UnionType):
        (one,) = (arg for arg in args if arg is not NoneType)
        return f"{kind_of(one)}?"
    if origin is tuple:
        return f"{kind_of(args[0])}[]"
    return "object"


class LaterVersion(UnknownEvent):
    """The version of the event is from a later release and unknown here."""


def known(name: str, schema: int) -> type[Event]:
    """The class of an event in this version.

    Raises:
        UnknownEvent: There is none; `LaterVersion` if a later release may have it.
    """
    cls = event_class(name)
    if not 1 <= schema <= cls.VERSION:
        kind = LaterVersion if schema > cls.VERSION else UnknownEvent
        raise kind(f"{name}@{schema} is not known here")
    return cls


def misfit(cls: type[Event], schema: int, data: Mapping[str, Json]) -> str | None:
    """The first field that is missing, unexpected or of the wrong kind; None if there is none.

    Args:
        cls: The event.
        schema: The version of its data.
        data: With the values of the openings in their slots.
    """
    checks = _checks(cast("Any", cls), schema)
    if data.keys() != checks.keys():
        return min(data.keys() ^ checks.keys())
    for name, fits in checks.items():
        if not fits(data[name]):
            return name
    return None


@cache
def _checks(cls: Any, schema: int) -> dict[str, Fits]:
    """The check of each field that an event has in a version."""
    hidden = {each.name for each in cls.HIDDEN if schema >= cls.HIDES_FROM}
    checks: dict[str, Fits] = {}
    for name in fields_of(cls.TYPE, schema):
        kind = kind_of(cls.KINDS[name])
        may_be_sealed = kind in _SEALABLE or (name in hidden and kind != "hands")
        checks[name] = _or_sealed(fits(kind)) if may_be_sealed else fits(kind)
    return checks


def is_sealed(value: Json) -> bool:
    """Whether a value has the keys of a commitment."""
    return type(value) is dict and value.keys() == SEALED


def _or_sealed(fits: Fits) -> Fits:
    return lambda value: fits(value) or is_sealed(value)


@cache
def fits(kind: str) -> Fits:
    """The check whether a value is of a kind."""
    if kind.endswith("?"):
        inner = fits(kind[:-1])
        return lambda value: value is None or inner(value)
    if kind.endswith("[]"):
        item = fits(kind[:-2])
        return lambda value: type(value) is list and all(map(item, value))
    if "|" in kind:
        words = frozenset(kind.split("|"))
        return lambda value: type(value) is str and value in words
    return _KINDS[kind]


def _text(pattern: str) -> Fits:
    matches = re.compile(pattern).fullmatch
    return lambda value: type(value) is str and matches(value) is not None


def _is_card(value: Json) -> bool:
    return value is None or (type(value) is str and value in SUIT_OF)


def _is_cards(value: Json) -> bool:
    return type(value) is list and all(map(_is_card, value))


def _is_hands(value: Json) -> bool:
    return type(value) is list and all(is_sealed(hand) or _is_cards(hand) for hand in value)


_KINDS: Final[Mapping[str, Fits]] = {
    "int": lambda value: type(value) is int,
    "bool": lambda value: type(value) is bool,
    "id": _text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "digest": _text("[0-9a-f]{64}"),
    "key": _text("[0-9a-f]{64}"),
    "signature": _text("[0-9a-f]{128}"),
    "text": lambda value: type(value) is str,
    "card": _is_card,
    "cards": _is_cards,
    "hands": _is_hands,
    "object": lambda value: type(value) is dict,
}
