"""The fields of an owner's notes: metadata of tables and players, and a search for one of them."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.sentence import Sentence
from service.api.schemas.fields import CONTROL, Text, ValuesByName
from service.api.schemas.forms import Pattern, unfit

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
