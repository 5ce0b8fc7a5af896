"""The schemas of guests: auditors and watchers of a table, and the requests that admit them."""

from typing import Any, Final

from marshmallow import Schema, fields

from service.api.schemas.fields import Name, Request, Whole, about
from service.api.schemas.requests import DAY, LARGEST, signature_of

MINUTE: Final = 60


def _number() -> fields.Integer:
    return fields.Integer(required=True, metadata=about("1 for the table's first."))


def _admitted_by() -> fields.Integer:
    said = about("The seat that admitted the watcher; null: the owner.")
    return fields.Integer(required=True, allow_none=True, metadata=said)


def _list_of(schema: type[Schema]) -> "fields.List[Any]":
    return fields.List(fields.Nested(schema), required=True, metadata=about("The first one first."))


class AdmitAuditorRequest(Request):
    """A request for an auditor, who may judge the disputes of a table."""

    name = Name(required=True, metadata=about("The name of the auditor."))
    expires_in = Whole(
        low=MINUTE,
        high=LARGEST,
        load_default=7 * DAY,
        metadata=about("In seconds. The service may end the token sooner: see `until`."),
    )


class AdmitWatcherRequest(AdmitAuditorRequest):
    """A request for a watcher, who may watch a table."""

    name = Name(required=True, metadata=about("The name of the watcher."))
    signature = signature_of('{"type": "admit_watcher", "name": …}', "table")


class DismissWatcherQuery(Request):
    """The signature of the dismissal of a watcher."""

    signature = signature_of('{"type": "dismiss_watcher", "watcher": …}', "table")


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

    token = fields.String(required=True, metadata=about("`audit_…` or `view_…`."))


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
