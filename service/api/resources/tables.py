"""Tables: the lobby that lists them; a table, its seats and its series; branches of deals."""

from http import HTTPStatus
from typing import Any, Final, cast
from uuid import UUID

import flask
from flask import g
from marshmallow import fields

from domain.table.guests import AUDITOR, INVITATION, READER, WATCHER
from domain.table.series import Table
from service.access.budgets import Budget
from service.access.credentials import Anonymous, ApiKey, Principal
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.headers import language, share_with_all
from service.api.live import OFFERS, REFUSALS, follow
from service.api.problems import CONFLICT, FORBIDDEN, GONE, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import (
    answer,
    charged,
    created,
    done,
    listed,
    marked,
    page_of,
    tag,
    unless_known,
    wanted_of,
)
from service.api.routes import Routes, Success
from service.api.schemas.fields import ListOf, WholeNumberField, WordOf, about
from service.api.schemas.request import Request
from service.api.schemas.requests import (
    LARGEST,
    MOST_SEATS,
    CreateTableRequest,
    FollowTableQuery,
    LeaveSeatQuery,
    LobbyQuery,
    MoveClockRequest,
    ReadyRequest,
    RematchRequest,
    SeatRequest,
    TablesQuery,
    TakeSeatRequest,
)
from service.clocks import moved_clock
from service.clocks.table_time import wait_time
from service.commands import Command
from service.deals.hints import hints_of_series
from service.deals.streams import deal_faults
from service.lists.lines import table_line
from service.lists.queries import find_tables, owns_row
from service.live.following import FollowedTable, Lines
from service.live.lobby import FollowedLobby
from service.players.phrases import may_see_people
from service.responses.live import (
    LobbyChangeJson,
    LobbyPageJson,
    TableEventJson,
    TableEventPageJson,
)
from service.responses.tables import (
    MovedClockJson,
    NewTableJson,
    SeatTokenJson,
    SeriesJson,
    TableJson,
    TableListJson,
    TakenSeatJson,
)
from service.seats import leaving, taking
from service.streams import TableStream
from service.tables import branches, creation, pauses, rematches
from service.tables.creation import NewSeat
from service.tables.progress import deal_of
from service.tables.representation import series_json, shown_status, table_json
from service.tables.sight import find_table, may_dispute, owns, readership, watch_table
from service.timestamps import timestamp

LOBBY: Final = Routes("lobby", description="The list of tables, and its changes.")


@LOBBY.operation(
    "/tables",
    "GET",
    "listTables",
    Success(HTTPStatus.OK, TableListJson),
    refusals=(FORBIDDEN, INVALID),
    tagged=True,
    seated=False,
    public=True,
)
@LOBBY.takes(TablesQuery, location="query")
def list_tables(query: dict[str, Any]) -> flask.Response:
    """List tables, the newest first.

    The list has public tables, the tables of the caller, and those where the caller sits. A table
    is listed within about a second. A page may be short although there are more: follow `next`
    until it is null. To follow the lobby after that, take `position` of the first page.
    """
    position, who = app.notices.size(), g.principal
    page = find_tables(app.context, who, wanted_of(query), **page_of(query))
    lines = [table_line(row, owns=owns_row(row, who)) for row in page.rows]
    return listed(TableListJson(tables=lines, next=page.next, position=position), "position")


@LOBBY.operation(
    "/lobby/events",
    "GET",
    "listLobbyChanges",
    Success(HTTPStatus.OK, LobbyPageJson),
    *OFFERS,
    refusals=(FORBIDDEN, CONFLICT, INVALID, *REFUSALS),
    seated=False,
    followed=True,
    public=True,
)
@LOBBY.takes(LobbyQuery, location="query")
def list_lobby_changes(query: dict[str, Any]) -> flask.Response:
    """Read the changes of the lobby after a position, wait for one, or follow them all.

    The tables and filters are those of the list of tables; without `status` a table that is over or
    closed is gone. To miss nothing, read the list first, and take its `position` as `after`; the
    default is now. A change comes within about a second. Positions have gaps, as with `/me/events`.
    Test tables of others, and tables that the caller may no longer see, are left out.
    """
    wanted, notices, lobby = wanted_of(query), app.notices, app.lobby

    def see(who: Principal) -> FollowedLobby:
        assert isinstance(who, ApiKey | Anonymous), "no others are accepted"
        return FollowedLobby(notices, who, notices.size(), lobby=lobby, wanted=wanted)

    begin = 0 if "after" in query else notices.size()
    return follow(query, see, _page_of_lobby, begin=begin)


def _page_of_lobby(_followed: FollowedLobby, lines: Lines) -> LobbyPageJson:
    return {"position": lines.upto, "events": cast("list[LobbyChangeJson]", lines.events)}


ROUTES: Final = Routes("tables", description="Tables, where series are played.")


@ROUTES.operation(
    "/tables",
    "POST",
    "openTable",
    Success(HTTPStatus.CREATED, NewTableJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
    seated=False,
)
@ROUTES.takes(CreateTableRequest, location="json")
def open_table(body: dict[str, Any]) -> flask.Response:
    """Open a table.

    Every seat that is named gets its token in the answer. When all seats are taken the series
    begins, and the first deal is there at once.
    """
    named = [creation.NewSeat(**seat) for seat in body.pop("seats")]
    command = read_command()
    opened = creation.open_table(
        app.context, g.principal, creation.NewTable(seats=named, **body), command
    )
    return table_opened(opened, command)


@ROUTES.operation(
    "/tables/<uuid:table>",
    "GET",
    "getTable",
    Success(
        HTTPStatus.OK,
        TableJson,
        said="The table as it stands: its terms, its seats, and the deal that is on.",
    ),
    refusals=(NOT_FOUND,),
    tagged=True,
    guests=(AUDITOR, WATCHER, READER, INVITATION),
    entries=True,
    public=True,
)
def get_table(table: UUID) -> flask.Response:
    """Read a table."""
    found = watch_table(app.context, g.principal, table)
    who = (owns(found.state, g.principal), may_dispute(found.state, g.principal))
    etag = tag("table", found.head, *map(str, who))
    return share_with_all(unless_known(lambda: table_shown(found, found.state), etag))


@ROUTES.operation(
    "/tables/<uuid:table>",
    "DELETE",
    "closeTable",
    Success(HTTPStatus.NO_CONTENT, said="The table is closed."),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
def close_table(table: UUID) -> flask.Response:
    """Close a table. Its owner may, at any time before its series is over.

    A deal that is on is abandoned: the server shows its seed, no side scores, there is no result.
    """
    closed = leaving.close_table(app.context, g.principal, table, read_command())
    return done(replayed=closed.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/clock",
    "POST",
    "moveClock",
    Success(HTTPStatus.CREATED, MovedClockJson, said="The clock of the table as it was moved."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(MoveClockRequest, location="json")
def move_clock(body: dict[str, Any], table: UUID) -> flask.Response:
    """Move the clock of a test table forward. Its owner may.

    Every deadline at the table and every time in its record is by this clock from then on. What is
    late by it ends at once: a turn, the wait for a seed.
    """
    moved = moved_clock.move_clock(
        app.context, g.principal, table, body["forward_seconds"], read_command()
    )
    shown: MovedClockJson = {
        "table": str(table),
        "version": moved.version,
        "now": timestamp(moved.at),
        "ahead_seconds": moved.ahead,
    }
    return created(shown, replayed=moved.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>",
    "PUT",
    "takeSeat",
    Success(HTTPStatus.CREATED, TakenSeatJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.PLAY,
    seated=False,
    guests=(INVITATION,),
)
@ROUTES.takes(TakeSeatRequest, location="json")
def take_seat(body: dict[str, Any], table: UUID, seat: int) -> flask.Response:
    """Take a free seat for a person, or for an external bot; with an invitation, once.

    The answer has the seat's token. Send an `Idempotency-Key`, so that a lost answer can be fetched
    again. The last seat taken begins the series. A seat that `commits` adds a seed to every deal;
    its commitment to the first one may come with the same request. One that brings a `key` signs
    every move and act with it.
    """
    command = read_command(signature=body.get("signature"))
    if isinstance(g.principal, ApiKey):
        g.game = find_table(app.context, g.principal, table).opened.game
    new_seat = creation.NewSeat(
        body["name"],
        commits=body["commits"],
        key=body.get("key"),
        kind=body["kind"],
        ref=body.get("ref"),
        metadata=body.get("metadata"),
    )
    taken = taking.take_seat(
        app.context,
        g.principal,
        table,
        seat,
        new_seat=new_seat,
        commitment=body.get("commitment"),
        command=command,
    )
    (given,) = taken.tokens
    shown: TakenSeatJson = {**_token(given), "table": table_after(taken.table, command)}
    return created(shown, replayed=taken.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>",
    "DELETE",
    "leaveSeat",
    Success(HTTPStatus.NO_CONTENT, said="The seat is free again, and its token has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    repeatable=True,
    scope=Scope.PLAY,
)
@ROUTES.takes(LeaveSeatQuery, location="query")
def leave_seat(query: dict[str, Any], table: UUID, seat: int) -> flask.Response:
    """Leave a seat before the series begins; its token ends.

    The holder of the seat may, the API key that took it, and the table's owner.
    """
    command = read_command(signature=query.get("signature"))
    left = leaving.leave_seat(app.context, g.principal, table, seat, command)
    return done(replayed=left.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>/token",
    "POST",
    "issueSeatToken",
    Success(HTTPStatus.CREATED, SeatTokenJson, said="The new token of the seat."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    repeatable=True,
    scope=Scope.PLAY,
    seated=False,
)
def issue_seat_token(table: UUID, seat: int) -> flask.Response:
    """Give a taken seat another token. The table's owner may, and the API key that took the seat.

    The former token ends within five seconds, also while a deal is on; nothing else changes. An
    open stream ends when its token is next checked. Send an `Idempotency-Key`, so that a lost
    answer can be fetched again. Keys that came with the former token stay valid with the new one.
    """
    issued = taking.issue_token(app.context, g.principal, table, seat, read_command())
    return created(_token(issued.given), replayed=issued.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>/ready",
    "POST",
    "sayReady",
    Success(
        HTTPStatus.OK,
        TableJson,
        said="The table after it; when the last person is ready, with the next deal.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.PLAY,
)
@ROUTES.takes(ReadyRequest, location="json")
def say_ready(body: dict[str, Any], table: UUID, seat: int) -> flask.Response:
    """Say that the player of a seat is ready for the next deal, at a table with `pause_seconds`.

    The seat's token may, and the API key that took the seat. The next deal is opened when every
    person is ready: bots, external ones too, and players who have left always are. To say it twice
    changes nothing. While a deal is on it is too early, and once the next one is opened too late
    (`not-the-next-deal`).
    """
    command = read_command(signature=body.get("signature"))
    said = pauses.say_ready(
        app.context, g.principal, table, seat, number=body["number"], command=command
    )
    stream = said.table
    known = stream.of_command(command)
    shown = table_after(stream, command) if known else table_shown(stream, stream.state)
    return marked(answer(shown), replayed=said.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/rematch",
    "POST",
    "openRematch",
    Success(
        HTTPStatus.CREATED,
        NewTableJson,
        said="The new table, with the token of the seat that was taken there.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
)
@ROUTES.takes(RematchRequest, location="json")
def open_rematch(body: dict[str, Any], table: UUID) -> flask.Response:
    """Play again after the end of a series: a new table by the same terms, of the same owner.

    Its bots sit down at once. A seat is kept for each person, one to the right of the old one. This
    request takes it, with the token of the old seat or the API key that held it. The first request
    opens the table, and `rematch` of the old table names it. Other players cannot sit down there.
    """
    command = read_command(signature=body.pop("signature", None))
    g.game = find_table(app.context, g.principal, table).opened.game
    choices = rematches.RematchChoices(**body)
    opened = rematches.open_rematch(app.context, g.principal, table, choices, command)
    return table_opened(opened, command)


@ROUTES.operation(
    "/tables/<uuid:table>/series",
    "GET",
    "getSeries",
    Success(
        HTTPStatus.OK,
        SeriesJson,
        said="The series of the table: every deal with its points, and the score of each side.",
    ),
    refusals=(NOT_FOUND,),
    tagged=True,
    guests=(AUDITOR, WATCHER, READER),
    public=True,
)
def get_series(table: UUID) -> flask.Response:
    """Read the series of a table: every deal, its points, and the end."""
    found = watch_table(app.context, g.principal, table)
    owner = owns(found.state, g.principal)
    more: Any = {"created_at": found.opened_at, "owner": owner, "language": language()}
    faults = deal_faults(app.context, found.state)

    def shown() -> SeriesJson:
        hints = hints_of_series(app.context, found.state)
        return series_json(found.state, version=found.version, hints=hints, faults=faults, **more)

    basis = tag("series", found.head, str(owner), language().tag, *faults)
    return charged(unless_known(shown, basis))


@ROUTES.operation(
    "/tables/<uuid:table>/events",
    "GET",
    "listTableEvents",
    Success(HTTPStatus.OK, TableEventPageJson),
    *OFFERS,
    refusals=(NOT_FOUND, INVALID, *REFUSALS),
    guests=(WATCHER,),
    followed=True,
    public=True,
)
@ROUTES.takes(FollowTableQuery, location="query")
def list_table_events(query: dict[str, Any], table: UUID) -> flask.Response:
    """Read the events of a table after a position, wait for one, or follow them all.

    Players who sat down or left, deals opened and recorded, the end of the series. Values for the
    table's owner and its players alone are null for others. A stream ends with the series; disputes
    may follow, and are read as pages.
    """
    at = app.context

    def see(who: Principal) -> FollowedTable:
        found = watch_table(at, who, table)
        return FollowedTable(at, found, readership(found.state, who))

    return follow(query, see, _page, people=lambda followed: table_of_people(followed.stream))


def table_of_people(stream: TableStream) -> UUID | None:
    """The table, if the caller sees its people."""
    return stream.id if may_see_people(stream, g.principal) else None


def _page(followed: FollowedTable, lines: Lines) -> TableEventPageJson:
    stream = followed.stream
    return {
        "table": str(stream.id),
        "version": stream.version,
        "status": shown_status(stream.state.status),
        "now": timestamp(wait_time(app.context, stream)),
        "events": cast("list[TableEventJson]", lines.events),
    }


def table_opened(opened: creation.TableDone, command: Command) -> flask.Response:
    """The answer with a new table, and the tokens of the persons who sit there."""
    return created_table(opened, new_table_json(opened, command))


def created_table(opened: creation.TableDone, shown: NewTableJson) -> flask.Response:
    """The answer with a new table, as it is shown."""
    location = f"/v1/tables/{shown['table']['id']}"
    return created(shown, location=location, replayed=opened.replayed)


def new_table_json(opened: creation.TableDone, command: Command) -> NewTableJson:
    """A new table, with the tokens of the persons who sit there."""
    tokens = [_token(each) for each in opened.tokens]
    return {"table": table_after(opened.table, command), "tokens": tokens}


def _token(given: creation.Seated) -> SeatTokenJson:
    return {"seat": given.seat, "token": given.token}


def table_after(stream: TableStream, command: Command) -> TableJson:
    """The table as a command left it, with the deal that it brought: however late it is asked for.

    The answer to a command that comes again is the first one, so it is made from no more of the
    record than there was then. Where it has changed nothing, the table is shown as it is.
    """
    mine = (each.version for each in stream.records if each.command_id == command.id)
    version = max(mine, default=stream.version)
    state = stream.at(version)
    while state.status == "due" and version < stream.version:
        version += 1
        state = stream.at(version)
    return table_shown(stream, state, version)


def table_shown(stream: TableStream, state: Table, version: int | None = None) -> TableJson:
    """The table at a version of its stream; None: the last."""
    at = wait_time(app.context, stream) if version is None else None
    version = version or stream.version
    return table_json(
        state,
        version=version,
        head=stream.records[version - 1].hash,
        created_at=stream.opened_at,
        next_deal=deal_of(app.context, stream, state.next_number),
        owner=owns(state, g.principal),
        party=may_dispute(state, g.principal),
        at=at,
    )


BRANCHES: Final = Routes(
    "branches", description="Tables that play a finished deal on in another way."
)


class CreateBranchRequest(Request):
    """A branch of a finished deal: its first event, its cards and its players."""

    at = WholeNumberField(
        low=1, high=LARGEST, required=True, metadata=about("The last event that stays as it was.")
    )
    deal = WordOf(
        ("true", "resample"),
        required=True,
        metadata=about(
            "`true`: the cards as they lay. `resample`: the cards that `from_seat` had not seen by "
            "then are dealt anew, so that it would have seen the same."
        ),
    )
    from_seat = WholeNumberField(
        low=0,
        high=MOST_SEATS - 1,
        metadata=about(
            "The seat whose view counts. Default: the token's own seat; with an API key the seat "
            "that was to act."
        ),
    )
    seats = ListOf(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        metadata=about(
            "The players of the first seats, in their order; bots play on the others. Default: a "
            "person on `from_seat`, bots on all others."
        ),
    )


@BRANCHES.operation(
    "/deals/<uuid:deal>/branches",
    "POST",
    "openBranch",
    Success(
        HTTPStatus.CREATED,
        NewTableJson,
        said="The new table of the branch, with its seat tokens.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, GONE, CONFLICT),
    repeatable=True,
    placed=True,
    scope=Scope.TABLES,
    budget=Budget.OPENINGS,
)
@BRANCHES.takes(CreateBranchRequest, location="json")
def open_branch(body: dict[str, Any], deal: UUID) -> flask.Response:
    """Open a table that goes on from an event of a finished deal, with its true cards or others.

    Every caller who may see the finished deal may do so. The table plays one deal, which counts
    nowhere else, and keeps the name of its source.
    """
    requested = body.pop("seats", None)
    seats = None if requested is None else [NewSeat(**new) for new in requested]
    new = branches.NewBranch(cards=body.pop("deal"), seats=seats, **body)
    command = read_command()
    opened = branches.open_branch(app.context, g.principal, deal, new, command)
    return table_opened(opened, command)
