"""API keys: created, listed, rotated and revoked, on the command line or by keys themselves.

A key may create others with at most its own permissions, and manage these and their descendants. It
lists them, rotates their secrets, and revokes them with all their descendants.
"""

from base64 import urlsafe_b64encode
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.sentence import Sentence
from service import ids
from service.access.credentials import KEY, ApiKey, Visibility
from service.access.keyring import Fresh, Keyring
from service.access.scopes import Scope, in_order
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found

TEST_KEY_NAME = "test"
MADE: Final = "key"
ROTATED: Final = "rotation"


class IssuedKey(NamedTuple):
    """A key with its secret, which is shown only this once (or again to the same command).

    Attributes:
        key: The key.
        credential: The secret.
        at: When it was made.
        replayed: Whether the command had been done before.
    """

    key: ApiKey
    credential: str
    at: datetime
    replayed: bool


# --- From the command line ----------------------------------------------------------------------


def create_key(
    keyring: Keyring,
    *,
    name: str,
    scopes: frozenset[Scope] | None = None,
    default_visibility: Visibility = "private",
    test: bool = False,
) -> str:
    """Create an API key. Its secret is shown only this once; the database has only its hash."""
    key = _written(keyring.runtime.random_bytes(32))
    keyring.add_key(
        key,
        id=ids.fresh_command_id(keyring.runtime),
        name=name,
        scopes=scopes,
        default_visibility=default_visibility,
        test=test,
    )
    return key


def test_key(keyring: Keyring, secret: bytes) -> str:
    """The API key that a service started for testing prints: the same at every start."""
    key = _written(ids.token_secret(secret, KEY, TEST_KEY_NAME))
    made = ids.command_id(secret, KEY, TEST_KEY_NAME)
    keyring.add_key(key, id=made, name=TEST_KEY_NAME)
    return key


def rotate_by_hand(keyring: Keyring, key: UUID, *, grace: timedelta) -> str | None:
    """Give a key another secret, shown only this once; None if there is no such valid key."""
    fresh = Fresh(_written(keyring.runtime.random_bytes(32)), ids.fresh_command_id(keyring.runtime))
    try:
        keyring.rotate(key, fresh, grace=grace)
    except Problem:
        return None
    return fresh.credential


# --- With a key ---------------------------------------------------------------------------------


def make_key(
    context: Context,
    principal: ApiKey,
    *,
    name: str,
    scopes: frozenset[Scope] | None,
    default_visibility: Visibility,
    test: bool = False,
    limit: int,
    command: Command,
) -> IssuedKey:
    """Create a key for the same owner, with at most the permissions of its maker.

    Args:
        context: The service.
        principal: The caller.
        name: The name of the key.
        scopes: Its permissions; None: all that its maker has.
        default_visibility: The visibility of its tables, where a request names none.
        test: Whether all its tables are tests; those of a key made by a test key always are.
        limit: The most valid keys of an owner.
        command: The command; the same again gives the same secret.

    Raises:
        Problem: ``scope-missing``, ``limit-reached``, ``idempotency-key-reused``.
    """
    maker = principal
    may = maker.scopes if scopes is None else scopes
    if wider := in_order(may - maker.scopes):
        raise Problem(
            Code.SCOPE_MISSING,
            Sentence("scope-too-wide", {"scope": wider[0]}),
            pointer="/scopes",
            more={"scope": wider[0]},
        )
    id_ = ids.command_id(context.secret, MADE, str(command.id))
    fresh = _fresh(context, MADE, command)
    if maker.ending and context.credentials.done(fresh) is None:
        raise _ending()
    about: Any = {"id": id_, "name": name, "scopes": may, "default_visibility": default_visibility}
    about["test"] = test or maker.test
    stored = context.credentials.make(maker, fresh, **about, limit=limit)
    made = ApiKey(**about, created_at=stored.at, root=maker.root, maker=maker.id)
    return IssuedKey(made, fresh.credential, stored.at, stored.replayed)


def keys_of(context: Context, principal: ApiKey) -> list[ApiKey]:
    """The valid keys among the caller's key and its descendants, the oldest first."""
    found = context.credentials.line(principal.id)
    return [each for each in found if each.revoked_at is None]


def rotate_key(
    context: Context, principal: ApiKey, key: UUID, *, grace: timedelta, command: Command
) -> IssuedKey:
    """Give a key another secret; the old one stays valid until the grace period is over.

    Args:
        context: The service.
        principal: The caller: the key itself, or one of its ancestors.
        key: The key.
        grace: How long its old secret stays valid.
        command: The command; the same again gives the same secret.

    Raises:
        Problem: ``not-found``, ``idempotency-key-reused``.
    """
    own = principal
    found = _find(context, own, key)
    fresh = _fresh(context, ROTATED, command)
    if found.revoked_at is not None:
        raise not_found("key")
    if own.ending and context.credentials.done(fresh) is None:
        raise _ending()
    stored = context.credentials.rotate(key, fresh, grace=grace)
    return IssuedKey(found, fresh.credential, stored.at, stored.replayed)


def revoke_key(context: Context, principal: ApiKey, key: UUID) -> bool:
    """Revoke a key and all its descendants, for good. Returns whether it had been revoked before.

    Raises:
        Problem: ``not-found``.
    """
    own = principal
    _find(context, own, key)
    if own.ending:
        raise _ending()
    return not context.credentials.revoke(key)


def _find(context: Context, own: ApiKey, wanted: UUID) -> ApiKey:
    """The caller's key, or one of its descendants."""
    for each in context.credentials.line(own.id):
        if each.id == wanted:
            return each
    raise not_found("key")


def _ending() -> Problem:
    """Refuse an old secret: its finder must not take the key from the holder of the new one."""
    return Problem(Code.NOT_ALLOWED, Sentence("secret-replaced-keys"))


def _fresh(context: Context, what: str, command: Command) -> Fresh:
    """The secret of a command, derived so that it can be given again."""
    raw = ids.token_secret(context.secret, KEY, what, str(command.id))
    return Fresh(_written(raw), command.id, command.fingerprint)


def _written(raw: bytes) -> str:
    return f"{KEY}_{urlsafe_b64encode(raw).rstrip(b'=').decode()}"
