"""The language of an answer: what the caller accepts, of what there is."""

from functools import lru_cache
from typing import Any, Final

import flask
from flask import g
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from domain.kernel.sentence import Sentence
from languages import catalogue
from languages.catalogue import Language
from service.api.headers import vary

ACCEPT: Final = "Accept-Language"
LONGEST: Final = 500
"""A longer header is not read: browsers send less, and it is parsed by regular expressions."""


def language() -> Language:
    """The language of this answer. English, if the caller accepts no other that there is.

    An answer in whose making it was asked for varies by `Accept-Language`.
    """
    if "language" not in g:
        g.language = _accepted(flask.request.headers.get(ACCEPT, "")[: LONGEST + 1])
    chosen: Language = g.language
    return chosen


@lru_cache(maxsize=1_000)
def _accepted(header: str) -> Language:
    known = catalogue.LANGUAGES
    if len(header) > LONGEST:
        return known.english
    wanted = (tag for tag, quality in parse_accept_header(header, LanguageAccept) if quality > 0)
    return next(filter(None, map(known.lookup, wanted)), known.english)


def label(response: flask.Response) -> None:
    """Add the headers of an answer that has texts for people."""
    response.headers.setdefault("Content-Language", language().content)
    vary(response, ACCEPT)


def said(sentence: Sentence) -> dict[str, Any]:
    """A sentence with its text as the detail of a problem."""
    text = language().text(sentence)
    return {"detail": whole(text), "key": sentence.key, "values": dict(sentence.values)}


def whole(words: str) -> str:
    """The text of a domain error as a whole sentence. A name at its start keeps its case."""
    if words.endswith("."):
        return words
    named = words.partition(" ")[0].endswith(":")
    return f"{words}." if named else f"{words[0].upper()}{words[1:]}."
