"""What is said of each thing that is checked: it holds, it fails, or it is open, and why."""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

Status: TypeAlias = Literal["holds", "fails", "open"]
HOLDS: Final = "holds"
FAILS: Final = "fails"
OPEN: Final = "open"
"""It can not be checked with what was given, or not yet."""


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
