"""The schemas of requests and answers about API keys."""

from datetime import timedelta
from typing import Final

from marshmallow import Schema, fields, validate

from service.access.scopes import MEANING, Scope
from service.api.schemas.fields import Choice, ListOf, Name, Request, Whole, about

NAMES: Final = tuple(scope.value for scope in Scope)
HOUR: Final = 3_600
YEAR: Final = int(timedelta(days=365).total_seconds())
_SCOPES: Final = "; ".join(f"`{scope}`: {meaning}" for scope, meaning in MEANING.items())


class CreateKeyRequest(Request):
    """What a new key is to be called, and what it may do."""

    name = Name(required=True, metadata=about("What the key is called."))
    scopes = ListOf(
        Choice(NAMES),
        least=1,
        most=len(Scope),
        metadata=about(f"{_SCOPES}. Default: all that the key has which asks."),
    )


class RotateKeyRequest(Request):
    """How the secret of a key is replaced."""

    grace_seconds = Whole(
        low=0,
        high=YEAR,
        load_default=HOUR,
        metadata=about(
            "For how long what the key was known by before still opens, so that it can be replaced "
            "everywhere. The service may end it sooner: see `former_until`. With 0 an answer that "
            "is lost can not be had again with it."
        ),
    )


class ApiKeySchema(Schema):
    """An API key; its secret is shown to nobody again."""

    id = fields.UUID(required=True, metadata=about("The key."))
    name = fields.String(required=True, metadata=about("What the key is called."))
    scopes = fields.List(
        fields.String(validate=validate.OneOf(NAMES)),
        required=True,
        metadata=about("What it may do."),
    )
    created_at = fields.String(
        required=True, metadata=about("When it was made.", format="date-time")
    )
    made_by = fields.UUID(
        required=True,
        allow_none=True,
        metadata=about("The key that made it; null: who runs the service."),
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
            "description": "When what it was known by before has ended, at the latest.",
        },
    )


class ApiKeyListSchema(Schema):
    """The key that asks, and all that come from it, the oldest first."""

    keys = fields.List(
        fields.Nested(ApiKeySchema), required=True, metadata=about("The keys that are valid.")
    )
