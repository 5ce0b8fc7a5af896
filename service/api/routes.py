"""Operations: a view function with its address, its place in the contract, and its doorkeeper."""

from collections.abc import Callable, Iterable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

import flask
from flask_smorest import Blueprint  # type: ignore[import-untyped]
from marshmallow import Schema
from structlog.contextvars import bind_contextvars

from service.api.asking import HEADER, KEY_PATTERN
from service.api.callers import identify
from service.api.reading import Parser
from service.credentials import Auditor
from service.problems import Code, Problem

P = ParamSpec("P")
T = TypeVar("T")
View: TypeAlias = Callable[P, flask.Response]
Answer: TypeAlias = type[Schema] | dict[str, Any] | None

SECURED: Final[tuple[dict[str, list[str]], ...]] = ({"apiKey": []}, {"seatToken": []})
AUDITORS: Final[tuple[dict[str, list[str]], ...]] = ({"auditorToken": []},)

_KEY: Final = {
    "name": HEADER,
    "in": "header",
    "description": "Makes the request safe to repeat: the same key and body get the same answer.",
    "schema": {"type": "string", "pattern": KEY_PATTERN},
}
_IF_NONE_MATCH: Final = {
    "name": "If-None-Match",
    "in": "header",
    "description": "The ETag of an answer that the reader has.",
    "schema": {"type": "string"},
}
_HEADERS: Final = {
    "ETag": {"description": "The tag of this answer.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` where this is the first answer given again.",
        "schema": {"type": "string"},
    },
}


class Offer(NamedTuple):
    """What an operation answers when all goes well."""

    status: HTTPStatus
    schema: Answer = None
    media_type: str | None = None


class Blue(Blueprint):  # type: ignore[misc] # flask-smorest has no types
    """A blueprint whose requests are read strictly."""

    ARGUMENTS_PARSER = Parser()


class Routes:
    """The operations on one kind of resource."""

    def __init__(self, name: str, *, prefix: str = "/v1", description: str) -> None:
        self.blueprint: Any = Blue(name, name, url_prefix=prefix, description=description)

    def operation(
        self,
        rule: str,
        method: str,
        name: str,
        *offers: Offer,
        refusals: Iterable[HTTPStatus] = (),
        secured: bool = True,
        audited: bool = False,
        repeatable: bool = False,
        tagged: bool = False,
    ) -> Callable[[View[P]], View[P]]:
        """Serve an address with a function, whose docstring the contract takes.

        Args:
            rule: The address under the prefix, as Flask writes it.
            method: The HTTP method.
            name: The `operationId`.
            offers: What it answers when all goes well, the main answer first.
            refusals: The problems it may answer, besides those of the credentials.
            secured: Whether a credential is asked for.
            audited: Whether auditors are let in.
            repeatable: Whether it takes an idempotency key.
            tagged: Whether its answer has an ETag.
        """

        def serve(view: View[P]) -> View[P]:
            known: Any = view
            kept_out = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN) if secured else ()
            for status in dict.fromkeys((*refusals, *kept_out)):
                known = self.blueprint.alt_response(status, status.name)(known)
            if tagged:
                known = self.blueprint.alt_response(HTTPStatus.NOT_MODIFIED, "NOT_MODIFIED")(known)
            for offer in reversed(offers):
                known = self.blueprint.response(
                    offer.status,
                    offer.schema,
                    content_type=offer.media_type,
                    headers=_headers(tagged=tagged, repeatable=repeatable),
                )(known)
            parameters = [_KEY] * repeatable + [_IF_NONE_MATCH] * tagged
            known = self.blueprint.doc(
                operationId=name,
                security=[*SECURED, *(AUDITORS * audited)] if secured else [],
                **({"parameters": parameters} if parameters else {}),
            )(known)
            known = _admit(known, audited=audited) if secured else known
            self.blueprint.route(rule, methods=[method], endpoint=name)(known)
            return view

        return serve

    def takes(
        self, schema: type[Schema], *, location: str
    ) -> Callable[[Callable[Concatenate[dict[str, Any], P], T]], Callable[P, T]]:
        """Give a view what the schema reads from the body (``json``) or the ``query``."""

        def read(view: Callable[Concatenate[dict[str, Any], P], T]) -> Callable[P, T]:
            arguments = self.blueprint.arguments(schema, location=location, as_kwargs=False)
            taking: Callable[P, T] = arguments(view)
            return taking

        return read


def _headers(*, tagged: bool, repeatable: bool) -> dict[str, Any] | None:
    names = ["ETag"] * tagged + ["Idempotent-Replayed"] * repeatable
    return {name: _HEADERS[name] for name in names} or None


def _admit(view: View[P], *, audited: bool) -> View[P]:
    """Let nobody in before it is known who he is; the body is not even read."""

    @wraps(view)
    def admitted(*args: P.args, **kwargs: P.kwargs) -> flask.Response:
        flask.g.caller = identify()
        bind_contextvars(actor=flask.g.caller.actor)
        if isinstance(flask.g.caller, Auditor) and not audited:
            raise Problem(Code.NOT_ALLOWED, "An auditor reads evidence and rules disputes.")
        return view(*args, **kwargs)

    return admitted
