"""Deals: how they stand, moves, events and transcripts."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.kernel.event import Viewer
from domain.table.guests import WATCHER
from service.access.credentials import Principal, SeatHolder
from service.api import metrics
from service.api.dependencies import app
from service.api.languages import language
from service.api.live import OFFERS, REFUSALS, follow
from service.api.requests import read_command
from service.api.resources.transcripts import MEDIA_TYPES, transcript
from service.api.responses import created, tag, unless_known
from service.api.routes import Offer, Routes
from service.api.schemas.requests import DealQuery, EventsQuery, MoveRequest
from service.api.schemas.responses import DealSchema, EventPageSchema, MoveResultSchema
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_ACCEPTABLE, NOT_FOUND, OF_BODIES
from service.live.following import FollowedDeal, Lines
from service.play import deals, moves
from service.play.queries import deal_json, played_json
from service.play.visibility import (
    own_seat,
    parse_viewer,
    see_deal,
    see_finished_deal,
    viewer_name,
)
from service.problems import Code, Problem, not_found
from service.proof.bundles import opening_receipt
from service.streams import Deal, Done

ROUTES: Final = Routes("deals", description="One shuffle and its play-out, event by event.")


@ROUTES.operation(
    "/deals/<uuid:deal>",
    "GET",
    "getDeal",
    Offer(HTTPStatus.OK, DealSchema),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    tagged=True,
    guests=(WATCHER,),
)
@ROUTES.takes(DealQuery, location="query")
def get_deal(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read a deal, as it is or as it was after any event.

    With a seat token: as that seat sees it, with every move that it may make now. Once the deal is
    over, any view is allowed.
    """
    seen = see_deal(app.context, g.principal, deal, wanted=_wanted(query))
    at = query.get("at", seen.version)
    if at > seen.version:
        raise not_found("event")
    own = own_seat(g.principal)
    mine = own if seen.viewer == own else None
    etag = tag("deal", seen.head, viewer_name(seen.viewer), str(at), str(mine), language().tag)
    final = seen.over and "at" in query
    receipt = opening_receipt(app.context, seen, at=at)
    shown = deal_json(seen, at=at, mine=mine, receipt=receipt, language=language())
    return unless_known(shown, etag, final=final)


@ROUTES.operation(
    "/deals/<uuid:deal>/moves",
    "POST",
    "makeMove",
    Offer(HTTPStatus.CREATED, MoveResultSchema),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    keyed=False,
)
@ROUTES.takes(MoveRequest, location="json")
def make_move(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Make a move.

    With a seat token. The answer has the move and its consequences, as the seat was shown them. A
    move that the rules refuse names every clause that it breaks. A seat that has brought a key
    signs each of its moves over the current record: with `expected_version`, a signature that came
    too late is distinguished from one that does not fit.
    """
    who = seat_holder(deal)
    game = g.game
    try:
        played = _play(body, deal, who.seat)
    except Problem as problem:
        metrics.MOVES.labels(game, problem.code).inc()
        raise
    metrics.MOVES.labels(game, "replayed" if played.replayed else "made").inc()
    return created(
        played_json(played, who.seat, key=app.context.translog.key), replayed=played.replayed
    )


def seat_holder(deal: UUID) -> SeatHolder:
    """The caller, who holds a seat at the table of the deal.

    Raises:
        Problem: ``not-found``.
    """
    who: SeatHolder = g.principal
    if app.context.streams.table_with(who.table, deal) is None:
        raise not_found("deal")
    return who


def _play(body: dict[str, Any], deal: UUID, seat: int) -> Done[Deal]:
    expected = body.get("expected_version")
    try:
        played = moves.play_move(
            app.context,
            deal,
            seat,
            body["move"],
            command=read_command(signature=body.get("signature")),
            expected=expected,
        )
    except Problem as problem:
        if problem.code is Code.STALE_VERSION:
            missed = f"/v1/deals/{deal}/events?after={expected}"
            problem.more = {**problem.more, "missed": missed}
        raise
    app.waiting.grown(deal, played.stream.version)
    if not played.replayed:
        deals.announce(app.context, played.stream)
    return played


@ROUTES.operation(
    "/deals/<uuid:deal>/events",
    "GET",
    "listEvents",
    Offer(HTTPStatus.OK, EventPageSchema),
    *OFFERS,
    refusals=(FORBIDDEN, NOT_FOUND, INVALID, *REFUSALS),
    guests=(WATCHER,),
    followed=True,
)
@ROUTES.takes(EventsQuery, location="query")
def list_events(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read the events after a position, wait for one, or follow them all.

    Every observer is shown every event, under the same positions, with the cards that are hidden
    from that observer masked as null. As JSON: a page; ask again with `after` set to the last
    position read. As `text/event-stream` or `application/x-ndjson`: a stream, which ends with the
    deal.
    """
    at, wanted = app.context, _wanted(query)

    def see(who: Principal) -> FollowedDeal:
        return FollowedDeal(at, see_deal(at, who, deal, wanted=wanted))

    return follow(query, see, _page)


def _page(followed: FollowedDeal, lines: Lines) -> dict[str, Any]:
    seen, events = followed.seen, lines.events
    last: int = events[-1]["position"] if events else seen.version
    return {
        "deal": str(seen.id),
        "view": viewer_name(seen.viewer),
        "version": seen.version,
        "head": seen.records[last - 1].hash.hex(),
        "status": "over" if seen.over else "playing",
        "events": events,
    }


@ROUTES.operation(
    "/deals/<uuid:deal>/transcript",
    "GET",
    "getTranscript",
    *(
        Offer(
            HTTPStatus.OK,
            schema,
            media_type,
            said="The transcript, in the requested form.",
        )
        for media_type, schema in MEDIA_TYPES.items()
    ),
    refusals=(NOT_FOUND, NOT_ACCEPTABLE, CONFLICT),
)
def get_transcript(deal: UUID) -> flask.Response:
    """Read a finished deal as a transcript, with all its cards.

    `Accept` selects JSON, a line of a file for `fairdeal replay` (`application/x-ndjson`), words
    for people (`text/plain`), or a notation of another program, if the game has one.
    """
    return transcript(see_finished_deal(app.context, g.principal, deal))


def _wanted(query: dict[str, Any]) -> Viewer | None:
    return parse_viewer(query["view"]) if "view" in query else None
