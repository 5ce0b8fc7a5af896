"""Guests of a table (auditors, watchers, readers) and invitations: admit, list, dismiss."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
from flask import g

from domain.table.guests import AUDITOR, INVITATION, READER, WATCHER, Guest, GuestScope
from domain.table.players import metadata_json, pairs_of
from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import created, done, listed
from service.api.routes import Routes, Success
from service.api.schemas.fields import IdentifierText, Metadata, Name, Ref, WholeNumberField, about
from service.api.schemas.request import Request
from service.api.schemas.requests import DAY, LARGEST, MOST_SEATS, signature_of
from service.clocks.table_time import table_time, time_at_table
from service.disputes.representation import parties_of
from service.players import guests
from service.responses.players import (
    AuditorJson,
    AuditorListJson,
    GuestJson,
    GuestSummaryJson,
    InvitationJson,
    InvitationListJson,
    NewAuditorJson,
    NewGuestJson,
    NewInvitationJson,
    NewReaderJson,
    NewWatcherJson,
    ReaderJson,
    ReaderListJson,
    WatcherJson,
    WatcherListJson,
)
from service.streams import TableStream
from service.timestamps import timestamp

ROUTES: Final = Routes(
    "guests",
    description="Auditors, who rule disputes; watchers, who see what the public sees; readers, who "
    "see finished deals.",
)


MINUTE: Final = 60


def _lifetime() -> WholeNumberField:
    said = about("In seconds. The service may end the token sooner: see `until`.")
    return WholeNumberField(low=MINUTE, high=LARGEST, load_default=7 * DAY, metadata=said)


class AdmitAuditorRequest(Request):
    """A request for an auditor, who may judge the disputes of a table."""

    name = Name(required=True, metadata=about("The name of the auditor."))
    expires_in = _lifetime()


class AdmitWatcherRequest(AdmitAuditorRequest):
    """A request for a watcher, who may watch a table."""

    name = Name(required=True, metadata=about("The name of the watcher."))
    signature = signature_of('{"type": "admit_watcher", "name": …}', "table")


class DismissWatcherQuery(Request):
    """The signature of the dismissal of a watcher."""

    signature = signature_of('{"type": "dismiss_watcher", "watcher": …}', "table")


class AdmitReaderRequest(AdmitAuditorRequest):
    """A request for a reader, who may read finished deals of a table in full."""

    name = Name(required=True, metadata=about("The name of the reader."))
    deal = IdentifierText(
        load_default=None,
        allow_none=True,
        metadata=about("The only deal that the reader may read; null: every deal of the table."),
    )
    signature = signature_of('{"type": "admit_reader", "name": …, "deal": …}', "table")


class DismissReaderQuery(Request):
    """The signature of the dismissal of a reader."""

    signature = signature_of('{"type": "dismiss_reader", "reader": …}', "table")


class InviteRequest(Request):
    """A request for an invitation, with which a person takes a seat."""

    seat = WholeNumberField(
        low=0,
        high=MOST_SEATS - 1,
        load_default=None,
        allow_none=True,
        metadata=about("The seat; null: any free seat."),
    )
    name = Name(required=True, metadata=about("Your own label. The person is not shown it."))
    expires_in = _lifetime()
    ref = Ref(metadata=about("Your own id of the person, which the seat gets."))
    metadata = Metadata(metadata=about("Your own notes on the person, which the seat gets."))


@ROUTES.operation(
    "/tables/<uuid:table>/auditors",
    "POST",
    "admitAuditor",
    Success(HTTPStatus.CREATED, NewAuditorJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.DISPUTES,
    seated=False,
)
@ROUTES.takes(AdmitAuditorRequest, location="json")
def admit_auditor(body: dict[str, Any], table: UUID) -> flask.Response:
    """Admit an auditor, who may judge the disputes of a table. The table's owner may.

    The answer has the auditor's token, which expires.
    """
    made = admitted(table, AUDITOR, body, {})
    shown: NewAuditorJson = {**_new(made), "auditor": made.number}
    return created(shown, replayed=made.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/watchers",
    "POST",
    "admitWatcher",
    Success(HTTPStatus.CREATED, NewWatcherJson),
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
    made = admitted(table, WATCHER, body, {})
    shown: NewWatcherJson = {**_new(made), "watcher": made.number, "by": made.guest.by}
    return created(shown, replayed=made.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/readers",
    "POST",
    "admitReader",
    Success(HTTPStatus.CREATED, NewReaderJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    scope=Scope.TABLES,
    repeatable=True,
)
@ROUTES.takes(AdmitReaderRequest, location="json")
def admit_reader(body: dict[str, Any], table: UUID) -> flask.Response:
    """Admit a reader of finished deals, of a private table too. Its owner and its seats may.

    The answer has a token that shows the table, and each deal that is over as its players see it
    then: every view, the replay, the transcript and the evidence. Of a deal that is on it shows
    nothing. A table whose `views_after` is `members` has no readers.
    """
    made = admitted(table, READER, body, {"deal": body["deal"]})
    by, deal = made.guest.by, made.guest.deal
    shown: NewReaderJson = {**_new(made), "reader": made.number, "by": by, "deal": deal}
    return created(shown, replayed=made.replayed)


@ROUTES.operation(
    "/tables/<uuid:table>/auditors",
    "GET",
    "listAuditors",
    Success(HTTPStatus.OK, AuditorListJson),
    refusals=(FORBIDDEN, NOT_FOUND),
    tagged=True,
    scope=Scope.DISPUTES,
)
def list_auditors(table: UUID) -> flask.Response:
    """List the auditors of a table. Its owner and its players may."""
    stream = guests.table_with_guests(app.context, g.principal, table)
    lines: list[AuditorJson] = []
    parties = parties_of(app.context, stream)
    for number, guest in _numbered(stream, AUDITOR):
        lines.append(
            {
                **_guest(guest),
                "auditor": number,
                "appointed_by": parties.appointed_by[number],
                "owner_seats": sorted(parties.owner_seats()),
                "may_rule": guest.early or not stream.opened.fixed_auditors,
            }
        )
    return listed(AuditorListJson(auditors=lines))


@ROUTES.operation(
    "/tables/<uuid:table>/watchers",
    "GET",
    "listWatchers",
    Success(HTTPStatus.OK, WatcherListJson),
    refusals=(FORBIDDEN, NOT_FOUND),
    tagged=True,
)
def list_watchers(table: UUID) -> flask.Response:
    """List the watchers of a table. Its owner and its players may."""
    stream = guests.table_with_guests(app.context, g.principal, table)
    lines: list[WatcherJson] = [
        {**_guest(guest), "watcher": number, "by": guest.by}
        for number, guest in _numbered(stream, WATCHER)
    ]
    return listed(WatcherListJson(watchers=lines))


@ROUTES.operation(
    "/tables/<uuid:table>/readers",
    "GET",
    "listReaders",
    Success(HTTPStatus.OK, ReaderListJson),
    refusals=(FORBIDDEN, NOT_FOUND),
    tagged=True,
)
def list_readers(table: UUID) -> flask.Response:
    """List the readers of a table. Its owner and its players may."""
    stream = guests.table_with_guests(app.context, g.principal, table)
    lines: list[ReaderJson] = [
        {**_guest(guest), "reader": number, "by": guest.by, "deal": guest.deal}
        for number, guest in _numbered(stream, READER)
    ]
    return listed(ReaderListJson(readers=lines))


@ROUTES.operation(
    "/tables/<uuid:table>/auditors/<int(min=1):auditor>",
    "DELETE",
    "dismissAuditor",
    Success(HTTPStatus.NO_CONTENT, said="The auditor's token has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    repeatable=True,
    scope=Scope.DISPUTES,
    seated=False,
)
def dismiss_auditor(table: UUID, auditor: int) -> flask.Response:
    """End an auditor's token. The table's owner may. Rulings of the auditor stay."""
    return _dismiss(table, AUDITOR, auditor)


@ROUTES.operation(
    "/tables/<uuid:table>/watchers/<int(min=1):watcher>",
    "DELETE",
    "dismissWatcher",
    Success(HTTPStatus.NO_CONTENT, said="The watcher's token has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.TABLES,
    repeatable=True,
)
@ROUTES.takes(DismissWatcherQuery, location="query")
def dismiss_watcher(query: dict[str, Any], table: UUID, watcher: int) -> flask.Response:
    """End a watcher's token: the table's owner may, and the seat that admitted the watcher."""
    return _dismiss(table, WATCHER, watcher, signature=query.get("signature"))


@ROUTES.operation(
    "/tables/<uuid:table>/readers/<int(min=1):reader>",
    "DELETE",
    "dismissReader",
    Success(HTTPStatus.NO_CONTENT, said="The reader's token has ended."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.TABLES,
    repeatable=True,
)
@ROUTES.takes(DismissReaderQuery, location="query")
def dismiss_reader(query: dict[str, Any], table: UUID, reader: int) -> flask.Response:
    """End a reader's token: the table's owner may, and the seat that admitted the reader."""
    return _dismiss(table, READER, reader, signature=query.get("signature"))


def admitted(
    table: UUID, scope: GuestScope, body: dict[str, Any], more: dict[str, Any]
) -> guests.Admitted:
    """Admit a guest, within the limits of the settings on guests of the scope."""
    settings: Any = app.settings
    days, limit = getattr(settings, f"{scope}_days"), getattr(settings, f"{scope}s")
    return guests.admit_guest(
        app.context,
        g.principal,
        table,
        scope,
        name=body["name"],
        seconds=min(body["expires_in"], days * DAY),
        limit=limit,
        command=read_command(signature=body.get("signature")),
        more=more,
    )


def _new(made: guests.Admitted) -> NewGuestJson:
    return {**_summary(made.guest), "token": made.token}


def _summary(guest: Guest) -> GuestSummaryJson:
    assert guest.name is not None, "only labels of invitations are erased"
    return {"name": guest.name, "until": timestamp(guest.until)}


def _guest(guest: Guest) -> GuestJson:
    return {**_summary(guest), "dismissed": guest.dismissed}


def _numbered(stream: TableStream, scope: GuestScope) -> Iterable[tuple[int, Guest]]:
    return enumerate(stream.state.guests.of(scope), start=1)


def _dismiss(
    table: UUID, scope: GuestScope, number: int, *, signature: str | None = None
) -> flask.Response:
    command = read_command(signature=signature)
    known = guests.dismiss_guest(app.context, g.principal, table, scope, number, command=command)
    return done(replayed=known)


INVITATIONS: Final = Routes(
    "invitations", description="Invitations, with which persons without an API key take seats."
)


@INVITATIONS.operation(
    "/tables/<uuid:table>/invitations",
    "POST",
    "invite",
    Success(HTTPStatus.CREATED, NewInvitationJson),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    repeatable=True,
    scope=Scope.TABLES,
    seated=False,
)
@INVITATIONS.takes(InviteRequest, location="json")
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


@INVITATIONS.operation(
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


@INVITATIONS.operation(
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
