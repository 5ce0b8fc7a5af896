"""Rematches: after a series its players play again at a new table, on the same terms.

The new table is derived from the old one, so the first request opens it, and concurrent ones find
it. The new table is opened first and recorded at the old one second, so no table refers to a
missing one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple
from uuid import UUID

from domain.games import GAMES
from domain.kernel.event import Digest, Event, Id, Seat
from domain.kernel.sentence import Sentence
from domain.table.events import (
    RematchOpened,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeatTokenIssued,
    TableRematched,
)
from domain.table.players import Player, kept_seat, metadata_json, pseudonym
from domain.table.series import Table
from service import ids
from service.access.credentials import (
    SEAT,
    ApiKey,
    OwnerOrSeat,
    SeatHolder,
    require_scope,
    seat_token,
)
from service.access.scopes import Scope
from service.commands import Command, by_itself
from service.context import Context
from service.deals.signatures import refuse_unused
from service.games.representation import require_level
from service.problems import Code, Problem
from service.responses.players import AgreementJson, RematchSeats
from service.seats.taking import FIRST
from service.streams import Done, TableStream
from service.tables.creation import (
    NewSeat,
    TableDone,
    give_token,
    person,
    require_no_seed,
    require_table_quota,
)
from service.tables.progress import advanced, at_table, deal_of, open_stream
from service.tables.sight import find_table

_MOVED: Final[Mapping[RematchSeats, int]] = {"next": 1, "same": 0}


class RematchChoices(NamedTuple):
    """The choices of a returning person for their seat."""

    commits: bool | None = None
    """Whether the person adds a seed to every deal; None: as before."""
    commitment: str | None = None
    """The commitment to the seed for the first deal."""
    key: str | None = None
    """The public key of the seat's signatures, in hex; a previous key is not carried over."""
    seats: RematchSeats | None = None
    """The seats of all; None: the seats of the rematch, or the next ones."""


class _Mine(NamedTuple):
    """A rematch request: seats of the old table, and the choices for them."""

    old: Table
    seats: Sequence[Seat]
    choices: RematchChoices


def open_rematch(
    context: Context,
    principal: OwnerOrSeat,
    table: UUID,
    choices: RematchChoices,
    command: Command,
) -> TableDone:
    """Open the rematch of a table, unless it exists, and take the caller's reserved seats.

    A seat token takes its own seat, an API key all seats that it held. A repeated request returns
    the same token for a seat.

    Raises:
        Problem: ``not-found``, ``no-rematch``, ``too-many-tables``, ``seat-key-refused``,
            ``invalid``, ``idempotency-key-reused``. ``not-allowed``: the caller neither sat there
            nor owns the table. ``seat-taken``: with another key or commitment, or before the
            caller's token was issued. ``table-started``: the rematch was closed.
            ``scope-missing``: a key that held seats may not have tokens.
    """
    old = find_table(context, principal, table)
    seats = _held(old.state, principal)
    if seats:
        require_scope(principal, Scope.PLAY)
    if not old.state.may_be_rematched:
        raise Problem(Code.NO_REMATCH, Sentence("no-rematch"))
    if len(seats) != 1 and (choices.key, choices.commitment) != (None, None):
        pointer = "/commitment" if choices.key is None else "/key"
        raise Problem(Code.INVALID, Sentence("only-a-seat"), pointer=pointer)
    if old.state.rematch is None:
        # no signature is possible for a table that does not exist yet
        refuse_unused(command.signature)
    mine = _Mine(old.state, seats, choices)
    rematch = _opened(context, principal, old, _MOVED[choices.seats or "next"])
    done = _sit_down(context, rematch, mine, _as_seated(context, principal, rematch, command))
    if isinstance(principal, SeatHolder):
        _require_earlier_token(old, done.stream, principal.seat)
    stream = advanced(context, done.stream)
    kept = [kept_seat(seat, old.opened.seats, moved=stream.state.moved) for seat in seats]
    tokens = [
        give_token(principal, stream.id, seat, _secret(context, stream, seat)) for seat in kept
    ]
    return TableDone(stream, tuple(tokens), done.replayed)


def _held(table: Table, principal: OwnerOrSeat) -> tuple[Seat, ...]:
    """The requested seats of the old table."""
    if isinstance(principal, SeatHolder):
        return (principal.seat,)
    seats = tuple(
        seat
        for seat, player in enumerate(table.players)
        if player is not None and principal.acts_for(player.holder)
    )
    if not seats and not principal.acts_for(table.opened.owner):
        raise Problem(Code.NOT_ALLOWED, Sentence("rematch-by-players"))
    return seats


def _as_seated(
    context: Context, principal: OwnerOrSeat, rematch: UUID, command: Command
) -> Command:
    """The command for the record of the new table, by the caller's seat there."""
    if isinstance(principal, ApiKey):
        return command
    stream = context.streams.table(rematch)
    assert stream is not None, "it is opened"
    seat = kept_seat(principal.seat, stream.opened.seats, moved=stream.state.moved)
    actor = f"{SEAT}:{seat}"
    return command._replace(actor=actor, token=None)


# --- The tables ---------------------------------------------------------------------------------


def _opened(context: Context, principal: OwnerOrSeat, old: TableStream, moved: int) -> UUID:
    """The rematch, opened if necessary, and its record at the old table.

    The first caller chooses by how many seats all players move.
    """
    if old.state.rematch is not None:
        return UUID(old.state.rematch)
    cause = f"{old.id}/{old.version}"
    command = by_itself(context.secret, "rematch", str(old.id), cause=cause)
    rematch = ids.table_id(context.secret, command.id)
    ref = next((player.ref for player in old.state.players if player and player.ref), None)
    require_table_quota(context, principal, old.opened.owner, rematch, ref=ref)
    bots = (player.bot for player in old.state.players if player is not None)
    for level in (old.opened.stand_in, *bots):
        if level is not None:
            require_level(GAMES[old.opened.game], level)
    events = _first_events(old, Id(str(rematch)), moved)
    open_stream(context, rematch, events, command)

    def record_rematch(stream: TableStream) -> Sequence[Event]:
        return () if stream.state.rematch is not None else (RematchOpened(Id(str(rematch))),)

    command = by_itself(context.secret, "rematch-opened", str(old.id), cause=f"{rematch}/2")
    at_table(context, old.id, command, record_rematch)
    return rematch


def _first_events(old: TableStream, rematch: Id, moved: int) -> tuple[Event, ...]:
    """The first events of a rematch: the terms, and the bots."""
    seats = old.opened.seats
    bots = [
        SeatTaken(
            kept_seat(seat, seats, moved=moved), player.bot, player.bot, None, None, kind="bot"
        )
        for seat, player in enumerate(old.state.players)
        if player is not None and player.bot is not None
    ]
    bots.sort(key=lambda taken: taken.seat)
    return (replace(old.opened, table=rematch), TableRematched(old.opened.table, moved), *bots)


# --- The seats ----------------------------------------------------------------------------------


def _sit_down(context: Context, rematch: UUID, mine: _Mine, command: Command) -> Done[TableStream]:
    """Take the reserved seats that are still free."""

    def taken(stream: TableStream) -> Sequence[Event]:
        if mine.choices.seats not in (None, _seats_of(stream.state)):
            raise Problem(Code.SEAT_TAKEN, Sentence("rematch-other-seats"))
        events = _taken(context, stream, mine)
        if events and stream.state.closed:
            raise Problem(Code.TABLE_STARTED, Sentence("rematch-closed"))
        return events

    return at_table(context, rematch, command, taken)


def _seats_of(rematch: Table) -> RematchSeats:
    return "next" if rematch.moved else "same"


def agreement(context: Context, table: Table) -> AgreementJson | None:
    """The rematch of a table, and the seats of it whose persons want it; None: there is none."""
    if table.rematch is None:
        return None
    stream = context.streams.table(UUID(table.rematch))
    assert stream is not None, "what is recorded is there"
    players, seats = stream.state.players, table.opened.seats
    wanted = [
        seat
        for seat, before in enumerate(table.players)
        if before is not None
        and before.bot is None
        and players[kept_seat(seat, seats, moved=stream.state.moved)] is not None
    ]
    return {"table": table.rematch, "seats": _seats_of(stream.state), "agreed": [*wanted]}


def _taken(context: Context, stream: TableStream, mine: _Mine) -> tuple[Event, ...]:
    """The events of persons who sit down on their free seats."""
    events: list[Event] = []
    old, seats, choices = mine
    for was in seats:
        seat = kept_seat(was, old.opened.seats, moved=stream.state.moved)
        before = old.players[was]
        assert before is not None, "it was taken"
        if (sitting := stream.state.players[seat]) is not None:
            _require_same(stream, seat, sitting, choices)
            continue
        commits = choices.commitment is not None or (
            before.commits if choices.commits is None else choices.commits
        )
        require_no_seed(stream.opened, commits=commits, pointer="/commits")
        again = NewSeat(
            pseudonym(seat) if before.erased else before.name,
            commits=commits,
            key=choices.key,
            kind=before.kind,
            ref=before.ref,
            metadata=metadata_json(before.metadata),
        )
        token = seat_token(stream.id, seat, _secret(context, stream, seat))
        events.append(person(seat, again, before.holder, token, pointer="/key"))
        if choices.commitment is not None:
            first = Id(str(deal_of(context, stream, FIRST)))
            events.append(SeatCommitted(seat, FIRST, first, Digest(choices.commitment)))
    return tuple(events)


def _require_same(
    stream: TableStream, seat: Seat, sitting: Player, choices: RematchChoices
) -> None:
    """Check that a person who already sits there makes the same choices as before."""
    if choices.key not in (None, sitting.key):
        raise Problem(Code.SEAT_TAKEN, Sentence("seat-yours-other-key"))
    if choices.commits not in (None, sitting.commits):
        raise Problem(Code.SEAT_TAKEN, Sentence("seat-yours-other-commits"))
    first = (
        each.commitment
        for each in stream.events
        if isinstance(each, SeatCommitted) and (each.seat, each.number) == (seat, FIRST)
    )
    if choices.commitment is not None and Digest(choices.commitment) not in first:
        raise Problem(Code.SEAT_TAKEN, Sentence("seat-yours-commit"))


def _require_earlier_token(old: TableStream, rematch: TableStream, was: Seat) -> None:
    """Check that the token of the old seat was not issued after the kept seat was taken.

    Otherwise the owner of the table could have the seat of another person, who would not notice.
    """
    seat = kept_seat(was, old.opened.seats, moved=rematch.state.moved)
    taken = max(
        record.at
        for record, event in zip(rematch.records, rematch.events, strict=True)
        if isinstance(event, SeatTaken) and event.seat == seat
    )
    for record, event in zip(old.records, old.events, strict=True):
        if isinstance(event, SeatTokenIssued) and event.seat == was and record.at > taken:
            place = {"table": str(rematch.id), "seat": seat}
            raise Problem(Code.SEAT_TAKEN, Sentence("seat-token-too-late", place))


def _secret(context: Context, stream: TableStream, seat: Seat) -> bytes:
    """The origin of a reserved seat's token; it changes after its player has left the seat."""
    left = sum(isinstance(each, SeatLeft) and each.seat == seat for each in stream.events)
    scope = (SEAT, str(stream.id), str(seat), "rematch", str(left))
    return ids.token_secret(context.secret, *scope)
