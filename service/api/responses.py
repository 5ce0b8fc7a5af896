"""Responses: JSON, pages of lists, ETags, compression, and the end of every request.

At the end a response gets the headers that all have, and its request is logged and counted, never
with its content.

Compression of answers in which no secret stands beside text that another party chose. Decision 28
lists them. Every other answer is sent as it is, and its length shows nothing of hidden cards.
"""

import gzip
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from hashlib import sha256
from http import HTTPStatus
from typing import Any, Final, cast

import flask
import orjson
import structlog
from flask import g
from flask.globals import app_ctx, request_ctx

from service import ids
from service.access.budgets import SECOND, WINDOW, Spent
from service.api import metrics
from service.api.dependencies import Application, app
from service.api.headers import DAY, REQUEST_ID, RETRY_AFTER, SAFE, UNKEPT, label, share, vary
from service.api.requests import LATE
from service.api.routes import announce
from service.lists.queries import Wanted

LEAST: Final = 4_096
"""An answer with fewer bytes is not compressed."""
LEAST_ONCE: Final = 1_024
"""The same for content that is compressed once."""
LEVEL: Final = 6
GZIP: Final = "gzip"
_KEPT: Final = 32
"""Files that are kept compressed."""


def compressed(response: flask.Response, *, key: str | None = None) -> flask.Response:
    """An answer as gzip if it is large and the client accepts that.

    Args:
        response: The answer.
        key: Names the content of an answer that is final, which is compressed once.
    """
    vary(response, "Accept-Encoding")
    charged(response)
    if _is_wanted() and len(data := response.get_data()) >= LEAST:
        compress = partial(gzip.compress, data, LEVEL, mtime=0)
        _set(response, compress() if key is None else app.cache.get((key, GZIP), compress))
    return response


def compressed_once(response: flask.Response) -> flask.Response:
    """The same for content that is the same for all, such as a file: it is compressed once."""
    vary(response, "Accept-Encoding")
    charged(response)
    if _is_wanted() and len(data := response.get_data()) >= LEAST_ONCE:
        _set(response, _kept(data))
    return response


def charged(response: flask.Response) -> flask.Response:
    """An answer whose bytes are charged: none of them follow from a card that is hidden.

    All credentials of an owner see what is left of the budget. So other answers cost their price
    only, or a size that a view sets in ``g.size``.
    """
    g.size = len(response.get_data())
    return response


def _is_wanted() -> bool:
    return flask.request.accept_encodings.quality(GZIP) > 0


@lru_cache(_KEPT)
def _kept(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


def _set(response: flask.Response, data: bytes) -> None:
    response.set_data(data)
    response.headers["Content-Encoding"] = GZIP


def wanted_of(query: Mapping[str, Any]) -> Wanted:
    """The filter in a query."""
    mine = query.get("owner") is not None
    named = {name: query[name] for name in Wanted._fields if name in query}
    own_ref = query.get("table_ref", query.get("tournament_ref"))
    return Wanted(mine=mine, own_ref=own_ref, **named)


def page_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """The cursor and the limit in a query, as lists take them."""
    most = app.settings.page_size
    return {"cursor": query.get("cursor"), "limit": min(query.get("limit", most), most)}


FORM: Final = "5"
"""The version of the format; raised when the same record is shown differently."""
ANY_TAG: Final = "*"
_QUIET: Final = frozenset({"/healthz", "/readyz"})
NOWHERE: Final = "(none)"
"""The path of requests that lead to no operation."""
METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})
"""Methods that are logged; clients can invent others."""

log = structlog.get_logger()


def answer(data: Mapping[str, Any] | bytes, status: HTTPStatus = HTTPStatus.OK) -> flask.Response:
    """A JSON answer."""
    return flask.Response(_json(data), status, mimetype="application/json")


def _json(data: Mapping[str, Any] | bytes) -> bytes:
    return data if isinstance(data, bytes) else orjson.dumps(data)


def created(
    data: Mapping[str, Any], *, location: str | None = None, replayed: bool
) -> flask.Response:
    """The answer to a creation, or the first answer again."""
    response = answer(data, HTTPStatus.CREATED)
    if location is not None:
        response.headers["Location"] = location
    return marked(response, replayed=True) if replayed else response


def marked(response: flask.Response, *, replayed: bool) -> flask.Response:
    """An answer that says whether it is a replay."""
    if replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response


def done(*, replayed: bool) -> flask.Response:
    """An answer without a body."""
    return marked(flask.Response(status=HTTPStatus.NO_CONTENT), replayed=replayed)


def tag(*dependencies: str | bytes) -> str:
    """An ETag of something that the record decides.

    It is derived from the head of the chain and from the query, never from the shown content: a
    digest of cards could be found by trial. It is weak: `now` differs from answer to answer.
    """
    return ids.digest(app.context.secret, "fairdeal/1/etag", FORM, *dependencies)[:16].hex()


def _tags(header: str) -> set[str]:
    """The tags in a header; ours have no commas. Werkzeug's regular expression is quadratic."""
    return {each.strip().removeprefix("W/").strip('"') for each in header.split(",")}


def public(data: bytes, media_type: str, *, max_age: int = 0) -> flask.Response:
    """The answer with content that is the same for all callers, or 304 if the client has it.

    Args:
        data: The content.
        media_type: Its media type.
        max_age: For how many seconds it may be kept without asking.
    """
    etag = sha256(data).hexdigest()[:32]
    if _is_known(etag):
        response = flask.Response(status=HTTPStatus.NOT_MODIFIED)
        vary(response, "Accept-Encoding")
    else:
        response = compressed_once(flask.Response(data, content_type=media_type))
    response.set_etag(etag, weak=True)
    response.headers["Cache-Control"] = f"public, max-age={max_age}" if max_age else "no-cache"
    return response


def public_answer(data: Mapping[str, Any]) -> flask.Response:
    """The same with JSON."""
    return public(orjson.dumps(data), "application/json")


def _is_known(etag: str) -> bool:
    return bool({etag, ANY_TAG} & _tags(flask.request.headers.get("If-None-Match", "")))


def unless_known(
    shown: Callable[[], Mapping[str, Any] | bytes],
    etag: str,
    *,
    final: bool = False,
    is_public: bool = False,
) -> flask.Response:
    """The answer, or 304 if the client already has it.

    Args:
        shown: Makes the content, or its JSON, which a client that has it does not need.
        etag: Its tag.
        final: Whether it never changes again.
        is_public: Whether it has no secret of anybody, so that it may be compressed. If it is also
            final, it is made once.
    """
    is_kept = final and is_public
    if _is_known(etag):
        response = flask.Response(status=HTTPStatus.NOT_MODIFIED)
    elif is_kept:
        response = answer(app.cache.get(etag, lambda: _json(shown())))
    else:
        response = answer(shown())
    if is_public:
        response = compressed(response, key=etag if is_kept else None)
    response.set_etag(etag, weak=True)
    kept = f"private, max-age={DAY}, immutable" if final else "private, no-cache"
    response.headers["Cache-Control"] = kept
    vary(response, "Authorization")
    return response


def listed(data: Mapping[str, Any], *besides: str) -> flask.Response:
    """The answer with a list or a small resource, or 304 if the client has it: no secret is in it.

    Its tag follows from the content, which is the same in a list from several streams.

    Args:
        data: The content.
        besides: Fields that do not count for the tag: an older value of these does no harm.
    """
    content = orjson.dumps({name: data[name] for name in data if name not in besides})
    more = orjson.dumps({name: data[name] for name in besides})
    whole = b"%b,%b" % (content[:-1], more[1:]) if besides else content
    return charged(unless_known(lambda: whole, tag("content", content)))


# --- The end of every request --------------------------------------------------------------------


def finish(response: flask.Response) -> flask.Response:
    """Add the headers that every response has, and log and count its request."""
    request, about, here = request_ctx.request, app_ctx.g, cast("Application", app_ctx.app)
    headers, environ, settings = response.headers, request.environ, here.settings
    known = {*headers.keys(lower=True)}
    is_public = "HTTP_AUTHORIZATION" not in environ and request.method == "GET"
    is_kept = is_public and response.status_code < HTTPStatus.BAD_REQUEST
    wanted = SAFE if is_kept else UNKEPT
    headers.extend([(name, value) for name, value in wanted if name.lower() not in known])
    headers.add(REQUEST_ID, about.request_id)
    if settings.hsts_seconds:
        headers["Strict-Transport-Security"] = f"max-age={settings.hsts_seconds}; includeSubDomains"
    if "language" in about:
        label(response)
    if "replaced" in about:
        announce(response, about.replaced)
    if here.origins:
        share(response)
    # the rest of a late body could be mistaken for another request; the next one goes elsewhere
    if LATE in environ or here.live.draining:
        headers["Connection"] = "close"
    if "spent" in about:  # the fields are those in draft-ietf-httpapi-ratelimit-headers-10
        quota, wait, debt, left = _charged(response)
        headers["RateLimit-Policy"] = f'"{about.budget}";q={quota};w={WINDOW}'
        headers["RateLimit"] = f'"{about.budget}";r={left};t={-(-debt // SECOND)}'
        if wait:
            headers[RETRY_AFTER] = str(-(-wait // SECOND))
    _record(here, about, request, response.status_code)
    return response


def _charged(response: flask.Response) -> Spent:
    """What is left of the budget after the size of the answer was charged."""
    before: Spent = g.spent
    if response.is_streamed:
        return before
    spent: Spent | None = g.bill.charge(g.get("size", 0))
    return before if spent is None else spent._replace(wait=before.wait)


def _record(here: Application, about: Any, request: flask.Request, status: int) -> None:
    """Log a request, and count it."""
    path = request.url_rule.rule if request.url_rule is not None else NOWHERE
    method = request.method if request.method in METHODS else "OTHER"
    seconds = here.context.runtime.monotonic() - about.started_at
    requests, durations = metrics.of_requests(method, path, status)
    requests.inc()
    durations.observe(seconds)
    if about.started_at > here.pool_looked_at + metrics.POOL_SECONDS:
        here.pool_looked_at = about.started_at
        metrics.look_at_pool(here.context.health.connections())
    if path not in _QUIET:
        log.info(
            "request",
            method=method,
            path=path,
            status=status,
            problem=about.get("problem"),
            actor=about.identity.actor if "identity" in about else None,
            ms=round(seconds * 1000, 2),
        )
