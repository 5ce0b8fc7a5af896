"""What schemathesis is told of the service: keys of its own for every request it makes up."""

from typing import Any
from uuid import uuid4

import schemathesis


@schemathesis.hook
def before_call(context: Any, case: Any, **_: Any) -> None:  # noqa: ARG001
    """An idempotency key that came with another body is refused, as it should be."""
    if case.headers and "Idempotency-Key" in case.headers and _is_key(case.headers):
        case.headers["Idempotency-Key"] = uuid4().hex


def _is_key(headers: Any) -> bool:
    key = headers["Idempotency-Key"]
    return isinstance(key, str) and 0 < len(key) < 256 and key.isascii() and key.isprintable()
