"""The access log: one line and one count for each request, never with its content."""

import re
import time
from typing import Any, Final
from uuid import UUID, uuid4

import flask
import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars

from service.api import metrics
from service.api.dependencies import context

REQUEST_ID: Final = "X-Request-Id"
_SANE: Final = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_QUIET: Final = frozenset({"/healthz", "/readyz"})
_NOWHERE: Final = "(none)"

log = structlog.get_logger()


def register(app: flask.Flask) -> None:
    """Log and count the requests of an application."""
    app.before_request(_begin)
    app.after_request(_end)


def _begin() -> None:
    given = flask.request.headers.get(REQUEST_ID, "")
    flask.g.request_id = given if _SANE.fullmatch(given) else uuid4().hex
    flask.g.began = time.perf_counter()
    clear_contextvars()
    bind_contextvars(request=flask.g.request_id, **_subject())


def _subject() -> dict[str, Any]:
    """The table, deal and seat named in the address. Free text is left out: it can be anything."""
    named = (flask.request.view_args or {}).items()
    return {name: str(value) for name, value in named if isinstance(value, UUID | int)}


def _end(response: flask.Response) -> flask.Response:
    rule = flask.request.url_rule
    endpoint = rule.rule if rule is not None else _NOWHERE
    seconds = time.perf_counter() - flask.g.began
    response.headers[REQUEST_ID] = flask.g.request_id
    metrics.answered(
        method=_method(), endpoint=endpoint, status=response.status_code, seconds=seconds
    )
    metrics.look_at(context().credentials.pool)
    if endpoint not in _QUIET:
        log.info(
            "request",
            method=_method(),
            path=endpoint,
            status=response.status_code,
            problem=flask.g.get("problem"),
            actor=flask.g.owner_or_seat.actor if "caller" in flask.g else None,
            ms=round(seconds * 1000, 2),
        )
    return response


def _method() -> str:
    """The method if it is a known one; clients can invent others."""
    method = flask.request.method
    known = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"}
    return method if method in known else "OTHER"
