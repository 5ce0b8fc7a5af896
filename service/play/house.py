"""Tables of the house: a person without a key plays against bots."""

from typing import Final, NamedTuple

from domain.games import GAMES
from domain.kernel.sentence import Sentence
from service import ids
from service.access.house import HOUSE
from service.commands import Command
from service.context import Context
from service.play.tables import (
    NewSeat,
    NewTable,
    TableDone,
    open_for,
    require_names,
    require_table_quota,
)
from service.problems import Code, Problem

_ADDRESS: Final = "fairdeal/1/address"


class NewGame(NamedTuple):
    """The request for a table of the house.

    Attributes:
        game: The game.
        level: The level of the bots.
        name: The person's name.
        target: The target that ends the series; None: the usual one.
    """

    game: str
    level: str
    name: str
    target: int | None = None


def open_house_table(context: Context, new: NewGame, address: str, command: Command) -> TableDone:
    """Open a table of the house, with a person on the first seat and bots on the others.

    The seat has a keyed digest of the address as its `ref`, by which the open tables of an address
    are counted. It is behind a commitment, as every `ref` is.

    Args:
        context: The dependencies.
        new: What is played.
        address: The account of the person's address.
        command: The command; its actor is the house.

    Raises:
        Problem: ``not-allowed`` where the house has no tables; ``too-many-tables``; ``name-taken``;
            ``invalid`` with the pointer of what is wrong; ``level-not-available``.
    """
    if not context.house_tables:
        raise Problem(Code.NOT_ALLOWED, Sentence("no-house-tables"))
    if new.game not in GAMES:
        raise Problem(Code.INVALID, Sentence("games", {"games": list(GAMES)}), pointer="/game")
    game = GAMES[new.game]
    ref = ids.digest(context.secret, _ADDRESS, address)[:16].hex()
    person = NewSeat(new.name, ref=ref)
    table = NewTable(
        game=game.key,
        name=game.title,
        options={},
        target=new.target,
        seats=[person, *[NewSeat(bot=new.level)] * (game.seats[0] - 1)],
        visibility="private",
        spectators=False,
        hints=True,
        test=False,
    )
    require_names(table.seats)
    opened = ids.table_id(context.secret, command.id)
    require_table_quota(context, HOUSE, HOUSE.owner, opened, ref=ref)
    version = context.streams.table_version
    return open_for(context, HOUSE, HOUSE.owner, table, command, version=version)
