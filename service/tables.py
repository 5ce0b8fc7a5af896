"""Tables: opened, found, joined, left and closed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from bots import levels
from domain import series
from domain.event import Digest, Event, Id, Json, Seat, Text, to_json
from domain.game import Game
from domain.games import GAMES
from domain.options import BadOption, parse_options
from domain.series import Table
from domain.table import (
    REVEAL_SECONDS,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    TableBranched,
    TableClosed,
    TableOpened,
)
from events.store import StaleVersion
from service import ids
from service.commands import Asked, first_result
from service.credentials import SEAT, ApiKey, Caller, SeatHolder, hashed, seat_token
from service.house import House
from service.journal import TableStream
from service.problems import Code, Problem, not_found
from service.progress import TABLE, append_table, deal_of, open_next_deal

FIRST: Final = 1
"""The number of the first deal: at an open table there is no other to commit to."""


class SeatWish(NamedTuple):
    """What a new table is to have on a seat: a named person, a bot of a level, or nobody yet."""

    name: str | None = None
    bot: str | None = None
    commits: bool = False
    """Whether the person adds a seed to every deal."""


class Seated(NamedTuple):
    """A seat taken for a person, with the token that opens it."""

    seat: Seat
    token: str


class TableDone(NamedTuple):
    """A table after a request, and whether the request had been done before."""

    table: TableStream
    tokens: tuple[Seated, ...] = ()
    replayed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TableWish:
    """What somebody asks of a new table."""

    game: str
    name: str
    options: Mapping[str, Json]
    target: int | None = None
    seats: Sequence[SeatWish] = ()
    visibility: Literal["public", "private"] = "public"
    spectators: bool = True
    reveal_seconds: int = REVEAL_SECONDS


# --- Opening ------------------------------------------------------------------------------------


def open_table(house: House, caller: Caller, wish: TableWish, asked: Asked) -> TableDone:
    """Open a table, with those who are to sit on it from the start.

    Raises:
        Problem: ``invalid`` with the pointer of what is wrong; ``not-allowed`` for a seat's token;
            ``idempotency-key-reused``.
    """
    if not isinstance(caller, ApiKey):
        raise Problem(Code.NOT_ALLOWED, "A table is opened with an API key.")
    return open_for(house, Id(str(caller.id)), wish, asked)


def open_for(
    house: House, owner: Id, wish: TableWish, asked: Asked, *, branch: TableBranched | None = None
) -> TableDone:
    """Open a table for the API key that will own it; as a branch, if it is to be one.

    Raises:
        Problem: As with `open_table`.
    """
    table = ids.table_id(house.secret, asked.command)
    tokens = tuple(
        _token(house, table, seat, asked)
        for seat, wished in enumerate(wish.seats)
        if wished.name is not None and wished.bot is None
    )
    opened, *taken = _opening(table, owner, wish, {each.seat: each.token for each in tokens})
    events = (opened, *([] if branch is None else [branch]), *taken)
    done = append_table(house, table, 0, series.fold_table(events), events, asked=asked)
    return TableDone(advanced(house, table), tokens, done.replayed)


def _opening(
    table: UUID, owner: Id, wish: TableWish, tokens: Mapping[Seat, str]
) -> tuple[Event, ...]:
    game = _game(wish.game)
    seats = _seats(game, wish)
    options = _options(game, wish, seats=seats)
    opened = TableOpened(
        table=Id(str(table)),
        owner=owner,
        name=Text(wish.name),
        game=Text(game.key),
        rules=Text(game.version),
        options=options,
        seats=seats,
        visibility=wish.visibility,
        spectators=wish.spectators,
        reveal_seconds=wish.reveal_seconds,
    )
    taken = [
        _bot(game, seat, wished.bot)
        if wished.bot is not None
        else _person(seat, wished, owner, tokens[seat])
        for seat, wished in enumerate(wish.seats)
        if wished.bot is not None or wished.name is not None
    ]
    return (opened, *taken)


def _game(key: str) -> Game[Any]:
    if key not in GAMES:
        raise Problem(Code.INVALID, f"There is: {', '.join(GAMES)}.", pointer="/game")
    return GAMES[key]


def _seats(game: Game[Any], wish: TableWish) -> int:
    seats = max(len(wish.seats), game.seats[0])
    if seats not in game.seats:
        allowed = " or ".join(map(str, game.seats))
        raise Problem(Code.INVALID, f"{game.title} is played on {allowed} seats.", pointer="/seats")
    return seats


def _options(game: Game[Any], wish: TableWish, *, seats: int) -> dict[str, Json]:
    """All options of the table, the defaults too: the record needs no looking up."""
    asked = dict(wish.options)
    if wish.target is not None:
        if game.target in asked:
            detail = f"options.{game.target} has said it: one of the two is enough."
            raise Problem(Code.INVALID, detail, pointer="/target")
        asked[game.target] = wish.target
    try:
        parsed: dict[str, Json] = to_json(parse_options(game.options, asked, seats=seats))
    except BadOption as bad:
        by_target = bad.name == game.target and game.target not in wish.options
        pointer = "/target" if by_target else f"/options/{bad.name}"
        raise Problem(Code.INVALID, str(bad), pointer=pointer) from None
    return parsed


def _bot(game: Game[Any], seat: Seat, level: str) -> SeatTaken:
    known = levels(game)
    if level not in known:
        raise Problem(Code.INVALID, f"Bots are {', '.join(known)}.", pointer=f"/seats/{seat}/bot")
    return SeatTaken(seat, Text(level), Text(level), None, None)


def _person(seat: Seat, wish: SeatWish, holder: Id, token: str) -> SeatTaken:
    digest, name = Digest(hashed(token).hex()), Text(wish.name or "")
    return SeatTaken(seat, name, None, holder, digest, wish.commits)


# --- Taking and leaving a seat ------------------------------------------------------------------


def take_seat(
    house: House,
    caller: Caller,
    table: UUID,
    seat: Seat,
    *,
    wish: SeatWish,
    commitment: str | None = None,
    asked: Asked,
) -> TableDone:
    """Sit down on a free seat, perhaps with a commitment to the first deal.

    The last one to sit down starts the series.

    The token comes with the answer to this request, and again if the request is repeated under
    its idempotency key.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``seat-taken``, ``table-started``.
    """
    if not isinstance(caller, ApiKey):
        raise Problem(Code.NOT_ALLOWED, "A seat is taken with an API key.")
    given = _token(house, table, seat, asked)
    wish = wish._replace(commits=wish.commits or commitment is not None)
    person = _person(seat, wish, Id(str(caller.id)), given.token)
    while True:
        stream = find_table(house, caller, table)
        repeated = is_known(stream, asked)
        if not repeated:
            _require_free(stream.state, seat)
        events: tuple[Event, ...] = (person,)
        if commitment is not None:
            first = Id(str(deal_of(house, stream, FIRST)))
            events = (person, SeatCommitted(seat, FIRST, first, Digest(commitment)))
        state = stream.state if repeated else reduce(series.evolve, events, stream.state)
        try:
            done = append_table(house, table, stream.version, state, events, asked=asked)
        except StaleVersion:
            continue
        return TableDone(advanced(house, table), (given,), done.replayed)


def _require_free(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    if table.closed:
        raise Problem(Code.TABLE_STARTED, "The table is closed.")
    if table.players[seat] is not None:
        raise Problem(Code.SEAT_TAKEN, "Somebody sits there.")


def leave_seat(house: House, caller: Caller, table: UUID, seat: Seat, asked: Asked) -> TableDone:
    """Leave a seat before the start: its holder may, and the table's owner.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``table-started``.
    """
    return _before_start(house, caller, table, SeatLeft(seat), asked)


def close_table(house: House, caller: Caller, table: UUID, asked: Asked) -> TableDone:
    """Close a table before the start: its owner may.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``table-started``.
    """
    return _before_start(house, caller, table, TableClosed(), asked)


def _before_start(
    house: House, caller: Caller, table: UUID, event: SeatLeft | TableClosed, asked: Asked
) -> TableDone:
    while True:
        stream = find_table(house, caller, table)
        if is_known(stream, asked):
            first_result(house, table, kind=TABLE, asked=asked)
            return TableDone(stream, replayed=True)
        seat = event.seat if isinstance(event, SeatLeft) else None
        _require_power(stream.state, caller, seat)
        if stream.state.closed or (seat is not None and stream.state.players[seat] is None):
            return TableDone(stream, replayed=True)
        if stream.state.started:
            raise Problem(Code.TABLE_STARTED, "The series has begun.")
        state = series.evolve(stream.state, event)
        try:
            append_table(house, table, stream.version, state, (event,), asked=asked)
        except StaleVersion:
            continue
        return TableDone(advanced(house, table))


def is_known(stream: TableStream, asked: Asked) -> bool:
    """Whether the command has had its effect; whatever came after it stays."""
    return asked.command in {record.command_id for record in stream.records}


def _require_power(table: Table, caller: Caller, seat: Seat | None) -> None:
    """The owner may do all; who holds a seat may leave it."""
    if seat is not None and not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    if isinstance(caller, SeatHolder):
        allowed = caller.seat == seat
    else:
        player = None if seat is None else table.players[seat]
        holder = player and player.holder
        allowed = str(caller.id) in (table.opened.owner, holder)
    if not allowed:
        raise Problem(Code.NOT_ALLOWED, "That is for the table's owner, or for who holds the seat.")


# --- Shared -------------------------------------------------------------------------------------


def find_table(house: House, caller: Caller, table: UUID) -> TableStream:
    """The table, if the caller may know of it.

    Raises:
        Problem: ``not-found``.
    """
    stream = house.journal.table(table)
    if stream is None or not may_see(stream.state, caller):
        raise not_found("table")
    return stream


def may_see(table: Table, caller: Caller) -> bool:
    """Whether the caller may know of the table: a private one is its owner's and its players'."""
    if isinstance(caller, SeatHolder):
        return str(caller.table) == table.opened.table
    holders = {player.holder for player in table.players if player is not None}
    return table.opened.visibility == "public" or str(caller.id) in {table.opened.owner, *holders}


def _token(house: House, table: UUID, seat: Seat, asked: Asked) -> Seated:
    """The token of a seat: derived from the request that takes it, to be given again."""
    secret = ids.token_secret(house.secret, SEAT, str(table), str(seat), str(asked.command))
    return Seated(seat, seat_token(table, seat, secret))


def advanced(house: House, table: UUID) -> TableStream:
    """The table after its next deal was opened, if it was due."""
    open_next_deal(house, table)
    stream = house.journal.table(table)
    assert stream is not None, "the table has just been appended to"
    return stream
