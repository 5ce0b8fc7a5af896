"""Watchers: parties with an expiring token for the public view of a table and its deals."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.kernel.event import Digest, Event, Seat, Text
from domain.table.watching import WatcherAdmitted, WatcherDismissed
from service import ids
from service.access.credentials import (
    MOST_NUMBERED,
    VIEW,
    OwnerOrSeat,
    SeatHolder,
    view_token,
)
from service.commands import Command
from service.context import Context, now
from service.play.progress import at_table
from service.play.tables import find_table, require_sight, takes_part
from service.problems import Code, Problem, not_found
from service.streams import TableStream, event_of

SECOND = 1_000_000


class Admitted(NamedTuple):
    """A watcher, with their token."""

    event: WatcherAdmitted
    token: str
    replayed: bool


def admit_watcher(
    context: Context,
    principal: OwnerOrSeat,
    table: UUID,
    *,
    name: str,
    seconds: int,
    limit: int,
    command: Command,
) -> Admitted:
    """Admit a watcher to a table. Its owner may, and each of its seats.

    Args:
        context: The service.
        principal: The caller.
        table: The table.
        name: The name of the watcher.
        seconds: The lifetime of the token.
        limit: The most watchers at a time.
        command: The command; the same again gives the same token.

    Raises:
        Problem: ``not-found``, ``not-allowed``, also if the table does not allow watchers;
            ``limit-reached``, ``idempotency-key-reused``.
    """
    secret = ids.token_secret(context.secret, VIEW, str(table), str(command.id))

    def admitted(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        watchers, at = stream.state.watchers, now()
        by = _standing(stream, principal)
        if not stream.opened.spectators:
            raise Problem(Code.NOT_ALLOWED, "This table has no spectators.")
        valid = sum(each.may_watch(at) for each in watchers)
        if valid >= limit or len(watchers) >= MOST_NUMBERED:
            raise Problem(Code.LIMIT_REACHED, f"A table has at most {limit} watchers at a time.")
        number = len(watchers) + 1
        token = Digest(ids.hashed(view_token(table, number, secret)).hex())
        return (WatcherAdmitted(number, Text(name), by, token, until=at + seconds * SECOND),)

    done = at_table(context, table, command, admitted)
    event = event_of(done.records[0])
    assert isinstance(event, WatcherAdmitted), "the command is the same"
    return Admitted(event, view_token(table, event.watcher, secret), done.replayed)


def dismiss_watcher(
    context: Context, principal: OwnerOrSeat, table: UUID, number: int, *, command: Command
) -> bool:
    """End a watcher's token: the table's owner may, and the seat that admitted the watcher.

    Returns:
        Whether it had been ended before.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """

    def dismissed(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        by, watchers = _standing(stream, principal), stream.state.watchers
        if not 1 <= number <= len(watchers):
            raise not_found("watcher")
        if by is not None and watchers[number - 1].by != by:
            detail = "Only the table's owner or the seat that admitted the watcher may do this."
            raise Problem(Code.NOT_ALLOWED, detail)
        return () if watchers[number - 1].dismissed else (WatcherDismissed(number),)

    return at_table(context, table, command, dismissed).replayed


def watchers_of(context: Context, principal: OwnerOrSeat, table: UUID) -> TableStream:
    """A table whose watchers the caller may know: its owner and its players.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    stream = find_table(context, principal, table)
    if not takes_part(stream.state, principal):
        raise Problem(Code.NOT_ALLOWED, "Only the table's owner and players may do this.")
    return stream


def _standing(stream: TableStream, principal: OwnerOrSeat) -> Seat | None:
    """The seat for which the caller acts; None: the caller is the owner.

    Raises:
        Problem: ``not-allowed``.
    """
    if isinstance(principal, SeatHolder):
        return principal.seat
    if principal.owner != stream.opened.owner:
        raise Problem(Code.NOT_ALLOWED, "Only the table's owner and seats may do this.")
    return None
