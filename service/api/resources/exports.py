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
from service.api.bad_requests import Fault
from service.api.contract.compact import NAMED
from service.api.dependencies import app
from service.api.headers import vary
from service.api.languages import language
from service.api.live import JSON, slot_holder, take_slot
from service.api.resources.lists import wanted_of
from service.api.routes import Success
from service.api.statuses import NOT_ACCEPTABLE
from service.live.channels import NDJSON
from service.proof.exports import export, sheet

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
    "text/csv",
)
_FORMS: Final = (JSON, NDJSON.media_type, "text/csv")


def form() -> str:
    """The media type that the caller prefers: JSON is a page, the others are exports.

    Raises:
        Fault: none is acceptable.
    """
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match([*_FORMS]) if accepted else JSON
    if best is None:
        detail = Sentence("forms-available", {"forms": [*_FORMS]})
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
    response = in_chunks(Chunks(lines, lambda: live.leave_slot(holder)), media_type)
    response.headers["Cache-Control"] = "private, no-store"
    vary(response, "Accept", "Authorization")
    return response
