"""Requests with spans: one for each, in the trace of its caller if it names one."""

from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import Any

import flask
from opentelemetry.trace import SpanKind, StatusCode, get_current_span

from service.api.responses import METHODS, NOWHERE
from service.tracing.spans import carried, note, span


def trace(app: flask.Flask) -> None:
    """Have a span around each request.

    A stream, or a body that is made piece by piece, is sent after the end of its span.
    """
    application = app.wsgi_app

    def answer(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        parent = carried(environ.get("HTTP_TRACEPARENT"))
        with span("request", SpanKind.SERVER, {}, parent=parent):
            return application(environ, start)

    app.wsgi_app = answer  # type: ignore[method-assign, assignment]
    app.after_request(_describe)


def _describe(response: flask.Response) -> flask.Response:
    """Say in the span which operation it was, and how it ended."""
    request, made, status = flask.request, get_current_span(), response.status_code
    route = NOWHERE if request.url_rule is None else request.url_rule.rule
    method = request.method if request.method in METHODS else "OTHER"
    made.update_name(f"{method} {route}")
    note(made, {"http.request.method": method, "http.route": route})
    note(made, {"http.response.status_code": status})
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        made.set_status(StatusCode.ERROR)
    return response
