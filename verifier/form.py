"""Read untrusted JSON: a value has exactly the expected form, or the error names the place."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar, cast
from uuid import UUID

import orjson

from events.canonical import MAX_INTEGER, Json, NotCanonical, canonical

T = TypeVar("T")

Parser: TypeAlias = Callable[[Json, str], T]
"""Takes a value and its place; returns the parsed value or raises `Malformed`."""

_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_HEX: Final = re.compile("([0-9a-f]{2})*")


class Malformed(ValueError):
    """A value has the wrong form; the message begins with its place."""

    def __init__(self, where: str, detail: str) -> None:
        super().__init__(f"{where}: {detail}")


def loads(raw: bytes, where: str) -> Json:
    """Parse canonical JSON (RFC 8785).

    Raises:
        Malformed: it is not JSON, or not in its canonical form.
    """
    try:
        value = orjson.loads(raw)
        fits = canonical(value) == raw
    except (ValueError, NotCanonical):
        raise Malformed(where, "this is no JSON that has a canonical form") from None
    if not fits:
        raise Malformed(where, "this is not the canonical form of its JSON")
    return value


def objects(value: Json, where: str, parsers: Mapping[str, Parser[Any]]) -> dict[str, Any]:
    """Reader of an object with exactly these keys, each read by its own reader."""
    if type(value) is not dict or value.keys() != parsers.keys():
        raise Malformed(where, f"must be an object with {', '.join(parsers)}")
    raw = cast("dict[str, Json]", value)
    return {name: read(raw[name], f"{where}.{name}") for name, read in parsers.items()}


def lists(read: Parser[T], *, most: int | None = None) -> Parser[tuple[T, ...]]:
    """Reader of a list whose items are read by a reader, with a maximum length."""

    def read_list(value: Json, where: str) -> tuple[T, ...]:
        if type(value) is not list:
            raise Malformed(where, "must be a list")
        if most is not None and len(value) > most:
            raise Malformed(where, f"must have at most {most} items")
        return tuple(read(item, f"{where}[{at}]") for at, item in enumerate(value))

    return read_list


def optional(read: Parser[T]) -> Parser[T | None]:
    """Reader of null, or of a value that another reader reads."""
    return lambda value, where: None if value is None else read(value, where)


def text(value: Json, where: str) -> str:
    """A text."""
    if type(value) is not str:
        raise Malformed(where, "must be a text")
    return value


def word(*words: str) -> Parser[str]:
    """Reader of one of the given words."""

    def read(value: Json, where: str) -> str:
        if value not in words:
            raise Malformed(where, f"must be {' or '.join(words)}")
        return cast("str", value)

    return read


def matching(pattern: str) -> Parser[str]:
    """Reader of a text that matches a pattern as a whole."""
    compiled = re.compile(pattern, re.ASCII)

    def read(value: Json, where: str) -> str:
        if not compiled.fullmatch(text(value, where)):
            raise Malformed(where, f"must match {pattern}")
        return cast("str", value)

    return read


def whole(value: Json, where: str) -> int:
    """Read a whole number from 0 up."""
    if type(value) is not int or not 0 <= value <= MAX_INTEGER:
        raise Malformed(where, "must be a whole number from 0 up")
    return value


def counted(value: Json, where: str) -> int:
    """Read a whole number of 32 bits, from 0 up."""
    if whole(value, where) >= 1 << 32:
        raise Malformed(where, "must be less than 2^32")
    return cast("int", value)


def octets(value: Json, where: str) -> bytes:
    """Return the bytes of a text."""
    return text(value, where).encode()


def identifier(value: Json, where: str) -> UUID:
    """Read a UUID in its usual form."""
    if not _UUID.fullmatch(text(value, where)):
        raise Malformed(where, "must be a UUID in lower case")
    return UUID(value)


def hexadecimal(size: int) -> Parser[bytes]:
    """Reader of so many bytes in lower-case hex."""

    def read(value: Json, where: str) -> bytes:
        if len(text(value, where)) != 2 * size or not _HEX.fullmatch(value):
            raise Malformed(where, f"must be {size} bytes in lower-case hex")
        return bytes.fromhex(value)

    return read
