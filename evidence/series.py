"""Whether a series is what its deals make it: who sat, which deals counted, and for what."""

from domain import series
from domain.series import Table
from domain.table import DealAbandoned, DealRecorded, DealVoided, SeriesEnded, TableClosed
from evidence.case import Case
from evidence.following import failure, opened_by, steps
from evidence.verdicts import NotYet

_COUNTED = (DealAbandoned, DealRecorded, DealVoided, SeriesEnded)


def consequences(case: Case) -> str:
    """Seats were taken, committed and left, and deals opened, as it can be at a table."""
    for step in steps(case):
        if not step.follows and not isinstance(step.told.event, _COUNTED):
            raise failure(step.told, "this can not have happened here")
    return "seats and deals follow each other as they must"


def score(case: Case) -> str:
    """Points, places and titles follow from the recorded results by the rules."""
    table, due = opened_by(case), None
    for step in steps(case):
        if not step.follows and isinstance(step.told.event, _COUNTED):
            raise failure(step.told, "this does not follow from the results before it")
        if not step.follows:
            raise NotYet("the record of the table is not as it must be up to here")
        table = series.evolve(step.before, step.told.event)
        due = step.told
    if due is not None and (missing := _owed(table)) is not None:
        raise failure(due, f"{missing} should have followed")
    return _standing(table)


def _standing(table: Table) -> str:
    """How the series stands, with what its points alone do not show."""
    counted = sum(line.outcome is not None for line in table.deals)
    said = [f"{counted} deals are counted and make {_listed(table.score.points)}"]
    if any(each.ruled is not None for each in table.docket.disputes):
        said.append(f"by what was ruled the ledger is {_listed(table.ledger)}")
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
    """What should say that the series has ended, or is closed, and does not."""
    if table.ended is not None or table.closed:
        return None
    if table.score.ranks or table.forfeited:
        return SeriesEnded.TYPE
    closing = any(line.abandoned is not None for line in table.deals)
    return TableClosed.TYPE if closing else None
