"""Requests about API keys."""

from datetime import timedelta
from typing import Final, get_args

from service.access.credentials import Visibility
from service.access.scopes import MEANING, Scope
from service.api.schemas.fields import Flag, ListOf, Name, WholeNumberField, WordOf, about
from service.api.schemas.request import Request

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
