"""RFC 8785 canonical JSON: one value, one sequence of bytes.

The store hashes these bytes, so values with more than one reading are refused: floats, integers
that a double cannot hold (RFC 8785, section 3.2.2.3; RFC 7493, section 2.2), and keys beyond ASCII.
The order of such keys differs between UTF-16 code units and UTF-8 bytes.
"""

from types import NoneType
from typing import Any, Final, TypeAlias

import orjson

Json: TypeAlias = Any
"""None, bool, int, str, or a list, tuple or dict of these."""

MAX_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact (RFC 7493, section 2.2)."""

_LEAVES: Final = frozenset({str, int, bool, NoneType})
_OPTIONS: Final = orjson.OPT_SORT_KEYS | orjson.OPT_STRICT_INTEGER


class NotCanonical(ValueError):
    """A value has no canonical form. The message names kinds, never values: they may be secret."""


def canonical(value: Json) -> bytes:
    """The RFC 8785 bytes of a value.

    Raises:
        NotCanonical: the value holds something other than None, bool, int within
            ±(2^53-1), str without lone surrogates, list, tuple, or dict with ASCII keys; or it
            nests deeper than 254 levels.
    """
    try:
        written = orjson.dumps(value, option=_OPTIONS)
    except orjson.JSONEncodeError as error:
        raise NotCanonical(str(error)) from None
    is_ascii = written.isascii()
    pending = [value]  # finite: otherwise orjson would have refused it
    while pending:
        each = pending.pop()
        kind = type(each)
        if kind is dict:
            if not (is_ascii or "".join(each).isascii()):
                raise NotCanonical("a key of canonical JSON is an ASCII string")
            inner = each.values()
        elif kind is list or kind is tuple:
            inner = each
        elif kind in _LEAVES:
            continue
        else:  # what orjson writes besides: floats, UUIDs, subclasses
            raise NotCanonical(f"{kind.__name__} has no canonical JSON")
        for item in inner:
            if type(item) not in _LEAVES:
                pending.append(item)  # noqa: PERF401 - a list for each costs twice as much
    return written
