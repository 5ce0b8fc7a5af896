"""The caller, and their API keys: made, listed, rotated and revoked with an API key."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from http import HTTPStatus
from typing import Any, Final, get_args
from uuid import UUID

import flask
from flask import g

from domain.table.guests import INVITATION
from service.access import keys
from service.access.budgets import Price
from service.access.credentials import (
    GUEST_KINDS,
    ApiKey,
    EntryHolder,
    GuestHolder,
    OwnerOrSeat,
    Principal,
    SeatHolder,
    Visibility,
)
from service.access.scopes import MEANING, Scope, in_order, scopes_of
from service.api.dependencies import app
from service.api.live import OFFERS, REFUSALS, follow
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import created, done, listed, wanted_of
from service.api.routes import Routes, Success
from service.api.schemas.fields import Flag, ListOf, Name, WholeNumberField, WordOf, about
from service.api.schemas.request import Request
from service.api.schemas.requests import AllEventsQuery, FollowLogQuery, StatisticsQuery
from service.clocks.table_time import table_time
from service.lists.lines import MOST, statistics
from service.live.following import Lines
from service.live.notices import FollowedEvents, FollowedLog, FollowedNotices, Notices
from service.responses.deals import StatisticsJson
from service.responses.live import AllEventsPageJson, NoticePageJson
from service.responses.service import (
    ApiKeyJson,
    ApiKeyListJson,
    MeJson,
    NewApiKeyJson,
    RotatedApiKeyJson,
)
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


KEYS: Final = Routes(
    "keys", description="Keys that act for the same owner, perhaps with fewer scopes."
)


NAMES: Final = tuple(scope.value for scope in Scope)
HOUR: Final = 3_600
YEAR: Final = int(timedelta(days=365).total_seconds())
_DEFAULT_VISIBILITY: Final = "The visibility of its tables, where a request does not name one."
_TEST: Final = (
    "Whether it is a test key: all its tables are tests, it is a stranger at all others, and the "
    "keys that it makes are test keys."
)
_SCOPES: Final = ". ".join(f"`{scope}`: {meaning}" for scope, meaning in MEANING.items())


class CreateKeyRequest(Request):
    """The name and the scopes of a new key."""

    name = Name(required=True, metadata=about("The name of the key."))
    scopes = ListOf(
        WordOf(NAMES),
        least=1,
        most=len(Scope),
        metadata=about(f"{_SCOPES}. Default: all scopes of the key that asks."),
    )
    default_visibility = WordOf(
        get_args(Visibility), load_default="private", metadata=about(_DEFAULT_VISIBILITY)
    )
    test = Flag(load_default=False, metadata=about(_TEST))


class RotateKeyRequest(Request):
    """The grace of the old secret when a key gets a new one."""

    grace_seconds = WholeNumberField(
        low=0,
        high=YEAR,
        load_default=HOUR,
        metadata=about(
            "How long the old secret stays valid, so that it can be replaced everywhere. The "
            "service may end it sooner: see `former_until`. With 0, the old secret cannot fetch a "
            "lost answer again."
        ),
    )


@KEYS.operation(
    "/keys",
    "POST",
    "makeKey",
    Success(HTTPStatus.CREATED, NewApiKeyJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    scope=Scope.KEYS,
    repeatable=True,
    placed=True,
    seated=False,
)
@KEYS.takes(CreateKeyRequest, location="json")
def make_key(body: dict[str, Any]) -> flask.Response:
    """Make a key that may do no more than the one that asks.

    It acts for the same owner: both keys own the same tables, and limits count both. Its secret
    comes with this answer, and again if the request is repeated under its idempotency key.
    """
    names = body.get("scopes")
    made = keys.make_key(
        app.context,
        g.principal,
        name=body["name"],
        scopes=None if names is None else scopes_of(names),
        default_visibility=body["default_visibility"],
        test=body["test"],
        limit=app.settings.keys,
        command=read_command(),
    )
    shown: NewApiKeyJson = {**key_json(made.key), "key": made.credential}
    return created(shown, location=f"/v1/keys/{made.key.id}", replayed=made.replayed)


@KEYS.operation(
    "/keys",
    "GET",
    "listKeys",
    Success(HTTPStatus.OK, ApiKeyListJson),
    refusals=(FORBIDDEN,),
    tagged=True,
    scope=Scope.KEYS,
    seated=False,
)
def list_keys() -> flask.Response:
    """List the valid keys: the one that asks, and all that come from it."""
    known = keys.keys_of(app.context, g.principal)
    return listed(ApiKeyListJson(keys=[key_json(each) for each in known]))


@KEYS.operation(
    "/keys/<uuid:key>/rotation",
    "POST",
    "rotateKey",
    Success(
        HTTPStatus.CREATED,
        RotatedApiKeyJson,
        said="The key with its new secret; the old one ends after the grace.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    scope=Scope.KEYS,
    repeatable=True,
    seated=False,
)
@KEYS.takes(RotateKeyRequest, location="json")
def rotate_key(body: dict[str, Any], key: UUID) -> flask.Response:
    """Give a key another secret. The key itself may, and the keys that it comes from.

    Its id, its name and its tables stay. The old secret stays valid for `grace_seconds`, but can no
    longer manage keys or add webhooks.
    """
    longest = app.settings.grace_seconds
    grace = timedelta(seconds=min(body["grace_seconds"], longest))
    rotated = keys.rotate_key(app.context, g.principal, key, grace=grace, command=read_command())
    former_until = written(rotated.at + grace)
    shown: RotatedApiKeyJson = {
        **key_json(rotated.key),
        "key": rotated.credential,
        "former_until": former_until,
    }
    return created(shown, replayed=rotated.replayed)


@KEYS.operation(
    "/keys/<uuid:key>",
    "DELETE",
    "revokeKey",
    Success(HTTPStatus.NO_CONTENT, said="The key is revoked, and all that it has made."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.KEYS,
    repeatable=True,
    seated=False,
)
def revoke_key(key: UUID) -> flask.Response:
    """Revoke a key for ever, and all keys that it has made.

    The key itself may, and the keys that it comes from. Seats that were taken with these keys stay
    taken, and their tokens stay valid. Webhooks that were added with them get no more news.
    """
    read_command()
    return done(replayed=keys.revoke_key(app.context, g.principal, key))


def key_json(key: ApiKey) -> ApiKeyJson:
    """A key as it is shown."""
    return {
        "id": str(key.id),
        "name": key.name,
        "scopes": in_order(key.scopes),
        "created_at": written(key.created_at),
        "default_visibility": key.default_visibility,
        "test": key.test,
        "made_by": None if key.maker is None else str(key.maker),
    }
