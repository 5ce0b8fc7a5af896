"""Requests that admit guests of a table."""

from typing import Final

from service.api.schemas.fields import IdentifierText, Name, Ref, WholeNumberField, about
from service.api.schemas.notes import Metadata
from service.api.schemas.request import Request
from service.api.schemas.requests import DAY, LARGEST, MOST_SEATS, signature_of

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
