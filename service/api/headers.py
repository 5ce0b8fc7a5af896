"""Headers: their names, and those of every response for browsers (CORS and security)."""

from collections.abc import Mapping
from typing import Final

import flask

from service.api.dependencies import app

REQUEST_ID: Final = "X-Request-Id"
IDEMPOTENCY_KEY: Final = "Idempotency-Key"
RETRY_AFTER: Final = "Retry-After"
ANY: Final = "*"
DAY: Final = 86_400
_SENT: Final = (
    f"Authorization, Content-Type, If-None-Match, Last-Event-ID, {IDEMPOTENCY_KEY}, "
    f"Prefer, {REQUEST_ID}"
)
_SHOWN: Final = (
    "Deprecation, ETag, Idempotent-Replayed, Link, Location, Preference-Applied, RateLimit, "
    f"RateLimit-Policy, {RETRY_AFTER}, Sunset, {REQUEST_ID}"
)
PREFLIGHT: Final[Mapping[str, str]] = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": _SENT,
    "Access-Control-Max-Age": str(DAY),
}
SAFE: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
"""The default headers of an answer: it is data, not a page."""


def preflight() -> flask.Response | None:
    """The answer to a browser that asks whether a page may send a request.

    Only a page's own code can send the Authorization header, so no mode with cookies is needed. A
    page of another origin can only do what its author could do without it.
    """
    asks = "Access-Control-Request-Method" in flask.request.headers
    return flask.Response(status=204, headers=PREFLIGHT) if asks and _origin() else None


def share(response: flask.Response) -> None:
    """Let pages of the allowed origins read a response."""
    origin = _origin()
    if origin != ANY:
        response.vary.add("Origin")
    if origin is not None:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _SHOWN


def _origin() -> str | None:
    """The origin of the requesting page, if it may read the response."""
    allowed = app.origins
    if ANY in allowed:
        return ANY
    origin = flask.request.headers.get("Origin")
    return origin if origin in allowed else None
