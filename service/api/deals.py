"""Deals: how they stand, moves, events and transcripts."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask

from domain.event import Observer, redact
from service import deals
from service.api import metrics
from service.api.answers import answer, created, tag, unless_known
from service.api.asking import asked
from service.api.parts import caller, house, parts
from service.api.routes import Offer, Routes
from service.api.schemas import DealShown, Events, Played
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_ACCEPTABLE, NOT_FOUND, OF_BODIES
from service.api.transcripts import MEDIA_TYPES, transcript
from service.api.wishes import DealQuery, EventsQuery, Moving
from service.bundles import receipt
from service.credentials import SeatHolder
from service.journal import Deal
from service.problems import Code, Problem, not_found
from service.queries import deal_json, event_json, events_json, played_json
from service.seeing import (
    find_own_table,
    observer_name,
    own_seat,
    read_observer,
    see_deal,
    see_finished_deal,
)

ROUTES: Final = Routes("deals", description="One shuffle and its play-out, event by event.")


@ROUTES.operation(
    "/deals/<uuid:deal>",
    "GET",
    "getDeal",
    Offer(HTTPStatus.OK, DealShown),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    tagged=True,
)
@ROUTES.takes(DealQuery, location="query")
def get_deal(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read a deal, as it is or as it was after any event.

    With a seat token: as that seat sees it, with every move that it may make now. Once the deal is
    over, through anybody's eyes.
    """
    seen = see_deal(house(), caller(), deal, wanted=_wanted(query))
    at = query.get("at", seen.version)
    if at > seen.version:
        raise not_found("event")
    own = own_seat(caller())
    mine = own if seen.reader == own else None
    etag = tag("deal", seen.head, observer_name(seen.reader), str(at), str(mine))
    final = seen.over and "at" in query
    return unless_known(deal_json(seen, at=at, mine=mine), etag, final=final)


@ROUTES.operation(
    "/deals/<uuid:deal>/moves",
    "POST",
    "makeMove",
    Offer(HTTPStatus.CREATED, Played),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
)
@ROUTES.takes(Moving, location="json")
def make_move(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Make a move.

    With a seat token. The answer has the move and all that followed from it by itself, as the seat
    was shown it. A move that the rules refuse names every clause that it breaks.
    """
    who = caller()
    if not isinstance(who, SeatHolder):
        see_deal(house(), who, deal)
        raise Problem(Code.NOT_ALLOWED, "A move is made with the token of a seat.")
    game = flask.g.game = find_own_table(house(), who, deal).opened.game
    try:
        played = _play(body, deal, who.seat)
    except Problem as problem:
        metrics.moved(game=game, outcome=problem.code)
        raise
    metrics.moved(game=game, outcome="replayed" if played.replayed else "made")
    return created(_played(played, who.seat), replayed=played.replayed)


def _play(body: dict[str, Any], deal: UUID, seat: int) -> deals.Played:
    expected = body.get("expected_version")
    try:
        played = deals.play_move(
            house(), deal, seat, body["move"], asked=asked(), expected=expected
        )
    except Problem as problem:
        if problem.code is Code.STALE_VERSION:
            missed = f"/v1/deals/{deal}/events?after={expected}"
            problem.more = {**problem.more, "missed": missed}
        raise
    parts().waiting.grown(deal, played.deal.version)
    if not played.replayed:
        deals.announce(house(), played.deal)
    return played


def _played(played: deals.Played, seat: int) -> dict[str, Any]:
    """What the player was shown of it: the events as redacted for his seat."""
    events = [
        event_json(record, redact(played.deal.events[record.version - 1], seat))
        for record in played.records
    ]
    return played_json(played.deal.id, events, receipt=receipt(house(), played.records[-1]))


@ROUTES.operation(
    "/deals/<uuid:deal>/events",
    "GET",
    "listEvents",
    Offer(HTTPStatus.OK, Events),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
)
@ROUTES.takes(EventsQuery, location="query")
def list_events(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read what happened after a position, or wait until something does.

    Every observer is shown every event, under the same positions, with the cards that he may not
    know masked as null. Ask again with `after` set to the last position read.
    """
    settings, after, wanted = parts().settings, query["after"], _wanted(query)
    seen = see_deal(house(), caller(), deal, wanted=wanted)
    limit = min(query.get("limit", settings.page_size), settings.page_size)
    placed = True
    wait = min(query["wait"], settings.poll_seconds)
    if wait and after >= seen.version and not seen.over:
        with metrics.waiting_readers.track_inprogress():
            placed = parts().waiting.until_after(deal, after, seconds=wait)
        seen = see_deal(house(), caller(), deal, wanted=wanted)
    response = answer(_page(seen, after=after, limit=limit))
    response.headers["Cache-Control"] = "private, no-store"
    if not placed:
        response.headers["Retry-After"] = "1"
    return response


def _page(seen: Deal, *, after: int, limit: int) -> dict[str, Any]:
    return {
        "deal": str(seen.id),
        "view": observer_name(seen.reader),
        "version": seen.version,
        "status": "over" if seen.over else "playing",
        "events": events_json(seen, after=after, limit=limit),
    }


@ROUTES.operation(
    "/deals/<uuid:deal>/transcript",
    "GET",
    "getTranscript",
    *(Offer(HTTPStatus.OK, schema, media_type) for media_type, schema in MEDIA_TYPES.items()),
    refusals=(NOT_FOUND, NOT_ACCEPTABLE, CONFLICT),
)
def get_transcript(deal: UUID) -> flask.Response:
    """Read a finished deal as a transcript, with all its cards.

    As JSON, as the line of a file that `fairdeal replay` executes again (`application/x-ndjson`),
    in words for people (`text/plain`), or in a notation of others, where the game has one; `Accept`
    says which.
    """
    return transcript(see_finished_deal(house(), caller(), deal))


def _wanted(query: dict[str, Any]) -> Observer | None:
    return read_observer(query["view"]) if "view" in query else None
