"""Problems: one exception that carries data, and the list of its codes."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from domain.kernel.event import Clause
from domain.kernel.sentence import Sentence


class Code(StrEnum):
    """The code of a problem, for programs."""

    INVALID = "invalid"
    ILLEGAL_MOVE = "illegal-move"
    NOT_YOUR_TURN = "not-your-turn"
    DEAL_OVER = "deal-over"
    DEAL_ON = "deal-on"
    STALE_VERSION = "stale-version"
    KEY_REUSED = "idempotency-key-reused"
    DEAL_VOIDED = "deal-voided"
    DEAL_ABANDONED = "deal-abandoned"
    TIME_OVER = "time-over"
    AWAY = "away"
    HINTS_NOT_ALLOWED = "hints-not-allowed"
    SERIES_OVER = "series-over"
    NO_REMATCH = "no-rematch"
    LEVEL_NOT_AVAILABLE = "level-not-available"
    NOT_NEXT_DEAL = "not-the-next-deal"
    ALREADY_COMMITTED = "already-committed"
    SEED_REFUSED = "seed-refused"
    SEAT_KEY_REFUSED = "seat-key-refused"
    SIGNATURE_NEEDED = "signature-needed"
    SIGNATURE_REFUSED = "signature-refused"
    SEAT_TAKEN = "seat-taken"
    NAME_TAKEN = "name-taken"
    INVITATION_USED = "invitation-used"
    TABLE_STARTED = "table-started"
    DISPUTE_RULED = "dispute-ruled"
    LIMIT_REACHED = "limit-reached"
    WEBHOOK_DISABLED = "webhook-disabled"
    NOT_CONSISTENT = "not-consistent"
    VIEW_NOT_ALLOWED = "view-not-allowed"
    NOT_ALLOWED = "not-allowed"
    NOT_FOUND = "not-found"
    NOT_LOGGED = "not-logged"
    UNAUTHENTICATED = "unauthenticated"
    SCOPE_MISSING = "scope-missing"
    TOO_MANY_TABLES = "too-many-tables"
    TOO_MANY_REQUESTS = "too-many-requests"
    QUEUE_FULL = "queue-full"
    TOO_SOON = "too-soon"
    LOG_BEGUN_ANEW = "log-begun-anew"
    ARCHIVED = "archived"
    BROKEN_RECORD = "broken-record"


class Problem(Exception):
    """A refused request; nothing has changed.

    Attributes:
        code: The code, for programs.
        detail: The explanation, for people. It names no card except the caller's own input.
        pointer: The JSON pointer of the wrong field in the body.
        clauses: The rule clauses that a move breaks.
        more: Further helpful data, such as the current version.
        retry: In how many seconds the same request may be accepted; None: unknown.
    """

    def __init__(
        self,
        code: Code,
        detail: Sentence,
        *,
        pointer: str | None = None,
        clauses: tuple[Clause, ...] = (),
        more: Mapping[str, Any] | None = None,
        retry: int | None = None,
    ) -> None:
        super().__init__(f"{code}: {detail.key}")
        self.code = code
        self.detail = detail
        self.pointer = pointer
        self.clauses = clauses
        self.more = more or {}
        self.retry = retry


@contextmanager
def past_broken(found: list[Problem] | None = None) -> Generator[None]:
    """Leave out a record that is damaged: others do not wait for it. The log has said so.

    Args:
        found: Gets the problem.
    """
    try:
        yield
    except Problem as problem:
        if problem.code is not Code.BROKEN_RECORD:
            raise
        if found is not None:
            found.append(problem)


def not_found(what: str) -> Problem:
    """The same answer for a missing object and for one that the caller must not know of."""
    return Problem(Code.NOT_FOUND, Sentence("not-found", {"what": what}))


def archived(place: Mapping[str, Any], *, at: str = "") -> Problem:
    """A deal whose events are in the archive.

    Args:
        place: Where its evidence is, as `events.archives.place_of` returns it.
        at: The address of the archive; empty: there is none, or the caller must not know the place.
    """
    values = {"month": place["file"].partition("/")[0]}
    more = {"archive": at + place["file"], "sha256": place["sha256"]} if at else None
    return Problem(Code.ARCHIVED, Sentence("archived", values), more=more)


def key_reused() -> Problem:
    """An idempotency key that was used for another request before."""
    return Problem(Code.KEY_REUSED, Sentence("key-reused"))
