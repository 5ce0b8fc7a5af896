"""The schemas of requests and answers about API keys."""

from datetime import timedelta
from typing import Final

from marshmallow import Schema, fields, validate

from service.access.scopes import MEANING, Scope
from service.api.schemas.fields import Choice, Flag, ListOf, Name, Whole, about
from service.api.schemas.request import Request

NAMES: Final = tuple(scope.value for scope in Scope)
HOUR: Final = 3_600
YEAR: Final = int(timedelta(days=365).total_seconds())
VISIBILITIES: Final = ("public", "private")
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
        Choice(NAMES),
        least=1,
        most=len(Scope),
        metadata=about(f"{_SCOPES}. Default: all scopes of the key that asks."),
    )
    default_visibility = Choice(
        VISIBILITIES, load_default="private", metadata=about(_DEFAULT_VISIBILITY)
    )
    test = Flag(load_default=False, metadata=about(_TEST))


class RotateKeyRequest(Request):
    """The grace of the old secret when a key gets a new one."""

    grace_seconds = Whole(
        low=0,
        high=YEAR,
        load_default=HOUR,
        metadata=about(
            "How long the old secret stays valid, so that it can be replaced everywhere. The "
            "service may end it sooner: see `former_until`. With 0, the old secret cannot fetch a "
            "lost answer again."
        ),
    )


class ApiKeySchema(Schema):
    """An API key; its secret is never shown again."""

    id = fields.UUID(required=True, metadata=about("The key."))
    name = fields.String(required=True, metadata=about("The name of the key."))
    scopes = fields.List(
        fields.String(validate=validate.OneOf(NAMES)),
        required=True,
        metadata=about("The scopes of the key."),
    )
    created_at = fields.String(
        required=True, metadata=about("When it was made.", format="date-time")
    )
    default_visibility = fields.String(
        required=True,
        validate=validate.OneOf(VISIBILITIES),
        metadata=about(_DEFAULT_VISIBILITY),
    )
    test = fields.Boolean(required=True, metadata=about(_TEST))
    made_by = fields.UUID(
        required=True,
        allow_none=True,
        metadata=about("The key that made it; null: the operator."),
    )


class NewApiKeySchema(ApiKeySchema):
    """A new API key, with its secret. Keep it: it is not kept here."""

    key = fields.String(required=True, metadata=about("The secret, `key_…`."))


class RotatedApiKeySchema(NewApiKeySchema):
    """A key with its new secret."""

    former_until = fields.String(
        required=True,
        metadata={
            "format": "date-time",
            "description": "The latest time at which the old secret ends.",
        },
    )


class ApiKeyListSchema(Schema):
    """The key that asks, and all keys that come from it, the oldest first."""

    keys = fields.List(
        fields.Nested(ApiKeySchema), required=True, metadata=about("The keys that are valid.")
    )
