"""Check that a series follows from its deals: seats, counted deals, points."""

from collections.abc import Iterator
from typing import Final

from domain.table.events import DealAbandoned, DealRecorded, DealVoided, SeriesEnded, TableClosed
from domain.table.series import Table
from verifier.case import Case
from verifier.following import NOT_SOUND, failure, opened_by
from verifier.verdicts import NotYet

_COUNTED = (DealAbandoned, DealRecorded, DealVoided, SeriesEnded)
_FOLLOWS: Final = "seats and deals follow each other as they must"


def consequences(case: Case) -> str:
    """Seats were taken, committed and left, and deals opened, in a possible order."""
    last = case.last_step
    if last is None:
        return _FOLLOWS
    if last.after is None:
        if isinstance(last.decoded.event, _COUNTED):  # `score` fails there
            raise NotYet(NOT_SOUND)
        raise failure(last.decoded, "this cannot have happened here")
    if last.after.remarks:
        raise NotYet("; ".join(dict.fromkeys(last.after.remarks)))
    return _FOLLOWS


def score(case: Case) -> str:
    """Points, places and titles follow from the recorded results by the rules."""
    last = case.last_step
    if last is None:
        table = opened_by(case.decoded)
    elif last.after is None:
        if isinstance(last.decoded.event, _COUNTED):
            raise failure(last.decoded, "this does not follow from the results before it")
        raise NotYet(NOT_SOUND)
    else:
        table = last.after.table
        if (missing := _owed(table)) is not None:
            raise failure(last.decoded, f"{missing} should have followed")
    said = _standing(table, events=len(case.decoded))
    open_ = list(_not_ruled(table))
    if not is_complete(table):
        open_.append(BEGINNING)
    if open_:
        raise NotYet(f"{said}: {'; '.join(open_)}")
    return said


def is_complete(table: Table) -> bool:
    """Whether no deal of the series can follow. Until then a record may be incomplete."""
    return table.status in ("over", "closed")


BEGINNING: Final = "a record that ends here may be the beginning of a longer one"


def _not_ruled(table: Table) -> Iterator[str]:
    """The deals with an open dispute: a record can end before the ruling."""
    for line in table.deals:
        if any(each.ruled is None for each in table.disputes.of(line.deal)):
            yield f"a dispute of deal {line.number} is not ruled: the ledger may change"


def _standing(table: Table, *, events: int) -> str:
    """The state of the series, including what its points alone do not show."""
    counted = sum(line.outcome is not None for line in table.deals)
    said = ["a test table"] if table.opened.test else []
    said.append(f"{counted} deals are counted and make {_listed(table.score.points)}")
    if any(each.ruled is not None for each in table.disputes.disputes):
        said.append(f"by rulings up to event {events} the ledger is {_listed(table.ledger)}")
    voids = [line.voided for line in table.deals if line.voided]
    if voids:
        blamed = sorted({seat for seats in voids for seat in seats})
        times = (f"seat {seat} ({sum(seat in seats for seats in voids)})" for seat in blamed)
        said.append(f"voids: {len(voids)}, charged to {', '.join(times)}")
    said.append("the series is over" if table.ended is not None else "the series is on")
    return "; ".join(said)


def _listed(points: tuple[int, ...]) -> str:
    return ", ".join(map(str, points))


def _owed(table: Table) -> str | None:
    """The kind of event that should have ended or closed the series, if it is missing."""
    if table.ended is not None or table.closed:
        return None
    if table.score.ranks or table.forfeited:
        return SeriesEnded.TYPE
    closing = any(line.abandoned is not None for line in table.deals)
    return TableClosed.TYPE if closing else None
