"""Check the times of a deal: every player moved in time, and stand-ins waited (L1-L3)."""

from typing import Any, Final, cast

from domain.kernel.event import Event
from domain.kernel.finding import Finding
from domain.kernel.hints import HintGiven
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver, TimeOver
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence

LATE: Final = ("L2",)
TOO_SOON: Final = ("L3",)


def judge_time(  # noqa: PLR0911 - by event
    before: Progress, event: Event, *, at: int
) -> Finding | None:
    """Why an event cannot be recorded at a moment; None: it can.

    Args:
        before: The deal before the append that the event is part of.
        event: The event.
        at: When it is recorded, in µs since the epoch.

    Returns:
        A finding without a position.
    """
    clock = before.clock
    if clock is None:
        is_over = isinstance(event, TimeOver)
        return Finding(0, LATE, Sentence("finding-no-turn"), "since") if is_over else None
    happened = cast("Any", event)
    if isinstance(event, TimeOver):
        for field in ("seat", "since", "until"):
            if getattr(event, field) != getattr(clock, field):
                return Finding(0, LATE, Sentence("finding-other-deadline"), field)
        if at < event.until:
            return Finding(0, LATE, Sentence("finding-time-not-over"), "at")
    elif clock.is_over(at) and _is_by_time(event, before):
        what = "move" if event.MOVE is not None else "event"
        return Finding(0, LATE, Sentence(f"finding-{what}-late"), "at")
    elif event.MOVE is not None and clock.is_too_soon(happened.seat, at):
        return Finding(0, TOO_SOON, Sentence("finding-bot-did-not-wait"), "at")
    elif isinstance(event, SeatReturned) and clock.is_used_up(event.seat, at):
        return Finding(0, TOO_SOON, Sentence("finding-turn-used-up"), "at")
    return None


def _is_by_time(event: Event, before: Progress) -> bool:
    """Whether the recorded time of an event matters to the check.

    It does for moves and hints, and for players who leave or return. In older records only moves
    count.
    """
    if event.MOVE is not None or isinstance(event, HintGiven):
        return True
    clock = before.clock
    goes = isinstance(event, SeatTakenOver | SeatReturned | Resigned | Abandoned)
    by_time = getattr(event, "reason", None) == "time"
    return goes and clock is not None and clock.turns_go_on and not by_time
