"""Replaced operations and fields: announced in the contract and in headers (RFC 9745, RFC 8594).

An operation is announced by `replaced` of `Routes.operation`, a field of a request by `replaced` in
its description. Nothing is removed before its day, which is at least `NOTICE` after the first.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeVar

import flask
import marshmallow
from flask import g
from werkzeug.http import http_date

P = ParamSpec("P")
T = TypeVar("T")

NOTICE: Final = timedelta(days=365)
"""docs/compatibility.md promises it."""
PAGE: Final = "/docs"
_REPLACED: Final = "replaced"


class Replaced(NamedTuple):
    """Something that has been replaced.

    Attributes:
        since: The day from which clients should use something else.
        until: The first day on which it may be missing.
    """

    since: datetime
    until: datetime

    def headers(self) -> Mapping[str, str]:
        """The headers of answers to requests that still use it."""
        return {
            "Deprecation": f"@{int(self.since.timestamp())}",
            "Sunset": http_date(self.until),
        }


def replaced(year: int, month: int, day: int) -> Replaced:
    """Something that is replaced from a day on, and stays for the time of notice."""
    since = datetime(year, month, day, tzinfo=UTC)
    return Replaced(since, since + NOTICE)


def announced(description: str, what: Replaced) -> dict[str, Any]:
    """The description of a replaced field of a request."""
    return {"description": description, "deprecated": True, _REPLACED: what}


def announcing(view: Callable[P, T], what: Replaced | None) -> Callable[P, T]:
    """A view of an operation that is replaced; any other view as it is."""
    if what is None:
        return view

    @wraps(view)
    def noting(*args: P.args, **kwargs: P.kwargs) -> T:
        g.replaced = what
        return view(*args, **kwargs)

    return noting


def announcing_fields(
    view: Callable[Concatenate[dict[str, Any], P], T], schema: marshmallow.Schema
) -> Callable[Concatenate[dict[str, Any], P], T]:
    """A view whose request may have a field that is replaced; any other view as it is."""
    known = {name: each.metadata.get(_REPLACED) for name, each in schema.fields.items()}
    if not any(known.values()):
        return view

    @wraps(view)
    def noting(data: dict[str, Any], /, *args: P.args, **kwargs: P.kwargs) -> T:
        used = [what for name, what in known.items() if what is not None and name in data]
        if used:
            g.replaced = min(used, key=lambda each: each.until)
        return view(data, *args, **kwargs)

    return noting


def announce(response: flask.Response, what: Replaced) -> None:
    """Add the headers to the answer to a request that uses something replaced."""
    response.headers.update(what.headers())
    response.headers.add("Link", f'<{PAGE}>; rel="deprecation"; type="text/html"')
