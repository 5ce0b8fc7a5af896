"""Responses: JSON, and ETags for conditional requests."""

from http import HTTPStatus
from typing import Any, Final

import flask
import orjson

from service import ids
from service.api.dependencies import context

FORM: Final = "3"
"""The version of the format; raised when the same record is shown differently."""
DAY: Final = 86_400
ANY_TAG: Final = "*"


def answer(data: Any, status: HTTPStatus = HTTPStatus.OK) -> flask.Response:
    """A JSON answer."""
    return flask.Response(orjson.dumps(data), status, mimetype="application/json")


def created(data: Any, *, location: str | None = None, replayed: bool) -> flask.Response:
    """The answer to a creation, or the first answer again."""
    response = answer(data, HTTPStatus.CREATED)
    if location is not None:
        response.headers["Location"] = location
    return marked(response, replayed=replayed)


def marked(response: flask.Response, *, replayed: bool) -> flask.Response:
    """An answer that says whether it is a replay."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def done(*, replayed: bool) -> flask.Response:
    """An answer without a body."""
    return marked(flask.Response(status=HTTPStatus.NO_CONTENT), replayed=replayed)


def tag(*dependencies: str | bytes) -> str:
    """A strong ETag of something that the record decides.

    It is derived from the head of the chain and from the query, never from the shown content: a
    digest of cards could be found by trial.
    """
    return ids.digest(context().secret, "fairdeal/1/etag", FORM, *dependencies)[:16].hex()


def _tags(header: str) -> set[str]:
    """The tags in a header; ours have no commas. Werkzeug's regular expression is quadratic."""
    return {each.strip().removeprefix("W/").strip('"') for each in header.split(",")}


def unless_known(data: Any, etag: str, *, final: bool = False) -> flask.Response:
    """The answer, or 304 if the client already has it.

    Args:
        data: The content.
        etag: Its tag.
        final: Whether it never changes again.
    """
    known = bool({etag, ANY_TAG} & _tags(flask.request.headers.get("If-None-Match", "")))
    response = flask.Response(status=HTTPStatus.NOT_MODIFIED) if known else answer(data)
    response.set_etag(etag)
    kept = f"private, max-age={DAY}, immutable" if final else "private, no-cache"
    response.headers["Cache-Control"] = kept
    response.vary.add("Authorization")
    return response
