"""The caller."""

from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any, Final

import flask
from flask import g

from domain.table.guests import INVITATION
from service.access.budgets import Price
from service.access.credentials import (
    GUEST_KINDS,
    ApiKey,
    EntryHolder,
    GuestHolder,
    OwnerOrSeat,
    Principal,
    SeatHolder,
)
from service.access.scopes import Scope, in_order
from service.api.dependencies import app
from service.api.live import OFFERS, REFUSALS, follow
from service.api.problems import CONFLICT, INVALID
from service.api.responses import listed, wanted_of
from service.api.routes import Routes, Success
from service.api.schemas.requests import AllEventsQuery, FollowLogQuery, StatisticsQuery
from service.clocks.table_time import table_time
from service.lists.lines import MOST, statistics
from service.live.following import Lines
from service.live.notices import FollowedEvents, FollowedLog, FollowedNotices, Notices
from service.responses.deals import StatisticsJson
from service.responses.live import AllEventsPageJson, NoticePageJson
from service.responses.service import MeJson
from service.responses.webhooks import OwnDeliveriesPageJson
from service.tables.sight import find_table
from service.timestamps import written
from service.webhooks.use_cases import FollowedDeliveries

ROUTES: Final = Routes("me", description="The caller.")


@ROUTES.operation(
    "/me",
    "GET",
    "getMe",
    Success(HTTPStatus.OK, MeJson, said="The caller whom the credential stands for."),
    scope=None,
    tagged=True,
    guests=tuple(GUEST_KINDS),
    entries=True,
)
def get_me() -> flask.Response:
    """Say whom the credential stands for."""
    who: Principal = g.principal
    if isinstance(who, ApiKey):
        created_at = written(who.created_at)
        key: MeJson = {
            "kind": "key",
            "id": str(who.id),
            "name": who.name,
            "created_at": created_at,
            "scopes": in_order(who.scopes),
            "test": who.test,
        }
        return listed(key)
    if isinstance(who, GuestHolder):
        return listed(_guest(who))
    if isinstance(who, EntryHolder):
        stream = app.context.streams.tournament(who.tournament)
        assert stream is not None, "the caller was let in by it"
        shown = MeJson(kind="entry", name=stream.state.players[who.player - 1].name)
        shown["tournament"], shown["player"] = str(stream.id), who.player
        return listed(shown)
    assert isinstance(who, SeatHolder), "a credential is needed"
    player = find_table(app.context, who, who.table).state.players[who.seat]
    name = player.name if player is not None else ""
    return listed(MeJson(kind="seat", table=str(who.table), seat=who.seat, name=name))


def _guest(who: GuestHolder) -> MeJson:
    table = app.context.streams.table(who.table)
    guest = None if table is None else table.state.guests.find(who.scope, who.number)
    assert table is not None, "the caller was let in by it"
    assert guest is not None, "and as this guest"
    shown: MeJson = {"kind": who.scope, "table": str(who.table), "name": guest.name or ""}
    shown[who.scope] = who.number
    if guest.deal is not None:
        shown["deal"] = guest.deal
    seat = guest.seat if guest.used is None else guest.used
    if seat is not None:
        shown["seat"] = seat
    if who.scope == INVITATION:
        shown["name"] = table.opened.name
        state = guest.state(table_time(app.context, table))
        shown["state"] = "used" if state == "used" else "open"
    return shown


@ROUTES.operation(
    "/me/statistics",
    "GET",
    "getStatistics",
    Success(HTTPStatus.OK, StatisticsJson),
    refusals=(INVALID,),
    price=Price(base=10),
    seated=False,
    tagged=True,
)
@ROUTES.takes(StatisticsQuery, location="query")
def get_statistics(query: dict[str, Any]) -> flask.Response:
    """Count how the finished deals of the caller's tables came out, for each person.

    The filters are those of the list of deals. An answer counts at most 1,000 deals, the newest
    first; with `next` there are more.
    """
    wanted = wanted_of({**query, "owner": "me", "status": "over"})
    limit, cursor = query.get("limit", MOST), query.get("cursor")
    return listed(statistics(app.context, g.principal, wanted, cursor=cursor, limit=limit))


@ROUTES.operation(
    "/me/events",
    "GET",
    "listNotices",
    Success(HTTPStatus.OK, NoticePageJson),
    *OFFERS,
    refusals=(CONFLICT, INVALID, *REFUSALS),
    followed=True,
)
@ROUTES.takes(FollowLogQuery, location="query")
def list_notices(query: dict[str, Any]) -> flask.Response:
    """Read the notices for the caller at all the caller's tables, wait for one, or follow them.

    A notice says what has happened and where; it has no cards. With a seat token: notices of its
    table, from its opening on. With an API key: notices of the tables that it owns or sits at, from
    now on, unless `after` says otherwise. Positions are taken from the log of all events, so they
    have gaps; ask again with `after` set to the `position` of the page, which may be short or empty
    although there is more. A notice follows its event within about a second. A position of an event
    that was lost is `log-begun-anew`: read the tables again, and go on after its `end`.
    """
    return _follow(query, FollowedNotices)


@ROUTES.operation(
    "/me/tables/events",
    "GET",
    "listAllEvents",
    Success(HTTPStatus.OK, AllEventsPageJson),
    *OFFERS,
    refusals=(CONFLICT, INVALID, *REFUSALS),
    followed=True,
)
@ROUTES.takes(AllEventsQuery, location="query")
def list_all_events(query: dict[str, Any]) -> flask.Response:
    """Read all events of the caller's tables and their deals, wait for one, or follow them all.

    One stream is enough for a page, or for a program with many players. A seat token is shown the
    events of its table as its seat. An API key is shown the events of the tables that it owns or
    sits at: as all players see them, and in `seats` as each seat that it holds, where that sees
    more and the key may play. `refs` has the owner's present ids of the players. Positions and the
    first page are as with `/me/events`. An event comes within about a second.
    """
    types = frozenset(filter(None, query.get("types", "").split(",")))
    return _follow(query, partial(FollowedEvents, types=types))


@ROUTES.operation(
    "/me/deliveries",
    "GET",
    "listOwnDeliveries",
    Success(HTTPStatus.OK, OwnDeliveriesPageJson),
    *OFFERS,
    refusals=(CONFLICT, INVALID, *REFUSALS),
    scope=Scope.WEBHOOKS,
    seated=False,
    followed=True,
)
@ROUTES.takes(FollowLogQuery, location="query")
def list_own_deliveries(query: dict[str, Any]) -> flask.Response:
    """Read or follow what a webhook of the API key would be sent, without a webhook.

    `fairdeal listen` forwards it to an address on your own machine. `payload` is the body of the
    request, and `id` its `webhook-id`. The news are about the tables and tournaments that the
    key owns, of all kinds, each once. Positions and the first page are as with `/me/events`.
    """
    return _follow(query, partial(FollowedDeliveries, secret=app.context.secret))


def _follow(
    query: dict[str, Any], followed: Callable[[Notices, OwnerOrSeat, int], FollowedLog[OwnerOrSeat]]
) -> flask.Response:
    """Answer with what a caller may see of the log."""
    notices = app.notices

    def see(who: Principal) -> FollowedLog[OwnerOrSeat]:
        assert isinstance(who, ApiKey | SeatHolder), "no others are accepted"
        return followed(notices, who, notices.size())

    begin = 0 if "after" in query else notices.begin(g.principal)
    return follow(query, see, _page, begin=begin)


def _page(_followed: FollowedLog[OwnerOrSeat], lines: Lines) -> dict[str, Any]:
    return {"position": lines.upto, "events": lines.events}
