"""Tokens of seats that are issued again: a player has lost one, or somebody else has it."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.kernel.event import Digest, Event, Seat
from domain.kernel.sentence import Sentence
from domain.table.events import SeatTokenIssued
from service import ids
from service.access.credentials import ApiKey
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found
from service.seats.leaving import require_power
from service.streams import TableStream
from service.tables.creation import Seated, derived_token
from service.tables.progress import at_table
from service.tables.sight import require_sight


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
