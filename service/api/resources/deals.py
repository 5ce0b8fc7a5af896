"""Deals: how they stand, moves, events and transcripts; leaving one, coming back, resigning."""

from collections.abc import Callable, Collection, Mapping
from http import HTTPStatus
from typing import Any, Final, cast
from uuid import UUID

import flask
from flask import g

from domain.kernel.event import PUBLIC, Seat, Viewer
from domain.kernel.hints import HintGiven
from domain.kernel.sentence import Sentence
from domain.table.guests import AUDITOR, READER, WATCHER
from languages.catalogue import IN_ENGLISH
from service.access.budgets import Price
from service.access.credentials import Anonymous, Principal, SeatHolder
from service.api import metrics
from service.api.dependencies import app
from service.api.headers import PREFER, applied, language, representation, share_with_all, vary
from service.api.live import JSON, NOMINAL, OFFERS, REFUSALS, follow, wait_for
from service.api.problems import (
    CONFLICT,
    FORBIDDEN,
    GONE,
    INVALID,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    OF_BODIES,
)
from service.api.requests import read_command
from service.api.resources import bundles
from service.api.resources.tables import table_of_people, table_shown
from service.api.resources.transcripts import FORMS, MEDIA_TYPES, position_of, transcript
from service.api.responses import (
    answer,
    created,
    done,
    listed,
    page_of,
    tag,
    unless_known,
    wanted_of,
)
from service.api.routes import Routes, Success
from service.api.schemas.request import Request
from service.api.schemas.requests import (
    DealQuery,
    DealsQuery,
    EventsQuery,
    FramesQuery,
    MoveRequest,
    PositionQuery,
    ViewQuery,
    signature_of,
)
from service.clocks.table_time import clock_ahead, deal_time
from service.commands import Command
from service.context import Context
from service.deals import hints, moves, streams
from service.deals.hints import hint_json, hints_of_series, lesson_json
from service.deals.representation import (
    Legal,
    events_json,
    legal_form,
    move_of_deal_json,
    played_json,
)
from service.deals.streams import deal_faults
from service.deals.views import deal_view, frames_json
from service.deals.visibility import parse_viewer, see_deal, see_finished_deal, viewer_name
from service.lists.lines import deal_line
from service.lists.queries import find_deals, owns_row
from service.live.following import FollowedDeal, Lines
from service.problems import Code, Problem, not_found
from service.responses.base import EventJson
from service.responses.deals import (
    DealJson,
    DealListJson,
    EventPageJson,
    ExpandedJson,
    FramesJson,
    HintResultJson,
    LessonJson,
    MoveOfDealJson,
    MoveResultJson,
)
from service.seats import leaving
from service.streams import Deal, Done, TableStream
from service.tables.representation import series_json
from service.tables.sight import find_table, watch_table
from service.timestamps import timestamp

ROUTES: Final = Routes("deals", description="One shuffle and its play-out, event by event.")


@ROUTES.operation(
    "/deals",
    "GET",
    "listDeals",
    Success(HTTPStatus.OK, DealListJson),
    bundles.OFFER,
    bundles.SHEET,
    refusals=(FORBIDDEN, INVALID, *REFUSALS),
    tagged=True,
    seated=False,
    public=True,
)
@ROUTES.takes(DealsQuery, location="query")
def list_deals(query: dict[str, Any]) -> flask.Response:
    """List deals, the newest first, or export them.

    The list has the deals of public tables, of the caller's tables, and of those where the caller
    sits. A deal is listed within about a second. A page may be short although there are more:
    follow `next` until it is null.

    As `application/x-ndjson` all of them are exported, one a line: with the name of the table, the
    result and, once a deal is over, the evidence. Each line has a `cursor`, from which an export
    that was cut off continues. `fairdeal verify` and `fairdeal replay` read the file as it is.
    As `text/csv` there is a line for each person at each deal.
    """
    if (form := bundles.form(*bundles.FORMS)) != JSON:
        if isinstance(g.principal, Anonymous):
            raise Problem(Code.UNAUTHENTICATED, Sentence("credential-missing"))
        return bundles.answer(query, form)
    page = find_deals(app.context, g.principal, wanted_of(query), **page_of(query))
    who, spoken = g.principal, language()
    lines = [deal_line(row, owns=owns_row(row, who), language=spoken) for row in page.rows]
    shown = listed(DealListJson(deals=lines, next=page.next))
    vary(shown, "Accept")
    return shown


@ROUTES.operation(
    "/deals/<uuid:deal>",
    "GET",
    "getDeal",
    Success(HTTPStatus.OK, DealJson),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID),
    tagged=True,
    guests=(WATCHER, READER),
    entries=True,
    public=True,
)
@ROUTES.takes(DealQuery, location="query")
def get_deal(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read a deal, as it is or as it was after any event.

    With a seat token: as that seat sees it, with every move that it may make now. Once the deal is
    over, any view is allowed, with every move that the seat could make then. `expand` adds the
    table, the series and the events.
    """
    seen = see_deal(app.context, g.principal, deal, wanted=_wanted(query))
    at, legal = query.get("at", seen.version), query["legal"]
    if at > seen.version:
        raise not_found("event")

    def shown() -> DealJson:
        return deal_view(app.context, seen, seen.at(at), legal=legal, language=language())

    basis = ("deal", seen.head, viewer_name(seen.viewer), str(at), legal, language().tag)
    if "expand" not in query:
        final = seen.over and "at" in query
        return unless_known(shown, tag(*basis), final=final, is_public=_is_public(seen))
    table = watch_table(app.context, g.principal, UUID(seen.opened.table))
    wanted = sorted({*query["expand"].split(",")})

    faults = deal_faults(app.context, table.state) if "series" in wanted else {}

    def with_more() -> DealJson:
        return {**shown(), "expanded": _expanded(seen, at, table, wanted, faults)}

    return unless_known(with_more, tag(*basis, table.head, *wanted, *faults))


def _expanded(
    seen: Deal,
    at: int,
    table: TableStream,
    wanted: Collection[str],
    faults: Mapping[str, Sentence],
) -> ExpandedJson:
    """What `expand` asks for."""
    expanded: ExpandedJson = {}
    if "table" in wanted:
        expanded["table"] = table_shown(table, table.state)
    if "series" in wanted:
        expanded["series"] = series_json(
            table.state,
            version=table.version,
            created_at=table.opened_at,
            hints=hints_of_series(app.context, table.state),
            faults=faults,
            language=language(),
        )
    if "events" in wanted:
        limit = min(at, app.settings.page_size)
        expanded["events"] = events_json(seen, after=0, limit=limit)
    return expanded


@ROUTES.operation(
    "/deals/<uuid:deal>/frames",
    "GET",
    "getFrames",
    Success(HTTPStatus.OK, FramesJson),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID),
    price=Price(size=20_000),
    tagged=True,
    guests=(AUDITOR, WATCHER, READER),
    entries=True,
    public=True,
)
@ROUTES.takes(FramesQuery, location="query")
def get_frames(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read a whole replay in one answer.

    `first` is the deal after the event at `after`. Each frame has the event that follows, and a
    JSON merge patch (RFC 7396) from the deal before it to the deal after it. A field that a patch
    removes is null. Legal moves are there for the view of a seat, once the deal is over. An
    auditor of the table replays its deals that are over.
    """
    seen = see_deal(app.context, g.principal, deal, wanted=_wanted(query))
    after = query["after"]
    if after > seen.version:
        raise not_found("event")

    wanted = {name: query[name] for name in ("after", "limit", "legal", "explanations")}

    def shown() -> FramesJson:
        frames = frames_json(app.context, seen, language=language(), **wanted)
        if not _is_public(seen):  # others see the budget, too, and not the cards
            g.size = NOMINAL[True] * len(cast("list[object]", frames["frames"]))
        return frames

    basis = (seen.head, viewer_name(seen.viewer), str(wanted), language().tag)
    etag = tag("frames", *basis)
    response = unless_known(shown, etag, final=seen.over, is_public=_is_public(seen))
    return share_with_all(response) if seen.over else response


@ROUTES.operation(
    "/deals/<uuid:deal>/moves/<int(min=1):move>",
    "GET",
    "getMove",
    Success(HTTPStatus.OK, MoveOfDealJson),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID),
    tagged=True,
    guests=(AUDITOR, WATCHER, READER),
    public=True,
)
@ROUTES.takes(ViewQuery, location="query")
def get_move(query: dict[str, Any], deal: UUID, move: int) -> flask.Response:
    """Read one move of a deal: its event, its clause, when it was made, and why it was allowed.

    The number counts the moves of the deal. What the viewer may not know is null, as in frames.
    """
    seen = see_deal(app.context, g.principal, deal, wanted=_wanted(query))
    shown = move_of_deal_json(seen, move, language())
    basis = (seen.head, viewer_name(seen.viewer), str(move), language().tag)
    return unless_known(lambda: shown, tag("move", *basis))


def _is_public(seen: Deal) -> bool:
    """Whether a view has no card that anybody may not know."""
    return seen.over or seen.viewer == PUBLIC


@ROUTES.operation(
    "/deals/<uuid:deal>/moves",
    "POST",
    "makeMove",
    Success(HTTPStatus.CREATED, MoveResultJson),
    Success(
        HTTPStatus.NO_CONTENT, said="The rules allow the move; with `dry_run` it was not made."
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    prefers=True,
    keyed=False,
)
@ROUTES.takes(MoveRequest, location="json")
def make_move(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Make a move.

    With a seat token. The answer has the move and its consequences, as the seat was shown them. A
    move that the rules refuse names every clause that it breaks. A seat that has brought a key
    signs each of its moves over the current record: with `expected_version`, a signature that came
    too late is distinguished from one that does not fit.

    With `Prefer: return=representation` the answer has the deal as it is now in `view`; with
    `return=representation; legal=compact` its legal moves have that form.

    With `dry_run` the move is judged only, and nothing is recorded: 204 if the rules allow it, else
    the refusal. No signature is needed.
    """
    who = seat_holder(deal)
    if body.get("dry_run"):
        expected = body.get("expected_version")
        moves.judge_move(app.context, deal, who.seat, body["move"], expected=expected)
        return done(replayed=False)
    game = g.game
    try:
        played = _play(body, deal, who)
    except Problem as problem:
        metrics.MOVES.labels(game, problem.code).inc()
        raise
    metrics.MOVES.labels(game, "replayed" if played.replayed else "made").inc()
    shown = played_json(played, who.seat, key=app.context.translog.key)
    if PREFER in flask.request.headers and (preferred := representation()) is not None:
        view = _view_now(deal, who.seat, preferred.get("legal"))
        with_view: MoveResultJson = {**shown, "view": view}
        return applied(created(with_view, replayed=played.replayed))
    return created(shown, replayed=played.replayed)


def _view_now(deal: UUID, seat: Seat, legal: str | None) -> DealJson:
    """The deal as a seat sees it now."""
    seen = app.context.streams.deal(deal, viewer=seat)
    assert seen is not None, "the seat has just moved"
    form = legal_form(legal)
    return deal_view(app.context, seen, seen.folded, legal=form, language=language())


def seat_holder(deal: UUID) -> SeatHolder:
    """The caller, who holds a seat at the table of the deal.

    Raises:
        Problem: ``not-found``.
    """
    who: SeatHolder = g.principal
    if app.context.streams.table_with(who.table, deal) is None:
        raise not_found("deal")
    return who


def _play(body: dict[str, Any], deal: UUID, who: SeatHolder) -> Done[Deal]:
    expected = body.get("expected_version")
    table = app.context.streams.remembered_table(who.table)
    is_test = table is None or table.folded.opened.test
    try:
        played = moves.play_move(
            app.context,
            deal,
            who.seat,
            body["move"],
            command=read_command(signature=body.get("signature")),
            expected=expected,
            ahead=clock_ahead(app.context, who.table) if is_test else 0,
        )
    except Problem as problem:
        if problem.code is Code.STALE_VERSION:
            missed = f"/v1/deals/{deal}/events?after={expected}"
            problem.more = {**problem.more, "missed": missed}
        raise
    app.waiting.grown(deal, played.stream.version)
    if not played.replayed:
        streams.announce(app.context, played.stream)
    return played


@ROUTES.operation(
    "/deals/<uuid:deal>/hints",
    "POST",
    "giveHint",
    Success(HTTPStatus.CREATED, HintResultJson, said="The hint, and the event that it was given."),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID, CONFLICT),
    repeatable=True,
    keyed=False,
)
def give_hint(deal: UUID) -> flask.Response:
    """Ask for a hint in the turn of the caller's seat, at a table with `hints`.

    With a seat token. The hint is the move that the strongest bot of this server would make, by
    what the seat was shown. The clock of the turn goes on. The event `hint.given` is shown to
    everybody; its move only to this seat, until the deal is over. Until the next move of the deal,
    the same hint is the answer again. `reason` says in one sentence what is true of the move for
    the seat to see, or how the bot decided.
    """
    who = seat_holder(deal)
    done = hints.give_hint(app.context, deal, who.seat, read_command())
    app.waiting.grown(deal, done.stream.version)
    at = done.records[0].version
    given = cast("HintGiven", done.stream.events[at - 1])
    seen = app.context.streams.deal(deal, viewer=who.seat)
    assert seen is not None, "the seat has just asked"
    played = played_json(done, who.seat, key=app.context.translog.key)
    shown: HintResultJson = {
        "deal": played["deal"],
        "version": played["version"],
        "events": played["events"],
        "receipt": played["receipt"],
        "hint": hint_json(seen.at(at), given, who.seat, language()),
    }
    return created(shown, replayed=done.replayed)


@ROUTES.operation(
    "/deals/<uuid:deal>/lesson",
    "GET",
    "getLesson",
    Success(HTTPStatus.OK, LessonJson),
    refusals=(FORBIDDEN, NOT_FOUND, GONE),
    keyed=False,
)
def get_lesson(deal: UUID) -> flask.Response:
    """Read the steps of a lesson for the learner now: in the own turn, and once the deal is over.

    Only the last step may ask for a move. A deal that is no lesson has no steps.
    """
    who = seat_holder(deal)
    return answer(lesson_json(streams.find_deal(app.context, deal), who.seat, language()))


@ROUTES.operation(
    "/deals/<uuid:deal>/events",
    "GET",
    "listEvents",
    Success(HTTPStatus.OK, EventPageJson),
    *OFFERS,
    price=Price(size=40_000),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, INVALID, *REFUSALS),
    guests=(WATCHER, READER),
    followed=True,
    public=True,
)
@ROUTES.takes(EventsQuery, location="query")
def list_events(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read the events after a position, wait for one, or follow them all.

    Every observer is shown every event, under the same positions, with the cards that are hidden
    from that observer masked as null. As JSON: a page; ask again with `after` set to the last
    position read. As `text/event-stream` or `application/x-ndjson`: a stream, which ends with the
    deal. With `views`, a stream has a line `{"type": "view", "position": …, "view": …}` after the
    events of each command, and first of all one where it resumes.
    """
    at, wanted = app.context, _wanted(query)

    legal: Legal | None = query["legal"] if query["views"] else None
    written_in = IN_ENGLISH if legal is None else language()

    def see(who: Principal) -> FollowedDeal:
        return FollowedDeal(at, see_deal(at, who, deal, wanted=wanted), legal, written_in)

    def is_public(followed: FollowedDeal) -> bool:
        return _is_public(followed.seen)

    return follow(
        query,
        see,
        _page,
        opening=FollowedDeal.opening,
        is_public=is_public,
        people=_table_of_people,
    )


def _table_of_people(followed: FollowedDeal) -> UUID | None:
    table = UUID(followed.seen.opened.table)
    return table_of_people(find_table(app.context, g.principal, table))


def _page(followed: FollowedDeal, lines: Lines) -> EventPageJson:
    seen = followed.seen
    events = [cast("EventJson", line) for line in lines.events if "view" not in line]
    last = events[-1]["position"] if events else seen.version
    page: EventPageJson = {
        "now": timestamp(deal_time(app.context, seen)),
        "deal": str(seen.id),
        "view": viewer_name(seen.viewer),
        "version": seen.version,
        "head": seen.records[last - 1].hash.hex(),
        "status": "over" if seen.played else "playing",
        "events": events,
    }
    if followed.legal is not None:
        page["views"] = [line["view"] for line in lines.events if "view" in line]
    return page


@ROUTES.operation(
    "/deals/<uuid:deal>/transcript",
    "GET",
    "getTranscript",
    *(
        Success(
            HTTPStatus.OK,
            schema,
            media_type,
            said="The transcript, in the requested form.",
        )
        for media_type, schema in MEDIA_TYPES.items()
    ),
    price=Price(base=4),
    refusals=(NOT_FOUND, GONE, NOT_ACCEPTABLE, CONFLICT),
    guests=(READER,),
    public=True,
)
def get_transcript(deal: UUID) -> flask.Response:
    """Read a finished deal as a transcript, with all its cards.

    `Accept` selects JSON, a line of a file for `fairdeal replay` (`application/x-ndjson`), words
    for people (`text/plain`), or a notation of another program, if the game has one.
    """
    return transcript(see_finished_deal(app.context, g.principal, deal))


@ROUTES.operation(
    "/deals/<uuid:deal>/position",
    "GET",
    "getPosition",
    *(
        Success(HTTPStatus.OK, schema, media_type, said="The position, in the requested form.")
        for media_type, schema in FORMS.items()
    ),
    price=Price(base=2),
    refusals=(FORBIDDEN, NOT_FOUND, GONE, NOT_ACCEPTABLE, INVALID),
    guests=(AUDITOR, WATCHER, READER),
    public=True,
)
@ROUTES.takes(PositionQuery, location="query")
def get_position(query: dict[str, Any], deal: UUID) -> flask.Response:
    """Read a position of a deal as a diagram in text, or as a drawing.

    `Accept` selects text (`text/plain`) or SVG (`image/svg+xml`), as a picture of a page asks for.
    Both show what the viewer knew after that event. The drawing loads nothing.
    """
    seen = see_deal(app.context, g.principal, deal, wanted=_wanted(query))
    at = query.get("at", seen.version)
    if at > seen.version:
        raise not_found("event")
    table = watch_table(app.context, g.principal, UUID(seen.opened.table))
    return position_of(seen, at, table)


def _wanted(query: dict[str, Any]) -> Viewer | None:
    return parse_viewer(query["view"]) if "view" in query else None


LEAVING: Final = Routes("leaving", description="Leaving a deal, coming back, and giving up.")
_REFUSALS: Final = (*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT)
_STAND_IN_SECONDS: Final = 2.0
"""For so long at most a return waits for the move of the bot that stands in."""


class LeaveDealRequest(Request):
    """The signature of leaving a deal."""

    signature = signature_of('{"type": "leave"}')


class ReturnToDealRequest(Request):
    """The signature of a return to a deal."""

    signature = signature_of('{"type": "return"}')


class ResignRequest(Request):
    """The signature of a resignation."""

    signature = signature_of('{"type": "resign"}')


@LEAVING.operation(
    "/deals/<uuid:deal>/leaving",
    "POST",
    "leaveDeal",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the seat was left, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@LEAVING.takes(LeaveDealRequest, location="json")
def leave_deal(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Leave a deal that is on.

    With a seat token. If the table says `abandon: bot`, a bot plays for the seat until its player
    comes back, in later deals as well. If it says `forfeit`, the series ends, and the seat's side
    has lost it. A player who has come back cannot leave again before the next move (`not-allowed`).
    """
    return _done(deal, leaving.leave_deal, body)


@LEAVING.operation(
    "/deals/<uuid:deal>/return",
    "POST",
    "returnToDeal",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the player is back, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@LEAVING.takes(ReturnToDealRequest, location="json")
def come_back(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Come back to a deal that is on.

    With the token of a seat for which a bot plays since its player left or had no time left. From
    the next move on the player moves again. A turn that was left keeps its deadline. Once the
    deadline has passed, and while another player is there, the bot moves in that turn first: the
    answer waits for its move, for at most two seconds (`time-over`; come back after the move). If
    the deal is over (`deal-over`), come back to the current deal of the table: the bot plays there,
    too.
    """
    try:
        return _done(deal, leaving.come_back, body)
    except Problem as refused:
        if refused.code is not Code.TIME_OVER:
            raise
        wait_for(deal, refused.more["version"], seconds=_STAND_IN_SECONDS)
        return _done(deal, leaving.come_back, body)


@LEAVING.operation(
    "/deals/<uuid:deal>/resignation",
    "POST",
    "resign",
    Success(
        HTTPStatus.CREATED,
        MoveResultJson,
        said="The event that the seat resigned, and its consequences.",
    ),
    refusals=_REFUSALS,
    repeatable=True,
    keyed=False,
)
@LEAVING.takes(ResignRequest, location="json")
def resign(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Give the series up.

    With a seat token. The series ends when all persons of a side have resigned in the same deal: at
    once where a player has no partner, or a bot for one.
    """
    return _done(deal, leaving.resign, body)


def _done(
    deal: UUID, act: Callable[[Context, UUID, Seat, Command], Done[Deal]], body: dict[str, Any]
) -> flask.Response:
    who = seat_holder(deal)
    done = act(app.context, deal, who.seat, read_command(signature=body.get("signature")))
    app.waiting.grown(deal, done.stream.version)
    shown = played_json(done, who.seat, key=app.context.translog.key)
    return created(shown, replayed=done.replayed)
