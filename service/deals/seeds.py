"""Seats' seeds: commitments before a deal, seeds revealed after it is opened, and timeouts.

A late seed voids the deal. Each step may run twice, late, or concurrently, as in
`service.tables.progress`. The last commitment opens the deal, and the append of the last seed also
deals the cards.
"""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.kernel.deal import Revealed, SeedRevealed, Voided, opens_own
from domain.kernel.event import Digest, Event, Id, Seat
from domain.kernel.sentence import Sentence
from domain.table import next_deal, series
from domain.table.events import SeatCommitted, SeatTaken
from service import ids
from service.access.credentials import SeatHolder
from service.clocks.table_time import deal_time, wait_time
from service.commands import Command, by_itself
from service.context import Context, PlayContext
from service.deals.signatures import refuse_unused
from service.deals.streams import deal_out, decision, find_deal, given_before, in_deal
from service.metrics import deal_missed
from service.problems import Code, Problem
from service.streams import Deal, Done, Effect, TableStream
from service.tables.creation import TableDone, require_no_seed
from service.tables.progress import advanced, at_table, away_from, deal_of, record_deal
from service.tables.sight import find_table, require_sight

# --- Commitments --------------------------------------------------------------------------------


def commit_seed(
    context: Context,
    principal: SeatHolder,
    table: UUID,
    seat: Seat,
    *,
    deal: UUID,
    commitment: str,
    command: Command,
) -> TableDone:
    """Commit a seat to its seed for the next deal (F2); the last commitment opens the deal.

    A repetition of the same commitment changes nothing, however late it comes.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``already-committed``, ``not-the-next-deal``.
    """

    def committed(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        if principal != SeatHolder(table, seat):
            raise Problem(Code.NOT_ALLOWED, Sentence("seat-commits-itself"))
        return _judged(context, stream, seat, Id(str(deal)), Digest(commitment))

    done = at_table(context, table, command, committed)
    return TableDone(advanced(context, done.stream), replayed=done.replayed)


def _judged(
    context: PlayContext, stream: TableStream, seat: Seat, deal: Id, commitment: Digest
) -> Sequence[Event]:
    """The commitment as an event; none if the table already has it."""
    state = stream.state
    if seat not in state.may_add:
        raise Problem(Code.NOT_ALLOWED, Sentence("seat-without-commits"), clauses=("F1",))
    known = _known(stream, seat, deal)
    if known == commitment:
        return ()
    if known is not None:
        other = Sentence("seat-committed-otherwise")
        raise Problem(Code.ALREADY_COMMITTED, other, clauses=("F2",))
    require_no_seed(stream.opened, commits=True, pointer="/commitment")
    number = state.next_number
    is_next = deal == str(deal_of(context, stream, number))
    if not is_next or seat not in state.may_commit:  # its first event may be written already
        raise Problem(Code.NOT_NEXT_DEAL, Sentence("not-next-deal"), clauses=("F2",))
    return (SeatCommitted(seat, number, deal, commitment),)


def _known(stream: TableStream, seat: Seat, deal: Id) -> Digest | None:
    """The commitment of the player on the seat for a deal, the next one or an earlier one."""
    for event in reversed(stream.events):
        match event:
            case SeatCommitted() if (event.seat, event.deal) == (seat, deal):
                return event.commitment
            case SeatTaken() if event.seat == seat:
                return None
            case _:
                pass
    return None


# --- Seeds --------------------------------------------------------------------------------------


def reveal_seed(
    context: Context,
    principal: SeatHolder,
    deal: UUID,
    *,
    seed: str,
    next_commitment: str | None = None,
    command: Command,
) -> Done[Deal]:
    """Reveal the seed of a seat (F3), and perhaps commit to the next deal; the last one deals.

    The commitment comes first, so a client that fails in between can safely repeat both.

    Raises:
        Problem: ``seed-refused``, ``deal-voided``, and as with `commit_seed`.
    """
    shown = SeedRevealed(principal.seat, Digest(seed))
    before = find_deal(context, deal)
    if before.of_command(command):
        in_deal(context, deal, command, _nothing)  # a reused key is refused before all else
        command = command._replace(signature=None)  # it was judged at the first request
    elif shown not in before.progress.shown:
        _require(before, shown)
    if next_commitment is not None:
        _commit_next(context, principal, before, next_commitment, command)
    else:
        refuse_unused(command.signature)  # it would belong to the commitment
    unsigned = command._replace(signature=None)

    def reveals(on: Deal) -> Effect | None:
        if shown in on.progress.shown:
            return None
        _require(on, shown)
        progress = on.progress
        last = progress.owing == (shown.seat,)
        dealt = deal_out(on.opened, (*progress.shown, shown)) if last else ()
        return decision(on, (shown, *dealt), unsigned, at=deal_time(context, on))

    done = in_deal(context, deal, unsigned, reveals)
    return done if done.records else given_before(done.stream, shown)


def _nothing(_: Deal) -> None:
    """A command that has already taken effect is not decided again."""


def _require(deal: Deal, shown: SeedRevealed) -> None:
    if not opens_own(deal.opened, shown):
        raise Problem(Code.SEED_REFUSED, Sentence("seed-not-opening"), clauses=("F3",))
    if deal.progress.voided is not None:
        raise Problem(Code.DEAL_VOIDED, Sentence("deal-voided-too-late"), clauses=("F4",))
    if deal.abandoned is not None:
        raise Problem(Code.DEAL_ABANDONED, Sentence("deal-was-abandoned"))


def _commit_next(
    context: Context, principal: SeatHolder, deal: Deal, commitment: str, command: Command
) -> None:
    stream = find_table(context, principal, principal.table)
    following = deal_of(context, stream, deal.opened.number + 1)
    id_ = ids.command_id(context.secret, "commit", str(following), str(principal.seat), commitment)
    mine = command._replace(id=id_, fingerprint=None)  # its signature belongs to the commitment
    commit_seed(
        context,
        principal,
        principal.table,
        principal.seat,
        deal=following,
        commitment=commitment,
        command=mine,
    )


# --- Timeouts -----------------------------------------------------------------------------------


def void_late_deal(context: PlayContext, deal: UUID) -> bool:
    """Void a deal if a seat has not revealed its seed in time (F4), and record it.

    Returns:
        Whether the deadline had passed.
    """
    command = by_itself(context.secret, "void", str(deal))

    def voided(on: Deal) -> Effect | None:
        stream = context.streams.table(UUID(on.opened.table))
        assert stream is not None, "a deal has a table"
        at = deal_time(context, on)
        progress = on.progress
        is_on = progress.shuffled is None and not progress.is_played
        if not is_on or at < deadline(stream, since=on.records[0].at):
            return None
        assert on.opened.seed is not None, "this is the full record"
        end = (Voided(progress.owing), Revealed(on.opened.seed))
        return decision(on, end, command, at=at)

    done = in_deal(context, deal, command, voided)
    if not done.records:
        return False
    record_deal(context, deal)
    return True


def void_late_table(context: PlayContext, table: UUID) -> bool:
    """Void the next deal of a table if a seat has not committed in time (F4).

    Returns:
        Whether the deadline had passed.
    """
    stream = context.streams.table(table)
    if stream is None or not _is_late(stream, at := wait_time(context, stream)):
        return False
    number = stream.state.next_number
    deal = deal_of(context, stream, number)

    def voided(stream: TableStream) -> Sequence[Event]:
        if stream.state.next_number != number or not _is_late(stream, at):
            return ()  # a commitment came at the last moment
        state = stream.state
        void = series.voided(state, deal=Id(str(deal)), seats=state.owing)
        return next_deal.ended(state, void, away_from(context, state))

    command = by_itself(context.secret, "void", str(deal))
    done = at_table(context, table, command, voided, at=at)
    if not done.replayed:
        deal_missed()
    return bool(done.records)


def _is_late(stream: TableStream, at: int) -> bool:
    """Whether the time for commitments to the next deal is over."""
    return stream.state.status == "committing" and at >= deadline(stream)


def deadline(stream: TableStream, *, since: int | None = None) -> int:
    """The earliest end of a table's wait for a seat, in µs since the epoch.

    Args:
        stream: The table.
        since: When the deal was opened; None: for commitments, since the next deal was due. No
            other party can postpone it.
    """
    since = stream.state.due_since if since is None else since
    return since + stream.opened.reveal_seconds * SECOND
