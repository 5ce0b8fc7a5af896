"""Erasure: the name of a person, and the owner's notes on them, leave the record for ever.

The erasure is an event of the table. The database deletes the openings of the commitments in the
append of this event, so every proof of the record stays valid.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Event, Seat
from domain.table.events import PersonErased, SeatTaken
from domain.table.guests import INVITATION, InvitationWithdrawn
from domain.table.series import Table
from domain.tournaments.events import PlayerErased
from service import ids
from service.access.credentials import ApiKey, OwnerOrSeat
from service.commands import Command
from service.context import Context
from service.problems import Problem, not_found, past_broken
from service.seats.leaving import require_power
from service.streams import TABLES, TOURNAMENTS, Done, TableStream, TournamentStream
from service.tables.progress import at_table
from service.tables.sight import owns, require_sight
from service.tournaments.events import in_tournament

AT_ONCE: Final = 100
"""The most tables, and the most tournaments, from which one request erases a person."""
_ERASURE: Final = "erasure"


class Erased(NamedTuple):
    """The result of a request to erase.

    Attributes:
        persons: The number of persons, counted at each table where they sat down.
        tables: The number of tables.
        more: Whether there are more tables or tournaments, for another request.
    """

    persons: int
    tables: int
    more: bool


def erase_seat(
    context: Context, principal: OwnerOrSeat, table: UUID, seat: Seat, command: Command
) -> bool:
    """Erase the person on a seat, and for the owner all who sat there before.

    Returns:
        Whether there was nothing left to erase.

    Raises:
        Problem: ``not-found`` also where no person ever sat down; ``not-allowed`` unless the caller
            holds the seat or owns the table.
    """

    def erased(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        state = stream.state
        require_power(state, principal, seat)
        if not _was_taken(stream, seat):
            raise not_found("person")
        player = state.players[seat]
        everybody = owns(state, principal)
        return _erasures(
            state,
            (
                at
                for at, taken in state.persons.items()
                if taken.seat == seat and (everybody or (player and player.taken == at))
            ),
        )

    done = at_table(context, table, command, erased)
    _forget(context, table, done)
    return done.replayed


def erase_ref(context: Context, principal: ApiKey, ref: str, command: Command) -> Erased:
    """Erase a person from the tables and tournaments of the caller, by their `ref`.

    Invitations with this `ref` that nobody has used are withdrawn.

    Raises:
        Problem: ``broken-record``, after the person was erased from all other records.
    """
    found, tournaments = (
        [
            stream
            for owner in principal.owners
            for stream in context.store.with_ref(
                kind=kind, owner=str(owner), ref=ref, limit=AT_ONCE + 1
            )
        ]
        for kind in (TABLES.kind, TOURNAMENTS.kind)
    )
    persons, damaged = 0, list[Problem]()

    def erased(stream: TableStream) -> Sequence[Event]:
        state = stream.state
        persons = _erasures(state, (at for at, taken in state.persons.items() if taken.ref == ref))
        return (*persons, *_withdrawals(state, ref))

    for table in found[:AT_ONCE]:
        each = ids.command_id(context.secret, _ERASURE, str(command.id), str(table))
        with past_broken(damaged):
            done = at_table(context, table, command._replace(id=each), erased)
            _forget(context, table, done)
            erasures = (each for each in done.records if each.type == PersonErased.TYPE)
            persons += 0 if done.replayed else len([*erasures])
    persons += _erase_from(context, tournaments[:AT_ONCE], ref, command, damaged)
    if damaged:
        raise damaged[0]
    more = max(len(found), len(tournaments)) > AT_ONCE
    return Erased(persons, len(found[:AT_ONCE]), more=more)


def _erase_from(
    context: Context,
    tournaments: Sequence[UUID],
    ref: str,
    command: Command,
    damaged: list[Problem],
) -> int:
    """Erase a person from some tournaments; returns how many players were erased."""

    def erased(stream: TournamentStream) -> Sequence[Event]:
        return [
            PlayerErased(player.number, each.taken)
            for player in stream.state.players
            for each in player.persons
            if each.ref == ref
        ]

    count = 0
    for tournament in tournaments:
        each = ids.command_id(context.secret, _ERASURE, str(command.id), str(tournament))
        with past_broken(damaged):
            done = in_tournament(context, tournament, command._replace(id=each), erased)
            count += 0 if done.replayed else len(done.records)
    return count


def _forget(context: Context, table: UUID, done: Done[TableStream]) -> None:
    """Forget what the erased persons said at the table; again if the command comes again."""
    erased = [each.taken for each in done.stream.events if isinstance(each, PersonErased)]
    if erased:
        context.people.erase(table, erased)


def _erasures(state: Table, positions: Iterable[int]) -> Sequence[Event]:
    return [PersonErased(state.persons[at].seat, at) for at in positions]


def _withdrawals(state: Table, ref: str) -> Sequence[Event]:
    return [
        InvitationWithdrawn(number, guest.invited)
        for number, guest in enumerate(state.guests.of(INVITATION), start=1)
        if guest.ref == ref and guest.used is None
    ]


def _was_taken(stream: TableStream, seat: Seat) -> bool:
    return any(
        isinstance(each, SeatTaken) and each.seat == seat and each.bot is None
        for each in stream.events
    )
