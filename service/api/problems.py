"""Every refusal as problem details (RFC 9457), from one place."""

import traceback
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import flask
import orjson
import psycopg
import structlog
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response

from service.api.faults import Fault
from service.problems import Code, Problem
from service.rulebook import clauses as rule_texts

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 2

KINDS: Final[Mapping[Code, tuple[HTTPStatus, str]]] = {
    Code.INVALID: (HTTPStatus.UNPROCESSABLE_ENTITY, "Not as the contract has it"),
    Code.ILLEGAL_MOVE: (HTTPStatus.CONFLICT, "The rules refuse this move"),
    Code.NOT_YOUR_TURN: (HTTPStatus.CONFLICT, "Not your turn"),
    Code.DEAL_OVER: (HTTPStatus.CONFLICT, "The deal is over"),
    Code.DEAL_ON: (HTTPStatus.CONFLICT, "The deal is still on"),
    Code.STALE_VERSION: (HTTPStatus.CONFLICT, "The deal has gone on"),
    Code.KEY_REUSED: (HTTPStatus.UNPROCESSABLE_ENTITY, "Idempotency key used before"),
    Code.DEAL_VOIDED: (HTTPStatus.CONFLICT, "The deal was voided"),
    Code.NOT_NEXT_DEAL: (HTTPStatus.CONFLICT, "Not the next deal"),
    Code.ALREADY_COMMITTED: (HTTPStatus.CONFLICT, "Committed already"),
    Code.SEED_REFUSED: (HTTPStatus.CONFLICT, "This is not the seed"),
    Code.SEAT_TAKEN: (HTTPStatus.CONFLICT, "The seat is taken"),
    Code.TABLE_STARTED: (HTTPStatus.CONFLICT, "Too late at this table"),
    Code.DISPUTE_RULED: (HTTPStatus.CONFLICT, "Ruled already"),
    Code.LIMIT_REACHED: (HTTPStatus.CONFLICT, "Enough of these"),
    Code.NOT_CONSISTENT: (HTTPStatus.CONFLICT, "No other cards fit"),
    Code.VIEW_NOT_ALLOWED: (HTTPStatus.FORBIDDEN, "Not for your eyes"),
    Code.NOT_ALLOWED: (HTTPStatus.FORBIDDEN, "Not yours to do"),
    Code.NOT_FOUND: (HTTPStatus.NOT_FOUND, "Nothing there"),
    Code.NOT_LOGGED: (HTTPStatus.CONFLICT, "Not in the log"),
    Code.UNAUTHENTICATED: (HTTPStatus.UNAUTHORIZED, "Who are you?"),
    Code.BROKEN_RECORD: (HTTPStatus.INTERNAL_SERVER_ERROR, "The record does not hold"),
}

log = structlog.get_logger()


def register(app: flask.Flask) -> None:
    """Let this module answer whatever goes wrong in an application."""
    app.register_error_handler(Problem, _refused)
    app.register_error_handler(Fault, _at_fault)
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(psycopg.OperationalError, _unavailable)
    app.register_error_handler(Exception, _broken)


def problem(
    status: int, code: str, title: str, detail: str, headers: Any = None, **more: Any
) -> flask.Response:
    """An answer with problem details."""
    details = {
        "type": f"urn:fairdeal:problem:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **{name: value for name, value in more.items() if value},
    }
    flask.g.problem = code
    response = flask.Response(orjson.dumps(details), status, headers)
    response.mimetype = MEDIA_TYPE
    return response


def _refused(refusal: Problem) -> flask.Response:
    """What the service will not do."""
    status, title = KINDS[refusal.code]
    detail = _sentence(refusal.detail)
    errors = refusal.pointer is not None and [{"pointer": refusal.pointer, "detail": detail}]
    texts = rule_texts(flask.g.game) if refusal.clauses else {}
    clauses = [{"id": each, "text": texts[each]} for each in refusal.clauses]
    headers = {"WWW-Authenticate": "Bearer"} if refusal.code is Code.UNAUTHENTICATED else None
    more = {"errors": errors, "clauses": clauses, **refusal.more}
    return problem(status, refusal.code, title, detail, headers, **more)


def _sentence(words: str) -> str:
    """What the domain says in half a sentence, as a whole one."""
    return words if words.endswith(".") else f"{words[0].upper()}{words[1:]}."


def _at_fault(fault: Fault) -> flask.Response:
    """A request that is wrong in form."""
    errors = [{each.part: each.name, "detail": each.detail} for each in fault.places]
    title = KINDS[Code.INVALID][1] if fault.code == Code.INVALID else fault.status.phrase
    return problem(fault.status, fault.code, title, fault.detail, errors=errors)


def _of_http(error: HTTPException) -> Response:
    """What Flask refuses, or redirects: its headers stay, such as `Allow`."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    if error.response is not None or status < HTTPStatus.BAD_REQUEST:
        return error.get_response(flask.request.environ)
    kept = [each for each in error.get_headers() if each[0] != "Content-Type"]
    code = status.phrase.lower().replace(" ", "-")
    return problem(status, code, status.phrase, _DETAILS.get(status, status.description), kept)


_DETAILS: Final[Mapping[int, str]] = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address.",
    HTTPStatus.METHOD_NOT_ALLOWED: "This resource has no such method; see Allow.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is longer than this service reads.",
}


def _unavailable(error: psycopg.OperationalError) -> flask.Response:
    """The database does not answer."""
    log.warning("database.unavailable", error=type(error).__name__)
    status = HTTPStatus.SERVICE_UNAVAILABLE
    detail = "The service can not reach its record just now. Nothing was lost; ask again."
    retry = {"Retry-After": str(RETRY_SECONDS)}
    return problem(status, "unavailable", status.phrase, detail, retry)


def _broken(error: Exception) -> flask.Response:
    """A bug. The log gets the place of it, but no message: that could name a card."""
    frames = [
        f"{frame.filename}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-6:]
    ]
    log.error("request.broken", error=type(error).__name__, frames=frames)
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    detail = "Something is wrong here, not with your request."
    return problem(status, "broken", status.phrase, detail)
