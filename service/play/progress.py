"""How a series goes on by itself: a deal is opened, and recorded when it is over.

Each step may be taken twice, late, or by two at a time: its command has the same id every time, so
it is done once. What is left undone when a process dies stands in the status of a stream, where the
sweep finds it.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from hmac import compare_digest
from typing import Final
from uuid import UUID

from domain.judge.facts import CannotFollow
from domain.judge.table_rules import follow_append
from domain.kernel.event import FULL, Digest, Event, Id, Json, Text, to_json
from domain.kernel.leaving import ClockSet, SeatTakenOver, absent
from domain.table import series
from domain.table.events import DealOpened
from domain.table.series import Table
from events.store import Appended, StaleVersion
from service import ids
from service.commands import (
    Command,
    append,
    by_itself,
    cannot_follow,
    facts,
    first_result,
    is_known,
)
from service.context import Context, now
from service.play.deal_stream import announce, find_deal
from service.play.deals import open_deal
from service.play.signatures import refuse_unused, sign_at_table
from service.play.what_if import open_branch_deal
from service.problems import Code, Problem
from service.streams import Deal, TableStream

TABLE: Final = "table"


def open_next_deal(context: Context, table: UUID) -> UUID | None:
    """Open the next deal of a table that is due for one.

    The deal comes first and the table's word of it second, so that a table never speaks of a deal
    that is not there. Both follow from the table as it is: whoever comes second does nothing.

    Returns:
        The deal that is on; None where the table waits for players or the series is over.
    """
    stream = context.streams.table(table)
    if stream is None or stream.state.status not in ("due", "playing"):
        return None
    state = stream.state
    if state.status == "playing":
        return UUID(state.deals[-1].deal)
    number = state.next_number
    deal = deal_of(context, stream, number)
    command = by_itself(context.secret, "open-deal", str(deal), cause=f"{table}/{stream.version}")
    terms = series.terms(state, deal=Id(str(deal)))
    if state.branch is None:
        open_deal(context, terms, command, first=_at_first(context, state))
    else:
        open_branch_deal(context, state.branch, terms, command)
    event = DealOpened(number, Id(str(deal)))
    try:
        append_table(context, table, stream, (event,), command=command)
    except StaleVersion:
        return open_next_deal(context, table)
    announce(context, find_deal(context, deal))
    return deal


def _at_first(context: Context, table: Table) -> tuple[Event, ...]:
    """What follows the opening of a deal: its clock, and who is away since the deal before."""
    opened, away = table.opened, dict[int, Text]()
    for line in reversed(table.deals):
        before = context.streams.deal(UUID(line.deal), viewer=FULL)
        if before is not None:  # one that was voided for want of a commitment has no stream
            away = absent(before.opened.bots, before.events)
            break
    limit, bank = opened.turn_limit, opened.time_bank
    clock = [] if limit is None else [ClockSet(limit, bank, stand_ins_wait=True)]
    return (*clock, *(SeatTakenOver(seat, bot, "away") for seat, bot in away.items()))


def deal_of(context: Context, table: TableStream, number: int) -> UUID:
    """The deal of a table with this number, known before it is opened: commitments bind its id."""
    return ids.deal_id(context.secret, table.id, number, at=table.records[0].at)


def record_deal(context: Context, deal: UUID) -> None:
    """Record a finished or voided deal in its table's series, and open the next one.

    Does nothing for a deal that is still on. The deal is marked as recorded only once its table
    says so: until then the sweep finds it.
    """
    over = context.streams.deal(deal, viewer=FULL)
    if over is None or not over.over:
        return
    table = UUID(over.opened.table)
    open_next_deal(context, table)  # who opened the deal may have died before the table knew of it
    while (stream := context.streams.table(table)) and _awaits(stream.state, deal):
        _record(context, stream, over)
    if stream is not None and _has_recorded(stream.state, deal):
        context.store.mark(deal, version=over.version, status="recorded")
        open_next_deal(context, table)


def _record(context: Context, stream: TableStream, over: Deal) -> None:
    """Append what the end of the deal brings, if the table is as it was read."""
    events = _brought(stream.state, over)
    command = by_itself(
        context.secret, "record-deal", str(over.id), cause=f"{over.id}/{over.version}"
    )
    with suppress(StaleVersion):
        append_table(context, stream.id, stream, events, command=command)


def _brought(table: Table, over: Deal) -> Sequence[Event]:
    head = Digest(over.head.hex())
    if (void := over.begun.voided) is not None:
        return series.voided(
            table, deal=over.opened.deal, seats=void.seats, version=over.version, head=head
        )
    if (end := over.abandoned) is not None:
        return series.abandoned(
            table, seats=end.seats, reason=end.reason, version=over.version, head=head
        )
    assert over.outcome is not None, "it is settled or voided"
    return series.recorded(table, over.outcome, version=over.version, head=head)


def _has_recorded(table: Table, deal: UUID) -> bool:
    """Whether the table's series says how the deal ended."""
    return any(line.deal == str(deal) and not line.on for line in table.deals)


def _awaits(table: Table, deal: UUID) -> bool:
    """Whether the deal is the one that is on at the table."""
    return table.status == "playing" and table.deals[-1].deal == str(deal)


def append_table(
    context: Context,
    table: UUID,
    before: TableStream | None,
    events: Sequence[Event],
    *,
    command: Command,
    at: int | None = None,
) -> Appended:
    """Append to a table as it was read, what its rules let follow there.

    Args:
        context: The service.
        table: The table.
        before: Its stream as it was read; None: the append opens it.
        events: What happens.
        command: The command.
        at: The time by which it was judged; None: now.

    Raises:
        StaleVersion: The table has changed.
        Problem: ``unauthenticated`` where the seat's token has ended, ``not-allowed`` where the
            events cannot follow; ``idempotency-key-reused``.
    """
    at = now() if at is None else at
    state = None if before is None else before.state
    if before is not None:
        events = sign_at_table(before, events, command)
    if state is not None and command.token is not None:
        _require_token(state, command)
    try:
        after = follow_append(state, facts(events, command, at=at))
    except CannotFollow as cannot:
        raise cannot_follow(table, cannot) from None
    return append(
        context,
        table,
        kind=TABLE,
        expected=0 if before is None else before.version,
        events=events,
        command=command,
        status=after.status,
        summary=summary(after),
        at=at,
    )


def _require_token(table: Table, command: Command) -> None:
    """See that a seat's token still opens the seat of the table that is appended to."""
    tokens = {f"seat:{seat}": each and each.token for seat, each in enumerate(table.players)}
    valid = tokens.get(command.actor)
    if valid is None or not compare_digest(valid, command.token or ""):
        raise Problem(Code.UNAUTHENTICATED, "This credential opens nothing; it may have ended.")


def append_once(
    context: Context,
    find: Callable[[], TableStream],
    decide: Callable[[TableStream], Event | None],
    command: Command,
    *,
    at: int | None = None,
) -> Appended | None:
    """Append what is decided on a table as it is; of a command that comes again, the first result.

    Args:
        context: The service.
        find: The table, as whoever asks may have it.
        decide: What is to happen there; None: nothing, as it is so already.
        command: The command.
        at: The time that it is judged by; None: any.

    Returns:
        None where nothing was to be done.
    """
    while True:
        stream = find()
        if is_known(stream.records, command):
            return first_result(context, stream.id, kind=TABLE, command=command)
        event = decide(stream)
        if event is None:
            refuse_unused(command.signature)
            return None
        with suppress(StaleVersion):  # somebody was quicker: it is decided again
            return append_table(context, stream.id, stream, (event,), command=command, at=at)


def summary(table: Table) -> dict[str, Json]:
    """What lists show of a table, without folding it."""
    opened = table.opened
    return {
        "name": opened.name,
        "game": opened.game,
        "target": table.target,
        "owner": opened.owner,
        "visibility": opened.visibility,
        "spectators": opened.spectators,
        "branch_of": to_json(table.branch),
        "rematch_of": table.rematch_of,
        "seats": [
            player and {"name": player.name, "bot": player.bot, "kind": player.kind}
            for player in table.players
        ],
    }
