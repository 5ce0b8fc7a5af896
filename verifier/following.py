"""A table, event by event: what can have happened there after what came before."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.judge import table_rules
from domain.judge.facts import CannotFollow, Fact
from domain.judge.table_rules import Place
from domain.kernel.options import BadOption
from domain.table.series import Table
from verifier.record import Told
from verifier.verdicts import Failure

NOT_SOUND: Final = "the record of the table is not as it must be up to here"


class Step(NamedTuple):
    """An event of a table, the table around it, and whether it can have happened there."""

    before: Table
    told: Told
    after: Place | None
    """None: it cannot have happened."""

    @property
    def follows(self) -> bool:
        """Whether it can have happened."""
        return self.after is not None


def fact(told: Told) -> Fact:
    """An event of a bundle, as the rules of tables take it."""
    return Fact(told.event, told.schema, told.at, told.actor)


def opened_by(told: Sequence[Told]) -> Table:
    """The table as it was opened.

    Raises:
        Failure: its game has not such options.
    """
    try:
        return table_rules.opened(fact(told[0]))
    except BadOption as bad:
        raise failure(told[0], str(bad), "options") from None


def steps(told: Sequence[Told]) -> Iterator[Step]:
    """Every event after the first, up to the first that can not have happened."""
    place = Place(opened_by(told))
    for each in told[1:]:
        before = place.table
        try:
            place = table_rules.follow(place, fact(each))
        except CannotFollow:
            yield Step(before, each, None)
            return
        yield Step(before, each, place)


def failure(told: Told, detail: str, field: str | None = None, *clauses: str) -> Failure:
    """What does not hold of an event."""
    return Failure(detail, position=told.position, type=told.type, field=field, clauses=clauses)
