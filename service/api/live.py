"""Following a resource at one address: a page, a long poll or a stream, chosen by `Accept`.

A stream has the same objects as the pages, in the same order. It resumes after the position in
`Last-Event-ID`, `lastEventId` or `after`. When nothing can follow, the answer is 204, after which
an EventSource does not reconnect.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from http import HTTPStatus
from math import inf
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from uuid import UUID

import flask
from flask import g

from domain.kernel.sentence import Sentence
from service.access.budgets import SECOND
from service.access.credentials import (
    Anonymous,
    ApiKey,
    EntryHolder,
    Principal,
    counted_as,
    is_auditor,
)
from service.api import metrics
from service.api.asgi import can_stream, hand_over
from service.api.authentication import Bill, authenticate
from service.api.contract.compact import NAMED
from service.api.dependencies import app
from service.api.headers import vary
from service.api.peers import CLIENT, GIVE_WAY
from service.api.problems import NOT_ACCEPTABLE, TOO_MANY, UNAVAILABLE, Fault, FieldError, invalid
from service.api.responses import answer, compressed
from service.api.routes import LAST, POSITION, Success
from service.context import Context
from service.deals.visibility import own_seat
from service.live.channels import NDJSON, SSE, Form, Subscription, encoded, written
from service.live.following import Followed, Lines
from service.live.shares import STRANGER, Holder
from service.problems import Code, Problem

JSON: Final = "application/json"
FORMS: Final[Mapping[str, Form]] = {form.media_type: form for form in (SSE, NDJSON)}
OFFERS: Final = (
    Success(
        HTTPStatus.OK,
        {
            NAMED: "EventStream",
            "type": "string",
            "description": "Server-sent events: `id` is the position, `data` an event as on the "
            "page. Where nothing follows, ever, an event of the type `end`.",
        },
        SSE.media_type,
    ),
    Success(
        HTTPStatus.OK,
        {
            NAMED: "EventLines",
            "type": "string",
            "description": "Each event on a line; empty lines are keepalives.",
        },
        NDJSON.media_type,
    ),
    Success(HTTPStatus.NO_CONTENT, said="The stream is at its end: no event will follow."),
)
REFUSALS: Final = (NOT_ACCEPTABLE, TOO_MANY, UNAVAILABLE)
RETRY_SECONDS: Final = 5
NOMINAL: Final = (400, 4_000)
"""The size at which an event that not everybody may see is charged: without views, and with them.
"""

F = TypeVar("F", bound=Followed)
See: TypeAlias = Callable[[Principal], F]
"""Reads the followed resource as it is now, in any thread, or raises a `Problem`."""
Opening: TypeAlias = Callable[[F, int], Lines]
Page: TypeAlias = Callable[[F, Lines], Mapping[str, Any]]


class PageQuery(NamedTuple):
    """The query parameters."""

    after: int
    wait: int
    limit: int


def follow(
    query: Mapping[str, Any],
    see: See[F],
    page: Page[F],
    *,
    begin: int = 0,
    opening: Opening[F] | None = None,
    is_public: Callable[[F], bool] | None = None,
    people: Callable[[F], UUID | None] | None = None,
) -> flask.Response:
    """Answer with the events after a position, in the form that the caller accepts.

    Args:
        query: As `FollowQuery` reads it.
        see: Reads the resource that the caller may follow.
        page: Writes a page.
        begin: The default position, before the first event.
        opening: The first lines of a stream that resumes after a position.
        is_public: Whether a page has no secret of anybody, so that it may be compressed.
        people: The table whose people a stream is sent, too, if the caller sees them; None: none.

    Raises:
        Fault: No form is acceptable, or a limit of streams is reached.
        Problem: The caller may not follow it.
    """
    form, page_query = _form(), _page_query(query, begin)
    followed = see(g.principal)
    open_to_all = is_public is not None and is_public(followed)
    nominal = None if open_to_all else NOMINAL[bool(query.get("views"))]
    if form is None:
        response = _paged(followed, see, page, page_query, nominal=nominal)
        return compressed(response) if open_to_all else response
    after = page_query.after
    first = Lines([], after) if opening is None else opening(followed, after)
    opened = _subscription(followed, see, form, after)
    opened = replace(opened, nominal=nominal, opening=written(encoded(first), form))
    if people is not None and query["people"]:
        opened = replace(opened, people=people(followed), seat=own_seat(g.principal))
    response = _stream(followed, opened)
    vary(response, "Accept", "Authorization")
    return response


def _page_query(query: Mapping[str, Any], begin: int) -> PageQuery:
    settings = app.settings
    last = flask.request.headers.get(LAST)
    if last is not None and not re.fullmatch(POSITION, last):
        raise invalid(FieldError("header", LAST, Sentence("form-position")))
    resumed = query.get("last_event_id") if last is None else int(last)
    after = query.get("after", begin) if resumed is None else resumed
    limit = min(query.get("limit", settings.page_size), settings.page_size)
    longest = 0 if flask.request.method == "HEAD" else settings.poll_seconds
    return PageQuery(after, min(query["wait"], longest), limit)


def _form() -> Form | None:
    """The stream format that the caller prefers to a page."""
    accepted = flask.request.accept_mimetypes
    best = accepted.best_match([JSON, *FORMS]) if accepted else JSON
    if best is None:
        available = Sentence("forms-available", {"forms": [JSON, *FORMS]})
        raise Fault(NOT_ACCEPTABLE, "not-acceptable", available)
    return FORMS.get(best)


def _paged(
    followed: F, see: See[F], page: Page[F], page_query: PageQuery, *, nominal: int | None
) -> flask.Response:
    lines = followed.lines(page_query.after, page_query.limit)
    placed = True
    if page_query.wait and not lines.events and not lines.over and lines.upto >= followed.version:
        placed, followed, lines = _awaited(followed, see, page_query)
    response = answer(page(followed, lines))
    if nominal is not None:
        g.size = nominal * len(lines.events)
    response.headers["Cache-Control"] = "private, no-store"
    vary(response, "Accept", "Authorization")
    if not placed:
        response.headers["Retry-After"] = "1"
    return response


def _wait(followed: Followed, version: int, seconds: float) -> bool:
    """Wait until its stream has grown beyond a version; False: there was no free slot."""
    with metrics.waiting_readers.track_inprogress():
        return wait_for(followed.watched, version, seconds=seconds)


def _awaited(followed: F, see: See[F], page_query: PageQuery) -> tuple[bool, F, Lines]:
    """Wait until there may be something new; not placed: there was no free slot.

    A watcher waits on while what is new is not shown yet.
    """
    clock = app.context.runtime.monotonic
    end = clock() + page_query.wait
    while True:
        unseen, left = followed.unseen, max(0.0, end - clock())
        known = followed.version + (unseen.many if unseen else 0)
        placed = _wait(followed, known, min(left, unseen.seconds) if unseen else left)
        followed = see(_identified(app.context, g.principal, g.credential))
        lines = followed.lines(page_query.after, page_query.limit)
        unseen = followed.unseen
        has_grown = unseen is not None and followed.version + unseen.many > known
        if lines.events or lines.over or not (placed and has_grown and clock() < end):
            return placed, followed, lines


def wait_for(stream: UUID, version: int, *, seconds: float) -> bool:
    """Wait until a stream has grown, as long as the client is there; False: there was no slot.

    Meanwhile others may use the caller's share of the processor.
    """
    environ, holder = flask.request.environ, slot_holder()
    environ.get(GIVE_WAY, lambda: None)()
    return app.waiting.until_after(
        stream, version, seconds=seconds, holder=holder, client=environ.get(CLIENT)
    )


def _identified(at: Context, known: Principal, credential: str) -> Principal:
    """Authenticate a caller again: time has passed since the stream was opened.

    Raises:
        Problem: ``unauthenticated``.
    """
    if isinstance(known, Anonymous):
        return known
    who = authenticate(at, credential).principal
    if is_auditor(who):
        raise Problem(Code.NOT_ALLOWED, Sentence("auditor-follows-nothing"))
    return who


def slot_holder() -> Holder:
    """The holder of a caller's slots: the owner of its key, or the owner of its table."""
    who: Principal = g.principal
    streams = app.context.streams
    if isinstance(who, ApiKey):
        return Holder(who.owner, counted_as(who))
    if isinstance(who, Anonymous):
        return Holder(who.actor, STRANGER + who.account)
    if isinstance(who, EntryHolder):
        tournament = streams.tournament(who.tournament)
        assert tournament is not None, "the caller was let in by it"
        return Holder(tournament.opened.owner, counted_as(who))
    table = streams.remembered_table(who.table) or streams.table(who.table)
    assert table is not None, "the caller was let in by it"
    return Holder(table.opened.owner, counted_as(who))


def _stream(followed: Followed, subscription: Subscription) -> flask.Response:
    lines = followed.lines(subscription.after, 1)
    if lines.over and not lines.events:
        return flask.Response(status=HTTPStatus.NO_CONTENT)
    if not can_stream():
        raise Fault(NOT_ACCEPTABLE, "not-acceptable", Sentence("no-streams"))
    response = flask.Response(mimetype=subscription.form.media_type)
    response.headers["Cache-Control"] = "private, no-store, no-transform"
    response.headers["X-Accel-Buffering"] = "no"  # otherwise nginx would buffer it
    if flask.request.method == "GET":
        take_slot(subscription.holder)
        hand_over(subscription)
    return response


def _subscription(followed: F, see: See[F], form: Form, after: int) -> Subscription:
    at, known, credential, shown = app.context, g.principal, g.credential, followed.key

    def renew() -> None:
        now = see(_identified(at, known, credential)).key
        if now != shown:
            raise Problem(Code.NOT_ALLOWED, Sentence("permissions-changed"))

    bill: Bill | None = g.get("bill")

    def pay(size: int) -> float:
        spent = None if bill is None else bill.charge(size)
        return 0.0 if spent is None else spent.wait / SECOND

    return Subscription(
        followed=followed,
        after=after,
        form=form,
        holder=slot_holder(),
        credential=bytes.fromhex(g.identity.hash),
        renew=renew,
        part=inf if bill is None else bill.size,
        pay=pay,
    )


def take_slot(holder: Holder) -> None:
    """Take a slot for a stream.

    Raises:
        Fault: a limit is reached.
    """
    placed = app.live.take_slot(holder)
    if placed is None:
        full = Sentence("streams-full")
        raise Fault(UNAVAILABLE, "too-many-streams", full, retry=RETRY_SECONDS)
    if not placed:
        full = Sentence("streams-of-caller-full")
        raise Fault(TOO_MANY, "too-many-streams", full, retry=RETRY_SECONDS)
