"""Errors of fields as sentences: what the form of a value would have to be."""

from typing import Any, cast

from marshmallow import ValidationError, validate
from marshmallow.fields import Field

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence

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
