"""The progress of a series: deals are opened, and recorded when they are over.

Each step may run twice, late, or concurrently. Its command has the same id every time, so it takes
effect once. If a process dies, the status of a stream shows the unfinished step, and the sweep
finds it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias
from uuid import UUID

from domain.judge.record_rules import CannotFollow, deal_version
from domain.judge.table_rules import follow_append
from domain.kernel.deal import Terms
from domain.kernel.event import FULL, Digest, Event, Id, Seat, Text
from domain.kernel.leaving import Abandoned, ClockSet, SeatTakenOver
from domain.kernel.sentence import Sentence
from domain.table import next_deal, series
from domain.table.decks import deck_of
from domain.table.events import (
    DealAbandoned,
    DealOpened,
    DealRecorded,
    TableClosed,
    TableOpened,
)
from domain.table.series import Table
from service import ids
from service.clocks.table_time import recorded_at, table_time, wait_time
from service.commands import SYSTEM, Command, by_itself, require_token
from service.context import PlayContext
from service.deals.signatures import refuse_unused, sign_at_table
from service.deals.streams import SOON, announce, find_deal, open_branch_deal, open_deal
from service.problems import Code, Problem
from service.streams import TABLES, Deal, Done, Effect, TableStream, cannot_follow, facts

Happens: TypeAlias = Callable[[TableStream], Sequence[Event]]
"""The events that a command adds to a table; none if it already has them."""


def open_next_deal(context: PlayContext, table: UUID) -> UUID | None:
    """Open the next deal of a table if one is due: all are ready, or the pause is over.

    The deal is opened first and recorded at the table second, so a table never refers to a missing
    deal. Both follow from the table's state, so a concurrent second call does nothing.

    Returns:
        The current deal; None if the table waits for players or a pause, or the series is over.
    """
    stream = context.streams.table(table)
    if stream is None:
        return None
    state = stream.state
    if state.status == "playing":
        return UUID(state.deals[-1].deal)
    if not next_deal.may_be_opened(state, wait_time(context, stream)):
        return None
    number = state.next_number
    deal = deal_of(context, stream, number)
    command = by_itself(context.secret, "open-deal", str(deal), cause=f"{table}/{stream.version}")
    terms, at = next_deal.terms(state, deal=Id(str(deal))), table_time(context, stream)
    version = deal_version(state.first_version)
    if state.branch is None:
        open_deal(
            context,
            terms,
            command,
            at=at,
            version=version,
            first=_at_first(context, state),
            deck=deck_of(state.opened, number),
            seed=_board_seed(context, terms),
        )
    else:
        open_branch_deal(context, state.branch, terms, command, at=at, version=version)
    event = DealOpened(number, Id(str(deal)))

    def opened(stream: TableStream) -> Sequence[Event]:
        due = next_deal.may_be_opened(stream.state, wait_time(context, stream))
        return (event,) if due and stream.state.next_number == number else ()

    if not at_table(context, table, command, opened).records:
        return open_next_deal(context, table)  # the table has changed in the meantime
    announce(context, find_deal(context, deal))
    return deal


def _board_seed(context: PlayContext, terms: Terms) -> bytes | None:
    """The server's seed of a board, which its tournament has; None: the deal has its own."""
    if terms.tournament is None or terms.round is None:
        return None
    tournament = context.streams.tournament(UUID(terms.tournament))
    assert tournament is not None, "the table was drawn by it"
    return bytes.fromhex(tournament.state.board_seed(terms.round, terms.number))


def advanced(context: PlayContext, stream: TableStream) -> TableStream:
    """The table after its next deal was opened, if it was due; the end of a pause is announced."""
    if stream.state.status not in ("due", "pausing"):
        return stream
    if open_next_deal(context, stream.id) is None:
        announce_pause(context, stream.id)
    after = context.streams.table(stream.id)
    assert after is not None, "the table has just been appended to"
    return after


def _at_first(context: PlayContext, table: Table) -> tuple[Event, ...]:
    """The events right after the opening of a deal: its clock, and players still absent."""
    limit, bank = table.opened.turn_limit, table.opened.time_bank
    clock = [] if limit is None else [ClockSet(limit, bank, stand_ins_wait=True)]
    away = away_from(context, table)
    return (*clock, *(SeatTakenOver(seat, bot, "away") for seat, bot in away.items()))


def away_from(context: PlayContext, table: Table) -> Mapping[Seat, Text]:
    """The seats whose players had left by the end of the last deal, with their bots."""
    for line in reversed(table.deals):
        before = context.streams.deal(UUID(line.deal), viewer=FULL)
        if before is not None:  # a deal voided for lack of a commitment has no stream
            return before.progress.absent
    return {}


def announce_pause(context: PlayContext, table: UUID) -> None:
    """Announce the end of a pause that is near. The sweep finds all others."""
    stream = context.streams.remembered_table(table)
    until = None if stream is None else next_deal.pause_until(stream.state)
    if stream is not None and until is not None:
        left = until - wait_time(context, stream)
        if left < SOON:
            at = context.runtime.now() + left
            context.tasks.open_deal(table, at=at, owner=stream.opened.owner)


def deal_of(context: PlayContext, table: TableStream, number: int) -> UUID:
    """The deal of a table with this number, known before it is opened: commitments bind its id."""
    return ids.deal_id(context.secret, table.id, number, at=table.records[0].at)


def record_deal(context: PlayContext, deal: UUID) -> None:
    """Record a finished or voided deal in its table's series, and open the next one.

    This does nothing for a deal in play. The deal is marked as recorded, or as covered where it is
    a board, only after the table has recorded it; until then the sweep finds it.
    """
    over = context.streams.deal(deal, viewer=FULL)
    if over is None or not over.played:
        return
    table = UUID(over.opened.table)
    # the process that opened the deal may have died before it updated the table
    open_next_deal(context, table)
    command = by_itself(
        context.secret, "record-deal", str(over.id), cause=f"{over.id}/{over.version}"
    )

    def recorded(stream: TableStream) -> Sequence[Event]:
        state = stream.state
        if not _awaits(state, deal):
            return ()
        return next_deal.ended(state, _brought(state, over), over.progress.absent)

    done = at_table(context, table, command, recorded)
    if _has_recorded(done.stream.state, deal):
        status = "recorded" if over.over else "covered"
        context.store.set_status(deal, version=over.version, status=status)
        advanced(context, done.stream)


def _brought(table: Table, over: Deal) -> Sequence[Event]:
    head = Digest(over.head.hex())
    if (void := over.progress.voided) is not None:
        return series.voided(
            table, deal=over.opened.deal, seats=void.seats, version=over.version, head=head
        )
    if (end := over.abandoned) is not None:
        events = series.abandoned(
            table, seats=end.seats, reason=end.reason, version=over.version, head=head
        )
        return (events[0], TableClosed("idle")) if _is_idle(over, end) else events
    assert over.outcome is not None, "it is settled or voided"
    return series.recorded(table, over.outcome, version=over.version, head=head)


def _is_idle(over: Deal, end: Abandoned) -> bool:
    """Whether the service itself has closed the table of an abandoned deal."""
    return end.reason == "closed" and over.records[over.events.index(end)].actor == SYSTEM


def _has_recorded(table: Table, deal: UUID) -> bool:
    """Whether the table's series has the result of the deal."""
    return any(line.deal == str(deal) and not line.on for line in table.deals)


def _awaits(table: Table, deal: UUID) -> bool:
    """Whether the deal is the current one of the table."""
    return table.status == "playing" and table.deals[-1].deal == str(deal)


def open_stream(
    context: PlayContext, table: UUID, events: Sequence[Event], command: Command
) -> Done[TableStream]:
    """Append the first events of a table.

    Raises:
        Problem: ``idempotency-key-reused``; ``not-allowed`` where the events cannot follow.
    """
    decision = _decision(context, table, None, events, command)
    return context.streams.open(TABLES, table, command, decision)


def at_table(
    context: PlayContext, table: UUID, command: Command, happens: Happens, *, at: int | None = None
) -> Done[TableStream]:
    """Execute a command on a table.

    The seat token of the command is checked against the same state that is appended to. It has no
    effect once the seat has another holder.

    Args:
        context: The service.
        table: The table.
        command: The command.
        happens: Decides which events are added.
        at: The time by which it is judged; None: any.

    Raises:
        Problem: ``not-found``; ``unauthenticated`` where the seat's token has ended;
            ``not-allowed`` where the events cannot follow; ``idempotency-key-reused``; what
            `happens` raises.
    """

    def decide(stream: TableStream) -> Effect | None:
        events = happens(stream)
        if not events:
            refuse_unused(command.signature)
            return None
        if command.token is not None:
            players = enumerate(stream.state.players)
            tokens = {f"seat:{seat}": each and each.token for seat, each in players}
            require_token(tokens.get(command.actor), command)
        return _decision(context, table, stream, events, command, at=at)

    done = context.streams.execute(TABLES, table, command, decide)
    state = done.stream.state
    if state.drawn is not None and (state.is_finished or (state.boards and _ends(done))):
        tournament = UUID(state.drawn.tournament)
        context.tasks.advance_tournament(tournament, owner=state.opened.owner, table=table)
    return done


def _ends(done: Done[TableStream]) -> bool:
    """Whether a command has ended a deal at a table."""
    ends = (DealRecorded.TYPE, DealAbandoned.TYPE)
    return not done.replayed and any(record.type in ends for record in done.records)


def _decision(
    context: PlayContext,
    table: UUID,
    before: TableStream | None,
    events: Sequence[Event],
    command: Command,
    *,
    at: int | None = None,
    version: int | None = None,
) -> Effect:
    """The effect of a command on a table, if its author and the rules let its events follow."""
    state = None if before is None else before.state
    opened = events[0] if before is None else before.opened
    if command.tests_only and not (isinstance(opened, TableOpened) and opened.test):
        raise Problem(Code.NOT_ALLOWED, Sentence("test-key-tests-only"))
    at = recorded_at(context, before, events) if at is None else at
    if before is not None:
        events = sign_at_table(before, events, command)
    try:
        known = facts(events, command, at=at, stream=before, version=version)
        after = follow_append(state, known)
    except CannotFollow as cannot:
        raise cannot_follow(table, cannot) from None
    return Effect(events, after, at, version)
