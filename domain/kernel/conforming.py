"""Check that the fields of an event match their declared types, for records from outside.

`from_data` trusts a record, because the store has verified it. Records from any other source must
pass this check first; afterwards the rules cannot fail on them.
"""

import re
from collections.abc import Container, Mapping
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from domain.kernel.cards import UNKNOWN, Card
from domain.kernel.event import Digest, Event, Id, Key, Signature, Text

_ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_DIGEST: Final = re.compile("[0-9a-f]{64}")
_SIGNATURE: Final = re.compile("[0-9a-f]{128}")


def misfit(event: Event, *, cards: Container[str] | None = None) -> str | None:
    """The first field with a value that its type does not allow; None: all fields are valid.

    Args:
        event: The event.
        cards: The permitted cards, in addition to unknown ones; None: any text may be a card, and
            the rules judge it.
    """
    return next(
        (
            name
            for name, hint in event.KINDS.items()
            if not _fits(getattr(event, name), hint, cards)
        ),
        None,
    )


def _fits(value: Any, hint: Any, cards: Container[str] | None) -> bool:  # noqa: PLR0911 - by kind
    if hint is Card:
        return type(value) is str and (cards is None or value == UNKNOWN or value in cards)
    if hint in _TEXTS:
        return type(value) is str and bool(_TEXTS[hint](value))
    if hint in (int, bool, NoneType):
        return type(value) is hint
    origin, args = _components(hint)
    if origin is Literal:
        return any(type(value) is type(one) and value == one for one in args)
    if origin in (Union, UnionType):
        return any(_fits(value, arg, cards) for arg in args)
    if origin is tuple:
        return type(value) is tuple and all(_fits(item, args[0], cards) for item in value)
    return isinstance(value, Mapping)


@cache
def _components(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    return get_origin(hint), get_args(hint)


def _any_text(_: str) -> bool:
    return True


_TEXTS: Final[Mapping[Any, Any]] = {
    Id: _ID.fullmatch,
    Digest: _DIGEST.fullmatch,
    Key: _DIGEST.fullmatch,
    Signature: _SIGNATURE.fullmatch,
    Text: _any_text,
}
