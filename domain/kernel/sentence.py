"""Sentences for people, as values: a key and what it says; the words come from a catalogue."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from domain.kernel.event import Clause, Json

_NOTHING: Final[Mapping[str, Json]] = {}


class Sentence(NamedTuple):
    """A sentence in no language.

    Attributes:
        key: Its name in the catalogues.
        values: The values that it names: JSON, never a text for people.
        clause: The clause of the rules that it follows from, if one decides it.
    """

    key: str
    values: Mapping[str, Json] = _NOTHING
    clause: Clause | None = None
