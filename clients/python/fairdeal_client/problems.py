"""The errors of a request."""

import json
from collections.abc import Sequence
from email.utils import parsedate_to_datetime
from typing import Any

from fairdeal_client.shapes import FieldError, RuleClause


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


def problem(status: int, body: bytes, retry_after: str | None = None, *, at: float) -> Problem:
    """The problem in an answer that came at a time. A proxy may have sent it in another form."""
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    return Problem(status, said if isinstance(said, dict) else {}, _seconds(retry_after, at))


def _seconds(retry_after: str | None, at: float) -> float | None:
    """The delay in `Retry-After`: seconds, or a date, which proxies may send."""
    if retry_after is None:
        return None
    try:
        if retry_after.isdecimal():
            return float(retry_after)
        return max(0.0, parsedate_to_datetime(retry_after).timestamp() - at)
    except ValueError:
        return None
