"""Sentences in English."""

from collections.abc import Iterable

from domain.kernel.sentence import Sentence
from service.languages.catalogue import IN_ENGLISH


def in_english(sentences: Iterable[Sentence]) -> tuple[str, ...]:
    """The texts of sentences."""
    return tuple(map(IN_ENGLISH.text, sentences))
