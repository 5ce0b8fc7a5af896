"""A table, event by event: what can have happened there after what came before."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.judge import table_rules
from domain.judge.facts import CannotFollow, Fact
from domain.judge.table_rules import Place
from domain.kernel.options import BadOption
from domain.table.series import Table
from verifier.record import Decoded
from verifier.verdicts import Failure

NOT_SOUND: Final = "the record of the table is not as it must be up to here"


class Step(NamedTuple):
    """An event of a table, the table around it, and whether it can have happened there."""

    before: Table
    decoded: Decoded
    after: Place | None
    """None: it cannot have happened."""


def fact(decoded: Decoded) -> Fact:
    """An event of a bundle, as the rules of tables take it."""
    return Fact(decoded.event, decoded.schema, decoded.at, decoded.actor)


def opened_by(decoded: Sequence[Decoded]) -> Table:
    """The table as it was opened.

    Raises:
        Failure: its game has not such options.
    """
    try:
        return table_rules.opened(fact(decoded[0]))
    except BadOption as bad:
        raise failure(decoded[0], str(bad), "options") from None


def steps(decoded: Sequence[Decoded]) -> Iterator[Step]:
    """Every event after the first, up to the first that can not have happened."""
    place = Place(opened_by(decoded))
    for each in decoded[1:]:
        before = place.table
        try:
            place = table_rules.follow(place, fact(each))
        except CannotFollow:
            yield Step(before, each, None)
            return
        yield Step(before, each, place)


def failure(decoded: Decoded, detail: str, field: str | None = None, *clauses: str) -> Failure:
    """What does not hold of an event."""
    return Failure(
        detail, position=decoded.position, type=decoded.type, field=field, clauses=clauses
    )
