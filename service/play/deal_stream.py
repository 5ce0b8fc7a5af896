"""The stream of a deal: read, begun, gone on with, and what there is to do about it announced."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Literal, NamedTuple, TypeAlias, cast
from uuid import UUID

from domain.games import rules_of
from domain.judge.deal_rules import follow_append
from domain.judge.facts import CannotFollow
from domain.judge.versions import FIRST_FIXED
from domain.kernel.deal import Opened
from domain.kernel.event import FULL, Event
from domain.kernel.progress import Progress
from events.record import Recorded
from events.store import Appended, StaleVersion
from service.commands import Command, append, cannot_follow, facts, first_result, is_known
from service.context import Context, now
from service.metrics import deal_ended
from service.play.signatures import sign_in_deal
from service.problems import not_found
from service.streams import Deal

DEAL: Final = "deal"
UNTIL: Final = "until"
"""In the summary of a deal: when the turn that is on comes to its end, in µs since the epoch."""
SOON: Final = 15_000_000
"""In µs. A deadline that is nearer is announced at once; a later one the sweep finds in time."""
GRAIN: Final = 10_000
"""In µs. Times in a deal are rounded down to it: finer ones would tell how long somebody thought.
Deadlines are whole seconds after such a time, so rounding never carries a time past one."""

Status: TypeAlias = Literal["seeds", "persons", "timed", "bots", "over", "recorded"]
"""Whom the deal waits for: seats that owe their seeds; persons, perhaps by the clock (``timed``),
be they gone; bots, who are to be asked; its series (``over``); nobody."""


class Played(NamedTuple):
    """What a move brought about.

    Attributes:
        deal: The full deal after it.
        records: The records of the move and of all that followed from it.
        replayed: Whether this is the first result given again.
    """

    deal: Deal
    records: tuple[Recorded, ...]
    replayed: bool


def _status(after: Progress) -> Status:
    """Whom a deal waits for, from what everybody knows.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    if after.is_over:
        return "over"
    if not after.is_dealt:
        return "seeds"
    return "bots" if any(after.bots) else _without_bots(after)


def _without_bots(after: Progress) -> Status:
    return "persons" if after.clock is None else "timed"


# --- Reading ------------------------------------------------------------------------------------


def find_deal(context: Context, deal: UUID) -> Deal:
    """The full deal.

    Raises:
        Problem: ``not-found``.
    """
    found = context.streams.deal(deal, viewer=FULL)
    if found is None:
        raise not_found("deal")
    return found


def first_played(context: Context, deal: Deal, command: Command) -> Played | None:
    """What the command brought about, if it stands in the record.

    Raises:
        Problem: ``idempotency-key-reused``.
    """
    if not is_known(deal.records, command):
        return None
    return _result(deal, first_result(context, deal.id, kind=DEAL, command=command))


# --- Appending ----------------------------------------------------------------------------------


def begin(context: Context, events: Sequence[Event], *, command: Command) -> None:
    """Append the first events of a deal, if it is not open yet: otherwise those count."""
    opened, at = cast("Opened", events[0]), _rounded(now())
    game = rules_of(opened.game, opened.rules)
    after = follow_append(None, facts(events, command, at=at), game=game)
    with suppress(StaleVersion):
        _append(context, 0, events, after, command=command, at=at)


def go_on(
    context: Context,
    before: Deal,
    events: Sequence[Event],
    *,
    command: Command,
    at: int | None = None,
) -> Played:
    """Append to a deal as it was read, what its rules let follow there.

    Args:
        context: The service.
        before: The full deal.
        events: What happens.
        command: The command.
        at: The time by which it was judged; None: now. It is recorded in grains, and never before
            the last event, though the clocks of two processes differ.

    Raises:
        StaleVersion: It has gone on.
        Problem: ``signature-needed``, ``signature-refused``; ``not-allowed`` where the events
            cannot follow.
    """
    at = _time_after(before, now() if at is None else at)
    events = sign_in_deal(before, events, command)
    try:
        after = follow_append(before.progress, facts(events, command, at=at))
    except CannotFollow as cannot:
        raise cannot_follow(before.id, cannot) from None
    done = _append(context, before.version, events, after, command=command, at=at)
    if done.replayed:
        return _result(find_deal(context, before.id), done)
    return _result(context.streams.keep_deal(before, done.events, events, after), done)


def _time_after(before: Deal, at: int) -> int:
    """The time that is recorded for what follows in a deal; older deals keep their finer times."""
    is_fine = before.progress.first_version < FIRST_FIXED
    return max(before.records[-1].at, at if is_fine else _rounded(at))


def _rounded(at: int) -> int:
    return at - at % GRAIN


def _result(deal: Deal, done: Appended) -> Played:
    return Played(deal, deal.records[done.version_first - 1 : done.version_last], done.replayed)


def _append(
    context: Context,
    expected: int,
    events: Sequence[Event],
    after: Progress,
    *,
    command: Command,
    at: int,
) -> Appended:
    opened, status = after.opened, _status(after)
    done = append(
        context,
        UUID(opened.deal),
        kind=DEAL,
        expected=expected,
        events=events,
        command=command,
        status=status,
        summary={
            "table": opened.table,
            "number": opened.number,
            UNTIL: after.clock and after.clock.until,
        },
        at=at,
    )
    if status == "over" and not done.replayed:
        deal_ended(events)
    return done


# --- What there is to do ------------------------------------------------------------------------


def announce(context: Context, deal: Deal) -> None:
    """Tell the workers what there is to do now. What is not told, the sweep finds."""
    if deal.over:
        context.tasks.record_deal(deal.id)
    elif deal.begun.dealt:
        if any(deal.bots):
            context.tasks.play_bots(deal.id, version=deal.version)
        announce_deadline(context, deal)


def announce_deadline(context: Context, deal: Deal) -> None:
    """Tell the workers of a turn that ends soon."""
    until = deal.clock and deal.clock.until
    if until is not None and until - now() < SOON:
        context.tasks.end_turn(deal.id, version=deal.version, at=until)


def bots_wait(context: Context, deal: Deal) -> None:
    """Note that the bots have been asked, and that it is for a person to move."""
    context.store.mark(deal.id, version=deal.version, status=_without_bots(deal.progress))
