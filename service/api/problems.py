"""Every refusal as problem details (RFC 9457), from one place."""

import traceback
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Final

import flask
import orjson
import psycopg
import structlog
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.wrappers import Response

from domain.kernel.event import Clause
from domain.kernel.sentence import Sentence
from service.api.addresses import nothing_here
from service.api.bad_requests import Fault
from service.api.headers import RETRY_AFTER
from service.api.languages import language, said
from service.api.problem_types import KINDS, OF_HTTP, address, rule_address
from service.games.rulebook import GENERAL, TOURNAMENTS
from service.games.rulebook import clauses as rule_texts
from service.problems import Code, Problem
from service.responses.problems import RuleClauseJson

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 2
LONGEST_POINTER: Final = 200
"""The length limit of a pointer, which may contain a name from the client."""

log = structlog.get_logger()


def register(app: flask.Flask) -> None:
    """Register the error handlers of an application."""
    app.register_error_handler(Problem, _refused)
    app.register_error_handler(Fault, _at_fault)
    app.register_error_handler(HTTPException, of_http)
    app.register_error_handler(psycopg.OperationalError, _unavailable)
    app.register_error_handler(psycopg.errors.ReadOnlySqlTransaction, _unavailable)
    app.register_error_handler(Exception, _broken)


def problem(
    status: int, code: str, detail: Sentence, headers: Any = None, **more: Any
) -> flask.Response:
    """An answer with problem details, in the language of the caller."""
    details = {
        "type": address(code),
        "title": language().find(f"problem-{code}") or HTTPStatus(status).phrase,
        "status": status,
        **said(detail),
        "code": code,
        **{name: value for name, value in more.items() if value},
    }
    flask.g.problem = code
    response = flask.Response(orjson.dumps(details), status, headers)
    response.mimetype = MEDIA_TYPE
    return response


def _refused(refusal: Problem) -> flask.Response:
    """A refusal by the service."""
    errors = refusal.pointer is not None and [
        {"pointer": refusal.pointer[:LONGEST_POINTER], **said(refusal.detail)}
    ]
    clauses = clauses_json(flask.g.get("game", GENERAL), refusal.clauses) if refusal.clauses else []
    headers = dict[str, str]()
    if refusal.code is Code.UNAUTHENTICATED:
        headers["WWW-Authenticate"] = "Bearer"
    retry = RETRY_SECONDS if refusal.code is Code.QUEUE_FULL else refusal.retry
    if retry is not None:
        headers[RETRY_AFTER] = str(retry)
    if "archive" in refusal.more:
        headers["Link"] = f'<{refusal.more["archive"]}>; rel="alternate"'
    more = {"errors": errors, "clauses": clauses, **refusal.more}
    return problem(KINDS[refusal.code], refusal.code, refusal.detail, headers, **more)


def clauses_json(game: str, named: Iterable[Clause]) -> list[RuleClauseJson]:
    """Clauses of a game or of tournaments, with their texts and the addresses of these."""
    books = {name: rule_texts(name, language()) for name in (TOURNAMENTS, game)}
    book_of = {clause: name for name, texts in books.items() for clause in texts}
    return [
        {
            "id": each,
            "title": language().message(f"clause-{each}"),
            "text": books[book_of[each]][each],
            "url": rule_address(book_of[each], each),
        }
        for each in named
    ]


def _at_fault(fault: Fault) -> flask.Response:
    """A malformed request."""
    errors = [
        {each.part: each.name, **said(each.detail), "detail": language().text(each.detail)}
        for each in fault.errors
    ]
    headers = None if fault.retry is None else {RETRY_AFTER: str(fault.retry)}
    return problem(fault.status, fault.code, fault.detail, headers, errors=errors)


def of_http(error: HTTPException) -> Response:
    """A refusal or redirect by Flask. Its headers, such as `Allow`, are kept."""
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    if error.response is not None or status < HTTPStatus.BAD_REQUEST:
        return error.get_response(flask.request.environ)
    kept = [each for each in error.get_headers() if each[0] != "Content-Type"]
    code = OF_HTTP.get(status) or status.phrase.lower().replace(" ", "-")
    if status is HTTPStatus.NOT_FOUND:
        detail = nothing_here()
    elif isinstance(error, MethodNotAllowed):
        detail = Sentence("no-such-method", {"methods": sorted(error.valid_methods or ())})
    else:
        detail = _DETAILS.get(status) or Sentence("said", {"text": status.description})
    return problem(status, code, detail, kept)


_DETAILS: Final[Mapping[int, Sentence]] = {
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: Sentence("body-too-long"),
}


def _unavailable(error: psycopg.Error) -> flask.Response:
    """The database does not answer, or not in time, or it is a standby."""
    log.warning("database.unavailable", error=type(error).__name__)
    status, detail = HTTPStatus.SERVICE_UNAVAILABLE, Sentence("database-unreachable")
    return problem(status, "unavailable", detail, {RETRY_AFTER: str(RETRY_SECONDS)})


def _broken(error: Exception) -> flask.Response:
    """A bug. The log gets its location but no message, which could name a card."""
    frames = [
        f"{frame.filename}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)[-6:]
    ]
    log.error("request.broken", error=type(error).__name__, frames=frames)
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "broken", Sentence("service-failed"))
