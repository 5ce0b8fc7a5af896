"""The tables of a round: opened with all their players on their seats."""

from typing import Final
from uuid import UUID

from domain.kernel.event import Digest, Event, Id, Seat, Text
from domain.table.events import SeatTaken, TableDrawn
from domain.tournaments import lots
from domain.tournaments.tournament import Tournament, TournamentPlayer, options_of
from service import ids
from service.access.credentials import SEAT, seat_token
from service.commands import Command, by_itself
from service.context import PlayContext
from service.streams import TournamentStream
from service.tables.creation import NewSeat, NewTable, new_table
from service.tables.progress import advanced, open_stream

LONGEST_NAME: Final = 40
"""Of the name of a tournament in the name of a table."""


def open_table_of(context: PlayContext, stream: TournamentStream, number: int, table: int) -> Id:
    """Open a table of a round, unless it is open, and its first deal."""
    command = _opening(context, stream.id, number, table)
    named = table_of(context, stream.id, number, table)
    events = _events(context, stream.state, named, number, table)
    advanced(context, open_stream(context, named, events, command).stream)
    return Id(str(named))


def table_of(context: PlayContext, tournament: UUID, number: int, table: int) -> UUID:
    """The id of a table of a round, also before it is opened."""
    return ids.table_id(context.secret, _opening(context, tournament, number, table).id)


def _opening(context: PlayContext, tournament: UUID, number: int, table: int) -> Command:
    scope = (str(tournament), str(number), str(table))
    return by_itself(context.secret, "tournament-table", *scope, cause=str(tournament))


def seat_of(context: PlayContext, table: UUID, seat: Seat) -> str:
    """The token of a seat at a table of a tournament."""
    secret = ids.token_secret(context.secret, SEAT, str(table), str(seat), "tournament")
    return seat_token(table, seat, secret)


def _events(
    context: PlayContext, state: Tournament, table: UUID, number: int, at: int
) -> tuple[Event, ...]:
    opened, place = state.opened, state.rounds[number - 1].tables[at - 1]
    players = [state.player(each) for each in place.players]
    seats = [NewSeat(bot=opened.fill if player is None else player.bot) for player in players]
    new = NewTable(
        game=opened.game,
        name=f"{opened.name[:LONGEST_NAME].strip()} {number}/{at}",
        options=options_of(state.opened, len(players)),
        seats=seats,
        visibility=opened.visibility,
        test=opened.test,
        **opened.table_terms,
    )
    first, *bots = new_table(table, opened.owner, new, {})
    shown = state.rounds[number - 1].shown
    seeds = lots.digest(opened.tournament, number, shown) if opened.boards else None
    drawn = TableDrawn(opened.tournament, number, at, opened.boards, seeds)
    persons = [
        _person(context, table, seat, player)
        for seat, player in enumerate(players)
        if player is not None and player.bot is None
    ]
    return (first, drawn, *bots, *persons)


def _person(context: PlayContext, table: UUID, seat: Seat, player: TournamentPlayer) -> SeatTaken:
    token = ids.hashed(seat_of(context, table, seat)).hex()
    name = Text(player.name)
    return SeatTaken(seat, name, None, player.holder, Digest(token), ref=player.ref)
