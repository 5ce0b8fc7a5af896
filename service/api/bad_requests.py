"""What is wrong with a request itself, before anything of the service is asked."""

from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import Final, Literal, NamedTuple

MOST_ERRORS: Final = 20
"""What is wrong is told one by one up to here."""
LONGEST_STEP: Final = 80
"""How much of a name that a caller made up is told again."""


class Place(NamedTuple):
    """Something wrong, and where: in the body, a parameter of the query, or a header."""

    part: Literal["pointer", "parameter", "header"]
    name: str
    """A JSON pointer (RFC 6901), or the name of the parameter or header."""
    detail: str


class Fault(Exception):
    """A request that is wrong in form; nothing was done."""

    def __init__(
        self,
        status: HTTPStatus,
        code: str,
        detail: str,
        *,
        places: Iterable[Place] = (),
        retry: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.places = tuple(islice(places, MOST_ERRORS))
        self.retry = retry
        """Seconds after which it may be asked again, where that would help."""


def invalid(*places: Place) -> Fault:
    """Something does not fit the contract."""
    detail = "The request does not fit the contract; see errors."
    return Fault(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid", detail, places=places)


def pointer(*steps: str | int) -> str:
    """A JSON pointer (RFC 6901). Of names that are longer than any of ours it has the beginning."""
    return "".join(f"/{shortened(step).replace('~', '~0').replace('/', '~1')}" for step in steps)


def shortened(said: str | int) -> str:
    """What a caller made up, as far as it is told again."""
    text = str(said)
    return text if len(text) <= LONGEST_STEP else f"{text[:LONGEST_STEP]}…"
