"""Tables: opened, found and joined."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from bots import LEVELS, levels
from domain.games import GAMES
from domain.kernel.event import Digest, Event, Id, Json, Seat, Text, to_json
from domain.kernel.game import Game
from domain.kernel.options import BadOption, parse_options
from domain.table.events import (
    REVEAL_SECONDS,
    STAND_IN,
    Kind,
    SeatCommitted,
    SeatTaken,
    TableBranched,
    TableOpened,
)
from domain.table.series import Table
from events.store import StaleVersion
from service import ids
from service.access.credentials import (
    SEAT,
    ApiKey,
    Caller,
    Onlooker,
    SeatHolder,
    Watcher,
    hashed,
    require_scope,
    seat_token,
)
from service.access.scopes import Scope
from service.commands import Asked, first_result, is_known
from service.context import House
from service.play.names import like_another
from service.play.progress import TABLE, append_table, deal_of, open_next_deal
from service.play.signatures import brought
from service.problems import Code, Problem, not_found
from service.streams import TableStream

UNFINISHED: Final = ("open", "committing", "due", "playing")
"""Where a table stands that may have another deal."""
OWN_PART: Final = 4
"""A quarter of the tables that an owner may have are his own to open."""
FIRST: Final = 1
"""The number of the first deal: at an open table there is no other to commit to."""


class SeatWish(NamedTuple):
    """What a new table is to have on a seat: a named player, a bot of a level, or nobody yet."""

    name: str | None = None
    bot: str | None = None
    commits: bool = False
    """Whether the person adds a seed to every deal."""
    key: str | None = None
    """What the person signs every move and act with, in hex."""
    kind: Kind = "person"
    """Whether it is one, or an external bot."""


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
    turn_limit: int | None = None
    time_bank: int = 0
    abandon: Literal["bot", "forfeit"] = "bot"
    stand_in: str = STAND_IN
    test: bool = False


# --- Opening ------------------------------------------------------------------------------------


def open_table(house: House, caller: ApiKey, wish: TableWish, asked: Asked) -> TableDone:
    """Open a table, with those who are to sit on it from the start.

    Raises:
        Problem: ``invalid`` with the pointer of what is wrong;
            ``seat-key-refused``, ``too-many-tables``; ``idempotency-key-reused``; ``scope-missing``
            where persons are to sit there, and the key may not take seats; ``name-taken``.
    """
    require_names(wish.seats)
    require_room(house, caller, caller.owner, ids.table_id(house.secret, asked.command))
    return open_for(house, caller, caller.owner, wish, asked)


def open_for(
    house: House,
    caller: Caller,
    owner: Id,
    wish: TableWish,
    asked: Asked,
    *,
    branch: TableBranched | None = None,
) -> TableDone:
    """Open a table for the API key that will own it; as a branch, if it is to be one.

    Raises:
        Problem: As with `open_table`, but for ``too-many-tables`` and ``name-taken``.
    """
    table = ids.table_id(house.secret, asked.command)
    tokens = tuple(
        _token(house, caller, table, seat, asked)
        for seat, wished in enumerate(wish.seats)
        if wished.name is not None and wished.bot is None
    )
    opened, *taken = _opening(table, owner, wish, {each.seat: each.token for each in tokens})
    events = (opened, *([] if branch is None else [branch]), *taken)
    done = append_table(house, table, None, events, asked=asked._replace(token=None))
    return TableDone(advanced(house, table), tokens, done.replayed)


def require_room(house: House, caller: Caller, owner: Id, table: UUID) -> None:
    """See that the owner may have another table; one that is there already is no other.

    What players open with the tokens of their seats leaves the owner a part of his tables: none of
    them can keep him from opening his own.

    Nobody takes turns for it: of those that are opened at the same moment each may be the last one
    that fits, so there may be as many too many as requests are answered at a time.
    """
    most = house.open_tables
    if isinstance(caller, SeatHolder):
        most -= most // OWN_PART
    if not most or house.store.head(table) is not None:
        return
    open_ = house.store.owned(kind=TABLE, statuses=UNFINISHED, owner=owner, limit=most)
    if open_ >= most:
        detail = (
            f"There are {most} open tables of this owner, and may be no more of what you open: "
            "close those that have not begun, or play others to their end."
        )
        raise Problem(Code.TOO_MANY_TABLES, detail, more={"limit": most})


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
        turn_limit=wish.turn_limit,
        time_bank=wish.time_bank,
        abandon=wish.abandon,
        stand_in=_stand_in(game, wish),
        test=wish.test,
    )
    taken = [
        _bot(game, seat, wished.bot)
        if wished.bot is not None
        else person(seat, wished, owner, tokens[seat], pointer=f"/seats/{seat}/key")
        for seat, wished in enumerate(wish.seats)
        if wished.bot is not None or wished.name is not None
    ]
    return (opened, *taken)


def _stand_in(game: Game[Any], wish: TableWish) -> Text:
    if wish.stand_in not in levels(game):
        raise Problem(Code.INVALID, f"There is: {', '.join(levels(game))}.", pointer="/stand_in")
    return Text(wish.stand_in)


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
    return SeatTaken(seat, Text(level), Text(level), None, None, kind="bot")


def person(seat: Seat, wish: SeatWish, holder: Id, token: str, *, pointer: str) -> SeatTaken:
    """That a person sits down, for whom an API key holds the seat.

    Raises:
        Problem: ``seat-key-refused``, with the pointer of the key.
    """
    digest, name = Digest(hashed(token).hex()), Text(wish.name or "")
    key = brought(wish.key, pointer=pointer)
    return SeatTaken(seat, name, None, holder, digest, wish.commits, key, wish.kind)


# --- Taking a seat ------------------------------------------------------------------------------


def take_seat(
    house: House,
    caller: ApiKey,
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
        Problem: ``not-found``, ``seat-taken``, ``table-started``, ``name-taken``,
            ``seat-key-refused``, ``scope-missing``.
    """
    given = _token(house, caller, table, seat, asked)
    wish = wish._replace(commits=wish.commits or commitment is not None)
    sitting = person(seat, wish, caller.owner, given.token, pointer="/key")
    while True:
        stream = find_table(house, caller, table)
        if is_known(stream.records, asked):
            first_result(house, table, kind=TABLE, asked=asked)
            return TableDone(advanced(house, table), (given,), replayed=True)
        _require_free(stream.state, seat)
        names = [player.name for player in stream.state.players if player is not None]
        require_name(wish, names, pointer="/name")
        events: tuple[Event, ...] = (sitting,)
        if commitment is not None:
            first = Id(str(deal_of(house, stream, FIRST)))
            events = (sitting, SeatCommitted(seat, FIRST, first, Digest(commitment)))
        try:
            done = append_table(house, table, stream, events, asked=asked)
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
    if table.rematch_of is not None:
        detail = f"It is kept for who takes it by POST /v1/tables/{table.rematch_of}/rematch."
        raise Problem(Code.SEAT_TAKEN, detail)


def require_names(seats: Sequence[SeatWish]) -> None:
    """See that the persons of a new table can be told from each other, and from bots.

    Raises:
        Problem: ``name-taken``, with the pointer of the name.
    """
    names: list[str] = []
    for seat, wish in enumerate(seats):
        require_name(wish, names, pointer=f"/seats/{seat}/name")
        names += [wish.name] if wish.name is not None else []


def require_name(wish: SeatWish, names: Iterable[str], *, pointer: str) -> None:
    """See that somebody could not be taken for another one at the table, or for a bot.

    Raises:
        Problem: ``name-taken``, with the pointer of the name.
    """
    if wish.name is None:
        return
    if like_another(wish.name, LEVELS) is not None:
        raise Problem(Code.NAME_TAKEN, "That is what a bot is called.", pointer=pointer)
    if (other := like_another(wish.name, names)) is not None:
        detail = f"It could be taken for {other}, who sits at this table."
        raise Problem(Code.NAME_TAKEN, detail, pointer=pointer)


# --- Shared -------------------------------------------------------------------------------------


def find_table(house: House, caller: Onlooker, table: UUID) -> TableStream:
    """The table, if the caller may know of it.

    Raises:
        Problem: ``not-found``.
    """
    stream = house.journal.table(table)
    if stream is None or not may_see(stream.state, caller):
        raise not_found("table")
    return stream


def may_see(table: Table, caller: Onlooker) -> bool:
    """Whether the caller may know of the table: a private one is its owner's and its players'.

    And a watcher's, who was let in by a token of this table.
    """
    if isinstance(caller, Watcher):
        return str(caller.table) == table.opened.table
    public = table.opened.visibility == "public" and isinstance(caller, ApiKey)
    return public or takes_part(table, caller)


def takes_part(table: Table, caller: Onlooker) -> bool:
    """Whether the caller is of the table: its owner, or a player."""
    if isinstance(caller, Watcher):
        return False
    if isinstance(caller, SeatHolder):
        return str(caller.table) == table.opened.table
    holders = {player.holder for player in table.players if player is not None}
    return caller.owner in {table.opened.owner, *holders}


def _token(house: House, caller: Caller, table: UUID, seat: Seat, asked: Asked) -> Seated:
    """The token of a seat: derived from the request that takes it, to be given again."""
    secret = ids.token_secret(house.secret, SEAT, str(table), str(seat), str(asked.command))
    return give_token(caller, table, seat, secret)


def give_token(caller: Caller, table: UUID, seat: Seat, secret: bytes) -> Seated:
    """The token of a seat, for somebody who may have it: no other function makes one.

    Raises:
        Problem: ``scope-missing``.
    """
    require_scope(caller, Scope.PLAY)
    return Seated(seat, seat_token(table, seat, secret))


def advanced(house: House, table: UUID) -> TableStream:
    """The table after its next deal was opened, if it was due."""
    open_next_deal(house, table)
    stream = house.journal.table(table)
    assert stream is not None, "the table has just been appended to"
    return stream
