"""Every problem type of the API, with its status.

Its title, cause and remedy are in the catalogues (`problems.ftl` of each language). A new `Code`
needs an entry here, its texts there, and a refusal in the script of the examples
(`tools/examples/script.py`), which shows that it is really raised. Tests hold this.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

from service.api.statuses import (
    CONFLICT,
    FORBIDDEN,
    GONE,
    INVALID,
    NOT_FOUND,
    TOO_MANY,
    UNAVAILABLE,
)
from service.problems import Code

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
