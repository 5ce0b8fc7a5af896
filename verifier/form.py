"""Read untrusted JSON: a value has exactly the expected form, or the error names the place."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, TypeVar, cast
from uuid import UUID

import orjson

from domain.kernel.sentence import Sentence
from events.canonical import MAX_INTEGER, Json, NotCanonical, canonical
from languages.catalogue import IN_ENGLISH

T = TypeVar("T")

Parser: TypeAlias = Callable[[Json], T]
"""Takes a value; returns it parsed, or raises `Malformed` with the place inside the value."""

_NO_FORM: Final = Sentence("finding-no-canonical-json")
_UUID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class Malformed(ValueError):
    """A value has the wrong form; the sentence begins with its place."""

    def __init__(self, detail: Sentence, *, where: str = "") -> None:
        super().__init__(detail.key)
        self._where, self._detail = where, detail

    @property
    def sentence(self) -> Sentence:
        """The fault, and its place."""
        return Sentence("finding-malformed", {"where": self._where, "why": self._detail})

    def __str__(self) -> str:
        return IN_ENGLISH.text(self.sentence)

    def within(self, outer: str) -> "Malformed":
        """The same, of a value that stands at a place of a larger one."""
        return Malformed(self._detail, where=outer + self._where)


def loads(raw: bytes) -> Json:
    """Parse canonical JSON (RFC 8785).

    Raises:
        Malformed: it is not JSON, or not in its canonical form.
    """
    try:
        value = orjson.loads(raw)
    except ValueError:
        raise Malformed(_NO_FORM) from None
    if not is_canonical(value, raw):
        raise Malformed(Sentence("finding-not-canonical"))
    return value


def is_canonical(value: Json, raw: bytes) -> bool:
    """Whether a text is the canonical form of the JSON that was parsed from it.

    Otherwise it differs in spaces, in the order of keys or in escapes: no object has a key twice,
    and each number is a plain integer.

    Raises:
        Malformed: it has no canonical form, or readers may understand it in different ways.
    """
    try:
        fits = canonical(value) == raw
    except NotCanonical:
        raise Malformed(_NO_FORM) from None
    if not fits:
        json.loads(raw, object_pairs_hook=_once, parse_int=_plain)
    return fits


def _once(pairs: list[tuple[str, Json]]) -> None:
    if len(dict(pairs)) < len(pairs):
        raise Malformed(Sentence("finding-not-canonical"))


def _plain(number: str) -> None:
    if number == "-0":
        raise Malformed(Sentence("finding-not-canonical"))


def read_at(where: str, read: Parser[T], value: Json) -> T:
    """Read a value that stands at a place.

    Raises:
        Malformed: it has the wrong form.
    """
    try:
        return read(value)
    except Malformed as bad:
        raise bad.within(where) from None


def objects(made: Callable[..., T], parsers: Mapping[str, Parser[Any]]) -> Parser[T]:
    """Reader of an object with exactly these keys, each read by its own reader, in this order.

    Args:
        made: Takes the values, in the order of the keys.
        parsers: The readers.
    """
    keys, items = parsers.keys(), tuple(parsers.items())

    def read_object(value: Json) -> T:
        if type(value) is not dict or value.keys() != keys:
            raise Malformed(Sentence("finding-must-fields", {"fields": list(keys)}))
        raw: dict[str, Json] = value
        try:
            return made(*[read(raw[key]) for key, read in items])
        except Malformed:
            for key, read in items:  # once more, for the place
                read_at(f".{key}", read, raw[key])
            raise

    return read_object


def lists(read: Parser[T], *, most: int | None = None) -> Parser[tuple[T, ...]]:
    """Reader of a list whose items are read by a reader, with a maximum length."""

    def read_list(value: Json) -> tuple[T, ...]:
        if type(value) is not list:
            raise Malformed(Sentence("finding-must-list"))
        if most is not None and len(value) > most:
            raise Malformed(Sentence("finding-must-most-items", {"most": most}))
        try:
            return tuple(map(read, value))
        except Malformed:
            for at, item in enumerate(value):
                read_at(f"[{at}]", read, item)
            raise

    return read_list


def optional(read: Parser[T]) -> Parser[T | None]:
    """Reader of null, or of a value that another reader reads."""
    return lambda value: None if value is None else read(value)


def text(value: Json) -> str:
    """A text."""
    if type(value) is not str:
        raise Malformed(Sentence("finding-must-text"))
    return value


def word(*words: str) -> Parser[str]:
    """Reader of one of the given words."""

    def read(value: Json) -> str:
        if value not in words:
            raise Malformed(Sentence("finding-must-word", {"words": list(words)}))
        return cast("str", value)

    return read


def matching(pattern: str) -> Parser[str]:
    """Reader of a text that matches a pattern as a whole."""
    compiled = re.compile(pattern, re.ASCII)

    def read(value: Json) -> str:
        if not compiled.fullmatch(text(value)):
            raise Malformed(Sentence("finding-must-match", {"pattern": pattern}))
        return cast("str", value)

    return read


def whole(value: Json) -> int:
    """Read a whole number from 0 up."""
    if type(value) is not int or not 0 <= value <= MAX_INTEGER:
        raise Malformed(Sentence("finding-must-whole"))
    return value


def counted(value: Json) -> int:
    """Read a whole number of 32 bits, from 0 up."""
    if whole(value) >= 1 << 32:
        raise Malformed(Sentence("finding-must-counted"))
    return cast("int", value)


def octets(value: Json) -> bytes:
    """Return the bytes of a text."""
    return text(value).encode()


def uuid(value: Json) -> str:
    """The text of a UUID in its usual form: equal UUIDs have equal texts."""
    if not _UUID.fullmatch(text(value)):
        raise Malformed(Sentence("finding-must-uuid"))
    return cast("str", value)


def identifier(value: Json) -> UUID:
    """Read a UUID in its usual form."""
    return UUID(uuid(value))


def hexadecimal(size: int) -> Parser[bytes]:
    """Reader of so many bytes in lower-case hex."""
    digits = 2 * size

    def read(value: Json) -> bytes:
        try:
            raw = bytes.fromhex(value) if type(value) is str and len(value) == digits else b""
        except ValueError:
            raw = b""
        if raw.hex() != value:
            text(value)
            raise Malformed(Sentence("finding-must-hex", {"size": size}))
        return raw

    return read
