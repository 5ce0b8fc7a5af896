"""Guests: auditors and watchers of a table are admitted, listed and dismissed."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.kernel.event import Digest, Event, Seat, Text
from domain.kernel.sentence import Sentence
from domain.table.guests import (
    AUDITOR,
    WATCHER,
    AuditorAdmitted,
    AuditorDismissed,
    Guest,
    GuestAdmitted,
    GuestScope,
    WatcherAdmitted,
    WatcherDismissed,
    guest_of,
    place_of,
)
from service import ids
from service.access.credentials import (
    GUEST_KINDS,
    MOST_GUESTS,
    OwnerOrSeat,
    SeatHolder,
    guest_token,
)
from service.commands import Command
from service.context import Context
from service.play.progress import at_table
from service.play.sight import find_table, require_sight, takes_part
from service.play.table_time import table_time
from service.problems import Code, Problem, not_found
from service.streams import TableStream, event_of

SECOND = 1_000_000


class Admitted(NamedTuple):
    """A new guest, with their token."""

    number: int
    guest: Guest
    token: str
    replayed: bool


def admit_guest(
    context: Context,
    principal: OwnerOrSeat,
    table: UUID,
    scope: GuestScope,
    *,
    name: str,
    seconds: int,
    limit: int,
    command: Command,
) -> Admitted:
    """Admit a guest to a table. Its owner may; for a watcher, each of its seats may too.

    Args:
        context: The service.
        principal: The caller.
        table: The table.
        scope: The scope of the guest.
        name: The name of the guest.
        seconds: The lifetime of the token.
        limit: The most guests of this scope at a time.
        command: The command; the same again gives the same token.

    Raises:
        Problem: ``not-found``, ``not-allowed``, also if the table does not allow watchers;
            ``limit-reached``, ``idempotency-key-reused``.
    """
    secret = ids.token_secret(context.secret, GUEST_KINDS[scope], str(table), str(command.id))

    def admitted(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        by, at = _standing(stream, principal, scope), table_time(stream)
        if scope == WATCHER and not stream.opened.spectators:
            raise Problem(Code.NOT_ALLOWED, Sentence("no-spectators"))
        known = stream.state.guests.of(scope)
        if sum(each.is_valid(at) for each in known) >= limit or len(known) >= MOST_GUESTS:
            full = Sentence("too-many-guests", {"limit": limit, "scope": scope})
            raise Problem(Code.LIMIT_REACHED, full)
        number, until = len(known) + 1, at + seconds * SECOND
        token = Digest(ids.hashed(guest_token(table, scope, number, secret)).hex())
        if scope == AUDITOR:
            return (AuditorAdmitted(number, Text(name), token, until),)
        return (WatcherAdmitted(number, Text(name), by, token, until),)

    done = at_table(context, table, command, admitted)
    event = event_of(done.records[0])
    assert isinstance(event, GuestAdmitted), "the command is the same"
    _, number = place_of(event)
    return Admitted(
        number, guest_of(event), guest_token(table, scope, number, secret), done.replayed
    )


def dismiss_guest(
    context: Context,
    principal: OwnerOrSeat,
    table: UUID,
    scope: GuestScope,
    number: int,
    *,
    command: Command,
) -> bool:
    """End a guest's token: the table's owner may, and the seat that admitted the guest.

    Returns:
        Whether it had been ended before.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """

    def dismissed(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        by, guest = _standing(stream, principal, scope), stream.state.guests.find(scope, number)
        if guest is None:
            raise not_found(scope)
        if by is not None and guest.by != by:
            raise Problem(Code.NOT_ALLOWED, Sentence("guest-by-admitter", {"scope": scope}))
        if guest.dismissed:
            return ()
        return (AuditorDismissed(number) if scope == AUDITOR else WatcherDismissed(number),)

    return at_table(context, table, command, dismissed).replayed


class Appointment(NamedTuple):
    """Who appointed an auditor: an API key, whose owner may hold seats of the table."""

    appointed_by: str
    owner_seats: tuple[Seat, ...]


def appointment(stream: TableStream, number: int) -> Appointment:
    """Who appointed the auditor of this number."""
    actor = next(
        record.actor
        for record, event in zip(stream.records, stream.events, strict=True)
        if isinstance(event, AuditorAdmitted) and event.auditor == number
    )
    seats = tuple(
        seat
        for seat, player in enumerate(stream.state.players)
        if player is not None and player.bot is None and player.holder == stream.opened.owner
    )
    return Appointment(actor.removeprefix("key:"), seats)


def table_with_guests(context: Context, principal: OwnerOrSeat, table: UUID) -> TableStream:
    """A table whose guests the caller may know: its owner and its players.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    stream = find_table(context, principal, table)
    if not takes_part(stream.state, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("owner-and-players-only"))
    return stream


def _standing(stream: TableStream, principal: OwnerOrSeat, scope: GuestScope) -> Seat | None:
    """The seat for which the caller acts; None: the caller is the owner.

    Raises:
        Problem: ``not-allowed``.
    """
    if isinstance(principal, SeatHolder):
        if scope == WATCHER:
            return principal.seat
    elif principal.owner == stream.opened.owner:
        return None
    who = "owner-and-seats-only" if scope == WATCHER else "owner-only"
    raise Problem(Code.NOT_ALLOWED, Sentence(who))
