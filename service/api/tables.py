"""Tables: the lobby, a table, its seats and its series."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask

from domain.series import Table, fold_table
from service import tables
from service.api.answers import answer, created, done, tag, unless_known
from service.api.asking import asked
from service.api.parts import caller, house, parts
from service.api.routes import Offer, Routes
from service.api.schemas import Lobby, SeatTaken, SeriesShown, TableOpened, TableShown
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.wishes import LobbyQuery, TableWish, Taking
from service.commands import Asked
from service.journal import TableStream
from service.lobby import Wanted, find_tables
from service.progress import deal_of
from service.queries import series_json, table_json, table_line

ROUTES: Final = Routes("tables", description="Where series are played.")


@ROUTES.operation(
    "/tables", "GET", "listTables", Offer(HTTPStatus.OK, Lobby), refusals=(FORBIDDEN, INVALID)
)
@ROUTES.takes(LobbyQuery, location="query")
def list_tables(query: dict[str, Any]) -> flask.Response:
    """List tables, the newest first.

    Those that are public and those that the API key opened. A page may be short although there are
    more: follow `next` until it is null.
    """
    most = parts().settings.page_size
    wanted = Wanted(query.get("game"), query.get("status"), query.get("open"))
    page = find_tables(
        house(),
        caller(),
        wanted,
        cursor=query.get("cursor"),
        limit=min(query.get("limit", most), most),
    )
    return answer({"tables": [table_line(row) for row in page.rows], "next": page.next})


@ROUTES.operation(
    "/tables",
    "POST",
    "openTable",
    Offer(HTTPStatus.CREATED, TableOpened),
    refusals=(*OF_BODIES, FORBIDDEN),
    repeatable=True,
)
@ROUTES.takes(TableWish, location="json")
def open_table(body: dict[str, Any]) -> flask.Response:
    """Open a table.

    Every seat that is named gets its token in the answer. When all seats are taken the series
    begins, and the first deal is there at once.
    """
    seats = [tables.SeatWish(**wish) for wish in body.pop("seats")]
    command = asked()
    opened = tables.open_table(house(), caller(), tables.TableWish(seats=seats, **body), command)
    shown = opened_json(opened, command)
    location = f"/v1/tables/{shown['table']['id']}"
    return created(shown, location=location, replayed=opened.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>",
    "GET",
    "getTable",
    Offer(HTTPStatus.OK, TableShown),
    refusals=(NOT_FOUND,),
    tagged=True,
)
def get_table(table: UUID) -> flask.Response:
    """Read a table."""
    found = tables.find_table(house(), caller(), table)
    shown = table_shown(found, found.state)
    return unless_known(shown, tag("table", found.head))


@ROUTES.operation(
    "/tables/<uuid:table>",
    "DELETE",
    "closeTable",
    Offer(HTTPStatus.NO_CONTENT),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    repeatable=True,
)
def close_table(table: UUID) -> flask.Response:
    """Close a table before its series begins. Its owner may."""
    closed = tables.close_table(house(), caller(), table, asked())
    return done(replayed=closed.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>",
    "PUT",
    "takeSeat",
    Offer(HTTPStatus.CREATED, SeatTaken),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
)
@ROUTES.takes(Taking, location="json")
def take_seat(body: dict[str, Any], table: UUID, seat: int) -> flask.Response:
    """Take a free seat for a person.

    The answer has the seat's token. Send an `Idempotency-Key`, and an answer that was lost can be
    had again. The last seat taken begins the series. A seat that `commits` adds a seed to every
    deal; its commitment to the first one may come with the same request.
    """
    command = asked()
    wish = tables.SeatWish(body["name"], commits=body["commits"])
    taken = tables.take_seat(
        house(),
        caller(),
        table,
        seat,
        wish=wish,
        commitment=body.get("commitment"),
        asked=command,
    )
    (given,) = taken.tokens
    return created(
        {**given._asdict(), "table": table_after(taken.table, command)}, replayed=taken.replayed
    )


@ROUTES.operation(
    "/tables/<uuid:table>/seats/<seat:seat>",
    "DELETE",
    "leaveSeat",
    Offer(HTTPStatus.NO_CONTENT),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    repeatable=True,
)
def leave_seat(table: UUID, seat: int) -> flask.Response:
    """Leave a seat before the series begins; its token ends.

    Who holds the seat may, the API key that took it, and the table's owner.
    """
    left = tables.leave_seat(house(), caller(), table, seat, asked())
    return done(replayed=left.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/series",
    "GET",
    "getSeries",
    Offer(HTTPStatus.OK, SeriesShown),
    refusals=(NOT_FOUND,),
    tagged=True,
)
def get_series(table: UUID) -> flask.Response:
    """Read the series of a table: every deal, what it counted, and the end."""
    found = tables.find_table(house(), caller(), table)
    shown = series_json(found.state, version=found.version)
    return unless_known(shown, tag("series", found.head))


def opened_json(opened: tables.TableDone, command: Asked) -> dict[str, Any]:
    """A new table, with the tokens of the persons who sit there."""
    tokens = [each._asdict() for each in opened.tokens]
    return {"table": table_after(opened.table, command), "tokens": tokens}


def table_after(stream: TableStream, command: Asked) -> dict[str, Any]:
    """The table as a command left it, with the deal that it brought: however late it is asked for.

    The answer to a command that comes again is the first one, so it is made from no more of the
    record than there was then.
    """
    mine = (each.version for each in stream.records if each.command_id == command.command)
    version = max(mine)
    state = fold_table(stream.events[:version])
    while state.status == "due" and version < stream.version:
        version += 1
        state = fold_table(stream.events[:version])
    return table_shown(stream, state, version)


def table_shown(stream: TableStream, state: Table, version: int | None = None) -> dict[str, Any]:
    """The table at a version of its stream; None: the last."""
    version = version or stream.version
    following = deal_of(house(), stream, state.next_number)
    opened_at = stream.records[0].at
    return table_json(state, version=version, created_at=opened_at, next_deal=following)
