"""The kinds of values that fields of events hold, in the notation of the evidence format.

``verifier/tables.mjs`` has the same notation and a second copy of `fits`. A kind is a name, words
with ``|`` between them, a kind with ``?`` (or null), or a kind with ``[]`` (a list of it).
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

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
    names = fields_of(cls.TYPE, schema)
    if odd := sorted(data.keys() ^ {*names}):
        return odd[0]
    hidden = {each.name for each in cls.HIDDEN if schema >= cls.HIDES_FROM}
    for name in names:
        value, kind = data[name], kind_of(cls.KINDS[name])
        may_be_sealed = kind in _SEALABLE or (name in hidden and kind != "hands")
        if not (may_be_sealed and is_sealed(value)) and not fits(kind, value):
            return name
    return None


def is_sealed(value: Json) -> bool:
    """Whether a value has the keys of a commitment."""
    return type(value) is dict and value.keys() == SEALED


def fits(kind: str, value: Json) -> bool:
    """Whether a value is of a kind."""
    if kind.endswith("?"):
        return value is None or fits(kind[:-1], value)
    if kind.endswith("[]"):
        return type(value) is list and all(fits(kind[:-2], item) for item in value)
    if "|" in kind:
        return type(value) is str and value in kind.split("|")
    return _KINDS[kind](value)


def _text(pattern: str) -> Callable[[Json], bool]:
    compiled = re.compile(pattern)
    return lambda value: type(value) is str and bool(compiled.fullmatch(value))


def _is_hands(value: Json) -> bool:
    return type(value) is list and all(is_sealed(hand) or fits("cards", hand) for hand in value)


_KINDS: Final[Mapping[str, Callable[[Json], bool]]] = {
    "int": lambda value: type(value) is int,
    "bool": lambda value: type(value) is bool,
    "id": _text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    "digest": _text("[0-9a-f]{64}"),
    "key": _text("[0-9a-f]{64}"),
    "signature": _text("[0-9a-f]{128}"),
    "text": lambda value: type(value) is str,
    "card": lambda value: value is None or (type(value) is str and value in SUIT_OF),
    "cards": lambda value: fits("card[]", value),
    "hands": _is_hands,
    "object": lambda value: type(value) is dict,
}
