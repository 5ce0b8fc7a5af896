"""Sentences for people, in responses."""

from domain.kernel.sentence import Sentence
from languages.catalogue import Language
from service.responses.problems import SentenceJson


def sentence_json(sentence: Sentence, language: Language) -> SentenceJson:
    """A sentence with its text, and with what a program needs to say it in other words."""
    return {
        "clause": sentence.clause,
        "key": sentence.key,
        "values": dict(sentence.values),
        "text": language.text(sentence),
    }
