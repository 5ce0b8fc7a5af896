"""Exports of deals: a long body with a line for each."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

import flask
from flask import g

from domain.kernel.sentence import Sentence
from service.access.credentials import ApiKey
from service.api.asgi import Chunks, in_chunks
from service.api.authentication import authenticate
from service.api.contract.compact import NAMED
from service.api.dependencies import app
from service.api.headers import language, vary
from service.api.live import JSON, slot_holder, take_slot
from service.api.problems import NOT_ACCEPTABLE, Fault
from service.api.responses import wanted_of
from service.api.routes import Success
from service.live.channels import NDJSON
from service.proof.exports import export, sheet

CSV: Final = "text/csv"
FORMS: Final = (JSON, NDJSON.media_type, CSV)
"""The media types of a list of deals."""
OFFER: Final = Success(
    HTTPStatus.OK,
    {
        NAMED: "DealLines",
        "type": "string",
        "description": "Each deal on a line: `format`, `cursor`, `table_name`, `deal` as in the "
        "list, `result` and `bundle`.",
    },
    NDJSON.media_type,
)


SHEET: Final = Success(
    HTTPStatus.OK,
    {
        NAMED: "DealSheet",
        "type": "string",
        "description": "A line for each person at each deal, below the names of the columns.",
    },
    CSV,
)


def form(*offered: str) -> str:
    """The media type that the caller prefers of those offered: JSON by default.

    Raises:
        Fault: none is acceptable.
    """
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match([*offered]) if accepted else JSON
    if best is None:
        detail = Sentence("forms-available", {"forms": [*offered]})
        raise Fault(NOT_ACCEPTABLE, "not-acceptable", detail)
    return best


def answer(query: dict[str, Any], media_type: str) -> flask.Response:
    """The export that a query asks for. It holds a slot, as an open stream does.

    Raises:
        Fault: a limit of streams is reached.
    """
    context, credential, holder, live = app.context, g.credential, slot_holder(), app.live
    take_slot(holder)

    def identify() -> ApiKey:
        who = authenticate(context, credential).principal
        assert isinstance(who, ApiKey), "it was one"
        return who

    span = {"cursor": query.get("cursor"), "limit": query.get("limit")}
    lines: Iterator[bytes] = (
        export(context, identify, wanted_of(query), **span, language=language())
        if media_type == NDJSON.media_type
        else sheet(context, identify, wanted_of(query), **span)
    )
    return _private(in_chunks(Chunks(lines, lambda: live.leave_slot(holder)), media_type))


def whole(content: bytes, media_type: str) -> flask.Response:
    """An export that is short."""
    return _private(flask.Response(content, mimetype=media_type))


def _private(response: flask.Response) -> flask.Response:
    response.headers["Cache-Control"] = "private, no-store"
    vary(response, "Accept", "Authorization")
    return response
