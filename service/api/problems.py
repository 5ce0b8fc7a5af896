"""Every refusal: statuses, kinds, malformed requests, problem details (RFC 9457).

Title, cause and remedy of a problem type are in the catalogues (`problems.ftl` of each language). A
new `Code` needs an entry here, its texts there, and a refusal in the script of the examples
(`tools/examples/script.py`), which shows that it is really raised. Tests hold this.
"""

import re
import traceback
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from http import HTTPStatus
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

import flask
import orjson
import psycopg
import structlog
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import Map, Rule
from werkzeug.wrappers import Response

from domain.kernel.event import Clause
from domain.kernel.sentence import Sentence
from service.api.headers import RETRY_AFTER, language, said
from service.games.rulebook import GENERAL, TOURNAMENTS
from service.games.rulebook import clauses as rule_texts
from service.problems import Code, Problem
from service.responses.problems import RuleClauseJson

BAD_REQUEST: Final = HTTPStatus.BAD_REQUEST
FORBIDDEN: Final = HTTPStatus.FORBIDDEN
NOT_FOUND: Final = HTTPStatus.NOT_FOUND
NOT_ACCEPTABLE: Final = HTTPStatus.NOT_ACCEPTABLE
CONFLICT: Final = HTTPStatus.CONFLICT
GONE: Final = HTTPStatus.GONE
INVALID: Final = HTTPStatus.UNPROCESSABLE_ENTITY
TOO_MANY: Final = HTTPStatus.TOO_MANY_REQUESTS
UNAVAILABLE: Final = HTTPStatus.SERVICE_UNAVAILABLE

OF_BODIES: Final = (
    BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    INVALID,
)
"""The statuses of every operation that reads a body."""


OF_CODES: Final[Mapping[Code, HTTPStatus]] = {
    Code.INVALID: INVALID,
    Code.ILLEGAL_MOVE: CONFLICT,
    Code.NOT_YOUR_TURN: CONFLICT,
    Code.DEAL_OVER: CONFLICT,
    Code.DEAL_ON: CONFLICT,
    Code.STALE_VERSION: CONFLICT,
    Code.KEY_REUSED: INVALID,
    Code.DEAL_VOIDED: CONFLICT,
    Code.DEAL_ABANDONED: CONFLICT,
    Code.TIME_OVER: CONFLICT,
    Code.AWAY: CONFLICT,
    Code.HINTS_NOT_ALLOWED: CONFLICT,
    Code.SERIES_OVER: CONFLICT,
    Code.NO_REMATCH: CONFLICT,
    Code.LEVEL_NOT_AVAILABLE: CONFLICT,
    Code.NOT_NEXT_DEAL: CONFLICT,
    Code.ALREADY_COMMITTED: CONFLICT,
    Code.SEED_REFUSED: CONFLICT,
    Code.SEAT_KEY_REFUSED: CONFLICT,
    Code.SIGNATURE_NEEDED: CONFLICT,
    Code.SIGNATURE_REFUSED: CONFLICT,
    Code.SEAT_TAKEN: CONFLICT,
    Code.NAME_TAKEN: CONFLICT,
    Code.INVITATION_USED: CONFLICT,
    Code.TABLE_STARTED: CONFLICT,
    Code.DISPUTE_RULED: CONFLICT,
    Code.LIMIT_REACHED: CONFLICT,
    Code.WEBHOOK_DISABLED: CONFLICT,
    Code.NOT_CONSISTENT: CONFLICT,
    Code.VIEW_NOT_ALLOWED: FORBIDDEN,
    Code.NOT_ALLOWED: FORBIDDEN,
    Code.NOT_FOUND: NOT_FOUND,
    Code.NOT_LOGGED: CONFLICT,
    Code.UNAUTHENTICATED: HTTPStatus.UNAUTHORIZED,
    Code.SCOPE_MISSING: FORBIDDEN,
    Code.TOO_MANY_TABLES: CONFLICT,
    Code.TOO_MANY_REQUESTS: TOO_MANY,
    Code.QUEUE_FULL: TOO_MANY,
    Code.TOO_SOON: TOO_MANY,
    Code.LOG_BEGUN_ANEW: CONFLICT,
    Code.ARCHIVED: GONE,
    Code.BROKEN_RECORD: HTTPStatus.INTERNAL_SERVER_ERROR,
}

OF_FORM: Final[Mapping[str, HTTPStatus]] = {
    "malformed-json": HTTPStatus.BAD_REQUEST,
    "unsupported-media-type": HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "request-entity-too-large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "request-timeout": HTTPStatus.REQUEST_TIMEOUT,
    "uri-too-long": HTTPStatus.REQUEST_URI_TOO_LONG,
    "headers-too-large": HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "too-many-streams": TOO_MANY,
    "not-acceptable": HTTPStatus.NOT_ACCEPTABLE,
    "method-not-allowed": HTTPStatus.METHOD_NOT_ALLOWED,
    "not-migrated": UNAVAILABLE,
    "unavailable": UNAVAILABLE,
    "broken": HTTPStatus.INTERNAL_SERVER_ERROR,
}
"""Malformed requests and failures of the service itself."""

KINDS: Final[Mapping[str, HTTPStatus]] = {
    **{code.value: status for code, status in OF_CODES.items()},
    **OF_FORM,
}


OF_HTTP: Final[Mapping[HTTPStatus, str]] = {
    HTTPStatus.NOT_FOUND: Code.NOT_FOUND,
    HTTPStatus.METHOD_NOT_ALLOWED: "method-not-allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "request-entity-too-large",
}
"""Refusals by Flask. The names do not depend on the status phrases of a Python version."""


def address(code: str) -> str:
    """The address of a problem type's page; for others, ``about:blank`` (RFC 9457)."""
    return f"/problems/{code}" if code in KINDS else "about:blank"


def rule_address(game: str, clause: str) -> str:
    """The address of the text of a clause."""
    return f"/rules/{game}#{clause}"


MOST_ERRORS: Final = 20
"""The most errors that are listed one by one."""
LONGEST_STEP: Final = 80
"""The longest part of a name from the client that is repeated in an answer."""


class FieldError(NamedTuple):
    """An error and its place: in the body, a parameter of the query, or a header."""

    part: Literal["pointer", "parameter", "header"]
    name: str
    """A JSON pointer (RFC 6901), or the name of the parameter or header."""
    detail: Sentence


class Fault(Exception):
    """A malformed request; nothing was changed."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: Sentence,
        *,
        errors: Iterable[FieldError] = (),
        retry: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail.key}")
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = tuple(islice(errors, MOST_ERRORS))
        self.retry = retry
        """Seconds until the request may be repeated, where that would help."""


def invalid(*errors: FieldError) -> Fault:
    """A value that does not fit the contract."""
    unfit = Sentence("request-unfit")
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", unfit, errors=errors)


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901). Names longer than any of the contract's are cut off."""
    return "".join(f"/{shortened(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def shortened(said: str | int) -> str:
    """Text from the client, shortened before it is repeated in an answer."""
    text = str(said)
    return text if len(text) <= LONGEST_STEP else f"{text[:LONGEST_STEP]}…"


LONGEST: Final = 300
"""A longer address is not looked at."""
EXAMPLE: Final = "0197f2c0-aa00-7000-8000-00000000beef"
_PLACE: Final = re.compile(r"<(?:([^:<>()]+)(?:\([^<>]*\))?:)?([^<>]+)>")
_NUMBERS: Final = ("int", "seat")


def nothing_here() -> Sentence:
    """The fault of the address of this request, which leads to no operation."""
    path, app = flask.request.path, flask.current_app
    if len(path) <= LONGEST:
        for address in _near(path):
            if _leads(app.url_map, address):
                return Sentence("nothing-here-but", {"address": address})
        for kind, name, value in _path_values(app, path):
            if not re.fullmatch(app.url_map.converters[kind].regex, value):
                needed = "number" if kind in _NUMBERS else "id"
                return Sentence(f"path-needs-{needed}", {"name": name, "example": EXAMPLE})
    return Sentence("nothing-here")


def _near(path: str) -> Iterator[str]:
    """The address without a slash at its end, with the version, and in lower case."""
    plain = "/" + "/".join(filter(None, path.split("/")))
    for address in (plain, plain.lower()):
        yield from (each for each in (address, f"/v1{address}") if each != path)


def _leads(known: Map, address: str) -> bool:
    """Whether there is an operation at an address, by any method."""
    with suppress(HTTPException):
        with suppress(MethodNotAllowed):
            known.bind("").match(address)
        return True
    return False


def _path_values(app: flask.Flask, path: str) -> Iterator[tuple[str, str, str]]:
    """The converters, names and values in an address that has the form of an operation's."""
    with suppress(HTTPException):
        rule, values = _forms(app).bind("").match(path)
        for kind, name in _PLACE.findall(rule):
            if kind:
                yield kind, name, values[name]


@cache
def _forms(app: flask.Flask) -> Map:
    """The rules of an application, with any text in each place."""
    rules = {rule.rule for rule in app.url_map.iter_rules() if "<path:" not in rule.rule}
    forms = [Rule(_PLACE.sub(r"<\2>", rule), endpoint=rule) for rule in sorted(rules)]
    return Map(forms, merge_slashes=False)


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
