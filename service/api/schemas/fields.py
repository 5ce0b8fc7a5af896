"""The fields of requests: each takes what the contract says, no more and no less."""

import re
from collections.abc import Mapping
from typing import Any, Final

from marshmallow import ValidationError, fields, validate

LONGEST_NAME: Final = 80
LONGEST_TEXT: Final = 1_000
"""Of what is said in a dispute."""
STATUSES: Final = ("open", "playing", "over", "closed")
"""Where a table may stand, for callers."""
KINDS: Final = ("person", "bot")
"""What a player may be."""
_CONTROL: Final = (
    r"\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069"
    r"\ufeff\ufffe\uffff"
)
NAME_PATTERN: Final = rf"^[^{_CONTROL}]*[^\s{_CONTROL}][^{_CONTROL}]*$"
"""Printable text that is not blank: no control codes, none that turn the direction of writing."""
VIEW_PATTERN: Final = r"^(seat:[0-9]|public|full)$"


def about(description: str, **more: Any) -> dict[str, Any]:
    """What the contract says of a field, besides its type."""
    return {"description": description, **more}


class Pattern(validate.Regexp):
    """The whole text is of a pattern; Python would let a line break follow it."""

    def __call__(self, value: Any) -> Any:
        """Check a text."""
        if value.endswith("\n"):
            raise ValidationError(self.error)
        return super().__call__(value)


class Hexadecimal(fields.String):
    """Bytes in hex: 32, as a seed, a commitment to one, or a key; or as many as are said."""

    def __init__(self, *, size: int = 32, **options: Any) -> None:
        super().__init__(validate=Pattern(f"^[0-9a-f]{{{2 * size}}}$"), **options)


class Name(fields.String):
    """What people call something, or say of it; spaces around it are cut off."""

    def __init__(self, *, longest: int = LONGEST_NAME, **options: Any) -> None:
        super().__init__(validate=validate.Length(1, longest), **options)
        self.longest = longest

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> str:
        name: str = super()._deserialize(value, attr, data, **more)
        if name and not re.fullmatch(NAME_PATTERN.removesuffix("$"), name):
            raise ValidationError("Must be printable text, and not blank.")
        self._validate(name)
        return name.strip()


class Whole(fields.Integer):
    """A whole number within bounds; in JSON a number (1.0 is one), in a query its digits."""

    def __init__(self, *, low: int, high: int, **options: Any) -> None:
        super().__init__(validate=validate.Range(low, high), **options)

    def _validated(self, value: Any) -> int:
        if type(value) is int or (type(value) is float and value.is_integer()):
            return int(value)
        raise self.make_error("invalid")


class Digits(Whole):
    """A whole number in a query."""

    def _validated(self, value: Any) -> int:
        if isinstance(value, str) and re.fullmatch("[0-9]{1,9}", value):
            return int(value)
        raise self.make_error("invalid")


class Flag(fields.Boolean):
    """True or false, and nothing that could be taken for it."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if type(value) is not bool:
            raise self.make_error("invalid")
        return value


class Asked(fields.Boolean):
    """True or false in a query."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> bool:
        del attr, data, more
        if value not in ("true", "false"):
            raise self.make_error("invalid")
        return bool(value == "true")


class ListOf(fields.List[Any]):
    """A JSON array; nothing else that can be iterated."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **more: Any
    ) -> list[Any]:
        if not isinstance(value, list):
            raise self.make_error("invalid")
        return super()._deserialize(value, attr, data, **more)


class Component(fields.Raw):
    """Something whose schema is a component of the contract that the games bring.

    Args:
        name: The component.
        options: As of every field.
    """

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(**options)
        self.component = name


def component_reference(_converter: Any, field: fields.Field[Any], **_: Any) -> dict[str, Any]:
    """How the contract writes a `Component` field."""
    if isinstance(field, Component):
        return {"$ref": f"#/components/schemas/{field.component}"}
    return {}
