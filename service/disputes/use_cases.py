"""Disputes of finished deals: claims, answers and rulings.

Everything is appended to the table's stream, and takes effect once, however often it is requested.
"""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.judge.table_rules import auditor_may_rule, may_appeal
from domain.kernel.event import Event, Id, Text
from domain.kernel.sentence import Sentence
from domain.table.disputes import (
    WAITING,
    Claim,
    Dispute,
    DisputeAnswered,
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
    Ruling,
)
from domain.table.guests import AUDITOR
from domain.table.series import Table
from service.access.credentials import GuestHolder, Principal, SeatHolder, is_auditor
from service.clocks.table_time import time_at_table
from service.commands import Command
from service.context import Context
from service.deals.streams import find_deal
from service.deals.visibility import (
    find_audited,
    require_deal,
    require_finished,
    see_deal,
    see_finished_deal,
)
from service.problems import Code, Problem, not_found
from service.streams import Deal, TableStream, event_of
from service.tables.progress import Happens, at_table, record_deal
from service.tables.sight import find_table, takes_part


class DisputeDone(NamedTuple):
    """An event of a request, and whether the request was a repetition."""

    event: Event
    at: int
    """Its position at the table."""
    stream: TableStream
    replayed: bool


# --- Disputes -----------------------------------------------------------------------------------


def open_dispute(
    context: Context,
    principal: SeatHolder,
    deal: UUID,
    *,
    claim: Claim,
    text: str,
    limit: int,
    command: Command,
    at: int | None = None,
    move: int | None = None,
) -> DisputeDone:
    """Claim that something in a finished deal was wrong. A seat of its table may.

    Args:
        context: The service.
        principal: The caller.
        deal: The deal.
        claim: The kind of the claim.
        text: The claim in words.
        limit: The most disputes of a seat on a deal.
        command: The command; the same again gives the first result.
        at: The position of the event that is disputed.
        move: Instead of that, the number of the disputed move; the first one is number 0.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``deal-on``, ``limit-reached``, ``invalid``,
            ``idempotency-key-reused``.
    """
    at = _disputed(_see_played(context, principal, deal), at=at, move=move)
    record_deal(context, deal)  # the end of a deal is recorded at the table before a dispute

    def opened(stream: TableStream) -> Sequence[Event]:
        known = stream.state.disputes.of(str(deal))
        if sum(each.opened.seat == principal.seat for each in known) >= limit:
            raise Problem(Code.LIMIT_REACHED, Sentence("too-many-disputes", {"limit": limit}))
        number = len(known) + 1
        return (DisputeOpened(Id(str(deal)), number, principal.seat, at, claim, Text(text)),)

    return _once(context, principal.table, opened, command)


def _see_played(context: Context, principal: SeatHolder, deal: UUID) -> Deal:
    """A deal of the caller's table that was played to its end; a board may still be covered.

    Raises:
        Problem: ``not-found``, ``deal-on``, ``deal-voided``, ``deal-abandoned``.
    """
    seen = see_deal(context, principal, deal)
    if seen.played and not seen.over:
        return seen
    return see_finished_deal(context, principal, deal)


def _disputed(deal: Deal, *, at: int | None, move: int | None) -> int:
    """The position of the disputed event.

    Raises:
        Problem: ``not-found``.
    """
    if at is not None:
        if at > deal.version:
            raise not_found("event")
        return at
    moves = [place for place, event in enumerate(deal.events, 1) if event.MOVE is not None]
    if move is None or move >= len(moves):
        raise not_found("move")
    return moves[move]


def answer_dispute(
    context: Context,
    principal: SeatHolder,
    deal: UUID,
    number: int,
    *,
    text: str,
    limit: int,
    command: Command,
) -> DisputeDone:
    """Answer an open dispute. A seat of its table may.

    Args:
        context: The service.
        principal: The caller.
        deal: The deal.
        number: The dispute's number in the deal.
        text: The answer.
        limit: The most answers of a seat to a dispute.
        command: The command; the same again gives the first result.

    Raises:
        Problem: ``not-found``, ``dispute-ruled``, ``deal-on``, ``limit-reached``,
            ``idempotency-key-reused``; ``not-allowed`` at tables that were opened before disputes
            could be answered.
    """
    _see_played(context, principal, deal)

    def answered(stream: TableStream) -> Sequence[Event]:
        dispute = _waiting_dispute(stream.state, deal, number)
        if sum(each.seat == principal.seat for each in dispute.answers) >= limit:
            raise Problem(Code.LIMIT_REACHED, Sentence("too-many-answers", {"limit": limit}))
        return (DisputeAnswered(Id(str(deal)), number, principal.seat, Text(text)),)

    return _once(context, principal.table, answered, command)


def withdraw_dispute(
    context: Context, principal: SeatHolder, deal: UUID, number: int, *, command: Command
) -> DisputeDone:
    """Withdraw a dispute that is not ruled. The seat that opened it may.

    Args:
        context: The service.
        principal: The caller.
        deal: The deal.
        number: The dispute's number in the deal.
        command: The command; the same again gives the first result.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``dispute-ruled``, ``deal-on``,
            ``idempotency-key-reused``.
    """
    _see_played(context, principal, deal)

    def withdrawn(stream: TableStream) -> Sequence[Event]:
        dispute = _dispute(stream.state, deal, number)
        if dispute.opened.seat != principal.seat:
            raise Problem(Code.NOT_ALLOWED, Sentence("withdraws-own-dispute"))
        if dispute.status != "open":
            raise _is_over(dispute)
        return (DisputeWithdrawn(Id(str(deal)), number, principal.seat),)

    return _once(context, principal.table, withdrawn, command)


def appeal_ruling(
    context: Context,
    principal: SeatHolder,
    deal: UUID,
    number: int,
    *,
    text: str,
    command: Command,
) -> DisputeDone:
    """Appeal the first ruling on a dispute. A seat of its table may, once.

    Args:
        context: The service.
        principal: The caller.
        deal: The deal.
        number: The dispute's number in the deal.
        text: The reason.
        command: The command; the same again gives the first result.

    Raises:
        Problem: ``not-found``, ``not-allowed`` without a second auditor, ``dispute-ruled`` unless
            there is a first ruling, ``deal-on``, ``idempotency-key-reused``.
    """
    see_finished_deal(context, principal, deal)

    def appealed(stream: TableStream) -> Sequence[Event]:
        dispute = _dispute(stream.state, deal, number)
        if dispute.status != "ruled" or dispute.appeal is not None:
            why = "appealed-once" if dispute.appeal else "appeals-ruling"
            raise Problem(Code.DISPUTE_RULED, Sentence(why))
        if not may_appeal(stream.state, dispute, at=time_at_table(context, principal.table)):
            raise Problem(Code.NOT_ALLOWED, Sentence("appeal-one-auditor"))
        return (DisputeAppealed(Id(str(deal)), number, principal.seat, Text(text)),)

    return _once(context, principal.table, appealed, command)


def _dispute(table: Table, deal: UUID, number: int) -> Dispute:
    """The dispute of a number.

    Raises:
        Problem: ``not-found``.
    """
    dispute = table.disputes.find(str(deal), number)
    if dispute is None:
        raise not_found("dispute")
    return dispute


def _waiting_dispute(table: Table, deal: UUID, number: int) -> Dispute:
    """A dispute that waits for a ruling.

    Raises:
        Problem: ``not-found``, ``dispute-ruled``.
    """
    dispute = _dispute(table, deal, number)
    if dispute.status not in WAITING:
        raise _is_over(dispute)
    return dispute


def _is_over(dispute: Dispute) -> Problem:
    withdrawn = dispute.status == "withdrawn"
    return Problem(
        Code.DISPUTE_RULED, Sentence("dispute-withdrawn" if withdrawn else "dispute-ruled")
    )


def rule_dispute(
    context: Context,
    auditor: GuestHolder,
    deal: UUID,
    number: int,
    *,
    ruling: Ruling,
    adjustment: tuple[int, ...],
    text: str,
    command: Command,
) -> DisputeDone:
    """Rule a dispute, or an appeal of its first ruling. An auditor of the table may.

    Args:
        context: The service.
        auditor: The auditor.
        deal: The deal.
        number: The dispute's number in the deal.
        ruling: Whether the claim holds.
        adjustment: The points that each side gains or loses in the ledger; empty: none.
        text: The reasons.
        command: The command; the same again gives the first result.

    Raises:
        Problem: ``not-found``, ``dispute-ruled``, ``not-allowed`` if this auditor may not rule it,
            ``invalid`` for points of an unknown side, or for a dismissed claim;
            ``idempotency-key-reused``.
    """

    def ruled(stream: TableStream) -> Sequence[Event]:
        table = stream.state
        require_deal(stream, deal)
        guest = table.guests.find(AUDITOR, auditor.number)
        if guest is None or guest.dismissed:
            raise Problem(Code.UNAUTHENTICATED, Sentence("credential-expired"))
        dispute = _waiting_dispute(table, deal, number)
        if not auditor_may_rule(table, auditor.number, at=at):
            raise Problem(Code.NOT_ALLOWED, Sentence("auditors-are-fixed"))
        if any(ruling.auditor == auditor.number for ruling in dispute.rulings):
            raise Problem(Code.NOT_ALLOWED, Sentence("appeal-other-auditor"))
        points = _adjustment(table, ruling, adjustment)
        return (
            DisputeRuled(Id(str(deal)), number, ruling, points, Text(text), auditor=auditor.number),
        )

    at = time_at_table(context, auditor.table)
    # a later check finds the auditor's token still valid, so it was valid at this time
    return _once(context, auditor.table, ruled, command, at=at)


def _adjustment(table: Table, ruling: Ruling, command: tuple[int, ...]) -> tuple[int, ...]:
    sides = len(table.score.points)
    points = command or (0,) * sides
    if len(points) != sides:
        number = Sentence("adjustment-sides", {"sides": sides})
        raise Problem(Code.INVALID, number, pointer="/adjustment")
    if ruling == "dismissed" and any(points):
        raise Problem(Code.INVALID, Sentence("adjustment-dismissed"), pointer="/adjustment")
    return points


# --- Reading ------------------------------------------------------------------------------------


def see_evidence(context: Context, who: Principal, deal: UUID) -> tuple[TableStream, Deal]:
    """A finished deal in full, and its table, for the parties to its disputes.

    These are the table's owner, its players and its auditors; the players' texts about each other
    are private to them. The cards are no longer secret.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``deal-on``.
    """
    if is_auditor(who):
        stream = find_audited(context, who, deal)
    else:
        stream = find_table(context, who, UUID(see_deal(context, who, deal).opened.table))
        _require_part(stream, who)
    full = find_deal(context, deal)
    require_finished(full)
    return stream, full


def disputes_of(
    context: Context, who: Principal, deal: UUID
) -> tuple[TableStream, tuple[Dispute, ...]]:
    """The disputes of a finished deal, for the parties to them.

    Raises:
        Problem: As with `see_evidence`.
    """
    if isinstance(who, SeatHolder) and not _see_played(context, who, deal).over:
        stream = find_table(context, who, who.table)
        return stream, stream.state.disputes.of(str(deal))
    stream, _ = see_evidence(context, who, deal)
    return stream, stream.state.disputes.of(str(deal))


def _require_part(stream: TableStream, principal: Principal) -> None:
    if not takes_part(stream.state, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("parties-only"))


# --- Idempotency --------------------------------------------------------------------------------


def _once(
    context: Context,
    table: UUID,
    happens: Happens,
    command: Command,
    *,
    at: int | None = None,
) -> DisputeDone:
    """Execute a command with exactly one event, or return the event of its first run."""
    done = at_table(context, table, command, happens, at=at)
    first = done.records[0]
    return DisputeDone(event_of(first), first.version, done.stream, done.replayed)
