"""The errors of a request."""

import json
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from http.client import HTTPResponse
from typing import Any, Final

from fairdeal_client.shapes import FieldError, RuleClause

REDIRECTS: Final = range(300, 400)
ERROR: Final = 400
SHOWN: Final = 200
"""The most characters of a foreign answer that an error repeats."""
_LISTS: Final = (("clauses", {"id", "text"}), ("errors", {"detail"}))
"""The lists of a problem, and what each of their entries has."""


class Unreachable(ConnectionError):
    """The service was unreachable until the retry limit was reached."""


class Problem(Exception):
    """The service refuses the request; an RFC 9457 problem.

    Attributes:
        code: the kind of problem, for programs: ``illegal-move``, ``seat-taken``, …
        status: the HTTP status.
        detail: what was wrong, in words.
        clauses: every rule that a refused move breaks.
        errors: every part of the request that is wrong.
        more: the whole answer, as it came: with ``stale-version`` the current ``version``.
        retry_after: seconds after which the request may be repeated, if the service says so.
    """

    def __init__(self, status: int, said: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        self.more = said
        self.code = str(said.get("code", f"http-{status}"))
        self.detail = str(said.get("detail", ""))
        self.clauses: Sequence[RuleClause] = said.get("clauses", [])
        self.errors: Sequence[FieldError] = said.get("errors", [])
        self.retry_after = retry_after
        super().__init__(status, said)

    def __str__(self) -> str:
        """One line: status, code, words, clauses."""
        cited = "".join(f" [{clause['id']}] {clause['text']}" for clause in self.clauses)
        wrong = "".join(f" {error.get('pointer', '')}: {error['detail']}" for error in self.errors)
        return f"{self.status} {self.code}: {self.detail}{cited}{wrong}"


class ForeignAnswer(Problem):
    """An answer that is not the service's: of a proxy, of another server, or cut off.

    It may be HTML, broken JSON, an empty body or a redirect. A redirect is never followed, as that
    would send the credential elsewhere; `detail` names its address.

    Attributes:
        content_type: the media type that came, if any.
        begin: the first characters of the body.
    """

    def __init__(
        self,
        status: int,
        content_type: str,
        body: bytes,
        *,
        location: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        self.content_type = content_type[:SHOWN]
        self.begin = body[: 4 * SHOWN].decode(errors="replace")[:SHOWN]
        if location is not None:
            detail = f"it redirects to {location[:SHOWN]!r}, which is not followed"
        else:
            detail = f"not an answer of the service: {self.content_type or 'no type'}, "
            detail += repr(self.begin) if body else "no body"
        super().__init__(status, {"detail": detail}, retry_after)


def refusal(response: HTTPResponse, body: bytes, *, at: float) -> Problem:
    """The problem in an answer that came at a time, or the foreign answer that it is."""
    headers = response.headers
    seconds = _seconds(headers["Retry-After"], at)
    said = read_object(body)
    if said is not None and _is_problem(said) and response.status >= ERROR:
        return Problem(response.status, said, seconds)
    return foreign(response, body, retry_after=seconds)


def foreign(
    response: HTTPResponse, body: bytes, *, retry_after: float | None = None
) -> ForeignAnswer:
    """The error of an answer that is not the service's."""
    headers = response.headers
    location = headers["Location"] if response.status in REDIRECTS else None
    kind = headers["Content-Type"] or ""
    return ForeignAnswer(response.status, kind, body, location=location, retry_after=retry_after)


def read_object(body: bytes | str) -> dict[str, Any] | None:
    """The JSON object of an answer; None: it is cut off, or another server's."""
    try:
        said = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _is_problem(said: dict[str, Any]) -> bool:
    """Whether a refusal is the service's: proxies have JSON of their own, also with `errors`."""
    lists = [(said.get(name, []), needed) for name, needed in _LISTS]
    return isinstance(said.get("code"), str) and all(
        isinstance(each, list) and all(isinstance(one, dict) and needed <= {*one} for one in each)
        for each, needed in lists
    )


def _seconds(retry_after: str | None, at: float) -> float | None:
    """The delay in `Retry-After`: seconds, or a date, which proxies may send."""
    if retry_after is None:
        return None
    try:
        if retry_after.isdecimal():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - at)
    except (ValueError, OverflowError):
        return None
