"""Tables of the house: people without a key play bots or a friend, learn, or wait for others.

Those who wait for others to play with are given seats together. Every request of a waiting page
looks whether a table can be opened, so no task is needed. First the people get their seats in one
transaction (`PlayerQueue.seat`); then the table is opened by a command that follows from it. If the
process dies between the two, the next request of any of them opens the table: it may run twice,
late or never.
"""

from collections.abc import Sequence
from math import ceil
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.games import GAMES
from domain.kernel.event import Json
from domain.kernel.game import Game
from domain.kernel.options import options_of as options_in
from domain.kernel.sentence import Sentence
from domain.table.guests import INVITATION
from service import ids
from service.access.credentials import HOUSE, IDLE_SECONDS, OPEN_OF_ADDRESS
from service.commands import Command, by_itself
from service.context import Context
from service.games.representation import require_level
from service.players.guests import admit_guest
from service.players.names import like_another
from service.players.queue_store import QueuePlace
from service.problems import Code, Problem, not_found
from service.responses.players import QueueState
from service.streams import TABLES
from service.tables.creation import (
    UNFINISHED,
    NewSeat,
    NewTable,
    Seated,
    TableDone,
    open_for,
    options_of,
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


BOTS_AFTER: Final = 30
"""Bots fill a table so many seconds after the first of those who agree has come."""
TURN_SECONDS: Final = 60
"""The time for a turn among people who do not know each other."""
LONGEST_NAME: Final = 80


class WantedGame(NamedTuple):
    """The wish of a person.

    Attributes:
        place: The secret of their page, `wait_…`.
        game: The game.
        name: Their name.
        target: The end of the series; None: the usual one.
        bots: The level of the bots that may fill the table; None: none may.
    """

    place: str
    game: str
    name: str
    target: int | None = None
    bots: str | None = None


class QueueStanding(NamedTuple):
    """How a person stands.

    Attributes:
        state: Whether they wait, have a seat, or are not in the queue.
        ahead: How many people who want the same have come before.
        missing: How many people are missing for their table.
        bots_in: Seconds until bots fill the table; None: they do not.
        table: Their table.
        seated: Their seat, with its token.
    """

    state: QueueState
    ahead: int = 0
    missing: int = 0
    bots_in: int | None = None
    table: UUID | None = None
    seated: Seated | None = None


def wait_for_others(context: Context, wanted: WantedGame, address: str) -> QueueStanding:
    """Take a place in the queue, or say that the page still waits; perhaps this opens a table.

    The same request again changes nothing: nobody has two places, or is seated twice.

    Args:
        context: The dependencies.
        wanted: The wish of the person.
        address: The account of their address.

    Raises:
        Problem: ``not-allowed`` where the house has no tables; ``too-many-tables``;
            ``limit-reached``; ``name-taken``; ``invalid`` with the pointer of what is wrong;
            ``level-not-available``.
    """
    game = game_of_house(context, wanted.game)
    require_names([NewSeat(wanted.name)])
    if wanted.bots is not None:
        require_level(game, wanted.bots, pointer="/bots")
    place = QueuePlace(
        place=ids.hashed(wanted.place),
        ref=ref_of(context, address),
        game=game.key,
        target=_target(game, wanted.target),
        name=wanted.name,
        level=wanted.bots,
    )
    known = context.player_queue.find(place.place)
    if known is None or known.match is None:
        if not context.player_queue.hold(place, most=_places_of(context, place.ref)):
            raise Problem(Code.LIMIT_REACHED, Sentence("house-queue-full"))
        _seat_next(context, game, place.target)
    return _standing(context, place.place)


def leave_queue(context: Context, place: str) -> QueueStanding:
    """Give a place up. A person who was given a seat meanwhile learns of it, and keeps it."""
    context.player_queue.leave(ids.hashed(place))
    return _standing(context, ids.hashed(place))


def next_table(waiting: Sequence[QueuePlace], seats: int) -> Sequence[QueuePlace]:
    """Those who play at the next table, in the order of arrival; none: it is too early.

    Args:
        waiting: All who want the same game and target, in the order of arrival.
        seats: The number of seats.
    """
    if len(waiting) >= seats:
        return waiting[:seats]
    agreeing = [each for each in waiting if each.level is not None]
    return agreeing if agreeing and agreeing[0].waited >= BOTS_AFTER else ()


def _target(game: Game[Any], wanted: int | None) -> int:
    """The target of a series, as the options of the game limit it.

    Raises:
        Problem: ``invalid``.
    """
    new = NewTable(game=game.key, name=game.title, options={}, target=wanted)
    target = options_of(game, new, seats=game.seats[0])[game.target]
    assert isinstance(target, int), "it is a number of points or deals"
    return target


def _places_of(context: Context, ref: str) -> int:
    """How many places an address may have besides its open tables.

    Raises:
        Problem: ``too-many-tables``: it has the most tables, or all have.
    """
    fresh = ids.table_id(context.secret, ids.fresh_command_id(context.runtime))
    require_table_quota(context, HOUSE, HOUSE.owner, fresh, ref=ref)
    return OPEN_OF_ADDRESS - context.store.owned(
        kind=TABLES.kind, statuses=UNFINISHED, owner=HOUSE.owner, limit=OPEN_OF_ADDRESS, ref=ref
    )


def _seat_next(context: Context, game: Game[Any], target: int) -> None:
    """Give those who can play together their seats. Another process may have been faster."""
    seats = game.seats[0]
    chosen = next_table(context.player_queue.waiting(game.key, target), seats)
    if chosen:
        spread = {each.place: at * seats // len(chosen) for at, each in enumerate(chosen)}
        context.player_queue.seat(context.runtime.uuid(), spread)


def _standing(context: Context, place: bytes) -> QueueStanding:
    found = context.player_queue.find(place)
    if found is None:
        return QueueStanding("left")
    if found.match is not None:
        return _seated(context, found, found.match)
    waiting = context.player_queue.waiting(found.game, found.target)
    ahead = next((at for at, each in enumerate(waiting) if each.place == place), len(waiting))
    # `waiting` is read later: by then this person may have a seat, or have left
    agreeing = [each.waited for each in (found, *waiting) if each.level is not None]
    return QueueStanding(
        "waiting",
        ahead=ahead,
        missing=max(GAMES[found.game].seats[0] - len(waiting), 0),
        bots_in=None if found.level is None else max(ceil(BOTS_AFTER - max(agreeing)), 0),
    )


def _seated(context: Context, place: QueuePlace, match: UUID) -> QueueStanding:
    """The seat of a person, at a table that is opened now unless it was before."""
    people = {each.seat: each for each in context.player_queue.together(match)}
    level = next((each.level for each in people.values() if each.level is not None), None)
    names: list[str] = []
    seats: list[NewSeat] = []
    for seat in range(GAMES[place.game].seats[0]):
        if (person := people.get(seat)) is None:
            seats.append(NewSeat(bot=level))
            continue
        names.append(_unlike(person.name, names))
        seats.append(NewSeat(names[-1], ref=person.ref))
    game = GAMES[place.game]
    new = table_of_house(
        game, seats, target=place.target, hints=False, turn_limit=TURN_SECONDS, abandon="bot"
    )
    command = by_itself(context.secret, "queue", str(match))._replace(actor=HOUSE.actor)
    done = open_for(context, HOUSE, HOUSE.owner, new, command)
    seated = next(each for each in done.tokens if each.seat == place.seat)
    return QueueStanding("seated", table=done.table.id, seated=seated)


def _unlike(name: str, others: Sequence[str]) -> str:
    """The name, with a number if it could be mistaken for another one."""
    number, made = 1, name
    while like_another(made, others) is not None:
        number += 1
        made = f"{name[: LONGEST_NAME - 4]} {number}"
    return made
