"""Invitations to a table: make, list, withdraw."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.table.guests import INVITATION, Guest
from domain.table.players import metadata_json, pairs_of
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.resources.guests import InviteRequest, admitted
from service.api.responses import created, done, listed
from service.api.routes import Routes, Success
from service.clocks.table_time import table_time, time_at_table
from service.players import guests
from service.responses.guests import InvitationJson, InvitationListJson, NewInvitationJson
from service.timestamps import timestamp

ROUTES: Final = Routes(
    "invitations", description="Invitations, with which persons without an API key take seats."
)


@ROUTES.operation(
    "/tables/<uuid:table>/invitations",
    "POST",
    "invite",
    Success(HTTPStatus.CREATED, NewInvitationJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@ROUTES.takes(InviteRequest, location="json")
def invite(body: dict[str, Any], table: UUID) -> flask.Response:
    """Invite a person to take a seat. The table's owner may, while a seat is free.

    The answer has a token for `PUT …/seats/{seat}`, once; until then it may read the table. The
    seat stays free for others meanwhile. It is held by no API key, so no key sees its cards; the
    owner can issue another token for it, as the record then shows.
    """
    more = {
        "seat": body["seat"],
        "ref": body.get("ref"),
        "metadata": pairs_of(body.get("metadata")),
    }
    made = admitted(table, INVITATION, body, more)
    shown = _invitation_json(made.number, made.guest, at=time_at_table(app.context, table))
    new: NewInvitationJson = {**shown, "token": made.token}
    return created(new, replayed=made.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/invitations",
    "GET",
    "listInvitations",
    Success(HTTPStatus.OK, InvitationListJson),
    refusals=(FORBIDDEN, NOT_FOUND),
    tagged=True,
    seated=False,
)
def list_invitations(table: UUID) -> flask.Response:
    """List the invitations of a table. Its owner may."""
    stream = guests.table_with_invitations(app.context, g.principal, table)
    at = table_time(app.context, stream)
    known = enumerate(stream.state.guests.of(INVITATION), start=1)
    return listed(
        InvitationListJson(invitations=[_invitation_json(*each, at=at) for each in known])
    )


@ROUTES.operation(
    "/tables/<uuid:table>/invitations/<int(min=1):invitation>",
    "DELETE",
    "withdrawInvitation",
    Success(HTTPStatus.NO_CONTENT, said="The invitation has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
def withdraw_invitation(table: UUID, invitation: int) -> flask.Response:
    """Withdraw an invitation that is not used. The table's owner may.

    Its token ends. Its `name`, `ref` and `metadata` are erased for ever.
    """
    known = guests.dismiss_guest(
        app.context, g.principal, table, INVITATION, invitation, command=read_command()
    )
    return done(replayed=known)


def _invitation_json(number: int, guest: Guest, *, at: int) -> InvitationJson:
    return {
        "invitation": number,
        "seat": guest.seat,
        "name": guest.name,
        "until": timestamp(guest.until),
        "state": guest.state(at),
        "taken": guest.used,
        "ref": guest.ref,
        "metadata": metadata_json(guest.metadata),
    }
