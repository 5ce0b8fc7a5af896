"""Malformed requests, detected before the service is called."""

from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import Final, Literal, NamedTuple

from domain.kernel.sentence import Sentence

MOST_ERRORS: Final = 20
"""The most errors that are listed one by one."""
LONGEST_STEP: Final = 80
"""The longest part of a name from the client that is repeated in an answer."""


class FieldError(NamedTuple):
    """An error and its place: in the body, a parameter of the query, or a header."""

    part: Literal["pointer", "parameter", "header"]
    name: str
    """A JSON pointer (RFC 6901), or the name of the parameter or header."""
    detail: Sentence


class Fault(Exception):
    """A malformed request; nothing was changed."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: Sentence,
        *,
        errors: Iterable[FieldError] = (),
        retry: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail.key}")
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = tuple(islice(errors, MOST_ERRORS))
        self.retry = retry
        """Seconds until the request may be repeated, where that would help."""


def invalid(*errors: FieldError) -> Fault:
    """A value that does not fit the contract."""
    unfit = Sentence("request-unfit")
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", unfit, errors=errors)


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901). Names longer than any of the contract's are cut off."""
    return "".join(f"/{shortened(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def shortened(said: str | int) -> str:
    """Text from the client, shortened before it is repeated in an answer."""
    text = str(said)
    return text if len(text) <= LONGEST_STEP else f"{text[:LONGEST_STEP]}…"
