"""The schemas of guests and invitations of a table, and of the requests that admit them."""

from typing import Any, Final, get_args

from marshmallow import Schema, fields, validate

from domain.table.guests import State
from service.api.schemas.fields import IdentifierText, Name, Ref, Whole, about
from service.api.schemas.notes import Metadata
from service.api.schemas.request import Request
from service.api.schemas.requests import DAY, LARGEST, MOST_SEATS, signature_of
from service.api.schemas.shared import NotedSchema

MINUTE: Final = 60


def _number() -> fields.Integer:
    return fields.Integer(required=True, metadata=about("1 for the table's first."))


def _admitted_by() -> fields.Integer:
    said = about("The seat that admitted the guest; null: the owner.")
    return fields.Integer(required=True, allow_none=True, metadata=said)


def _only_deal() -> fields.UUID:
    said = about("The only deal that the reader may read; null: every deal of the table.")
    return fields.UUID(required=True, allow_none=True, metadata=said)


def _list_of(schema: type[Schema]) -> "fields.List[Any]":
    return fields.List(fields.Nested(schema), required=True, metadata=about("The first one first."))


def _lifetime() -> Whole:
    said = about("In seconds. The service may end the token sooner: see `until`.")
    return Whole(low=MINUTE, high=LARGEST, load_default=7 * DAY, metadata=said)


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

    seat = Whole(
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


class GuestSummarySchema(Schema):
    """The fields of every guest."""

    name = fields.String(required=True, metadata=about("The name of the guest."))
    until = fields.String(required=True, metadata=about("When the token ends.", format="date-time"))


class GuestSchema(GuestSummarySchema):
    """A guest, as the table's owner and its players see them."""

    dismissed = fields.Boolean(
        required=True, metadata=about("Whether the token was ended before its time.")
    )


class NewGuestSchema(GuestSummarySchema):
    """A new guest, with the token. The token is shown once."""

    token = fields.String(required=True, metadata=about("`audit_…`, `view_…` or `read_…`."))


class AuditorSchema(GuestSchema):
    """An auditor of a table."""

    auditor = _number()
    appointed_by = fields.UUID(required=True, metadata=about("The API key that appointed them."))
    owner_seats = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats that keys of the table's owner hold: such an owner is a party."),
    )


class NewAuditorSchema(NewGuestSchema):
    """A new auditor, with the token. Keep it: it is not kept here."""

    auditor = _number()


class AuditorListSchema(Schema):
    """All auditors that the table ever had."""

    auditors = _list_of(AuditorSchema)


class WatcherSchema(GuestSchema):
    """A watcher of a table."""

    watcher = _number()
    by = _admitted_by()


class NewWatcherSchema(NewGuestSchema):
    """A new watcher, with the token. Keep it: it is not kept here."""

    watcher = _number()
    by = _admitted_by()


class WatcherListSchema(Schema):
    """All watchers that the table ever had."""

    watchers = _list_of(WatcherSchema)


class ReaderSchema(GuestSchema):
    """A reader of finished deals of a table."""

    reader = _number()
    by = _admitted_by()
    deal = _only_deal()


class NewReaderSchema(NewGuestSchema):
    """A new reader, with the token. Keep it: it is not kept here."""

    reader = _number()
    by = _admitted_by()
    deal = _only_deal()


class ReaderListSchema(Schema):
    """All readers that the table ever had."""

    readers = _list_of(ReaderSchema)


class InvitationSchema(NotedSchema):
    """An invitation to a table."""

    invitation = _number()
    seat = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat; null: any free seat.")
    )
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The owner's label; null: erased, with the person or on withdrawal."),
    )
    until = fields.String(required=True, metadata=about("When it expires.", format="date-time"))
    state = fields.String(
        required=True,
        validate=validate.OneOf(get_args(State)),
        metadata=about("Whether a seat can be taken with it, was taken, or can no longer be."),
    )
    taken = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat that was taken with it.")
    )


class NewInvitationSchema(InvitationSchema):
    """A new invitation, with the token. Keep it: it is not kept here."""

    token = fields.String(required=True, metadata=about("`invite_…`."))


class InvitationListSchema(Schema):
    """All invitations that the table ever had."""

    invitations = _list_of(InvitationSchema)
