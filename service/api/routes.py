"""Operations: view functions with their path, contract, access rules, and deprecation.

Replaced operations and fields: announced in the contract and in headers (RFC 9745, RFC 8594). An
operation is announced by `replaced` of `Routes.operation`, a field of a request by `replaced` in
its description. Nothing is removed before its day, which is at least `NOTICE` after the first.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import partial, wraps
from http import HTTPStatus
from itertools import compress
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import flask
import marshmallow
from flask import g
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from werkzeug.http import http_date

from domain.table.guests import GuestScope
from service.access.budgets import Budget, Price
from service.access.scopes import Scope
from service.api.authentication import PRICE, AccessPolicy, View, counted, secured_by
from service.api.contract import response_schemas
from service.api.contract.examples import response_name
from service.api.headers import APPLIED, IDEMPOTENCY_KEY, PREFER
from service.api.requests import KEY_PATTERN, PARSER, asks, without_query
from service.api.schemas.request import Request

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


Answer: TypeAlias = type[Any] | dict[str, Any] | None
"""The body of a response: a typed definition, a JSON Schema, or none."""


_KEY: Final = {
    "name": IDEMPOTENCY_KEY,
    "in": "header",
    "description": "Makes the request safe to repeat: the same key and body get the same answer, "
    "marked `Idempotent-Replayed: true`.",
    "schema": {"type": "string", "pattern": KEY_PATTERN},
}
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that the reader has.",
    "schema": {"type": "string"},
}
_PREFER: Final = {
    "name": PREFER,
    "in": "header",
    "description": "`return=representation`: the answer has the state after it, too (RFC 7240).",
    "schema": {"type": "string"},
}
LAST: Final = "Last-Event-ID"
POSITION: Final = "^[0-9]{1,16}$"
_LAST: Final = {
    "name": LAST,
    "in": "header",
    "description": "The `id` of the last event that was read; the events after it are wanted.",
    "schema": {"type": "string", "pattern": POSITION},
}
_TAKES: Final = (_KEY, _PREFER, _IF_NONE_MATCH, _LAST)
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "ETag": {"description": "The tag of this answer.", "schema": {"type": "string"}},
    "Location": {
        "description": "The address of the new resource.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    APPLIED: {
        "description": "`return=representation`, where that preference was followed.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": "The rest of the budget, `r`, and the seconds until it is whole again, `t`.",
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": "The budget: its quota `q` in a window of `w` seconds.",
        "schema": {"type": "string"},
    },
    "Retry-After": {
        "description": "In how many seconds there may be another request.",
        "schema": {"type": "integer"},
    },
}
"""Response headers in the contract."""


_TAKEN: Final = "headers"


class Success(NamedTuple):
    """A successful response of an operation.

    Attributes:
        status: The status.
        schema: The schema of the body; None: no body.
        media_type: The media type; None: JSON.
        said: The description in the contract. None: the description of its schema.
    """

    status: HTTPStatus
    schema: Answer = None
    media_type: str | None = None
    said: str | None = None

    def body(self) -> dict[str, Any] | None:
        """The JSON Schema of the body."""
        if self.schema is None or isinstance(self.schema, dict):
            return self.schema
        return response_schemas.reference(self.schema)

    def description(self) -> str:
        """The description of the response; the status phrase is not enough."""
        if self.said is not None:
            return self.said
        if isinstance(self.schema, dict):
            return str(self.schema.get("description", ""))
        return "" if self.schema is None else response_schemas.description(self.schema)


class Blue(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A blueprint with strict request parsing."""

    ARGUMENTS_PARSER = PARSER

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prepare_doc_cbks.append(_describe_headers)


def _describe_headers(doc: Any, doc_info: Any, **_: Any) -> dict[str, Any]:
    """Add an operation's headers to its other parameters, which `doc` would replace."""
    headers = doc_info.get(_TAKEN, [])
    return {**doc, "parameters": [*doc.get("parameters", []), *headers]} if headers else doc


def _budget(name: str, method: str, scope: Scope | None, budget: Budget | None) -> Budget:
    """The budget of an operation, which names its scope if it changes something."""
    if method != "GET" and scope is Scope.READ:
        raise ValueError(f"{name} changes something: its scope is to be named")
    return budget or (Budget.READS if method == "GET" else Budget.WRITES)


def _takes_query(view: Any) -> bool:
    """Whether flask-smorest knows a schema of the query for a view."""
    taken = getattr(view, "_apidoc", {}).get("arguments", {}).get("parameters", ())
    return any(each["in"] == "query" for each in taken)


class Routes:
    """The operations on one kind of resource.

    Args:
        name: The tag in the contract.
        prefix: The prefix of their paths.
        description: The description of the tag.
        counted: Whether requests are counted; those from operators of the service are not.
    """

    def __init__(
        self, name: str, *, prefix: str = "/v1", description: str, counted: bool = True
    ) -> None:
        self.blueprint: Any = Blue(name, name, url_prefix=prefix, description=description)
        self._counted = counted
        self.responses: set[type[Any]] = set()
        """The typed definitions of the responses."""

    def operation(
        self,
        rule: str,
        method: str,
        name: str,
        *offers: Success,
        refusals: Iterable[HTTPStatus] = (),
        secured: bool = True,
        keyed: bool = True,
        scope: Scope | None = Scope.READ,
        seated: bool = True,
        budget: Budget | None = None,
        price: Price = PRICE,
        guests: Collection[GuestScope] = (),
        entries: bool = False,
        public: bool = False,
        repeatable: bool = False,
        prefers: bool = False,
        placed: bool = False,
        tagged: bool = False,
        followed: bool = False,
        replaced: Replaced | None = None,
    ) -> Callable[[View[P]], View[P]]:
        """Register a view function, whose docstring is its description in the contract.

        Args:
            rule: The path under the prefix, in Flask's syntax.
            method: The HTTP method.
            name: The `operationId`.
            offers: The successful responses, the main one first.
            refusals: The possible problems, besides authentication problems.
            secured: Whether a credential is required.
            keyed: Whether API keys are accepted.
            scope: The scope that a key must have; None: no scope. Changes need more than reading.
            seated: Whether seat tokens are accepted.
            budget: The budget it counts on; None: a read or a write, by its method.
            price: What it costs of that budget.
            guests: The scopes of the guests that are accepted.
            entries: Whether the tokens of players of tournaments are accepted.
            public: Whether callers without a credential are accepted, who see what is public.
            repeatable: Whether it takes an idempotency key.
            prefers: Whether its answer can have the state after it, by the header Prefer.
            placed: Whether its answer has a Location header.
            tagged: Whether its answer has an ETag.
            followed: Whether it is also available as a stream, which can be resumed.
            replaced: When it was replaced, and until when it stays; None: it is up to date.
        """
        spent = _budget(name, method, scope if secured and keyed else None, budget)
        named = scope if keyed else None
        policy = AccessPolicy(secured, keyed, named, seated, guests, entries, public)
        taken = [*compress(_TAKES, (repeatable, prefers, tagged, followed))]
        admit = partial(secured_by, policy=policy, budget=spent) if secured else self._public
        said = {"operationId": name, "deprecated": bool(replaced), "security": policy.security()}
        docs = headed(*compress(("ETag", "Location", APPLIED), (tagged, placed, prefers)))

        def serve(view: View[P]) -> View[P]:
            bare = not _takes_query(view)
            unfit = (HTTPStatus.UNPROCESSABLE_ENTITY,) if bare else ()
            refusals_of = (*refusals, *policy.refusals(), *unfit)
            refusing = self._refusing(view, refusals_of, tagged=tagged)
            described = self.blueprint.doc(**said)(self._offering(refusing, offers, docs))
            described._apidoc[_TAKEN] = taken  # noqa: SLF001 - read by flask-smorest
            strict = without_query(view) if bare else view
            known: Any = admit(announcing(strict, replaced), price=price)
            # flask-smorest reads the description only; its wrappers would do nothing for responses.
            known._apidoc = described._apidoc  # noqa: SLF001
            self.blueprint.route(rule, methods=[method], endpoint=name)(known)
            return view

        return serve

    def _public(self, view: View[P], price: Price) -> View[P]:
        return counted(view, price) if self._counted else view

    def _refusing(self, view: Any, refusals: Iterable[HTTPStatus], *, tagged: bool) -> Any:
        """Declare the possible refusals of a view, for the contract."""
        too_many = (HTTPStatus.TOO_MANY_REQUESTS,) if self._counted else ()
        unchanged = (HTTPStatus.NOT_MODIFIED,) if tagged else ()
        for status in dict.fromkeys((*refusals, *too_many, *unchanged)):
            view = self.blueprint.alt_response(status, response_name(status))(view)
        return view

    def _offering(self, view: Any, offers: Iterable[Success], headers: dict[str, Any]) -> Any:
        """Declare the successful responses of a view, for the contract.

        If a status has several formats, the first one describes all of them.
        """
        known = [*offers]
        self.responses |= {each.schema for each in known if isinstance(each.schema, type)}
        said = {offer.status: offer.description() for offer in reversed(known)}
        for offer in reversed(known):
            view = self.blueprint.response(
                offer.status,
                offer.body(),
                content_type=offer.media_type,
                headers=headers or None,
                description=said[offer.status],
            )(view)
        return view

    def takes(
        self, schema: type[Request], *, location: str
    ) -> Callable[[Callable[Concatenate[dict[str, Any], P], T]], Callable[P, T]]:
        """Pass the parsed body (``json``) or the parsed ``query`` to a view."""

        def read(view: Callable[Concatenate[dict[str, Any], P], T]) -> Callable[P, T]:
            made = schema()
            needed = location != "json" or asks(made)
            arguments = self.blueprint.arguments(
                made, location=location, as_kwargs=False, required=needed
            )
            taking: Callable[P, T] = arguments(announcing_fields(view, made))
            return taking

        return read


def headed(*names: str) -> dict[str, Any]:
    """Response headers, for the contract."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
