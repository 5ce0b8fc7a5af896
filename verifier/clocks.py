"""Check that times were kept: no false or missed deadline, and stand-ins waited (L1-L3)."""

from itertools import groupby
from typing import Final

from domain.judge.times import judge_time
from domain.kernel.leaving import ClockSet, TimeOver
from domain.kernel.progress import begin, grown
from verifier.case import Case
from verifier.verdicts import Failure

TIMED: Final = (ClockSet, TimeOver)
"""Without one of these events, a deal has no clock and names no deadline."""


def see_times(case: Case) -> None:
    """Check that every deadline follows from the recorded times, and was kept.

    Args:
        case: The full record of a deal that is by the rules in all else.

    Raises:
        Failure: a deadline is wrong or was not kept.
    """
    if not any(isinstance(event, TIMED) for event in case.events):
        return
    progress = begin(case.game, case.opened)
    for _, appended in groupby(case.decoded, key=lambda decoded: decoded.command):
        append = [*appended]
        for decoded in append:
            if (found := judge_time(progress, decoded.event, at=decoded.at)) is not None:
                raise Failure(
                    found.detail,
                    position=decoded.position,
                    type=decoded.type,
                    field=found.field,
                    clauses=found.clauses,
                )
        events = [decoded.event for decoded in append if decoded.position > 1]
        progress = grown(progress, events, at=append[0].at)
