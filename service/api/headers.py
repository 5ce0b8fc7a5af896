"""Response headers for browsers: CORS and security headers."""

from collections.abc import Mapping
from typing import Final

import flask

from service.api.access_log import REQUEST_ID
from service.api.idempotency import HEADER
from service.settings import Settings

ANY: Final = "*"
DAY: Final = 86_400
_SENT: Final = f"Authorization, Content-Type, If-None-Match, Last-Event-ID, {HEADER}, {REQUEST_ID}"
_SHOWN: Final = (
    f"ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Policy, Retry-After, {REQUEST_ID}"
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


def register(app: flask.Flask, settings: Settings) -> None:
    """Add these headers to the answers of an application.

    Only a page's own code can send the Authorization header, so no mode with cookies is needed. A
    page of another origin can only do what its author could do without it.
    """
    allowed, lasting = settings.origins, settings.hsts_seconds

    def preflight() -> flask.Response | None:
        asks = flask.request.headers.get("Access-Control-Request-Method") is not None
        if flask.request.method != "OPTIONS" or not asks or _shared_with(allowed) is None:
            return None
        return flask.Response(status=204, headers=PREFLIGHT)

    def set_headers(response: flask.Response) -> flask.Response:
        for name, value in SAFE.items():
            response.headers.setdefault(name, value)
        if lasting:
            response.headers["Strict-Transport-Security"] = f"max-age={lasting}; includeSubDomains"
        if _is_for_one(response):
            response.headers.setdefault("Cache-Control", "no-store")
        if allowed:
            _share(response, allowed)
        return response

    app.before_request(preflight)
    app.after_request(set_headers)


def _is_for_one(response: flask.Response) -> bool:
    """Whether the answer must not be shared: its caller was authenticated or refused."""
    said = "Authorization" in flask.request.headers
    return said or flask.request.method != "GET" or response.status_code >= 400  # noqa: PLR2004


def _shared_with(allowed: frozenset[str]) -> str | None:
    """The origin of the requesting page, if it may read the answer."""
    if ANY in allowed:
        return ANY
    origin = flask.request.headers.get("Origin")
    return origin if origin in allowed else None


def _share(response: flask.Response, allowed: frozenset[str]) -> None:
    origin = _shared_with(allowed)
    if origin != ANY:
        response.vary.add("Origin")
    if origin is not None:
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = _SHOWN
