"""The lobby: the list of tables, and its changes."""

from http import HTTPStatus
from typing import Any, Final, cast

import flask
from flask import g

from service.access.credentials import Anonymous, ApiKey, Principal
from service.api.dependencies import app
from service.api.live import OFFERS, REFUSALS, follow
from service.api.problems import CONFLICT, FORBIDDEN, INVALID
from service.api.responses import listed, page_of, wanted_of
from service.api.routes import Routes, Success
from service.api.schemas.requests import LobbyQuery, TablesQuery
from service.lists.lines import table_line
from service.lists.queries import find_tables, owns_row
from service.live.following import Lines
from service.live.lobby import FollowedLobby
from service.responses.live import LobbyChangeJson, LobbyPageJson
from service.responses.tables import TableListJson

ROUTES: Final = Routes("lobby", description="The list of tables, and its changes.")


@ROUTES.operation(
    "/tables",
    "GET",
    "listTables",
    Success(HTTPStatus.OK, TableListJson),
    refusals=(FORBIDDEN, INVALID),
    tagged=True,
    seated=False,
    public=True,
)
@ROUTES.takes(TablesQuery, location="query")
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


@ROUTES.operation(
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
@ROUTES.takes(LobbyQuery, location="query")
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
    return follow(query, see, _page, begin=begin)


def _page(_followed: FollowedLobby, lines: Lines) -> LobbyPageJson:
    return {"position": lines.upto, "events": cast("list[LobbyChangeJson]", lines.events)}
