"""Check that a series follows from its deals: seats, counted deals, points."""

from collections.abc import Iterator
from typing import Final

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from domain.table.disputes import WAITING
from domain.table.events import DealAbandoned, DealRecorded, DealVoided, SeriesEnded, TableClosed
from domain.table.series import Table
from verifier.case import Case
from verifier.following import NOT_SOUND, failure, opened_by
from verifier.verdicts import NotYet, together

_COUNTED = (DealAbandoned, DealRecorded, DealVoided, SeriesEnded)
_FOLLOWS: Final = Sentence("finding-in-order")


def consequences(case: Case) -> Sentence:
    """Seats were taken, committed and left, and deals opened, in a possible order."""
    last = case.last_step
    if last is None:
        return _FOLLOWS
    if last.after is None:
        if isinstance(last.decoded.event, _COUNTED):  # `score` fails there
            raise NotYet(NOT_SOUND)
        raise failure(last.decoded, Sentence("finding-impossible"))
    if last.after.remarks:
        raise NotYet(together(last.after.remarks[0]))
    return _FOLLOWS


def score(case: Case) -> Sentence:
    """Points, places and titles follow from the recorded results by the rules."""
    last = case.last_step
    if last is None:
        table = opened_by(case.decoded)
    elif last.after is None:
        if isinstance(last.decoded.event, _COUNTED):
            raise failure(last.decoded, Sentence("finding-results-not-followed"))
        raise NotYet(NOT_SOUND)
    else:
        table = last.after.table
        if (missing := _owed(table)) is not None:
            raise failure(last.decoded, Sentence("finding-should-follow", {"event": missing}))
    said = _standing(table, events=len(case.decoded))
    open_ = list(_not_ruled(table))
    if (why := incomplete(table)) is not None:
        open_.append(why)
    if open_:
        raise NotYet(Sentence("finding-left-open", {"said": said, "open": together(*open_)}))
    return said


def is_complete(table: Table) -> bool:
    """Whether no deal of the series, and no reveal of one, can follow.

    Until then a record may be incomplete.
    """
    return table.is_finished and not table.is_covered


def incomplete(table: Table) -> Sentence | None:
    """The reason why a record may go on; None: it is complete."""
    if is_complete(table):
        return None
    if not table.boards:
        return Sentence("finding-may-go-on")
    revealed = sum(line.revealed for line in table.deals)
    values: dict[str, Json] = {"revealed": revealed, "boards": table.boards}
    return Sentence("finding-boards-to-reveal", values)


def _not_ruled(table: Table) -> Iterator[Sentence]:
    """The deals with an open dispute: a record can end before the ruling."""
    for line in table.deals:
        if any(each.status in WAITING for each in table.disputes.of(line.deal)):
            yield Sentence("finding-dispute-open", {"number": line.number})


def _standing(table: Table, *, events: int) -> Sentence:
    """The state of the series, including what its points alone do not show."""
    counted = sum(line.outcome is not None for line in table.deals)
    said = [Sentence("finding-test-table")] if table.opened.test else []
    said.append(Sentence("finding-counted", {"deals": counted, "points": list(table.score.points)}))
    if any(each.ruled is not None for each in table.disputes.disputes):
        said.append(Sentence("finding-ledger", {"event": events, "points": list(table.ledger)}))
    voids = [line.voided for line in table.deals if line.voided]
    if voids:
        blamed = sorted({seat for seats in voids for seat in seats})
        times = [{"seat": seat, "times": sum(seat in seats for seats in voids)} for seat in blamed]
        said.append(Sentence("finding-voids", {"voids": len(voids), "seats": times}))
    said.append(Sentence(f"finding-series-{'on' if table.ended is None else 'over'}"))
    return together(*said)


def _owed(table: Table) -> str | None:
    """The kind of event that should have ended or closed the series, if it is missing."""
    if table.ended is not None or table.closed:
        return None
    if table.score.ranks or table.forfeited:
        return SeriesEnded.TYPE
    closing = any(line.abandoned is not None for line in table.deals)
    return TableClosed.TYPE if closing else None
