"""Hooks of schemathesis, for rules of the service that the contract cannot express.

Each request has its own idempotency key. Names have no unassigned characters: a pattern can name
only few of them, and other versions of Unicode have others.
"""

import re
from typing import Any
from uuid import uuid4

import schemathesis

from service.api.schemas.fields import NAME_PATTERN
from service.players.names import unseen


@schemathesis.hook
def before_call(context: Any, case: Any, **_: Any) -> None:  # noqa: ARG001
    """An idempotency key that came with another body is refused, as it should be."""
    if case.headers and "Idempotency-Key" in case.headers and _is_key(case.headers):
        case.headers["Idempotency-Key"] = uuid4().hex
    if (named := _named(case.body)) != case.body:
        case.body = named


def _named(body: Any) -> Any:
    """A body whose names are valid, unless the contract itself makes them invalid."""
    if isinstance(body, list):
        return [_named(each) for each in body]
    if not isinstance(body, dict):
        return body
    return {
        name: "".join(map(_assigned, said))
        if name == "name" and isinstance(said, str)
        else _named(said)
        for name, said in body.items()
    }


def _assigned(character: str) -> str:
    refused = unseen(f"x{character}") is not None
    return "x" if refused and re.search(NAME_PATTERN, f"x{character}") else character


def _is_key(headers: Any) -> bool:
    key = headers["Idempotency-Key"]
    return isinstance(key, str) and 0 < len(key) < 256 and key.isascii() and key.isprintable()
