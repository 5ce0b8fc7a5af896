"""The verdicts of checks, and the rule by which a record passes."""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from languages.catalogue import IN_ENGLISH

Status: TypeAlias = Literal["holds", "fails", "open", "hand", "none"]
HOLDS: Final = "holds"
FAILS: Final = "fails"
OPEN: Final = "open"
"""Undecided: the evidence given does not suffice, or not yet. The record does not pass as sound."""
HAND: Final = "hand"
"""The record belongs to a branch or a test: a deck was laid by hand and follows from nothing."""
WORST: Final[tuple[Status, ...]] = (FAILS, HAND, OPEN)
"""Of verdicts that do not hold, the worst first."""
NONE: Final = "none"
"""Nothing to check: no evidence of this kind was given or claimed."""


class Verdict(NamedTuple):
    """The result of one check.

    Attributes:
        check: what was checked.
        status: the outcome.
        sentence: the reason.
        position: the event at which it fails, from 1.
        type: the type of that event.
        field: the field of the event, or the part beside it.
        clauses: the clauses of the rules that it breaks.
    """

    check: str
    status: Status
    sentence: Sentence
    position: int | None = None
    type: str | None = None
    field: str | None = None
    clauses: Sequence[str] = ()

    @property
    def detail(self) -> str:
        """The reason in English, with its place and the clauses."""
        return _placed(self)


class Unproved(Exception):
    """A check does not hold; the sentence says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence.key)
        self.sentence = sentence

    def __str__(self) -> str:
        return IN_ENGLISH.text(self.sentence)


class Failure(Unproved):
    """A check failed.

    Args:
        sentence: what is wrong.
        position: the event at which it shows, from 1.
        type: the event's type.
        field: the field of the event, or the part beside it.
        clauses: the clauses of the rules that it breaks.
    """

    def __init__(
        self,
        sentence: Sentence,
        *,
        position: int | None = None,
        type: str | None = None,  # noqa: A002 - what it is
        field: str | None = None,
        clauses: Sequence[str] = (),
    ) -> None:
        super().__init__(sentence)
        self.position, self.type, self.field, self.clauses = position, type, field, clauses

    def __str__(self) -> str:
        return _placed(self)


def _placed(found: Verdict | Failure) -> str:
    """A reason in English, with its place and the clauses."""
    named = "" if found.position is None else f"event {found.position}"
    named += f" ({found.type})" if found.type is not None else ""
    where = ", ".join(filter(None, (named, found.field)))
    broken = f" [{', '.join(found.clauses)}]" if found.clauses else ""
    said = f"{IN_ENGLISH.text(found.sentence)}{broken}"
    return f"{where}: {said}" if where else said


class NotYet(Unproved):
    """The evidence given does not suffice for this check; the sentence says what is missing."""


class Nothing(Unproved):
    """There is nothing to check, and no sign that there should be; the sentence says what."""


class ByHand(Unproved):
    """The record belongs to a branch or a test; the sentence says what is laid by hand."""


_STATUSES: Final[dict[type[Unproved], Status]] = {NotYet: OPEN, Nothing: NONE, ByHand: HAND}


def seats(some: Iterable[int]) -> Sentence:
    """Some seats as a value of a sentence: seat 1, or seats 0, 2."""
    named: list[Json] = sorted(some)
    return Sentence("finding-seats", {"seats": named, "number": len(named)})


def together(first: Sentence, *others: Sentence) -> Sentence:
    """Several sentences as one."""
    return reduce(
        lambda one, next_: Sentence("finding-also", {"first": one, "second": next_}), others, first
    )


def judged(check: str, how: Callable[[], Sentence]) -> Verdict:
    """Run a check and return its verdict. The check returns its sentence, or raises."""
    try:
        return Verdict(check, HOLDS, how())
    except Failure as bad:
        return Verdict(
            check, FAILS, bad.sentence, bad.position, bad.type, bad.field, tuple(bad.clauses)
        )
    except Unproved as open_:
        return Verdict(check, _STATUSES[type(open_)], open_.sentence)


def worst(verdicts: Sequence[Verdict]) -> Status:
    """The worst of some verdicts; it holds if none is in doubt."""
    found = {verdict.status for verdict in verdicts}
    for status in WORST:
        if status in found:
            return status
    return HOLDS
