"""Tables: opened, with their first players, and with what only test tables have."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain.games import GAMES
from domain.kernel.event import Digest, Event, Id, Json, Seat, Text, to_json
from domain.kernel.game import Game
from domain.kernel.options import BadOption, parse_options
from domain.kernel.sentence import Sentence
from domain.table.decks import deck_text
from domain.table.events import Kind, SeatTaken, TableBranched, TableOpened
from domain.table.fields import terms
from domain.table.phrases import When
from domain.table.players import pairs_of
from service import ids
from service.access.credentials import (
    HOUSE,
    OPEN_OF_ADDRESS,
    SEAT,
    ApiKey,
    OwnerOrSeat,
    Principal,
    SeatHolder,
    require_scope,
    seat_token,
)
from service.access.scopes import Scope
from service.commands import Command
from service.context import Context
from service.deals.signatures import brought
from service.games.representation import require_level
from service.players.names import NAMES_OF_BOTS, like_another
from service.problems import Code, Problem
from service.streams import TABLES, TableStream
from service.tables.progress import advanced, open_stream

NAMED: Final = 5
"""The most cards that a refusal names of each fault."""


def is_test(principal: ApiKey, wanted: bool | None) -> bool:  # noqa: FBT001 - as requested
    """Whether a new table is a test: as requested, and always with a test key.

    Raises:
        Problem: ``invalid`` where a test key requests a table that is no test.
    """
    if principal.test and wanted is False:
        raise Problem(Code.INVALID, Sentence("test-key-tests-only"), pointer="/test")
    return principal.test or bool(wanted)


def require_test(terms: Mapping[str, Json], decks: Sequence[Sequence[str]] | None) -> None:
    """Check that a new table has the terms of tests only if it is one.

    Raises:
        Problem: ``invalid``, with the pointer of the term.
    """
    for name, value in (("bot_delay_ms", terms["bot_delay_ms"]), ("decks", decks)):
        if value and not terms["test"]:
            raise Problem(Code.INVALID, Sentence("only-at-tests"), pointer=f"/{name}")


def given_decks(game: Game[Any], decks: Sequence[Sequence[str]] | None) -> tuple[Text, ...] | None:
    """The given decks in the form of the record.

    Raises:
        Problem: ``invalid`` with the pointer of a deck, and the cards that are missing, doubled or
            of another pack.
    """
    if not decks:
        return None
    for place, deck in enumerate(decks):
        count, pack = Counter(deck), frozenset(game.pack)
        missing = [card for card in game.pack if not count[card]]
        doubled = [card for card, times in count.items() if times > 1 and card in pack]
        unknown = [card for card in count if card not in pack]
        if missing or doubled or unknown:
            faults: dict[str, Json] = {
                "missing": _named(missing),
                "doubled": _named(doubled),
                "unknown": _named(unknown),
            }
            raise Problem(
                Code.INVALID, Sentence("deck-not-the-pack", faults), pointer=f"/decks/{place}"
            )
    return tuple(map(deck_text, decks))


def _named(cards: Sequence[str]) -> str:
    """The first of some cards, and how many more there are."""
    more = f" +{len(cards) - NAMED}" if len(cards) > NAMED else ""
    return " ".join(cards[:NAMED]) + more if cards else "-"


def require_no_seed(opened: TableOpened, *, commits: bool, pointer: str) -> None:
    """Check that no seat adds seeds at a table with given decks: they would decide nothing.

    Raises:
        Problem: ``invalid`` with the pointer.
    """
    if opened.decks and commits:
        raise Problem(Code.INVALID, Sentence("no-seeds-with-decks"), pointer=pointer)


UNFINISHED: Final = ("open", "committing", "due", "playing")
"""The statuses of a table that may have another deal."""
OWN_PART: Final = 4
"""A quarter of an owner's table limit is reserved for the owner's own requests."""


class NewSeat(NamedTuple):
    """The request for a seat of a new table: a named player, a bot of a level, or empty."""

    name: str | None = None
    bot: str | None = None
    commits: bool = False
    """Whether the person adds a seed to every deal."""
    key: str | None = None
    """The public key of the person's signatures, in hex."""
    kind: Kind = "person"
    """Whether a person or an external bot plays on the seat."""
    ref: str | None = None
    """The owner's own id of the player."""
    metadata: Mapping[str, str] | None = None
    """The owner's own notes on the player."""


class Seated(NamedTuple):
    """A seat taken for a person, with the token that opens it."""

    seat: Seat
    token: str


class TableDone(NamedTuple):
    """A table after a request, and whether the request was a repetition."""

    table: TableStream
    tokens: tuple[Seated, ...] = ()
    replayed: bool = False


class NewTable:
    """The request for a new table.

    Args:
        game: The game.
        name: The name of the table.
        options: The options that differ from the defaults.
        target: The target that ends the series.
        seats: The first seats.
        ref: The owner's own id of the table.
        metadata: The owner's own notes on the table.
        decks: The given decks of the first deals of a test.
        other_terms: Terms of the table (`TableOpened`) that differ from the defaults.
    """

    def __init__(
        self,
        *,
        game: str,
        name: str,
        options: Mapping[str, Json],
        target: int | None = None,
        seats: Sequence[NewSeat] = (),
        ref: str | None = None,
        metadata: Mapping[str, str] | None = None,
        decks: Sequence[Sequence[str]] | None = None,
        **other_terms: Json,
    ) -> None:
        self.game, self.name, self.options = game, name, options
        self.target, self.seats, self.ref, self.metadata = target, seats, ref, metadata
        self.decks = decks
        defaults = {name: each.default for name, each in terms(TableOpened).items()}
        self.terms: Mapping[str, Json] = {**defaults, **other_terms}

    def settle(self, principal: ApiKey) -> None:
        """Choose the terms that neither the request nor the event decides.

        Raises:
            Problem: ``invalid`` where a term is only for tests, or a test key requests no test.
        """
        terms: dict[str, Any] = {**self.terms}
        if terms["visibility"] is None:
            terms["visibility"] = principal.default_visibility
        terms["test"] = is_test(principal, terms["test"])
        require_test(terms, self.decks)
        self.terms = terms


# --- Opening ------------------------------------------------------------------------------------


def open_table(context: Context, principal: ApiKey, new: NewTable, command: Command) -> TableDone:
    """Open a table, with its first players.

    Raises:
        Problem: ``invalid`` with the pointer of what is wrong; ``seat-key-refused``,
            ``too-many-tables``; ``idempotency-key-reused``; ``scope-missing`` if persons are
            requested, and the key may not take seats; ``name-taken``.
    """
    require_names(new.seats)
    new.settle(principal)
    owner = principal.owner_at(test=bool(new.terms["test"]))
    require_table_quota(context, principal, owner, ids.table_id(context.secret, command.id))
    return open_for(context, principal, owner, new, command)


def open_for(
    context: Context,
    principal: OwnerOrSeat,
    owner: Id,
    new: NewTable,
    command: Command,
    *,
    branch: TableBranched | None = None,
) -> TableDone:
    """Open a table, or a branch, for the API key that will own it.

    Raises:
        Problem: As with `open_table`, but for ``too-many-tables`` and ``name-taken``.
    """
    table = ids.table_id(context.secret, command.id)
    tokens = tuple(
        derived_token(context, principal, table, seat, command)
        for seat, new_seat in enumerate(new.seats)
        if new_seat.name is not None and new_seat.bot is None
    )
    opened, *taken = new_table(table, owner, new, {each.seat: each.token for each in tokens})
    events = (opened, *([] if branch is None else [branch]), *taken)
    done = open_stream(context, table, events, command)
    return TableDone(advanced(context, done.stream), tokens, done.replayed)


def require_table_quota(
    context: Context, principal: OwnerOrSeat, owner: Id, table: UUID, *, ref: str | None = None
) -> None:
    """Check that the owner may have another table; a repeated request does not count twice.

    Tables opened with seat tokens leave a part of the limit to the owner, so that players cannot
    keep the owner from opening tables. The house has a limit of its own, and one for each address.

    Concurrent requests are not serialized. Each may be the last one within the limit, so the limit
    may be exceeded by the number of concurrent requests.
    """
    key, most = "too-many-open-tables", context.open_tables
    if isinstance(principal, SeatHolder):
        most -= most // OWN_PART
    limits: dict[str | None, int] = {None: most} if most else {}
    if owner == HOUSE.owner:
        key = "too-many-house-tables"
        limits = {None: context.house_tables}
        if ref is not None:
            limits[ref] = OPEN_OF_ADDRESS
    if not limits or context.store.head(table) is not None:
        return
    for of, limit in limits.items():
        open_ = context.store.owned(
            kind=TABLES.kind, statuses=UNFINISHED, owner=owner, limit=limit, ref=of
        )
        if open_ >= limit:
            said = Sentence(key if of is None else "too-many-at-address", {"limit": limit})
            raise Problem(Code.TOO_MANY_TABLES, said, more={"limit": limit})


def new_table(
    table: UUID, owner: Id, new: NewTable, tokens: Mapping[Seat, str]
) -> tuple[Event, ...]:
    """The events of a new table: its opening, and its first players."""
    game = _game(new.game)
    seats = _seats(game, new)
    game, options = game.fitting(options_of(game, new, seats=seats))
    terms = {**new.terms}
    terms["phrases"] = terms["phrases"] or _phrases(game, seats=seats)
    opened = TableOpened(
        table=Id(str(table)),
        owner=owner,
        name=Text(new.name),
        game=Text(game.key),
        rules=Text(game.version),
        options=options,
        seats=seats,
        ref=None if new.ref is None else Text(new.ref),
        metadata=pairs_of(new.metadata),
        decks=given_decks(game, new.decks),
        **terms,
    )
    for seat, new_seat in enumerate(new.seats):
        require_no_seed(opened, commits=new_seat.commits, pointer=f"/seats/{seat}/commits")
    require_level(game, opened.stand_in, pointer="/stand_in")
    taken = [
        _bot(game, seat, new_seat.bot)
        if new_seat.bot is not None
        else person(seat, new_seat, owner, tokens[seat], pointer=f"/seats/{seat}/key")
        for seat, new_seat in enumerate(new.seats)
        if new_seat.bot is not None or new_seat.name is not None
    ]
    return (opened, *taken)


def _game(key: str) -> Game[Any]:
    if key not in GAMES:
        raise Problem(Code.INVALID, Sentence("games", {"games": list(GAMES)}), pointer="/game")
    return GAMES[key]


def _seats(game: Game[Any], new: NewTable) -> int:
    seats = max(len(new.seats), game.seats[0])
    if seats not in game.seats:
        allowed = Sentence("seats-of-game", {"game": game.key, "seats": list(game.seats)})
        raise Problem(Code.INVALID, allowed, pointer="/seats")
    return seats


def options_of(game: Game[Any], new: NewTable, *, seats: int) -> dict[str, Json]:
    """All options of the table, including the defaults, so that the record is self-contained."""
    chosen = dict(new.options)
    if new.target is not None:
        if game.target in chosen:
            twice = Sentence("target-said-twice", {"option": game.target})
            raise Problem(Code.INVALID, twice, pointer="/target")
        chosen[game.target] = new.target
    try:
        parsed: dict[str, Json] = to_json(parse_options(game.options, chosen, seats=seats))
    except BadOption as bad:
        by_target = bad.name == game.target and game.target not in new.options
        name, place = ("target", "") if by_target else (bad.name, "/options")
        fault = Sentence(bad.detail.key, {**bad.detail.values, "name": name})
        raise Problem(Code.INVALID, fault, pointer=f"{place}/{name}") from None
    return parsed


def _phrases(game: Game[Any], *, seats: int) -> When:
    """When people may say phrases, where the request does not say it. Partners could signal."""
    return "between_deals" if game.has_partners(seats) else "always"


def _bot(game: Game[Any], seat: Seat, level: str) -> SeatTaken:
    require_level(game, level, pointer=f"/seats/{seat}/bot")
    return SeatTaken(seat, Text(level), Text(level), None, None, kind="bot")


def person(
    seat: Seat, new_seat: NewSeat, holder: Id | None, token: str, *, pointer: str
) -> SeatTaken:
    """The event of a person who sits down, on a seat held by an API key or by nobody else.

    Raises:
        Problem: ``seat-key-refused``, with the pointer of the key.
    """
    digest, name = Digest(ids.hashed(token).hex()), Text(new_seat.name or "")
    key = brought(new_seat.key, pointer=pointer)
    return SeatTaken(
        seat,
        name,
        None,
        holder,
        digest,
        new_seat.commits,
        key,
        new_seat.kind,
        ref=None if new_seat.ref is None else Text(new_seat.ref),
        metadata=pairs_of(new_seat.metadata),
    )


# --- Names ----------------------------------------------------------------------------------------


def require_names(seats: Sequence[NewSeat]) -> None:
    """Check that the names at a new table differ from each other, and from those for bots.

    Raises:
        Problem: ``name-taken``, with the pointer of the name.
    """
    names: list[str] = []
    for seat, new_seat in enumerate(seats):
        require_name(new_seat, names, pointer=f"/seats/{seat}/name")
        names += [new_seat.name] if new_seat.name is not None else []


def require_name(new_seat: NewSeat, names: Iterable[str], *, pointer: str) -> None:
    """Check that a name cannot be mistaken for another one at the table, or for a bot.

    Raises:
        Problem: ``name-taken``, with the pointer of the name.
    """
    if new_seat.name is None:
        return
    if like_another(new_seat.name, NAMES_OF_BOTS) is not None:
        raise Problem(Code.NAME_TAKEN, Sentence("name-of-a-bot"), pointer=pointer)
    if (other := like_another(new_seat.name, names)) is not None:
        like = Sentence("name-like-another", {"other": other})
        raise Problem(Code.NAME_TAKEN, like, pointer=pointer)


# --- Shared -------------------------------------------------------------------------------------


def derived_token(
    context: Context, principal: Principal, table: UUID, seat: Seat, command: Command
) -> Seated:
    """The token of a seat: derived from the request that takes it, so it can be returned again."""
    secret = ids.token_secret(context.secret, SEAT, str(table), str(seat), str(command.id))
    return give_token(principal, table, seat, secret)


def give_token(principal: Principal, table: UUID, seat: Seat, secret: bytes) -> Seated:
    """The token of a seat, for an authorized caller. No other function creates one.

    Raises:
        Problem: ``scope-missing``.
    """
    require_scope(principal, Scope.PLAY)
    return Seated(seat, seat_token(table, seat, secret))
