"""The verdicts of checks, and the rule by which a record passes."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Status: TypeAlias = Literal["holds", "fails", "open", "hand", "none"]
HOLDS: Final = "holds"
FAILS: Final = "fails"
OPEN: Final = "open"
"""Undecided: the evidence given does not suffice, or not yet. The record does not pass as sound."""
HAND: Final = "hand"
"""The record belongs to a branch or a test: a deck was laid by hand and follows from nothing."""
NONE: Final = "none"
"""Nothing to check: no evidence of this kind was given or claimed."""


class Verdict(NamedTuple):
    """The result of one check.

    Attributes:
        check: what was checked.
        status: the outcome.
        detail: the reason, in one sentence.
        position: the event at which it fails, from 1.
    """

    check: str
    status: Status
    detail: str
    position: int | None = None


class Failure(Exception):
    """A check failed.

    Args:
        detail: what is wrong.
        position: the event at which it shows, from 1.
        type: the event's type.
        field: the field of the event, or the part beside it.
        clauses: the clauses of the rules that it breaks.
    """

    def __init__(
        self,
        detail: str,
        *,
        position: int | None = None,
        type: str | None = None,  # noqa: A002 - what it is
        field: str | None = None,
        clauses: Sequence[str] = (),
    ) -> None:
        named = f"event {position}" if position is not None else ""
        named += f" ({type})" if type is not None else ""
        where = ", ".join(filter(None, (named, field)))
        broken = f" [{', '.join(clauses)}]" if clauses else ""
        super().__init__(f"{where}: {detail}{broken}" if where else f"{detail}{broken}")
        self.position = position


class NotYet(Exception):
    """The evidence given does not suffice for this check; the message says what is missing."""


class Nothing(Exception):
    """There is nothing to check, and no sign that there should be; the message says what."""


class ByHand(Exception):
    """The record belongs to a branch or a test; the message says what is laid by hand."""


def seats(some: Iterable[int]) -> str:
    """The name of some seats in a verdict: ``seat 1``, ``seats 0, 2``."""
    named = sorted(some)
    return f"{'seat' if len(named) == 1 else 'seats'} {', '.join(map(str, named))}"


def judged(check: str, how: Callable[[], str]) -> Verdict:
    """Run a check and return its verdict. The check returns its detail, or raises."""
    try:
        return Verdict(check, HOLDS, how())
    except Failure as failure:
        return Verdict(check, FAILS, str(failure), failure.position)
    except NotYet as missing:
        return Verdict(check, OPEN, str(missing))
    except Nothing as absent:
        return Verdict(check, NONE, str(absent))
    except ByHand as laid:
        return Verdict(check, HAND, str(laid))
