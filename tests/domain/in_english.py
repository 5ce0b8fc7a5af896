"""Sentences in English."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from domain.judge import deal_rules
from domain.kernel.event import Event
from domain.kernel.game import Game
from domain.kernel.sentence import Sentence
from languages.catalogue import IN_ENGLISH


def in_english(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """The texts of sentences."""
    return tuple(map(IN_ENGLISH.text, sentences))


class Finding(NamedTuple):
    """A finding of the judge with its text."""

    position: int
    clauses: tuple[str, ...]
    detail: str
    field: str | None = None


def check(game: Game[Any], events: Sequence[Event]) -> tuple[Finding, ...]:
    """The findings of the judge, with their texts."""
    return tuple(
        Finding(at, clauses, IN_ENGLISH.text(said), field)
        for at, clauses, said, field in deal_rules.check(game, events)
    )
