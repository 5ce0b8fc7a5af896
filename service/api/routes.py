"""Operations: a view function with its address, its place in the contract, and its doorkeeper."""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import flask
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from structlog.contextvars import bind_contextvars

from service.access.budgets import Budget
from service.access.scopes import Scope
from service.api.authentication import AccessPolicy, identify
from service.api.contract.examples import response_name
from service.api.idempotency import HEADER, KEY_PATTERN
from service.api.parsing import Parser, asks
from service.api.rate_limits import spend, spend_of_stranger
from service.api.schemas.fields import Request
from service.problems import Problem

P = ParamSpec("P")
T = TypeVar("T")
View: TypeAlias = Callable[P, flask.Response]
Answer: TypeAlias = type[Schema] | dict[str, Any] | None


_KEY: Final = {
    "name": HEADER,
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
LAST: Final = "Last-Event-ID"
POSITION: Final = "^[0-9]{1,9}$"
_LAST: Final = {
    "name": LAST,
    "in": "header",
    "description": "The `id` of the last event that was read: those after it are wanted.",
    "schema": {"type": "string", "pattern": POSITION},
}
HEADERS: Final[dict[str, dict[str, Any]]] = {
    "ETag": {"description": "The tag of this answer.", "schema": {"type": "string"}},
    "Location": {
        "description": "Where what was made is.",
        "schema": {"type": "string", "format": "uri-reference"},
    },
    "RateLimit": {
        "description": "What is left of it, `r`, and in how many seconds it is whole again, `t`.",
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
"""The headers of answers, as the contract has them."""


_TAKEN: Final = "headers"


class Offer(NamedTuple):
    """What an operation answers when all goes well.

    Attributes:
        status: The status.
        schema: What the body is; None: there is none.
        media_type: In which form; None: JSON.
        said: What the contract says of the answer. None: what its schema says of itself.
    """

    status: HTTPStatus
    schema: Answer = None
    media_type: str | None = None
    said: str | None = None

    def description(self) -> str:
        """What the answer is, in a sentence; the phrase of its status says nothing."""
        if self.said is not None:
            return self.said
        if isinstance(self.schema, dict):
            return str(self.schema.get("description", ""))
        paragraph, _, _ = ((self.schema and self.schema.__doc__) or "").partition("\n\n")
        return " ".join(paragraph.split())


class Blue(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A blueprint whose requests are read strictly."""

    ARGUMENTS_PARSER = Parser()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._prepare_doc_cbks.append(_describe_headers)


def _describe_headers(doc: Any, doc_info: Any, **_: Any) -> dict[str, Any]:
    """Name the headers of an operation beside its other parameters, which `doc` would replace."""
    headers = doc_info.get(_TAKEN, [])
    return {**doc, "parameters": [*doc.get("parameters", []), *headers]} if headers else doc


class Routes:
    """The operations on one kind of resource.

    Args:
        name: What the contract calls the kind.
        prefix: What their addresses begin with.
        description: What it says of the kind.
        counted: Whether requests are counted; those of who runs the service are not.
    """

    def __init__(
        self, name: str, *, prefix: str = "/v1", description: str, counted: bool = True
    ) -> None:
        self.blueprint: Any = Blue(name, name, url_prefix=prefix, description=description)
        self._counted = counted

    def operation(
        self,
        rule: str,
        method: str,
        name: str,
        *offers: Offer,
        refusals: Iterable[HTTPStatus] = (),
        secured: bool = True,
        keyed: bool = True,
        scope: Scope | None = Scope.READ,
        seated: bool = True,
        budget: Budget | None = None,
        audited: bool = False,
        watched: bool = False,
        repeatable: bool = False,
        placed: bool = False,
        tagged: bool = False,
        followed: bool = False,
    ) -> Callable[[View[P]], View[P]]:
        """Serve an address with a function, whose docstring the contract takes.

        Args:
            rule: The address under the prefix, as Flask writes it.
            method: The HTTP method.
            name: The `operationId`.
            offers: What it answers when all goes well, the main answer first.
            refusals: The problems it may answer, besides those of the credentials.
            secured: Whether a credential is asked for.
            keyed: Whether API keys are let in.
            scope: What a key must be allowed to do; None: nothing. Changes need more than reading.
            seated: Whether the tokens of seats are let in.
            budget: What it is counted as; None: a read or a write, by its method.
            audited: Whether auditors are let in.
            watched: Whether watchers are let in.
            repeatable: Whether it takes an idempotency key.
            placed: Whether its answer says where what it made is.
            tagged: Whether its answer has an ETag.
            followed: Whether it is there as a stream, which may be resumed.
        """
        if secured and keyed and method != "GET" and scope is Scope.READ:
            raise ValueError(f"{name} changes something: its scope is to be named")
        spent = budget or (Budget.READS if method == "GET" else Budget.WRITES)
        door = AccessPolicy(keyed, scope if keyed else None, seated, audited, watched)
        taken = [_KEY] * repeatable + [_IF_NONE_MATCH] * tagged + [_LAST] * followed
        security = door.security() if secured else []
        kept_out = (*refusals, *(door.refusals() if secured else ()))
        told = self._told(tagged=tagged, placed=placed)

        def serve(view: View[P]) -> View[P]:
            known = self._offering(self._refusing(view, kept_out, tagged=tagged), offers, told)
            known = self.blueprint.doc(operationId=name, security=security)(known)
            known._apidoc[_TAKEN] = taken  # noqa: SLF001 - what flask-smorest knows of it
            if secured:
                known = _admit(known, door, spent)
            elif self._counted:
                known = _count(known)
            self.blueprint.route(rule, methods=[method], endpoint=name)(known)
            return view

        return serve

    def _told(self, *, tagged: bool, placed: bool) -> dict[str, Any]:
        """The headers of a good answer, for the contract."""
        return headed(
            *["ETag"] * tagged,
            *["Location"] * placed,
        )

    def _refusing(self, view: Any, refusals: Iterable[HTTPStatus], *, tagged: bool) -> Any:
        """The view with all that it may be answered instead, for the contract."""
        too_many = (HTTPStatus.TOO_MANY_REQUESTS,) if self._counted else ()
        unchanged = (HTTPStatus.NOT_MODIFIED,) if tagged else ()
        for status in dict.fromkeys((*refusals, *too_many, *unchanged)):
            view = self.blueprint.alt_response(status, response_name(status))(view)
        return view

    def _offering(self, view: Any, offers: Iterable[Offer], headers: dict[str, Any]) -> Any:
        """The view with all that it answers when all goes well, for the contract.

        Where a status has several forms, the first of them says what all of them are.
        """
        known = [*offers]
        said = {offer.status: offer.description() for offer in reversed(known)}
        for offer in reversed(known):
            view = self.blueprint.response(
                offer.status,
                offer.schema,
                content_type=offer.media_type,
                headers=headers or None,
                description=said[offer.status],
            )(view)
        return view

    def takes(
        self, schema: type[Request], *, location: str
    ) -> Callable[[Callable[Concatenate[dict[str, Any], P], T]], Callable[P, T]]:
        """Give a view what the schema reads from the body (``json``) or the ``query``."""

        def read(view: Callable[Concatenate[dict[str, Any], P], T]) -> Callable[P, T]:
            needed = location != "json" or asks(schema())
            arguments = self.blueprint.arguments(
                schema, location=location, as_kwargs=False, required=needed
            )
            taking: Callable[P, T] = arguments(view)
            return taking

        return read


def headed(*names: str) -> dict[str, Any]:
    """Headers of an answer, for the contract."""
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _admit(view: View[P], door: AccessPolicy, budget: Budget) -> View[P]:
    """Let nobody in before it is known who he is; the body is not even read."""

    @wraps(view)
    def admitted(*args: P.args, **kwargs: P.kwargs) -> flask.Response:
        try:
            flask.g.owner_or_seat = identify()
        except Problem:
            spend_of_stranger()
            raise
        bind_contextvars(actor=flask.g.owner_or_seat.actor)
        spend(budget, flask.g.owner_or_seat)
        door.admit(flask.g.owner_or_seat)
        return view(*args, **kwargs)

    return admitted


def _count(view: View[P]) -> View[P]:
    """Count what anybody may ask for."""

    @wraps(view)
    def counted(*args: P.args, **kwargs: P.kwargs) -> flask.Response:
        spend_of_stranger()
        return view(*args, **kwargs)

    return counted
