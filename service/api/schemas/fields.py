"""The fields of requests: each takes what the contract says, no more and no less."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final, cast
from uuid import UUID

from marshmallow import ValidationError, fields, validate

from domain.kernel.cards import PACK_36
from domain.kernel.near import card_fault, card_form
from service.api.contract.compact import MEANS, NAMED
from service.play.lists import LATEST
from service.play.names import unseen

LONGEST_NAME: Final = 80
LONGEST_TEXT: Final = 1_000
"""Of a text in a dispute."""
LONGEST_REF: Final = 64
MOST_NOTES: Final = 20
LONGEST_NOTE_NAME: Final = 40
LONGEST_NOTE: Final = 500
MOST_NOTED: Final = 4_096
"""The most bytes of all names and values of metadata."""
STATUSES: Final = ("open", "playing", "over", "closed")
"""The statuses of a table, for callers."""
DEAL_STATUSES: Final = ("seeds", "playing", "over", "voided", "abandoned")
"""The statuses of a deal, in lists."""
OBJECT: Final = "Must be an object."
_BOOLEAN: Final = "Must be true or false."
KINDS: Final = ("person", "bot")
"""The kinds of players."""
_CONTROL: Final = (
    r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"
    r"\ufeff\ufffe\uffff"
)
_UNSEEN: Final = (
    r"\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\uffff"
)
"""Characters that a name may not have: controls and invisible ones.

Patterns differ in how they write characters beyond U+FFFF and unassigned ones; `unseen` finds
those.
"""


def _printable(excluded: str) -> str:
    """Text with some characters excluded that is not blank.

    No character fits two neighbouring parts of it, so a text is tried in one way only.
    """
    return rf"^[^\S{excluded}]*[^\s{excluded}][^{excluded}]*$"


TEXT_PATTERN: Final = _printable(_CONTROL)
"""Printable text that is not blank: no control codes, none that turn the direction of writing."""
NAME_PATTERN: Final = _printable(_UNSEEN)
_SIXTY: Final = "[0-5][0-9]"
_HOUR: Final = "([01][0-9]|2[0-3])"
MOMENT_PATTERN: Final = (
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    rf"T{_HOUR}:{_SIXTY}:{_SIXTY}(\.[0-9]{{1,6}})?(Z|[+-]{_HOUR}:{_SIXTY})$"
)
_MOMENT: Final = "Must be a time of RFC 3339, such as 2026-11-23T12:00:00Z."
_PLUS: Final = f"{_MOMENT} In an address, + is written %2B."
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
UUID_PATTERN: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_ID: Final = "Must be an id, such as 0197f2c0-aa00-7000-8000-00000000beef."
CARD_PATTERN: Final = "^[6-9TJQKA][CSHD]$"
NOTE_NAME_PATTERN: Final = "^[0-9A-Za-z_.:-]+$"
NOTE_PATTERN: Final = rf"^[^{_CONTROL}]*$"
VIEW_PATTERN: Final = r"^(seat:[0-9]|public|full)$"


def about(description: str, **more: Any) -> dict[str, Any]:
    """The description of a field in the contract, besides its type."""
    return {"description": description, **more}


class Pattern(validate.Regexp):
    """The whole text matches a pattern; Python would let a line break follow it."""

    def __call__(self, value: Any) -> Any:
        """Check a text."""
        if value.endswith("\n"):
            raise ValidationError(self.error)
        return super().__call__(value)


class Text(fields.String):
    """A text. Its length is judged before any pattern is tried.

    Args:
        longest: The most characters that it may have.
        pattern: The pattern that the whole text must match, if any. Matching must take time
            linear in the length of the text; a test measures it.
        error: The form that would be right, if the text does not match.
        options: The options of every field.
    """

    def __init__(
        self, *, longest: int, pattern: str | None = None, error: str | None = None, **options: Any
    ) -> None:
        if pattern is not None:
            assert error is not None, "it says what would be right"
            options["validate"] = Pattern(pattern, error=error)
        super().__init__(**options, error_messages={"invalid": "Must be a text."})
        self.longest = longest

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        if isinstance(value, str) and len(value) > self.longest:
            raise ValidationError(f"Must have at most {self.longest} characters.")
        text: str = super()._deserialize(value, attr, data, **more)
        return text


class Choice(Text):
    """One of a few words."""

    def __init__(self, choices: Iterable[str], **options: Any) -> None:
        words = tuple(choices)
        options["validate"] = validate.OneOf(words)
        super().__init__(longest=max(map(len, words)), **options)


class Hexadecimal(Text):
    """Bytes in hex: 32 (a seed, a commitment or a key) unless a size is given."""

    def __init__(self, *, size: int = 32, **options: Any) -> None:
        digits = 2 * size
        error = f"Must be {digits} digits of hex: 0-9 and a-f."
        super().__init__(longest=digits, pattern=f"^[0-9a-f]{{{digits}}}$", error=error, **options)


class PageCursor(Text):
    """The cursor of a page, which the page before it names."""

    def __init__(self, *, size: int) -> None:
        super().__init__(
            longest=size,
            pattern=f"^[A-Za-z0-9_-]{{{size}}}$",
            error="Must be the `next` of a page of this list.",
            metadata=about("`next` of the page before."),
        )


class CardCode(Text):
    """A card: rank and suit, T is the ten, such as `TC`."""

    def __init__(self) -> None:
        named = {NAMED: "CardCode", MEANS: str(type(self).__doc__)}
        super().__init__(longest=2, pattern=CARD_PATTERN, error=card_form(), metadata=named)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        if not isinstance(value, str):
            raise ValidationError(card_form())
        if value not in PACK_36:
            raise ValidationError(card_fault(value, PACK_36))
        return super()._deserialize(value, attr, data, **more)


class Moment(Text):
    """A time of RFC 3339 in a query, read as µs since the epoch.

    The 31st of June is the day after the 30th, so every text that fits the pattern is a time.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=32, pattern=MOMENT_PATTERN, error=_MOMENT, **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        text = super()._deserialize(value, attr, data, **more)
        if re.fullmatch(MOMENT_PATTERN, text.replace(" ", "+", 1)) and " " in text:
            raise ValidationError(_PLUS)
        super()._validate(text)
        year, month, day, hour, minute = map(int, re.split("[-T:]", text[:16]))
        seconds, offset = re.split("(?=[Z+-])", text[17:])
        at = datetime(max(year, 1), month, 1, hour, minute, tzinfo=UTC) - _EPOCH
        at += timedelta(days=day - 1, microseconds=int(f"{seconds[:2]}{seconds[3:]:0<6}"))
        if offset != "Z":
            ahead = timedelta(hours=int(offset[1:3]), minutes=int(offset[4:6]))
            at += ahead if offset[0] == "-" else -ahead
        return min(max(at // timedelta(microseconds=1), 0), LATEST)

    def _validate(self, value: Any) -> None:
        """The text was judged before it was read."""


class Identifier(fields.UUID):
    """An id as it is written everywhere: 36 characters."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> UUID:
        if not isinstance(value, str) or not re.fullmatch(UUID_PATTERN, value[:37], re.IGNORECASE):
            raise ValidationError(_ID)
        return super()._deserialize(value, attr, data, **more)


class IdentifierText(Text):
    """The same as text, in lower case: it is signed as it is written."""

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=36, pattern=UUID_PATTERN, error=_ID, **options)


class View(Text):
    """The view in which a deal is seen."""

    def __init__(self, **options: Any) -> None:
        error = "Must be seat:N, public or full."
        super().__init__(longest=6, pattern=VIEW_PATTERN, error=error, **options)


class Words(Text):
    """Printable text that is not blank. Spaces around it are cut off."""

    PATTERN: ClassVar = TEXT_PATTERN
    ERROR: ClassVar = "Must be printable text, and not blank."

    def __init__(self, *, longest: int = LONGEST_TEXT, **options: Any) -> None:
        super().__init__(longest=longest, pattern=self.PATTERN, error=self.ERROR, **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        text = super()._deserialize(value, attr, data, **more)
        self._check(text)
        return text.strip()

    def _check(self, text: str) -> None:
        self._validate(text)


class TermText(Words):
    """Printable text that is not blank, in the terms of a table. Spaces around it are cut off."""


class Name(Words):
    """A name. It has no invisible character."""

    PATTERN: ClassVar = NAME_PATTERN

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=LONGEST_NAME, **options)

    def _check(self, text: str) -> None:
        if (fault := unseen(text)) is not None:
            raise ValidationError(fault)
        super()._check(text)


class Ref(Text):
    """The caller's own id of something. It is stored as it is, and shown to its owner alone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=LONGEST_REF, pattern=TEXT_PATTERN, error=Words.ERROR, **options)


class Whole(fields.Integer):
    """A whole number within bounds; in JSON a number (1.0 is one), in a query its digits."""

    def __init__(self, *, low: int, high: int, **options: Any) -> None:
        error = f"Must be a whole number from {low} to {high}."
        super().__init__(
            validate=validate.Range(low, high, error=error),
            error_messages={"invalid": error, "too_large": error},
            **options,
        )

    def _validated(self, value: Any) -> int:
        if type(value) is int or (type(value) is float and value.is_integer()):
            return int(value)
        raise self.make_error("invalid")


class Digits(Whole):
    """A whole number in a query."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch("[0-9]{1,16}", value):
            return int(value)
        raise self.make_error("invalid")


class Flag(fields.Boolean):
    """True or false, and no other value in their place."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if type(value) is not bool:
            raise ValidationError(_BOOLEAN)
        return value


class Command(fields.Boolean):
    """True or false in a query."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if value not in ("true", "false"):
            raise ValidationError(_BOOLEAN)
        return bool(value == "true")


class ListOf(fields.List[Any]):
    """A JSON array; nothing else that can be iterated. Its length is judged before its items are.

    Args:
        item: The field of one item.
        least: How many there must be.
        most: How many there may be.
        options: The options of every field.
    """

    def __init__(
        self, item: fields.Field[Any], *, least: int = 0, most: int, **options: Any
    ) -> None:
        super().__init__(item, validate=validate.Length(least or None, most), **options)
        self._most = most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> list[Any]:
        if not isinstance(value, list):
            raise ValidationError("Must be a list.")
        if len(value) > self._most:
            raise ValidationError(f"Must have at most {self._most} items.")
        return super()._deserialize(value, attr, data, **more)


class Values(fields.Dict):
    """Values by name. How many there are is judged before any of them is.

    Args:
        most: How many there may be.
        options: The options of every field.
    """

    def __init__(self, *, most: int, **options: Any) -> None:
        super().__init__(keys=Text(longest=LONGEST_NAME), **options)
        self._most = most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        if not isinstance(value, dict):
            raise ValidationError(OBJECT)
        if len(cast("dict[str, Any]", value)) > self._most:
            raise ValidationError(f"Must have at most {self._most} names.")
        return super()._deserialize(value, attr, data, **more)  # type: ignore[no-untyped-call]


class Metadata(Values):
    """The caller's own notes: texts by name, shown to their owner alone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(most=MOST_NOTES, **options)
        self.key_field = Text(
            longest=LONGEST_NOTE_NAME,
            pattern=NOTE_NAME_PATTERN,
            error="Must be a name of letters, digits and the signs _ . : -",
        )
        self.value_field = Text(
            longest=LONGEST_NOTE, pattern=NOTE_PATTERN, error="Must be printable text."
        )

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        notes = super()._deserialize(value, attr, data, **more)
        if sum(len(f"{name}{note}".encode()) for name, note in notes.items()) > MOST_NOTED:
            raise ValidationError(f"Must have at most {MOST_NOTED} bytes in all.")
        return notes


class Component(fields.Raw):
    """A value whose schema is a component of the contract, made by the games.

    Args:
        name: The component.
        options: The options of every field.
    """

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = name
