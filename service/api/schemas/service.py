"""The schemas of the caller and of the health of the service."""

from marshmallow import Schema, fields, validate

from service.access.credentials import GUEST_KINDS
from service.api.schemas.fields import about
from service.health import PROCESSES


class MeSchema(Schema):
    """The caller."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(("key", "seat", *GUEST_KINDS)),
        metadata=about("The kind of credential."),
    )
    name = fields.String(
        required=True,
        metadata=about("The name of the key, the player, the guest, or of the table invited to."),
    )
    id = fields.UUID(metadata=about("Of an API key."))
    created_at = fields.String(metadata=about("When an API key was made.", format="date-time"))
    scopes = fields.List(fields.String(), metadata=about("Of an API key: its scopes."))
    test = fields.Boolean(metadata=about("Of an API key: whether all its tables are tests."))
    table = fields.UUID(metadata=about("Of a seat or a guest."))
    seat = fields.Integer(metadata=about("Of a seat, or of an invitation to one or that took it."))
    auditor = fields.Integer(metadata=about("Of an auditor."))
    watcher = fields.Integer(metadata=about("Of a watcher."))
    reader = fields.Integer(metadata=about("Of a reader."))
    deal = fields.UUID(metadata=about("Of a reader of one deal."))
    invitation = fields.Integer(metadata=about("Of an invitation."))
    state = fields.String(
        validate=validate.OneOf(("open", "used")), metadata=about("Of an invitation.")
    )


class HealthSchema(Schema):
    """The health of the service."""

    status = fields.String(required=True, metadata=about("`ok`."))


class LogStatusSchema(Schema):
    """The status of the log."""

    size = fields.Integer(
        required=True, allow_none=True, metadata=about("How many entries are signed.")
    )
    waiting = fields.Integer(
        required=True, metadata=about("An upper bound of the appends that are not logged yet.")
    )
    behind_seconds = fields.Float(
        required=True, metadata=about("How long the first of them has waited.")
    )
    broken_streams = fields.Integer(
        required=True, metadata=about("How many streams are not logged because they are damaged.")
    )


class HeartbeatSchema(Schema):
    """The last sign of life of a kind of process."""

    age_seconds = fields.Float(required=True, metadata=about("How long ago it last did its work."))
    fault = fields.String(
        required=True, allow_none=True, metadata=about("Why it refuses to go on; else null.")
    )


class ReadinessSchema(HealthSchema):
    """Whether requests can be served. The log and the heartbeats do not decide that."""

    log = fields.Nested(LogStatusSchema, required=True)
    heartbeats = fields.Dict(
        keys=fields.String(validate=validate.OneOf(PROCESSES)),
        values=fields.Nested(HeartbeatSchema),
        required=True,
        metadata=about(
            "Of each kind that has ever run; `witness`: its file has the last checkpoint."
        ),
    )
