"""Answers: JSON, and the tags by which a reader is told that he has it already."""

from http import HTTPStatus
from typing import Any, Final

import flask
import orjson

from service import ids
from service.api.dependencies import context

FORM: Final = "3"
"""The form of the answers: raised when the same record is shown otherwise than before."""
DAY: Final = 86_400
ANY_TAG: Final = "*"


def answer(data: Any, status: HTTPStatus = HTTPStatus.OK) -> flask.Response:
    """A JSON answer."""
    return flask.Response(orjson.dumps(data), status, mimetype="application/json")


def created(data: Any, *, location: str | None = None, replayed: bool) -> flask.Response:
    """The answer to what was made, or that first answer once again."""
    response = answer(data, HTTPStatus.CREATED)
    if location is not None:
        response.headers["Location"] = location
    return marked(response, replayed=replayed)


def marked(response: flask.Response, *, replayed: bool) -> flask.Response:
    """An answer that says whether it was given before."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def done(*, replayed: bool) -> flask.Response:
    """The answer where there is nothing to say."""
    return marked(flask.Response(status=HTTPStatus.NO_CONTENT), replayed=replayed)


def tag(*dependencies: str | bytes) -> str:
    """A strong ETag of something that the record decides.

    It comes from the head of the chain and from what was asked for, never from what is shown: a
    digest of cards could be tried out.
    """
    return ids.digest(context().secret, "fairdeal/1/etag", FORM, *dependencies)[:16].hex()


def _tags(header: str) -> set[str]:
    """The tags in a header; ours have no commas. Werkzeug's pattern for them is quadratic."""
    return {each.strip().removeprefix("W/").strip('"') for each in header.split(",")}


def unless_known(data: Any, etag: str, *, final: bool = False) -> flask.Response:
    """The answer, or 304 for the reader who has it.

    Args:
        data: What is shown.
        etag: Its tag.
        final: Whether it will never be otherwise.
    """
    known = bool({etag, ANY_TAG} & _tags(flask.request.headers.get("If-None-Match", "")))
    response = flask.Response(status=HTTPStatus.NOT_MODIFIED) if known else answer(data)
    response.set_etag(etag)
    kept = f"private, max-age={DAY}, immutable" if final else "private, no-cache"
    response.headers["Cache-Control"] = kept
    response.vary.add("Authorization")
    return response
