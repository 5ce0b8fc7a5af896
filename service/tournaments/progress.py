"""The progress of a tournament: rounds are drawn, tables opened, results recorded, by workers.

Each step may run twice, late, or concurrently. Its command has the same id every time, so it takes
effect once. If a process dies, the status of a stream shows the unfinished step, and the sweep
finds it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.kernel.event import Digest, Event
from domain.tournaments.draws import draw, is_decided
from domain.tournaments.events import (
    RoundCalled,
    TournamentClosed,
    TournamentTableOpened,
)
from domain.tournaments.standings import recorded
from domain.tournaments.tournament import Tournament, TournamentStatus
from service.clocks.deadlines import close_idle
from service.commands import by_itself
from service.context import PlayContext
from service.problems import past_broken
from service.streams import TournamentStream
from service.summaries import COVERED, due_at, tournament_waiting_since
from service.tables.representation import ENDED
from service.tournaments.boards import reveal_boards, uncover_table
from service.tournaments.direction import seed_of_round
from service.tournaments.entries import announce_tournament
from service.tournaments.events import in_tournament
from service.tournaments.seating import open_table_of, table_of

AT_ONCE: Final = 50
"""The tables that one task opens, or whose results it looks for, before it leaves others a turn."""


def advance_tournament(
    context: PlayContext, tournament: UUID, *, table: UUID | None = None
) -> bool:
    """Take the next step of a tournament, if one is due.

    Args:
        context: The service.
        tournament: The tournament.
        table: A table of it that has ended a board, or is over and whose result is recorded first;
            None: any.

    Returns:
        Whether there was something to do.
    """
    if table is not None:
        return _record_at_once(context, tournament, table)
    stream = context.streams.tournament(tournament)
    if stream is None:
        return False
    step = _STEPS.get(stream.state.status)
    if step is None or not step(context, stream):
        return False
    announce_tournament(context, stream)
    return True


def _draw(context: PlayContext, stream: TournamentStream) -> bool:
    """Draw the round that is called, if all seeds are shown or their time is over (C6)."""
    number, is_late = len(stream.state.rounds), _is_due(context, stream)

    def drawn(stream: TournamentStream) -> Sequence[Event]:
        state = stream.state
        is_due = state.status == "drawing" and len(state.rounds) == number
        if not is_due or (state.owing and not is_late):
            return ()
        return (draw(state, seed_of_round(state)),)

    command = by_itself(context.secret, "tournament-draw", str(stream.id), str(number))
    since = (due_at(stream.state) or 0) if is_late else 0
    return bool(in_tournament(context, stream.id, command, drawn, since=since).records)


def _is_due(context: PlayContext, stream: TournamentStream) -> bool:
    """Whether the time has come at which the clock has something to do in a tournament."""
    until, at, since = (
        due_at(stream.state),
        context.runtime.now(),
        tournament_waiting_since(stream.state),
    )
    if since is not None:
        at += context.streams.lag(stream.id, since, at=at)
    return until is not None and at >= until


def _play(context: PlayContext, stream: TournamentStream) -> bool:
    return (
        _open_tables(context, stream)
        or reveal_boards(context, stream.id)
        or _record_results(context, stream)
    )


def _open_tables(context: PlayContext, stream: TournamentStream) -> bool:
    """Open the next tables of the round that have not been opened."""
    state = stream.state
    number, missing = len(state.rounds), _missing(state)
    if not missing:
        return False
    opened = [
        TournamentTableOpened(number, at, open_table_of(context, stream, number, at))
        for at in missing
    ]

    def adds(stream: TournamentStream) -> Sequence[Event]:
        if stream.state.closed is not None:
            return ()
        tables = stream.state.rounds[number - 1].tables
        return [each for each in opened if tables[each.number - 1].table is None]

    scope = (str(stream.id), str(number), str(missing[0]))
    command = by_itself(context.secret, "tournament-tables", *scope)
    in_tournament(context, stream.id, command, adds)
    return True


def _close_unrecorded(context: PlayContext, stream: TournamentStream) -> bool:
    """Close tables that were opened while the tournament was closed: no record has them.

    Boards are revealed also after the end (C25).
    """
    number = len(stream.state.rounds)
    for at in _missing(stream.state):
        close_idle(context, table_of(context, stream.id, number, at), microseconds=0)
    return reveal_boards(context, stream.id)


def _missing(state: Tournament) -> list[int]:
    """The next tables of the last round that are to be opened, some at a time."""
    tables = state.rounds[-1].tables if state.rounds else ()
    return [at for at, each in enumerate(tables, start=1) if each.table is None][:AT_ONCE]


def _record_at_once(context: PlayContext, tournament: UUID, table: UUID) -> bool:
    """Record the result of a table that is over; after the last one of a round, go on.

    It may have been the last table that played a board.
    """
    revealed = reveal_boards(context, tournament)
    revealed = uncover_table(context, table) or revealed
    found = _record_result(context, tournament, table)
    stream = context.streams.tournament(tournament)
    if stream is not None and stream.state.status == "break":
        announce_tournament(context, stream)
    return found or revealed


def _record_results(context: PlayContext, stream: TournamentStream) -> bool:
    """Look for tables that are over, some at a time; close those whose time is over (C16)."""
    last, now, is_late = stream.state.rounds[-1], context.runtime.now(), _is_due(context, stream)
    waiting = [UUID(each.table) for each in last.tables if each.table and each.result is None]
    start = now // SECOND * AT_ONCE % max(1, len(waiting))
    found = False
    for table in (*waiting[start:], *waiting[:start])[:AT_ONCE]:
        with past_broken():
            if is_late:
                close_idle(context, table, microseconds=0)
            found = uncover_table(context, table) or found
            found = _record_result(context, stream.id, table) or found
    return found


def _record_result(context: PlayContext, tournament: UUID, table: UUID) -> bool:
    """Record the result of a table in its tournament, if it is over, and its boards are (C15).

    Returns:
        Whether it was recorded here.
    """
    head = context.store.head(table)
    is_over = head is not None and head.status in ENDED and not head.summary.get(COVERED)
    played = context.streams.table(table) if is_over else None
    drawn = None if played is None else played.state.drawn
    if played is None or drawn is None or drawn.tournament != str(tournament):
        return False
    at = Digest(played.head.hex())
    event = recorded(drawn.round, drawn.number, played.state, version=played.version, head=at)

    def counts(stream: TournamentStream) -> Sequence[Event]:
        place = stream.state.table(event.round, event.number)
        is_missing = place is not None and place.result is None and place.table == str(table)
        return (event,) if is_missing and stream.state.closed is None else ()

    command = by_itself(context.secret, "tournament-result", str(table))
    return bool(in_tournament(context, tournament, command, counts).records)


def _go_on(context: PlayContext, stream: TournamentStream) -> bool:
    """Close a tournament that is decided, or call its next round when its time has come."""
    number = stream.state.next_round

    def next_step(stream: TournamentStream) -> Sequence[Event]:
        state = stream.state
        if state.status not in ("open", "break") or state.next_round != number:
            return ()
        if is_decided(state):
            return (TournamentClosed("over"),)
        return (RoundCalled(number),) if _is_due(context, stream) else ()

    command = by_itself(context.secret, "tournament-next", str(stream.id), str(number))
    return bool(in_tournament(context, stream.id, command, next_step).records)


_STEPS: Final[Mapping[TournamentStatus, Callable[[PlayContext, TournamentStream], bool]]] = {
    "open": _go_on,
    "drawing": _draw,
    "playing": _play,
    "break": _go_on,
    "closed": _close_unrecorded,
}
"""The next step of a tournament, by its status."""
