"""What is said of each thing that is checked, and which of them let a record pass."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Status: TypeAlias = Literal["holds", "fails", "open", "hand", "none"]
HOLDS: Final = "holds"
FAILS: Final = "fails"
OPEN: Final = "open"
"""It can not be told with what was given, or not yet: nothing passes for sound by it."""
HAND: Final = "hand"
"""It is that of a branch: its deck was laid by hand, and follows from nothing."""
NONE: Final = "none"
"""There is nothing that it could be checked on: neither given nor claimed."""


class Verdict(NamedTuple):
    """What came of one check.

    Attributes:
        check: what was checked.
        status: what came of it.
        detail: why, one sentence.
        position: the event that it fails at, from 1.
    """

    check: str
    status: Status
    detail: str
    position: int | None = None


class Failure(Exception):
    """Something does not hold.

    Args:
        detail: what.
        position: the event that it shows at, from 1.
        type: the event's type.
        field: where in the event, or beside it.
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
    """What was given does not suffice for this check; the message says what is missing."""


class Nothing(Exception):
    """There is nothing to check, and nothing says that there should be; the message says what."""


class ByHand(Exception):
    """The record is that of a branch, and says so; the message says what is laid by hand."""


def seats(some: Iterable[int]) -> str:
    """What some seats are called in a verdict: ``seat 1``, ``seats 0, 2``."""
    named = sorted(some)
    return f"{'seat' if len(named) == 1 else 'seats'} {', '.join(map(str, named))}"


def judged(check: str, how: Callable[[], str]) -> Verdict:
    """The verdict of a check, which says how something holds, or raises."""
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
