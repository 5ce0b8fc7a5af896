"""Seats: taken by API keys, and by persons with an invitation; their tokens, issued again."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Digest, Event, Id, Seat
from domain.kernel.sentence import Sentence
from domain.table.events import SeatCommitted, SeatTokenIssued
from domain.table.guests import INVITATION, Guest
from domain.table.players import metadata_json
from domain.table.series import Table
from service import ids
from service.access.credentials import ApiKey, GuestHolder
from service.clocks.table_time import table_time
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found
from service.seats.leaving import require_power
from service.streams import TableStream
from service.tables.creation import (
    NewSeat,
    Seated,
    TableDone,
    derived_token,
    person,
    require_name,
    require_no_seed,
)
from service.tables.progress import advanced, at_table, deal_of
from service.tables.sight import owns, require_sight

NOTING: Final = 5
"""The first version of a table whose events have the owner's notes, and invitations."""
FIRST: Final = 1
"""The number of the first deal: the only one that can be committed to at an open table."""


class _Sitting(NamedTuple):
    """A seat as it is taken: the API key that holds it, if any, and the player."""

    holder: Id | None
    new_seat: NewSeat


def take_seat(
    context: Context,
    principal: ApiKey | GuestHolder,
    table: UUID,
    seat: Seat,
    *,
    new_seat: NewSeat,
    commitment: str | None = None,
    command: Command,
) -> TableDone:
    """Sit down on a free seat, perhaps with a commitment to the first deal.

    The last one to sit down starts the series. A seat that is taken by invitation is held by no
    API key, so no key sees its cards. It gets the notes of the invitation.

    The token comes with the answer to this request, and again if the request is repeated under
    its idempotency key.

    Raises:
        Problem: ``not-found``, ``seat-taken``, ``table-started``, ``name-taken``,
            ``seat-key-refused``, ``scope-missing``; with an invitation ``invitation-used``, and
            ``not-allowed`` for another seat.
    """
    given = derived_token(context, principal, table, seat, command)
    new_seat = new_seat._replace(commits=new_seat.commits or commitment is not None)

    def taken(stream: TableStream) -> Sequence[Event]:
        if isinstance(principal, GuestHolder):
            sitting = _invited(context, stream, principal, seat, new_seat)
        else:
            require_sight(stream, principal)
            sitting = _Sitting(principal.owner_at(test=stream.opened.test), new_seat)
        require_free(stream.state, seat)
        if isinstance(principal, ApiKey):
            _require_notable(stream.state, principal, new_seat)
        names = [player.name for player in stream.state.players if player is not None]
        require_name(new_seat, names, pointer="/name")
        require_no_seed(stream.opened, commits=new_seat.commits, pointer="/commits")
        event = person(seat, sitting.new_seat, sitting.holder, given.token, pointer="/key")
        if commitment is None:
            return (event,)
        first = Id(str(deal_of(context, stream, FIRST)))
        return (event, SeatCommitted(seat, FIRST, first, Digest(commitment)))

    done = at_table(context, table, command, taken)
    return TableDone(advanced(context, done.stream), (given,), done.replayed)


def require_free(table: Table, seat: Seat | None) -> None:
    """Check that a person can take a seat; None: any seat.

    Raises:
        Problem: ``not-found``, ``seat-taken``, ``table-started``.
    """
    if seat is not None and not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    if table.closed and not table.started:
        raise Problem(Code.TABLE_STARTED, Sentence("table-closed"))
    if table.started if seat is None else table.players[seat] is not None:
        raise Problem(Code.SEAT_TAKEN, Sentence("seat-is-taken" if seat is not None else "no-seat"))
    if table.rematch_of is not None:
        reserved = Sentence("seat-reserved", {"table": table.rematch_of})
        raise Problem(Code.SEAT_TAKEN, reserved)


def require_noting(table: Table, *, pointer: str | None = None) -> None:
    """Check that the events of a table have the owner's notes and invitations.

    Raises:
        Problem: ``invalid``.
    """
    if table.first_version < NOTING:
        raise Problem(Code.INVALID, Sentence("table-of-older-release"), pointer=pointer)


def _require_notable(table: Table, principal: ApiKey, new_seat: NewSeat) -> None:
    """Check that the request's notes on the player are the owner's, and that the table has them."""
    if not new_seat.ref and not new_seat.metadata:
        return
    pointer = "/ref" if new_seat.ref else "/metadata"
    if not owns(table, principal):
        raise Problem(Code.INVALID, Sentence("notes-by-owner"), pointer=pointer)
    require_noting(table, pointer=pointer)


def _invited(
    context: Context, stream: TableStream, principal: GuestHolder, seat: Seat, new_seat: NewSeat
) -> _Sitting:
    """The seat of an invited person, with the notes of the invitation.

    Raises:
        Problem: ``not-found``, ``unauthenticated``, ``invitation-used``, ``not-allowed``,
            ``invalid``.
    """
    guest = _invitation(stream, principal)
    if guest.used is not None:
        raise Problem(Code.INVITATION_USED, Sentence("invitation-used", {"seat": guest.used}))
    if not guest.is_open(table_time(context, stream)):
        raise Problem(Code.UNAUTHENTICATED, Sentence("credential-unknown"))
    if guest.seat not in (None, seat):
        raise Problem(Code.NOT_ALLOWED, Sentence("invited-to-seat", {"seat": guest.seat}))
    if new_seat.ref or new_seat.metadata:
        pointer = "/ref" if new_seat.ref else "/metadata"
        raise Problem(Code.INVALID, Sentence("notes-by-owner"), pointer=pointer)
    notes = new_seat._replace(ref=guest.ref, metadata=metadata_json(guest.metadata))
    return _Sitting(None, notes)


def _invitation(stream: TableStream, principal: GuestHolder) -> Guest:
    guest = stream.state.guests.find(INVITATION, principal.number)
    if principal.table != stream.id or guest is None:
        raise not_found("table")
    return guest


class Issued(NamedTuple):
    """A new token of a seat, and whether the request was a repetition."""

    given: Seated
    replayed: bool


def issue_token(
    context: Context, principal: ApiKey, table: UUID, seat: Seat, command: Command
) -> Issued:
    """Give a taken seat another token; the one before it ends.

    The same command gives the same token, even if it has ended by now.

    Raises:
        Problem: ``not-found`` also where no player with a token sits; ``not-allowed`` unless the
            caller holds the seat or owns the table, and at a table of a tournament, where the
            player's own token shows the seat; ``scope-missing``; ``idempotency-key-reused``.
    """
    given = derived_token(context, principal, table, seat, command)

    def issued(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        require_power(stream.state, principal, seat)
        player = stream.state.players[seat]
        if player is None or player.bot is not None:
            raise not_found("person")
        if (drawn := stream.state.drawn) is not None:
            shows = Sentence("entry-shows-seat", {"tournament": drawn.tournament})
            raise Problem(Code.NOT_ALLOWED, shows)
        return (SeatTokenIssued(seat, Digest(ids.hashed(given.token).hex())),)

    return Issued(given, at_table(context, table, command, issued).replayed)
