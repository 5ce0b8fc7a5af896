"""API keys: made, listed, rotated and revoked with an API key."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any, Final, get_args
from uuid import UUID

import flask
from flask import g

from service.access import keys
from service.access.credentials import ApiKey, Visibility
from service.access.scopes import MEANING, Scope, in_order, scopes_of
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import created, done, listed
from service.api.routes import Routes, Success
from service.api.schemas.fields import Flag, ListOf, Name, WholeNumberField, WordOf, about
from service.api.schemas.request import Request
from service.responses.service import ApiKeyJson, ApiKeyListJson, NewApiKeyJson, RotatedApiKeyJson
from service.timestamps import written

ROUTES: Final = Routes(
    "keys", description="Keys that act for the same owner, perhaps with fewer scopes."
)


NAMES: Final = tuple(scope.value for scope in Scope)
HOUR: Final = 3_600
YEAR: Final = int(timedelta(days=365).total_seconds())
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
        WordOf(NAMES),
        least=1,
        most=len(Scope),
        metadata=about(f"{_SCOPES}. Default: all scopes of the key that asks."),
    )
    default_visibility = WordOf(
        get_args(Visibility), load_default="private", metadata=about(_DEFAULT_VISIBILITY)
    )
    test = Flag(load_default=False, metadata=about(_TEST))


class RotateKeyRequest(Request):
    """The grace of the old secret when a key gets a new one."""

    grace_seconds = WholeNumberField(
        low=0,
        high=YEAR,
        load_default=HOUR,
        metadata=about(
            "How long the old secret stays valid, so that it can be replaced everywhere. The "
            "service may end it sooner: see `former_until`. With 0, the old secret cannot fetch a "
            "lost answer again."
        ),
    )


@ROUTES.operation(
    "/keys",
    "POST",
    "makeKey",
    Success(HTTPStatus.CREATED, NewApiKeyJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    scope=Scope.KEYS,
    repeatable=True,
    placed=True,
    seated=False,
)
@ROUTES.takes(CreateKeyRequest, location="json")
def make_key(body: dict[str, Any]) -> flask.Response:
    """Make a key that may do no more than the one that asks.

    It acts for the same owner: both keys own the same tables, and limits count both. Its secret
    comes with this answer, and again if the request is repeated under its idempotency key.
    """
    names = body.get("scopes")
    made = keys.make_key(
        app.context,
        g.principal,
        name=body["name"],
        scopes=None if names is None else scopes_of(names),
        default_visibility=body["default_visibility"],
        test=body["test"],
        limit=app.settings.keys,
        command=read_command(),
    )
    shown: NewApiKeyJson = {**key_json(made.key), "key": made.credential}
    return created(shown, location=f"/v1/keys/{made.key.id}", replayed=made.replayed)


@ROUTES.operation(
    "/keys",
    "GET",
    "listKeys",
    Success(HTTPStatus.OK, ApiKeyListJson),
    refusals=(FORBIDDEN,),
    tagged=True,
    scope=Scope.KEYS,
    seated=False,
)
def list_keys() -> flask.Response:
    """List the valid keys: the one that asks, and all that come from it."""
    known = keys.keys_of(app.context, g.principal)
    return listed(ApiKeyListJson(keys=[key_json(each) for each in known]))


@ROUTES.operation(
    "/keys/<uuid:key>/rotation",
    "POST",
    "rotateKey",
    Success(
        HTTPStatus.CREATED,
        RotatedApiKeyJson,
        said="The key with its new secret; the old one ends after the grace.",
    ),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND),
    scope=Scope.KEYS,
    repeatable=True,
    seated=False,
)
@ROUTES.takes(RotateKeyRequest, location="json")
def rotate_key(body: dict[str, Any], key: UUID) -> flask.Response:
    """Give a key another secret. The key itself may, and the keys that it comes from.

    Its id, its name and its tables stay. The old secret stays valid for `grace_seconds`, but can no
    longer manage keys or add webhooks.
    """
    longest = app.settings.grace_seconds
    grace = timedelta(seconds=min(body["grace_seconds"], longest))
    rotated = keys.rotate_key(app.context, g.principal, key, grace=grace, command=read_command())
    former_until = written(rotated.at + grace)
    shown: RotatedApiKeyJson = {
        **key_json(rotated.key),
        "key": rotated.credential,
        "former_until": former_until,
    }
    return created(shown, replayed=rotated.replayed)


@ROUTES.operation(
    "/keys/<uuid:key>",
    "DELETE",
    "revokeKey",
    Success(HTTPStatus.NO_CONTENT, said="The key is revoked, and all that it has made."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.KEYS,
    repeatable=True,
    seated=False,
)
def revoke_key(key: UUID) -> flask.Response:
    """Revoke a key for ever, and all keys that it has made.

    The key itself may, and the keys that it comes from. Seats that were taken with these keys stay
    taken, and their tokens stay valid. Webhooks that were added with them get no more news.
    """
    read_command()
    return done(replayed=keys.revoke_key(app.context, g.principal, key))


def key_json(key: ApiKey) -> ApiKeyJson:
    """A key as it is shown."""
    return {
        "id": str(key.id),
        "name": key.name,
        "scopes": in_order(key.scopes),
        "created_at": written(key.created_at),
        "default_visibility": key.default_visibility,
        "test": key.test,
        "made_by": None if key.maker is None else str(key.maker),
    }
