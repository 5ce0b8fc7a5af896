"""Tables of the house: people without a key play against bots or a friend, or take a lesson."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from domain.games import GAMES
from domain.kernel.event import Json
from domain.kernel.game import Game
from domain.kernel.options import options_of as options_in
from domain.kernel.sentence import Sentence
from domain.table.guests import INVITATION
from service import ids
from service.access.credentials import HOUSE, IDLE_SECONDS
from service.commands import Command, by_itself
from service.context import Context
from service.players.guests import admit_guest
from service.problems import Code, Problem, not_found
from service.tables.creation import (
    NewSeat,
    NewTable,
    TableDone,
    open_for,
    require_names,
    require_table_quota,
)

_ADDRESS: Final = "fairdeal/1/address"
PAUSE_SECONDS: Final = 60
"""The longest pause between two deals: people see how one ended before the next begins."""


class NewGame(NamedTuple):
    """The request for a table of the house.

    Attributes:
        game: The game.
        level: The level of the bots.
        name: The person's name.
        target: The target that ends the series; None: the usual one.
        friend: Whether the seat opposite stays free, for whom the person invites.
    """

    game: str
    level: str
    name: str
    target: int | None = None
    friend: bool = False


LESSON_DELAY_MS: Final = 900
"""How long a bot waits in a lesson, so that the learner sees each move."""


class HouseTable(NamedTuple):
    """A table of the house, and the token of the invitation to it, if a friend may come."""

    done: TableDone
    invitation: str | None


def open_house_table(context: Context, new: NewGame, address: str, command: Command) -> HouseTable:
    """Open a table of the house, with a person on the first seat and bots on the others.

    Where a friend may come, there are no hints. The next deal waits until all people are ready.

    Args:
        context: The dependencies.
        new: The game and its level.
        address: The account of the person's address.
        command: The command; its actor is the house.

    Raises:
        Problem: ``not-allowed`` where the house has no tables; ``too-many-tables``; ``name-taken``;
            ``invalid`` with the pointer of what is wrong; ``level-not-available``.
    """
    game = game_of_house(context, new.game)
    ref = ref_of(context, address)
    seats = [NewSeat(new.name, ref=ref), *[NewSeat(bot=new.level)] * (game.seats[0] - 1)]
    opposite = len(seats) // 2
    if new.friend:
        seats[opposite] = NewSeat()
    require_names(seats)
    opened = ids.table_id(context.secret, command.id)
    require_table_quota(context, HOUSE, HOUSE.owner, opened, ref=ref)
    table = table_of_house(game, seats, target=new.target, hints=not new.friend)
    done = open_for(context, HOUSE, HOUSE.owner, table, command)
    if not new.friend:
        return HouseTable(done, None)
    made = admit_guest(
        context,
        HOUSE,
        opened,
        INVITATION,
        name=new.name,
        seconds=IDLE_SECONDS,
        limit=1,
        command=by_itself(context.secret, "invite", str(opened))._replace(actor=HOUSE.actor),
        more={"seat": opposite},
    )
    return HouseTable(done, made.token)


def open_lesson(
    context: Context, lesson: str, name: str, address: str, command: Command
) -> TableDone:
    """Open a table of the house with the deal of a lesson. It is a test.

    Its series is as short as the game lets it be, and no other deal covers the end of this one.

    Args:
        context: The dependencies.
        lesson: The lesson, by the key of its game.
        name: The learner's name.
        address: The account of the learner's address.
        command: The command; its actor is the house.

    Raises:
        Problem: ``not-found``; as for `open_house_table`.
    """
    known = GAMES.get(lesson)
    if known is None or known.lesson is None:
        raise not_found("game")
    game, of = game_of_house(context, lesson), known.lesson
    ref = ref_of(context, address)
    seats = [NewSeat(bot=of.level)] * game.seats[0]
    seats[of.seat] = NewSeat(name, ref=ref)
    require_names(seats)
    opened = ids.table_id(context.secret, command.id)
    require_table_quota(context, HOUSE, HOUSE.owner, opened, ref=ref)
    option = next(each for each in options_in(game.options) if each.name == game.target)
    shortest = (option.low or 1) * (game.seats[0] if option.per_seat else 1)
    as_test: dict[str, Any] = {"test": True, "bot_delay_ms": LESSON_DELAY_MS, "decks": [of.deck]}
    as_test["pause_seconds"] = 10 * PAUSE_SECONDS
    table = table_of_house(game, seats, target=shortest, hints=True, **as_test)
    return open_for(context, HOUSE, HOUSE.owner, table, command)


def game_of_house(context: Context, key: str) -> Game[Any]:
    """A game that people may play without a key.

    Raises:
        Problem: ``not-allowed`` where the house has no tables; ``invalid``.
    """
    if not context.house_tables:
        raise Problem(Code.NOT_ALLOWED, Sentence("no-house-tables"))
    if key not in GAMES:
        raise Problem(Code.INVALID, Sentence("games", {"games": list(GAMES)}), pointer="/game")
    return GAMES[key]


def ref_of(context: Context, address: str) -> str:
    """The keyed digest of an address, by which the open tables of an address are counted.

    A person's seat has it as its `ref`. It is behind a commitment, as every `ref` is.
    """
    return ids.digest(context.secret, _ADDRESS, address)[:16].hex()


def table_of_house(
    game: Game[Any], seats: Sequence[NewSeat], *, target: int | None, hints: bool, **terms: Json
) -> NewTable:
    """The request for a table of the house: without hints it is one of several people."""
    more: dict[str, Any] = {"test": False, "pause_seconds": PAUSE_SECONDS, **terms}
    return NewTable(
        game=game.key,
        name=game.title,
        options={},
        target=target,
        seats=seats,
        visibility="private",
        spectators=False,
        hints=hints,
        **more,
    )
