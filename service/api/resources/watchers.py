"""Watchers of a table: admitted, listed, dismissed."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g
from marshmallow import Schema, fields

from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.requests import read_command
from service.api.responses import answer, created, done
from service.api.routes import Offer, Routes
from service.api.schemas.dispute_requests import AdmitWatcherRequest
from service.api.schemas.fields import about
from service.api.schemas.requests import DAY, DismissWatcherQuery
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.play import watchers
from service.timestamps import timestamp

ROUTES: Final = Routes("watchers", description="Watchers, who see a table as the public does.")


class WatcherSummarySchema(Schema):
    """A watcher."""

    watcher = fields.Integer(required=True, metadata=about("1 for the table's first."))
    name = fields.String(required=True, metadata=about("The name of the watcher."))
    by = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("The seat that admitted the watcher; null: the owner."),
    )
    until = fields.String(required=True, metadata=about("When the token ends.", format="date-time"))


class WatcherSchema(WatcherSummarySchema):
    """A watcher, as the table's owner and its players see it."""

    dismissed = fields.Boolean(
        required=True, metadata=about("Whether the token was ended before its time.")
    )


class WatcherListSchema(Schema):
    """All watchers that the table ever had."""

    watchers = fields.List(
        fields.Nested(WatcherSchema), required=True, metadata=about("The first one first.")
    )


class NewWatcherSchema(WatcherSummarySchema):
    """A new watcher, with the token. Keep it: it is not kept here."""

    token = fields.String(required=True, metadata=about("The token, `view_…`."))


@ROUTES.operation(
    "/tables/<uuid:table>/watchers",
    "POST",
    "admitWatcher",
    Offer(HTTPStatus.CREATED, NewWatcherSchema),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    scope=Scope.TABLES,
    repeatable=True,
)
@ROUTES.takes(AdmitWatcherRequest, location="json")
def admit_watcher(body: dict[str, Any], table: UUID) -> flask.Response:
    """Admit a watcher to a table, a private one too. Its owner and its seats may.

    The answer has a token that shows the table and its deals as the public sees them, and expires.
    A table without spectators has no watchers.
    """
    settings = app.settings
    admitted = watchers.admit_watcher(
        app.context,
        g.principal,
        table,
        name=body["name"],
        seconds=min(body["expires_in"], settings.watcher_days * DAY),
        limit=settings.watchers,
        command=read_command(signature=body.get("signature")),
    )
    event = admitted.event
    shown = {
        "watcher": event.watcher,
        "name": event.name,
        "by": event.by,
        "until": timestamp(event.until),
        "token": admitted.token,
    }
    return created(shown, replayed=admitted.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/watchers",
    "GET",
    "listWatchers",
    Offer(HTTPStatus.OK, WatcherListSchema),
    refusals=(FORBIDDEN, NOT_FOUND),
)
def list_watchers(table: UUID) -> flask.Response:
    """List the watchers of a table. Its owner and its players may."""
    known = watchers.watchers_of(app.context, g.principal, table).state.watchers
    lines = [
        {
            "watcher": number,
            "name": each.name,
            "by": each.by,
            "until": timestamp(each.until),
            "dismissed": each.dismissed,
        }
        for number, each in enumerate(known, start=1)
    ]
    return answer({"watchers": lines})


@ROUTES.operation(
    "/tables/<uuid:table>/watchers/<int(min=1):watcher>",
    "DELETE",
    "dismissWatcher",
    Offer(HTTPStatus.NO_CONTENT, said="The watcher's token has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.TABLES,
    repeatable=True,
)
@ROUTES.takes(DismissWatcherQuery, location="query")
def dismiss_watcher(query: dict[str, Any], table: UUID, watcher: int) -> flask.Response:
    """End a watcher's token: the table's owner may, and the seat that admitted the watcher."""
    command = read_command(signature=query.get("signature"))
    known = watchers.dismiss_watcher(app.context, g.principal, table, watcher, command=command)
    return done(replayed=known)
