"""Idempotency: the key of a request determines the id of its command in the record."""

import json
import re
from typing import Final

import flask

from domain.kernel.event import Digest, Json
from service import ids
from service.access.credentials import ApiKey, Principal, SeatHolder, hashed
from service.api.authentication import presented
from service.api.bad_requests import FieldError, invalid
from service.api.dependencies import context, principal
from service.commands import Command

HEADER: Final = "Idempotency-Key"
KEY_PATTERN: Final = "^[!-~]{1,255}$"
_SCOPE: Final = "request"


def read_command(*, signature: str | None = None) -> Command:
    """The command of this request. The same key, caller and resource: the same command.

    A signature is over the record as it was when the caller signed. It is no part of the
    fingerprint, so a caller may sign again and repeat the request after the record has grown.

    Args:
        signature: The signature of the caller's seat that came with it, in hex.

    Raises:
        Fault: The key is not one.
    """
    request, who, secret = flask.request, principal(), context().secret
    key = request.headers.get(HEADER)
    if key is not None and not re.fullmatch(KEY_PATTERN, key):
        raise invalid(FieldError("header", HEADER, "Must be 1 to 255 visible ASCII characters."))
    id_ = (
        ids.fresh_command_id()
        if key is None
        else ids.command_id(secret, _SCOPE, _scope(who), request.method, request.path, key)
    )
    said = json.dumps(_unsigned(flask.g.get("body")), sort_keys=True)
    return Command(
        id_,
        who.actor,
        fingerprint=ids.fingerprint(secret, request.method, request.path, said),
        correlation=flask.g.request_id,
        token=Digest(hashed(presented()).hex()) if isinstance(who, SeatHolder) else None,
        signature=signature,
    )


def _unsigned(body: Json) -> Json:
    if not isinstance(body, dict):
        return body
    return {name: value for name, value in body.items() if name != "signature"}


def _scope(who: Principal) -> str:
    """The scope of the idempotency keys: each holder of a seat has a scope of their own."""
    return str(who.id) if isinstance(who, ApiKey) else hashed(presented()).hex()
