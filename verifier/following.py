"""Replay a table event by event, and check that each event is possible after the earlier ones."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from domain.judge import table_rules
from domain.judge.record_rules import CannotFollow, Fact
from domain.judge.table_rules import TableProgress
from domain.kernel.options import BadOption
from domain.kernel.sentence import Sentence
from domain.table.series import Table
from verifier.record import Decoded
from verifier.verdicts import Failure

NOT_SOUND: Final = Sentence("finding-table-not-sound")


class FollowedEvent(NamedTuple):
    """An event of a table, the table before and after it, and whether the event was possible."""

    before: Table
    decoded: Decoded
    after: TableProgress | None
    """None: the event was not possible."""


def fact(decoded: Decoded) -> Fact:
    """An event of a bundle, in the form that the rules of tables take."""
    return Fact(decoded.event, decoded.schema, decoded.at, decoded.actor)


def opened_by(decoded: Sequence[Decoded]) -> Table:
    """The table as it was opened.

    Raises:
        Failure: the game does not have these options.
    """
    try:
        return table_rules.opened(fact(decoded[0]))
    except BadOption as bad:
        raise failure(decoded[0], bad.detail, "options") from None


def steps(decoded: Sequence[Decoded]) -> Iterator[FollowedEvent]:
    """Every event after the first, up to the first that is impossible."""
    progress = TableProgress(opened_by(decoded))
    for each in decoded[1:]:
        before = progress.table
        try:
            progress = table_rules.follow(progress, fact(each))
        except CannotFollow:
            yield FollowedEvent(before, each, None)
            return
        yield FollowedEvent(before, each, progress)


def failure(decoded: Decoded, detail: Sentence, field: str | None = None, *clauses: str) -> Failure:
    """The failure to report for an event."""
    return Failure(
        detail, position=decoded.position, type=decoded.type, field=field, clauses=clauses
    )
