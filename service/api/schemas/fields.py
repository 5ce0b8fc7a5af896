"""The fields of requests, which take what the contract says, and the errors of all others."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Final, cast
from uuid import UUID

from marshmallow import ValidationError, fields, validate
from marshmallow.fields import Field

from domain.kernel.cards import PACK_36, UNKNOWN
from domain.kernel.event import Json
from domain.kernel.near import card_fault, card_form
from domain.kernel.sentence import Sentence
from service.api.contract.compact import MEANS, NAMED
from service.lists.queries import LATEST
from service.players.names import unseen

Field.default_error_messages = {  # the library takes lists as well
    "required": [Sentence("form-missing")],
    "null": [Sentence("form-null")],
}


def unfit(key: str, **values: Json) -> ValidationError:
    """The error of a value that has not the form that a sentence names."""
    return unfit_for(Sentence(key, values))


def unfit_for(form: Sentence) -> ValidationError:
    """The error of a value that has not a form."""
    return ValidationError(cast("Any", [form]))


class Pattern(validate.Regexp):
    """The whole text matches a pattern; Python would let a line break follow it."""

    def __init__(self, pattern: str, form: Sentence) -> None:
        super().__init__(pattern)
        self.form = form

    def __call__(self, value: Any) -> Any:
        """Check a text."""
        if value.endswith("\n") or self.regex.match(value) is None:
            raise unfit_for(self.form)
        return value


LONGEST_NAME: Final = 80
LONGEST_TEXT: Final = 1_000
"""Of a text in a dispute."""
LONGEST_REF: Final = 64
CONTROL: Final = (
    r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"
    r"\ufeff\ufffe\uffff"
)
_HIDDEN: Final = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065"
    r"\u206a-\u206f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\uffa0\ufff0-\ufffd"
)
"""Invisible characters: a name may have none, a text not these alone.

Patterns differ in how they write characters beyond U+FFFF and unassigned ones; `unseen` finds
those.
"""


def _printable(excluded: str, *, also_blank: str = "") -> str:
    """Text with some characters excluded that is not blank.

    No character fits two neighbouring parts of it, so a text is tried in one way only.
    """
    blank = rf"[^\S{excluded}]" + (rf"|[{also_blank}]" if also_blank else "")
    return rf"^({blank})*[^\s{excluded}{also_blank}][^{excluded}]*$"


TEXT_PATTERN: Final = _printable(CONTROL, also_blank=_HIDDEN)
"""Printable text that is not blank: no control codes, none that turn the direction of writing."""
NAME_PATTERN: Final = _printable(CONTROL + _HIDDEN)
_SIXTY: Final = "[0-5][0-9]"
_HOUR: Final = "([01][0-9]|2[0-3])"
MOMENT_PATTERN: Final = (
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    rf"T{_HOUR}:{_SIXTY}:{_SIXTY}(\.[0-9]{{1,6}})?(Z|[+-]{_HOUR}:{_SIXTY})$"
)
_MOMENT: Final = Sentence("form-time", {"example": "2026-11-23T12:00:00Z"})
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
UUID_PATTERN: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_ID: Final = Sentence("form-id", {"example": "0197f2c0-aa00-7000-8000-00000000beef"})
CARD_PATTERN: Final = "^[6-9TJQKA][CSHD]$"
VIEW_PATTERN: Final = r"^(seat:[0-9]|public|full)$"


def about(description: str, **more: Any) -> dict[str, Any]:
    """The description of a field in the contract, besides its type."""
    return {"description": description, **more}


class Text(fields.String):
    """A text. Its length is judged before any pattern is tried.

    Args:
        longest: The most characters that it may have.
        pattern: The pattern that the whole text must match, if any. Matching must take time
            linear in the length of the text; a test measures it.
        options: The options of every field.
    """

    def __init__(self, *, longest: int, pattern: Pattern | None = None, **options: Any) -> None:
        if pattern is not None:
            options["validate"] = pattern
        super().__init__(**options)
        self.longest = longest

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        if not isinstance(value, str):
            raise unfit("form-text")
        if len(value) > self.longest:
            raise unfit("form-most-characters", most=self.longest)
        text: str = super()._deserialize(value, attr, data, **more)
        if "\0" in text:  # no text of a database has it
            raise unfit("form-hidden-character", code="0000")
        if text == UNKNOWN:  # records would hold it as a value that is hidden
            raise unfit("form-reserved")
        return text


class WordOf(Text):
    """One of a few words."""

    def __init__(self, choices: Iterable[str], **options: Any) -> None:
        self.words = tuple(choices)
        options["validate"] = validate.OneOf(self.words)
        super().__init__(longest=max(map(len, self.words)), **options)

    def _validate(self, value: Any) -> None:
        if value not in self.words:
            raise unfit("form-one-of", choices=", ".join(self.words))


class Hexadecimal(Text):
    """Bytes in hex: 32 (a seed, a commitment or a key) unless a size is given."""

    def __init__(self, *, size: int = 32, **options: Any) -> None:
        digits = 2 * size
        error = Sentence("form-hex", {"digits": digits})
        super().__init__(
            longest=digits, pattern=Pattern(f"^[0-9a-f]{{{digits}}}$", error), **options
        )


class PageCursor(Text):
    """The cursor of a page, which the page before it names."""

    def __init__(self, *, size: int) -> None:
        super().__init__(
            longest=size,
            pattern=Pattern(f"^[A-Za-z0-9_-]{{{size}}}$", Sentence("form-cursor")),
            metadata=about("`next` of the page before."),
        )


class CardCode(Text):
    """A card: rank and suit, T is the ten, such as `TC`."""

    def __init__(self) -> None:
        named = {NAMED: "CardCode", MEANS: str(type(self).__doc__)}
        super().__init__(longest=2, pattern=Pattern(CARD_PATTERN, card_form()), metadata=named)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        if not isinstance(value, str):
            raise unfit_for(card_form())
        if value not in PACK_36:
            raise unfit_for(card_fault(value, PACK_36))
        return super()._deserialize(value, attr, data, **more)


class Moment(Text):
    """A time of RFC 3339 in a query, read as µs since the epoch.

    The 31st of June is the day after the 30th, so every text that fits the pattern is a time.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=32, pattern=Pattern(MOMENT_PATTERN, _MOMENT), **options)

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        text = super()._deserialize(value, attr, data, **more)
        if re.fullmatch(MOMENT_PATTERN, text.replace(" ", "+", 1)) and " " in text:
            raise unfit("form-time-plus", **_MOMENT.values)
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
            raise unfit_for(_ID)
        return super()._deserialize(value, attr, data, **more)


class IdentifierText(Text):
    """The same as text, in lower case: it is signed as it is written."""

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=36, pattern=Pattern(UUID_PATTERN, _ID), **options)


class View(Text):
    """The view in which a deal is seen."""

    def __init__(self, **options: Any) -> None:
        error = Sentence("form-view")
        super().__init__(longest=6, pattern=Pattern(VIEW_PATTERN, error), **options)


class Words(Text):
    """Printable text that is not blank. Spaces around it are cut off."""

    PATTERN: ClassVar = TEXT_PATTERN
    ERROR: ClassVar = Sentence("form-printable")

    def __init__(self, *, longest: int = LONGEST_TEXT, **options: Any) -> None:
        super().__init__(longest=longest, pattern=Pattern(self.PATTERN, self.ERROR), **options)

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
            raise unfit_for(fault)
        super()._check(text)


class Ref(Text):
    """The caller's own id of something. It is stored as it is, and shown to its owner alone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(longest=LONGEST_REF, pattern=Pattern(TEXT_PATTERN, Words.ERROR), **options)


class WholeNumberField(fields.Integer):
    """A whole number within bounds; in JSON a number (1.0 is one), in a query its digits."""

    def __init__(self, *, low: int, high: int, **options: Any) -> None:
        super().__init__(validate=validate.Range(low, high), **options)
        self.low, self.high = low, high

    def _validated(self, value: Any) -> int:
        if type(value) is int or (type(value) is float and value.is_integer()):
            return int(value)
        raise self._misfit()

    def _validate(self, value: int) -> None:
        if not self.low <= value <= self.high:
            raise self._misfit()

    def _misfit(self) -> ValidationError:
        return unfit("form-range", min=self.low, max=self.high)


class Digits(WholeNumberField):
    """A whole number in a query."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch("[0-9]{1,16}", value):
            return int(value)
        raise self._misfit()


class Flag(fields.Boolean):
    """True or false, and no other value in their place."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if type(value) is not bool:
            raise unfit("form-boolean")
        return value


class QueryFlag(fields.Boolean):
    """True or false in a query."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if value not in ("true", "false"):
            raise unfit("form-boolean")
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
        self._least, self._most = least, most

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> list[Any]:
        if not isinstance(value, list):
            raise unfit("form-list")
        if len(value) > self._most:
            raise unfit("form-most-items", most=self._most)
        if len(value) < self._least:
            raise unfit("form-length", min=self._least, max=self._most)
        return super()._deserialize(value, attr, data, **more)


class ValuesByName(fields.Dict):
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
            raise unfit("form-object")
        if len(cast("dict[str, Any]", value)) > self._most:
            raise unfit("form-most-names", most=self._most)
        return super()._deserialize(value, attr, data, **more)  # type: ignore[no-untyped-call]


class ComponentField(fields.Raw):
    """A value whose schema is a component of the contract, made by the games.

    Args:
        name: The component.
        options: The options of every field.
    """

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = name


MOST_NOTES: Final = 20
LONGEST_NOTE_NAME: Final = 40
LONGEST_NOTE: Final = 500
MOST_NOTED: Final = 4_096
"""The most bytes of all names and values of metadata."""
NOTE_NAME_PATTERN: Final = "^[0-9A-Za-z_.:-]+$"
NOTE_PATTERN: Final = rf"^[^{CONTROL}]*$"
NOTED_PATTERN: Final = (
    rf"^[0-9A-Za-z_.:-]{{1,{LONGEST_NOTE_NAME}}}=[^{CONTROL}]{{0,{LONGEST_NOTE}}}$"
)
_NOTED: Final = Sentence(
    "form-noted",
    {"example": "season=2026-autumn", "name": LONGEST_NOTE_NAME, "value": LONGEST_NOTE},
)


class Metadata(ValuesByName):
    """The caller's own notes: texts by name, shown to their owner alone."""

    def __init__(self, **options: Any) -> None:
        super().__init__(most=MOST_NOTES, **options)
        self.key_field = Text(
            longest=LONGEST_NOTE_NAME,
            pattern=Pattern(NOTE_NAME_PATTERN, Sentence("form-note-name")),
        )
        self.value_field = Text(
            longest=LONGEST_NOTE, pattern=Pattern(NOTE_PATTERN, Sentence("form-note"))
        )

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        notes = super()._deserialize(value, attr, data, **more)
        if sum(len(f"{name}{note}".encode()) for name, note in notes.items()) > MOST_NOTED:
            raise unfit("form-most-bytes", most=MOST_NOTED)
        return notes


class NoteFilter(Text):
    """A name and its value in metadata, written `name=value` in a query."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            longest=LONGEST_NOTE_NAME + 1 + LONGEST_NOTE,
            pattern=Pattern(NOTED_PATTERN, _NOTED),
            **options,
        )

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> Any:
        text = super()._deserialize(value, attr, data, **more)
        super()._validate(text)
        name, _, noted = text.partition("=")
        return name, noted

    def _validate(self, value: Any) -> None:
        """The text was judged before it was read."""
