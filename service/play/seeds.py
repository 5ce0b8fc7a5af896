"""Seats' seeds: committed to before a deal, shown after it is opened; what is late voids the deal.

Each step may be taken twice, late, or by two at a time, as in `service.play.progress`: the last
commitment opens the deal, the last seed shown deals the cards in the very append that records it.
"""

from uuid import UUID

from domain.kernel.deal import Revealed, SeedRevealed, Voided, opens_own
from domain.kernel.event import Digest, Event, Id, Seat
from domain.table import series
from domain.table.events import SeatCommitted, SeatTaken
from events.store import StaleVersion
from service import ids
from service.access.credentials import SeatHolder
from service.commands import Command, by_itself
from service.context import Context, now
from service.metrics import deal_missed
from service.play.deal_stream import Played, find_deal, first_played, go_on
from service.play.deals import deal_out
from service.play.progress import append_once, append_table, deal_of, record_deal
from service.play.signatures import refuse_unused
from service.play.tables import TableDone, advanced, find_table
from service.problems import Code, Problem
from service.streams import Deal, TableStream

SECOND = 1_000_000


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
    """Commit a seat to its seed for the next deal (F2); the last one to do so opens the deal.

    The same commitment again changes nothing, however late it comes.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``already-committed``, ``not-the-next-deal``.
    """

    def own_table() -> TableStream:
        stream = find_table(context, principal, table)
        if principal != SeatHolder(table, seat):
            raise Problem(Code.NOT_ALLOWED, "A seat commits with its own token.")
        return stream

    def judged(stream: TableStream) -> SeatCommitted | None:
        return _judged(context, stream, seat, Id(str(deal)), Digest(commitment))

    done = append_once(context, own_table, judged, command)
    return TableDone(advanced(context, table), replayed=done is None or done.replayed)


def _judged(
    context: Context, stream: TableStream, seat: Seat, deal: Id, commitment: Digest
) -> SeatCommitted | None:
    """The commitment as an event; None where the table has it already."""
    state = stream.state
    if seat not in state.adding:
        detail = "Who took this seat did not say that it adds seeds."
        raise Problem(Code.NOT_ALLOWED, detail, clauses=("F1",))
    known = _known(stream, seat, deal)
    if known == commitment:
        return None
    if known is not None:
        detail = "This seat has committed to another seed for this deal."
        raise Problem(Code.ALREADY_COMMITTED, detail, clauses=("F2",))
    number = state.next_number
    if state.status in ("over", "closed") or deal != str(deal_of(context, stream, number)):
        detail = "That is not the next deal of this table; see next_deal."
        raise Problem(Code.NOT_NEXT_DEAL, detail, clauses=("F2",))
    return SeatCommitted(seat, number, deal, commitment)


def _known(stream: TableStream, seat: Seat, deal: Id) -> Digest | None:
    """What the player on the seat has committed to for a deal, be it the next or one of before."""
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
) -> Played:
    """Show the seed of a seat (F3), and perhaps commit to the next deal; the last one deals.

    The commitment comes first: whoever dies in between repeats it without harm.

    Raises:
        Problem: ``seed-refused``, ``deal-voided``, and as with `commit_seed`.
    """
    shown = SeedRevealed(principal.seat, Digest(seed))
    while True:
        before = find_deal(context, deal)
        if (done := first_played(context, before, command)) is not None:
            command = command._replace(signature=None)  # it was judged the first time
        elif (done := _shown_before(before, shown)) is None:
            _require(before, shown)
        if next_commitment is not None:
            _commit_next(context, principal, before, next_commitment, command)
        else:
            refuse_unused(command.signature)  # it would be the commitment's
        if done is not None:
            return done
        try:
            return _show(context, before, shown, command._replace(signature=None))
        except StaleVersion:
            continue


def _shown_before(deal: Deal, shown: SeedRevealed) -> Played | None:
    """What the seed brought about when it was shown the first time."""
    if shown not in deal.events:
        return None
    command = deal.records[deal.events.index(shown)].command_id
    records = tuple(record for record in deal.records if record.command_id == command)
    return Played(deal, records, replayed=True)


def _require(deal: Deal, shown: SeedRevealed) -> None:
    if not opens_own(deal.opened, shown):
        detail = "This is not the seed that this seat committed to for this deal."
        raise Problem(Code.SEED_REFUSED, detail, clauses=("F3",))
    if deal.begun.voided is not None:
        raise Problem(Code.DEAL_VOIDED, "The deal was voided; it was too late.", clauses=("F4",))
    if deal.abandoned is not None:
        raise Problem(Code.DEAL_ABANDONED, "The deal was abandoned.")


def _commit_next(
    context: Context, principal: SeatHolder, deal: Deal, commitment: str, command: Command
) -> None:
    stream = find_table(context, principal, principal.table)
    following = deal_of(context, stream, deal.opened.number + 1)
    id_ = ids.command_id(context.secret, "commit", str(following), str(principal.seat), commitment)
    mine = command._replace(id=id_, fingerprint=None)  # its signature is the commitment's
    commit_seed(
        context,
        principal,
        principal.table,
        principal.seat,
        deal=following,
        commitment=commitment,
        command=mine,
    )


def _show(context: Context, before: Deal, shown: SeedRevealed, command: Command) -> Played:
    begun = before.begun
    last = begun.owing == (shown.seat,)
    dealt = deal_out(before.opened, (*begun.shown, shown)) if last else ()
    return go_on(context, before, (shown, *dealt), command=command)


# --- What is late -------------------------------------------------------------------------------


def void_late_deal(context: Context, deal: UUID) -> bool:
    """Void a deal for which a seat has not shown its seed in time (F4), and record it.

    Returns:
        Whether it was time.
    """
    on = find_deal(context, deal)
    stream, at = context.streams.table(UUID(on.opened.table)), now()
    assert stream is not None, "a deal has a table"
    if on.progress.is_dealt or on.over or at < deadline(stream, since=on.records[0].at):
        return False
    assert on.opened.seed is not None, "this is the full record"
    end: tuple[Event, ...] = (Voided(on.progress.owing), Revealed(on.opened.seed))
    try:
        go_on(context, on, end, command=by_itself(context.secret, "void", str(deal)), at=at)
    except StaleVersion:  # a seed came at the last moment
        return False
    record_deal(context, deal)
    return True


def void_late_table(context: Context, table: UUID) -> bool:
    """Void the next deal of a table for which a seat has not committed in time (F4).

    Returns:
        Whether it was time.
    """
    stream, at = context.streams.table(table), now()
    if stream is None or stream.state.status != "committing" or at < deadline(stream):
        return False
    state, deal = stream.state, deal_of(context, stream, stream.state.next_number)
    events = series.voided(state, deal=Id(str(deal)), seats=state.owing)
    command = by_itself(context.secret, "void", str(deal))
    try:
        done = append_table(context, table, stream, events, command=command, at=at)
    except StaleVersion:  # a commitment came at the last moment
        return False
    if not done.replayed:
        deal_missed()
    return True


def deadline(stream: TableStream, *, since: int | None = None) -> int:
    """Until when the table waits for a seat at least, in µs since the epoch.

    Args:
        stream: The table.
        since: When the deal was opened; None: for commitments, since the next deal was due. Nobody
            else can put that off.
    """
    since = stream.state.due_since if since is None else since
    return since + stream.opened.reveal_seconds * SECOND
