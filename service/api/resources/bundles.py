"""Evidence to take home: bundles of deals, tables and tournaments, and exports of many deals."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.kernel.event import FULL, PUBLIC
from domain.kernel.sentence import Sentence
from domain.table.guests import AUDITOR, READER
from service.access.budgets import Price
from service.access.credentials import ApiKey, Principal
from service.api.asgi import Chunks, in_chunks
from service.api.authentication import authenticate
from service.api.contract.compact import NAMED
from service.api.dependencies import app
from service.api.headers import language, vary
from service.api.live import JSON, NOMINAL, slot_holder, take_slot
from service.api.problems import (
    CONFLICT,
    FORBIDDEN,
    GONE,
    INVALID,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    TOO_MANY,
    UNAVAILABLE,
    Fault,
)
from service.api.responses import charged, wanted_of
from service.api.routes import Routes, Success
from service.api.schemas.fields import Digits, QueryFlag, View, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST
from service.deals.visibility import parse_viewer
from service.live.channels import NDJSON
from service.proof.bundles import bundle_deal, bundle_table, export, sheet, tournament_evidence
from verifier.bundle import DEAL, TABLE, TOURNAMENT, Bundle, write

ROUTES: Final = Routes(
    "evidence",
    description="Records to take home. `fairdeal verify` checks them without the service.",
)


def _text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


_HEX: Final = {"pattern": "^([0-9a-f]{2})*$"}
_OBJECT: Final = {"type": "object", "additionalProperties": True}
BUNDLE: Final[dict[str, Any]] = {
    NAMED: "Bundle",
    "type": "object",
    "description": "A record as one reader may see it, in canonical JSON (RFC 8785).",
    "properties": {
        "format": _text("The form.", enum=["fairdeal/1/bundle"]),
        "kind": _text("What the record is of.", enum=[DEAL, TABLE, TOURNAMENT]),
        "stream": _text("The deal, table or tournament.", format="uuid"),
        "view": _text("The reader whose openings are in it."),
        "game": _text("The game."),
        "rules": _text("The version of its rules."),
        "events": {
            "type": "array",
            "description": "Each with the hashed text, and the openings for its reader.",
            "items": _OBJECT,
        },
        "head": _text("The chain's head after the last event, in hex.", **_HEX),
        "receipts": {
            "type": "array",
            "description": "The receipts of all commands, if they were requested.",
            "items": _OBJECT,
        },
        "log": {
            "type": ["object", "null"],
            "description": "Its place in the log, with path and checkpoint; null: not logged yet.",
        },
        "key": _text("The public key of the service, as signed notes write it."),
    },
    "required": [
        *("format", "kind", "stream", "view", "game", "rules", "events", "head", "receipts"),
        *("log", "key"),
    ],
}


class EvidenceQuery(Request):
    """Additional parts of a bundle."""

    receipts = QueryFlag(
        load_default=False, metadata=about("Whether the receipts of all commands are in it.")
    )
    size = Digits(
        low=0,
        high=LARGEST,
        metadata=about(
            "The size of the checkpoint that proves it to be in the log. Default: the last one's."
        ),
    )


class TournamentEvidenceQuery(EvidenceQuery):
    """The parts of the evidence of a tournament."""

    deals = QueryFlag(
        load_default=True,
        metadata=about("Whether it has the bundles of the deals, after their tables."),
    )


class DealEvidenceQuery(EvidenceQuery):
    """The reader whose evidence of a deal is wanted, and its additional parts."""

    view = View(
        metadata=about("As with `getDeal`, but for the default: once the deal is over, `full`."),
    )


@ROUTES.operation(
    "/deals/<uuid:deal>/bundle",
    "GET",
    "getDealEvidence",
    Success(
        HTTPStatus.OK,
        BUNDLE,
        said="The bundle of the deal: its record, as the reader may see it.",
    ),
    price=Price(base=2, size=40_000),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, CONFLICT, INVALID),
    guests=(AUDITOR, READER),
    public=True,
)
@ROUTES.takes(DealEvidenceQuery, location="query")
def get_deal_evidence(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Take the evidence of a deal home: one file that proves itself.

    It has the exact bytes of all events, the openings that the reader may have, and the place in
    the signed log. While the deal is on, every reader's bundle has the same head and opens only the
    reader's view. Afterwards it opens everything, for the table's auditors and readers too.
    `fairdeal verify` checks it offline and reports the result.
    """
    view = parse_viewer(query["view"]) if "view" in query else None
    receipts, size = query["receipts"], query.get("size")
    return _file(
        bundle_deal(app.context, g.principal, deal, wanted=view, receipts=receipts, size=size)
    )


@ROUTES.operation(
    "/tables/<uuid:table>/bundle",
    "GET",
    "getTableEvidence",
    Success(
        HTTPStatus.OK,
        BUNDLE,
        said="The bundle of the table: its record, as the reader may see it.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    guests=(AUDITOR,),
)
@ROUTES.takes(EvidenceQuery, location="query")
def get_table_evidence(query: dict[str, Any], table: UUID) -> flask.Response:
    """Take the evidence of a series home, for those who take part in it and for its auditors.

    It has the players, the deals that counted and their points. The ids of API keys and the hashes
    of seat tokens are in it, because they are in the hashed bytes. Give it to `fairdeal verify`
    together with the bundles of the deals.
    """
    receipts, size = query["receipts"], query.get("size")
    return _file(bundle_table(app.context, g.principal, table, receipts=receipts, size=size))


@ROUTES.operation(
    "/tournaments/<uuid:tournament>/bundle",
    "GET",
    "getTournamentEvidence",
    Success(
        HTTPStatus.OK,
        {
            NAMED: "EvidenceLines",
            "type": "string",
            "description": "A bundle on each line, as `bundle` beside `format`: first that of the "
            "tournament, then those of each table and of its deals.",
        },
        NDJSON.media_type,
    ),
    price=Price(base=10),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID, TOO_MANY, UNAVAILABLE),
    seated=False,
    entries=True,
)
@ROUTES.takes(TournamentEvidenceQuery, location="query")
def get_tournament_evidence(query: dict[str, Any], tournament: UUID) -> flask.Response:
    """Take the evidence of a tournament home, for its director and its players.

    It has the record of the tournament and those of all tables that are over, with their deals, as
    soon as their boards are revealed. A player gets no table of others with a dispute or a guest:
    that is for its parties. `fairdeal verify` reads the file as it is: it draws every round again,
    compares each result with the record of its table, and names the tables that are missing.
    """
    context, credential = app.context, g.credential
    holder, live = slot_holder(), app.live

    def identify() -> Principal:
        return authenticate(context, credential).principal

    deals, receipts, size = query["deals"], query["receipts"], query.get("size")
    lines = tournament_evidence(
        context, identify, tournament, deals=deals, receipts=receipts, size=size
    )
    take_slot(holder)
    response = in_chunks(Chunks(lines, lambda: live.leave_slot(holder)), NDJSON.media_type)
    response.headers["Cache-Control"] = "private, no-store"
    vary(response, "Authorization")
    return response


def _file(bundle: Bundle) -> flask.Response:
    response = flask.Response(write(bundle), mimetype="application/json")
    if bundle.kind == TABLE or bundle.view in (PUBLIC, FULL):
        charged(response)
    else:
        g.size = NOMINAL[False] * len(bundle.events)
    response.headers["Cache-Control"] = "private, no-cache"
    vary(response, "Authorization")
    return response


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
