"""The schemas by which the contract describes the caller, and how the service is."""

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import about


class MeSchema(Schema):
    """Who calls."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(("key", "seat", "auditor", "watcher")),
        metadata=about("Of what kind the credential is."),
    )
    name = fields.String(
        required=True,
        metadata=about("What the key, the player, the auditor or the watcher is called."),
    )
    id = fields.UUID(metadata=about("Of an API key."))
    created_at = fields.String(metadata=about("When an API key was made.", format="date-time"))
    scopes = fields.List(fields.String(), metadata=about("Of an API key: what it may do."))
    table = fields.UUID(metadata=about("Of a seat, an auditor or a watcher."))
    seat = fields.Integer(metadata=about("Of a seat."))
    auditor = fields.Integer(metadata=about("Of an auditor."))
    watcher = fields.Integer(metadata=about("Of a watcher."))


class HealthSchema(Schema):
    """How the service is."""

    status = fields.String(required=True, metadata=about("`ok`."))


class LogStatusSchema(Schema):
    """How the log stands."""

    size = fields.Integer(
        required=True, allow_none=True, metadata=about("How many entries are signed.")
    )
    waiting = fields.Integer(
        required=True, metadata=about("How many appends are not logged yet; so many at most.")
    )
    behind_seconds = fields.Float(
        required=True, metadata=about("How long the first of them has waited.")
    )
    broken_streams = fields.Integer(
        required=True, metadata=about("How many streams are not logged, as they do not hold.")
    )


class ReadinessSchema(HealthSchema):
    """Whether requests can be served, and how the log stands: that alone turns nobody away."""

    log = fields.Nested(LogStatusSchema, required=True)
