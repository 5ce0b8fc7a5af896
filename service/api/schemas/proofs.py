"""The schemas of receipts and of the answers of the log."""

from typing import Any, Final

from marshmallow import Schema, fields

from service.api.schemas.fields import Digits, Identifier, Text, about
from service.api.schemas.request import Request
from service.api.schemas.requests import LARGEST

NOTE: Final = {"type": "string", "description": "The last checkpoint, as a signed note."}
VKEY: Final = {"type": "string", "description": "The key by which checkpoints are checked."}


LONGEST_ORIGIN: Final = 255


def _hashes(description: str) -> Any:
    item = fields.String(metadata={"pattern": "^[0-9a-f]{64}$"})
    return fields.List(item, required=True, metadata=about(description))


class ReceiptSchema(Schema):
    """The receipt that the service signs for a move. Keep it: it is not kept here.

    Ed25519 over LP("fairdeal/1/receipt") ‖ u32 4 ‖ LP(deal) ‖ LP(u32 position) ‖ LP(head) ‖
    LP(u64 at); numbers are big-endian, and LP(x) is u32 length ‖ x.
    """

    deal = fields.UUID(required=True)
    position = fields.Integer(
        required=True, metadata=about("The last event of the move, with what followed from it.")
    )
    head = fields.String(required=True, metadata=about("The chain's head after it, in hex."))
    at = fields.Integer(required=True, metadata=about("When, in µs since the epoch, UTC."))
    key = fields.String(required=True, metadata=about("The id of the key, in hex; see /log/key."))
    signature = fields.String(required=True, metadata=about("64 bytes in hex."))


class _OfLog(Request):
    """Which log of the service is meant."""

    log = Text(
        longest=LONGEST_ORIGIN,
        metadata=about("The name of a log, which may have ended. Default: the present one."),
    )


class InclusionQuery(_OfLog):
    """The event whose place in the log is to be proved."""

    stream = Identifier(required=True, metadata=about("The id of a deal or of a table."))
    version = Digits(
        low=1, high=LARGEST, required=True, metadata=about("The position of the event in it.")
    )
    size = Digits(
        low=0,
        high=LARGEST,
        metadata=about("The size of the checkpoint to prove it for. Default: the last one's."),
    )


class ConsistencyQuery(_OfLog):
    """The checkpoints between which a proof is wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        required=True,
        data_key="from",
        metadata=about("The size of the older checkpoint."),
    )
    to = Digits(
        low=0, high=LARGEST, required=True, metadata=about("The size of the newer checkpoint.")
    )


class LeavesQuery(_OfLog):
    """Which leaves of the log are wanted."""

    from_ = Digits(
        low=0,
        high=LARGEST,
        load_default=0,
        data_key="from",
        metadata=about("The position of the first one."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most leaves on the page."))


class LogEntrySchema(Schema):
    """The entry of an event in the log."""

    stream = fields.UUID(required=True, metadata=about("The deal or table."))
    version = fields.Integer(required=True, metadata=about("The position of the event in it."))
    hash = fields.String(required=True, metadata=about("The chain's head after the event, in hex."))


class InclusionSchema(Schema):
    """A proof that an event is in the log."""

    log = fields.String(required=True, metadata=about("The name of the log."))
    size = fields.Integer(required=True, metadata=about("How many entries it has."))
    position = fields.Integer(required=True, metadata=about("Where the event's entry is, from 0."))
    entry = fields.Nested(LogEntrySchema, required=True)
    leaf = fields.String(required=True, metadata=about("The hash of the entry's leaf, in hex."))
    path = _hashes("From the leaf to the root (RFC 6962, section 2.1.1), in hex.")


class ConsistencySchema(Schema):
    """A proof that a log begins with an older state of itself."""

    log = fields.String(required=True, metadata=about("The name of the log."))
    from_ = fields.Integer(required=True, data_key="from", metadata=about("The older size."))
    to = fields.Integer(required=True, metadata=about("The newer size."))
    proof = _hashes("In hex; empty where there is nothing to prove.")


class LogLeavesSchema(Schema):
    """A page of leaves, all of them under the last checkpoint."""

    log = fields.String(required=True, metadata=about("The name of the log."))
    from_ = fields.Integer(
        required=True, data_key="from", metadata=about("The position of the first of them.")
    )
    leaves = _hashes("Their hashes, in hex.")


class EndedLogSchema(Schema):
    """A log that has ended."""

    log = fields.String(required=True, metadata=about("Its name."))
    size = fields.Integer(required=True, metadata=about("How many entries it has."))
    checkpoint = fields.String(
        required=True, metadata=about("Its last checkpoint that the service has, as a note.")
    )


class LogBreakSchema(Schema):
    """The end of a log, and the beginning of another one with all stored events."""

    log = fields.String(required=True, metadata=about("The name of the log that began."))
    at = fields.String(required=True, metadata=about("When.", format="date-time"))
    reason = fields.String(required=True, metadata=about("Why, in the words of the operator."))
    ended = fields.Nested(EndedLogSchema, required=True)
    published = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "A larger checkpoint of the ended log that had been published, if one is known: the "
            "entries after `ended` are lost."
        ),
    )
    statement = fields.String(
        required=True,
        metadata=about("A note about all of this, signed by the key of the log that began."),
    )


class LogBreakListSchema(Schema):
    """All breaks of the log, in order."""

    breaks = fields.List(
        fields.Nested(LogBreakSchema), required=True, metadata=about("Empty for most services.")
    )
