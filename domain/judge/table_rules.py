"""Rules for appending to a table, used by the service before an append and by the verifier."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from domain.fairness.boards import NUMBERS
from domain.judge.record_rules import (
    FIRST_FIXED,
    TABLE,
    CannotFollow,
    Fact,
    givers_at_table,
    is_allowed,
    see_actor,
    see_command,
)
from domain.judge.signing import Statement, check_signature_positions, statement_at_table
from domain.kernel.cards import SUIT_OF
from domain.kernel.clock import SECOND
from domain.kernel.event import Event, Id, misfit
from domain.kernel.game import Game
from domain.kernel.options import BadOption
from domain.kernel.sentence import Sentence
from domain.kernel.stored import from_data
from domain.table import disputes, guests, series
from domain.table.disputes import Dispute, DisputeEvent, DisputeOpened
from domain.table.events import (
    MOST_AHEAD,
    ClockMoved,
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealRevealed,
    DealVoided,
    PersonErased,
    RematchOpened,
    SeatCommitted,
    SeatLeft,
    SeatReady,
    SeatTaken,
    SeatTokenIssued,
    TableActSigned,
    TableBranched,
    TableClosed,
    TableDrawn,
    TableOpened,
    TableRematched,
)
from domain.table.free_seats import free_seats
from domain.table.guests import AUDITOR, Guest, GuestAdmitted, GuestEvent
from domain.table.next_deal import may_be_opened
from domain.table.series import Table

_CARDS: Final = frozenset(SUIT_OF)
LAST: Final = 2**31 - 1
"""The maximum length of a stream; stands for the last event of a deal if the table omits it."""
UNPINNED: Final = 1
"""The last version in which a table did not identify the record of a voided or abandoned deal."""
STUMBLES: Final = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError),
    BadOption,
)
"""Exceptions that the fold raises for impossible sequences of events."""
DISMISSED: Final = Sentence("finding-dismissed-ruling")


class TableProgress(NamedTuple):
    """A table between two events of its record.

    Attributes:
        table: The table.
        owed: The events that must come next.
        said: The statement of the last event that must be signed; the signature itself is checked
            with `domain.judge.signing`.
        remarks: Past events that were permitted at the time, but no longer are.
    """

    table: Table
    owed: tuple[Event, ...] = ()
    said: Statement | None = None
    remarks: tuple[Sentence, ...] = ()


def follow(progress: TableProgress, fact: Fact) -> TableProgress:
    """The table after an event, if that can come next.

    Raises:
        CannotFollow: It cannot.
    """
    table, event = progress.table, fact.event
    if isinstance(event, TableActSigned):
        return progress._replace(table=series.evolve(table, event), said=None)
    try:
        due, remarks = _due(progress, fact)
        if not due or not _is_due(due[0], event):
            raise CannotFollow(event, Sentence("finding-impossible"))
        after = series.evolve_at(table, event, at=fact.at, actor=fact.actor)
        said = statement_at_table(
            event, keys=table.keys, first_version=table.first_version, actor=fact.actor
        )
    except STUMBLES:
        raise CannotFollow(event, Sentence("finding-impossible")) from None
    return TableProgress(after, due[1:], said, (*progress.remarks, *remarks))


def follow_append(table: Table | None, facts: Sequence[Fact]) -> Table:
    """The table after an append, if each of its events can come next.

    Args:
        table: The table before it; None: the append opens it.
        facts: The events appended together.

    Raises:
        CannotFollow: An event cannot come next.
        BadOption: The game does not have such options.
    """
    progress = TableProgress(opened(facts[0])) if table is None else TableProgress(table)
    said: list[tuple[Event, Statement | None]] = []
    for fact in facts[1:] if table is None else facts:
        progress = follow(progress, fact)
        said.append((fact.event, progress.said))
        if not is_allowed(TABLE, progress.table.first_version, fact.event.TYPE, fact.version):
            raise CannotFollow(fact.event, Sentence("finding-table-version"))
    see_actor(facts[0], givers_at_table(facts[0].event))
    see_command(facts)
    if progress.remarks:
        raise CannotFollow(facts[-1].event, progress.remarks[0])
    if progress.owed or check_signature_positions(said) is not None:
        raise CannotFollow(facts[-1].event, Sentence("finding-follows-at-once"))
    return progress.table


def opened(fact: Fact) -> Table:
    """The table after its first event.

    Raises:
        BadOption: The game does not have such options.
        CannotFollow: The event does not open a table.
    """
    if not isinstance(fact.event, TableOpened):
        raise CannotFollow(fact.event, Sentence("finding-table-begins"))
    return series.begin(fact.event, first_version=fact.version, at=fact.at)


# --- What may come next -------------------------------------------------------------------------


def _is_due(due: Event, event: Event) -> bool:
    """Whether an event is the one that is due; the reason of a closing follows from no event."""
    return event == due or (isinstance(due, TableClosed) and isinstance(event, TableClosed))


def _due(progress: TableProgress, fact: Fact) -> tuple[tuple[Event, ...], tuple[Sentence, ...]]:
    """The event and its consequences, or nothing if it cannot come next; remarks on it."""
    table, event = progress.table, fact.event
    if progress.owed:
        return progress.owed, ()
    if isinstance(event, DisputeEvent):
        return _dispute(table, event, at=fact.at)
    return _at_table(table, fact), ()


def _at_table(table: Table, fact: Fact) -> tuple[Event, ...]:  # noqa: PLR0911 - by event
    event = fact.event
    if isinstance(event, GuestEvent):
        return (event,) if _guest_may(table, event) else ()
    if (may := _AT_ANY_TIME.get(type(event))) is not None:
        return (event,) if may(table, event) else ()
    if table.closed or table.ended is not None:
        return ()
    match event:
        case DealVoided() if table.status == "committing":
            return _due_to_no_commitment(table, event, at=fact.at)
        case DealVoided() if _is_on(table, event.deal):
            return _due_to_no_seed(table, event, version=fact.version)
        case DealAbandoned() if _is_on(table, event.deal):
            return _due_to_leaving(table, event, version=fact.version)
        case DealRecorded() if table.status == "playing":
            outcome = _outcome(table.game, event.result)
            return series.recorded(table, outcome, version=event.version, head=event.head)
        case _:
            return (event,) if _may_be(table, fact) else ()


def _guest_may(table: Table, event: GuestEvent) -> bool:
    if table.is_covered and isinstance(event, GuestAdmitted):
        return False
    deals, free = [line.deal for line in table.deals], free_seats(table)
    seats = table.opened.seats
    return guests.may_follow(table.guests, event, seats=seats, free=free, deals=deals)


def _may_be_erased(table: Table, event: PersonErased) -> bool:
    person = table.persons.get(event.taken)
    return person is not None and person.seat == event.seat


def _may_be_issued(table: Table, event: SeatTokenIssued) -> bool:
    player = table.players[_seat(table, event.seat)]
    return player is not None and player.bot is None


def _may_be_rematched(table: Table, _: RematchOpened) -> bool:
    return table.may_be_rematched and table.rematch is None


def _may_be(table: Table, fact: Fact) -> bool:  # noqa: PLR0911 - by event
    """Whether an event that has no consequences can happen."""
    event = fact.event
    match event:
        case TableBranched() | TableRematched() | TableDrawn():
            origin = table.branch or table.rematch_of or table.drawn
            fits = not isinstance(event, TableDrawn) or _fits_boards(table, event)
            return origin is None and not any(table.players) and fits
        case SeatTaken():
            free = not table.started and table.players[_seat(table, event.seat)] is None
            fits = event.bot is None or not (event.commits or event.key)
            fits = fits and not (table.boards and event.commits)
            return free and fits and guests.may_sit_down(table.guests, event, fact.actor, fact.at)
        case SeatLeft():
            return not table.started and table.players[_seat(table, event.seat)] is not None
        case SeatCommitted():
            missing = event.seat in table.may_add and table.commitments[event.seat] is None
            return missing and _is_next(table, event.number, event.deal)
        case SeatReady():
            missing = table.status != "playing" and event.seat in table.unready
            return missing and event.number == table.next_number
        case TableClosed():
            return table.status != "playing"
        case ClockMoved():
            ahead = table.clock_ahead + event.seconds
            return table.opened.test and event.seconds > 0 and ahead <= MOST_AHEAD
        case DealOpened():
            return may_be_opened(table, fact.at) and _is_next(table, event.number, event.deal)
        case _:
            return False


def _fits_boards(table: Table, drawn: TableDrawn) -> bool:
    """Whether a table has the terms that boards need, if it plays any (C24)."""
    if not drawn.boards:
        return drawn.boards == 0 and drawn.seeds is None
    opened = table.opened
    plays_on = opened.abandon == "bot" and not opened.hints and opened.decks is None
    return drawn.boards in NUMBERS and drawn.seeds is not None and plays_on


def _may_be_revealed(table: Table, event: DealRevealed) -> bool:
    """Whether a deal is the first board that is not revealed, and its record grows by that."""
    covered = (line for line in table.deals if not line.revealed)
    line = next(covered, None)
    if not table.boards or line is None or line.on or line.deal != event.deal:
        return False
    last = _last_event(table, event.deal)
    return event.number == line.number and event.version == last + 1


_AT_ANY_TIME: Final[Mapping[type[Event], Callable[[Table, Any], bool]]] = {
    PersonErased: _may_be_erased,
    SeatTokenIssued: _may_be_issued,
    RematchOpened: _may_be_rematched,
    DealRevealed: _may_be_revealed,
}
"""The conditions of events that may also come after the end of the series."""


def _is_next(table: Table, number: int, deal: Id) -> bool:
    """Whether this is the next deal, under the id that seats committed to (F2)."""
    return number == table.next_number and table.next_deal in (None, deal)


def _due_to_no_commitment(table: Table, event: DealVoided, *, at: int) -> tuple[Event, ...]:
    """Exactly the seats that have not committed are to blame when the time is over (F4)."""
    late = at - table.due_since >= table.opened.reveal_seconds * SECOND
    if event.seats != table.owing or not late or not _is_next(table, event.number, event.deal):
        return ()
    return series.voided(table, deal=event.deal, seats=event.seats)


def _due_to_no_seed(table: Table, event: DealVoided, *, version: int) -> tuple[Event, ...]:
    """Only a seat that has committed to the deal can owe a seed; the deal's record names these."""
    adding = table.deals[-1].adding
    seats = tuple(sorted({seat for seat in event.seats if seat in adding}))
    if not seats or not _is_pinned(event, version):
        return ()
    last, head = event.version, event.head
    return series.voided(table, deal=event.deal, seats=seats, version=last, head=head)


def _due_to_leaving(table: Table, event: DealAbandoned, *, version: int) -> tuple[Event, ...]:
    seats = tuple(sorted({_seat(table, seat) for seat in event.seats}))
    if table.boards and event.reason != "closed":
        return ()
    if (event.reason == "closed") == bool(seats) or not _is_pinned(event, version):
        return ()
    last, head = event.version, event.head
    return series.abandoned(table, seats=seats, reason=event.reason, version=last, head=head)


def _is_pinned(event: DealVoided | DealAbandoned, version: int) -> bool:
    """Whether the table identifies the record of the deal, or is too old to do so."""
    given = None not in (event.version, event.head)
    return given or (version == UNPINNED and event.version is None and event.head is None)


def _dispute(
    table: Table, event: DisputeEvent, *, at: int
) -> tuple[tuple[Event, ...], tuple[Sentence, ...]]:
    last = _last_event(table, event.deal) if isinstance(event, DisputeOpened) else 0
    seats = table.opened.seats
    fits = partial(
        disputes.may_follow,
        *(table.disputes, event),
        last=last,
        seats=seats,
        sides=len(table.game.sides(seats)),
        may_appeal=partial(may_appeal, table, at=at),
    )
    if fits(may_rule=partial(auditor_may_rule, table, at=at)):
        return (event,), ()
    if table.first_version >= FIRST_FIXED:
        return (), ()
    formerly = fits(may_rule=partial(auditor_may_rule, table, at=at, dismissed=True))
    return ((event,), (DISMISSED,)) if formerly else ((), ())


def auditor_may_rule(table: Table, number: int, *, at: int, dismissed: bool = False) -> bool:
    """Whether the auditor of a number may rule at a time, or might if they were not dismissed."""
    auditor = table.guests.find(AUDITOR, number)
    return auditor is not None and _may_rule(table, auditor, at, dismissed=dismissed)


def _may_rule(table: Table, auditor: Guest, at: int, *, dismissed: bool = False) -> bool:
    admitted = auditor.early or not table.opened.fixed_auditors
    return admitted and auditor._replace(dismissed=auditor.dismissed and not dismissed).is_valid(at)


def may_appeal(table: Table, dispute: Dispute, *, at: int) -> bool:
    """Whether a table has, or can still admit, another auditor to rule the appeal of a dispute."""
    if not table.opened.fixed_auditors:
        return True
    former = {ruled.auditor for ruled in dispute.rulings}
    auditors = enumerate(table.guests.of(AUDITOR), start=1)
    return any(_may_rule(table, each, at) for number, each in auditors if number not in former)


def _last_event(table: Table, deal: Id) -> int:
    """The last event that can be disputed of a deal; 0: there is none."""
    named = (line for line in reversed(table.deals) if line.deal == deal and not line.on)
    line = next(named, None)
    if line is None:
        return 0
    if line.abandoned is None:
        return line.version
    return LAST if line.abandoned.version is None else line.abandoned.version


def _is_on(table: Table, deal: Id) -> bool:
    return table.status == "playing" and table.deals[-1].deal == deal


def _seat(table: Table, seat: int) -> int:
    if seat not in range(table.opened.seats):
        raise ValueError("there is no such seat")
    return seat


def _outcome(game: Game[Any], result: Any) -> Event:
    """The event that settled a deal, in the form that the table records."""
    if type(result["schema"]) is not int:  # true is 1 in Python, and not in JSON
        raise TypeError(f"{game.key}: schema")
    outcome = from_data(result["type"], result["schema"], result["data"])
    if (field := misfit(outcome, cards=_CARDS)) is not None:
        raise ValueError(f"{game.key}: {field}")
    return outcome
