"""Headers: the ones of every answer, and what callers prefer (languages; RFC 7240)."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import flask
from flask import g
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header, parse_options_header

from domain.kernel.sentence import Sentence
from languages import catalogue
from languages.catalogue import Language
from service.api.dependencies import app
from service.settings import ANY

REQUEST_ID: Final = "X-Request-Id"
IDEMPOTENCY_KEY: Final = "Idempotency-Key"
RETRY_AFTER: Final = "Retry-After"
DAY: Final = 86_400
_READ: Final = (
    *("Authorization", "Content-Encoding", "Content-Type", "If-None-Match", "Last-Event-ID"),
    *(IDEMPOTENCY_KEY, "Prefer", REQUEST_ID, "traceparent"),
)
"""Headers that the service reads and that a browser does not send without asking."""
_ADDED: Final = ("tracestate", "baggage", "Cache-Control", "X-Requested-With")
"""Headers that libraries in browsers often add."""
_ALLOWED: Final = "Access-Control-Allow-Origin"
_NAME: Final = re.compile(r"[\w!#$%&'*+.^`|~-]{1,100}", re.ASCII)
_SHOWN: Final = (
    "Deprecation, ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, "
    f"RateLimit-Policy, {RETRY_AFTER}, Sunset, {REQUEST_ID}"
)
PREFLIGHT: Final[Mapping[str, str]] = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Max-Age": str(DAY),
    "Vary": "Access-Control-Request-Headers",
}
SAFE: Final = (
    ("X-Content-Type-Options", "nosniff"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "no-referrer"),
)
"""The default headers of an answer: it is data, not a page."""
UNKEPT: Final = (*SAFE, ("Cache-Control", "no-store"))
"""The same of an answer that nobody may keep, unless it says otherwise."""


def preflight() -> flask.Response | None:
    """The answer to a browser that asks whether a page may send a request.

    Only a page's own code can send the Authorization header, so no mode with cookies is needed. A
    page of another origin can only do what its author could do without it. For the same reason it
    may send any header: those that the service does not read change nothing.
    """
    headers = flask.request.headers
    if "Access-Control-Request-Method" not in headers or not _origin():
        return None
    names = headers.get("Access-Control-Request-Headers", "").split(",")
    added = (name for each in names if _NAME.fullmatch(name := each.strip()))
    allowed = {name.lower(): name for name in (*added, *_READ, *_ADDED)}
    response = flask.Response(status=204, headers=PREFLIGHT)
    response.headers["Access-Control-Allow-Headers"] = ", ".join(allowed.values())
    return response


def share_with_all(response: flask.Response) -> flask.Response:
    """Let pages of every origin read a public answer.

    A replay within another site has no origin of its own, and neither has a window that it opens.
    """
    if "Authorization" not in flask.request.headers:
        response.headers[_ALLOWED] = ANY
    return response


def vary(response: flask.Response, *names: str) -> None:
    """Say that an answer depends on headers of the request, without parsing what it said before."""
    known = response.headers.get("Vary")
    response.headers["Vary"] = ", ".join(names if known is None else (known, *names))


def share(response: flask.Response) -> None:
    """Let pages of the allowed origins read a response."""
    if _ALLOWED in response.headers:
        return
    origin = _origin()
    if origin != ANY:
        vary(response, "Origin")
    if origin is not None:
        response.headers[_ALLOWED] = origin
        response.headers["Access-Control-Expose-Headers"] = _SHOWN


def _origin() -> str | None:
    """The origin of the requesting page, if it may read the response."""
    allowed = app.origins
    if ANY in allowed:
        return ANY
    origin = flask.request.headers.get("Origin")
    return origin if origin in allowed else None


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


PREFER: Final = "Prefer"
APPLIED: Final = "Preference-Applied"
REPRESENTATION: Final = "return=representation"


def representation() -> dict[str, str] | None:
    """The parameters of the preference for a representation; None: there is no such preference."""
    for preference in flask.request.headers.get(PREFER, "").split(","):
        name, parameters = parse_options_header(preference.strip())
        if name.lower().replace('"', "") == REPRESENTATION:
            return parameters
    return None


def applied(response: flask.Response) -> flask.Response:
    """An answer that says that the preference for a representation was followed."""
    response.headers[APPLIED] = REPRESENTATION
    vary(response, PREFER)
    return response
