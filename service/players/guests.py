"""Guests of a table are admitted, listed and dismissed; persons are invited."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.kernel.event import Digest, Event, Seat, Text
from domain.kernel.sentence import Sentence
from domain.table.guests import (
    ADMITTED,
    DISMISSED,
    INVITATION,
    READER,
    WATCHER,
    Guest,
    GuestAdmitted,
    GuestScope,
    guest_of,
    place_of,
)
from domain.table.series import Table
from service import ids
from service.access.credentials import (
    GUEST_KINDS,
    MOST_GUESTS,
    OwnerOrSeat,
    SeatHolder,
    guest_token,
)
from service.clocks.table_time import table_time
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found
from service.seats.taking import require_free, require_noting
from service.streams import TableStream, event_of
from service.tables.progress import at_table
from service.tables.sight import find_table, owns, require_sight, takes_part

BY_SEATS: Final = (WATCHER, READER)
"""The scopes of guests whom seats may admit, too."""


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
    more: Mapping[str, Any] = MappingProxyType({}),
) -> Admitted:
    """Admit a guest to a table. Its owner may; a watcher or a reader, each of its seats too.

    Args:
        context: The service.
        principal: The caller.
        table: The table.
        scope: The scope of the guest.
        name: The name of the guest.
        seconds: The lifetime of the token.
        limit: The most guests of this scope at a time.
        command: The command; the same again gives the same token.
        more: Further fields of the event that admits the guest.

    Raises:
        Problem: ``not-found``, ``not-allowed``, also if the table does not allow such guests, or
            before its last board is revealed;
            ``limit-reached``, ``idempotency-key-reused``. For an invitation ``seat-taken``,
            ``table-started``, ``invalid``.
    """
    secret = ids.token_secret(context.secret, GUEST_KINDS[scope], str(table), str(command.id))

    def admitted(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        by, at = _standing(stream, principal, scope), table_time(context, stream)
        if stream.state.is_covered:
            raise Problem(Code.NOT_ALLOWED, Sentence("table-of-boards"), clauses=("C26",))
        if scope in _ALLOWED:
            _ALLOWED[scope](stream.state, more)
        known = stream.state.guests.of(scope)
        counted = sum(each.is_open(at) for each in known)
        if counted >= limit or len(known) >= MOST_GUESTS:
            full = Sentence("too-many-guests", {"limit": limit, "scope": scope})
            raise Problem(Code.LIMIT_REACHED, full)
        number, until = len(known) + 1, at + seconds * SECOND
        token = Digest(ids.hashed(guest_token(table, scope, number, secret)).hex())
        guest = Guest(Text(name), token, until, by)
        return (_admission(scope, number, guest, more),)

    done = at_table(context, table, command, admitted)
    event = event_of(done.records[0])
    assert isinstance(event, GuestAdmitted), "the command is the same"
    _, number = place_of(event)
    return Admitted(
        number, guest_of(event), guest_token(table, scope, number, secret), done.replayed
    )


def _admission(
    scope: GuestScope, number: int, guest: Guest, more: Mapping[str, Any]
) -> GuestAdmitted:
    """The event that admits a guest."""
    fields: dict[str, Any] = {scope: number, "name": guest.name, "token": guest.token, **more}
    if scope in BY_SEATS:
        fields["by"] = guest.by
    return ADMITTED[scope](**fields, until=guest.until)


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
        Problem: ``not-found``, ``not-allowed``, ``invitation-used``.
    """

    def dismissed(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        by, guest = _standing(stream, principal, scope), stream.state.guests.find(scope, number)
        if guest is None:
            raise not_found(scope)
        if by is not None and guest.by != by:
            raise Problem(Code.NOT_ALLOWED, Sentence("guest-by-admitter", {"scope": scope}))
        if guest.used is not None:
            raise Problem(Code.INVITATION_USED, Sentence("invitation-used", {"seat": guest.used}))
        if guest.dismissed:
            return ()
        fields: dict[str, int] = {scope: number}
        if scope == INVITATION:
            fields["invited"] = guest.invited
        return (DISMISSED[scope](**fields),)

    return at_table(context, table, command, dismissed).replayed


def table_with_guests(context: Context, principal: OwnerOrSeat, table: UUID) -> TableStream:
    """A table whose guests the caller may know: its owner and its players.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    stream = find_table(context, principal, table)
    if not takes_part(stream.state, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("owner-and-players-only"))
    return stream


def table_with_invitations(context: Context, principal: OwnerOrSeat, table: UUID) -> TableStream:
    """A table whose invitations the caller may know: its owner.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    stream = find_table(context, principal, table)
    if not owns(stream.state, principal):
        raise Problem(Code.NOT_ALLOWED, Sentence("owner-only"))
    return stream


def _allow_watcher(table: Table, _more: Mapping[str, Any]) -> None:
    if not table.opened.spectators:
        raise Problem(Code.NOT_ALLOWED, Sentence("no-spectators"))


def _allow_reader(table: Table, more: Mapping[str, Any]) -> None:
    if table.opened.views_after != "all":
        raise Problem(Code.NOT_ALLOWED, Sentence("views-for-members"))
    if more.get("deal") not in (None, *(line.deal for line in table.deals)):
        raise not_found("deal")


def _allow_invitation(table: Table, more: Mapping[str, Any]) -> None:
    require_noting(table)
    require_free(table, more.get("seat"))


_ALLOWED: Final[Mapping[GuestScope, Callable[[Table, Mapping[str, Any]], None]]] = {
    WATCHER: _allow_watcher,
    READER: _allow_reader,
    INVITATION: _allow_invitation,
}
"""Checks that a table has guests of a scope."""


def _standing(stream: TableStream, principal: OwnerOrSeat, scope: GuestScope) -> Seat | None:
    """The seat for which the caller acts; None: the caller is the owner.

    Raises:
        Problem: ``not-allowed``.
    """
    if isinstance(principal, SeatHolder):
        if scope in BY_SEATS:
            return principal.seat
    elif principal.acts_for(stream.opened.owner):
        return None
    who = "owner-and-seats-only" if scope in BY_SEATS else "owner-only"
    raise Problem(Code.NOT_ALLOWED, Sentence(who))
