"""Branches: unrated tables that continue from an event of a finished deal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal
from uuid import UUID

from domain.kernel.deal import Terms
from domain.kernel.event import Id, Seat
from domain.kernel.sentence import Sentence
from domain.table.events import TableBranched
from domain.table.series import Table
from service import ids
from service.access.credentials import ApiKey, OwnerOrSeat, require_not_house
from service.commands import Command
from service.context import Context
from service.deals.streams import begun
from service.deals.visibility import own_seat, see_finished_deal
from service.problems import Code, Problem, not_found
from service.streams import Deal
from service.tables.creation import (
    NewSeat,
    NewTable,
    TableDone,
    open_for,
    require_names,
    require_table_quota,
)
from service.tables.sight import find_table

COMPANY: Final = "medium"
"""The bots on seats without a request."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewBranch:
    """The request for a branch.

    Attributes:
        at: The last event that stays as it was.
        cards: The true cards, or a new deal of the cards that a seat had not seen.
        from_seat: That seat, which the person also plays; None: the caller's own, or the seat to
            act.
        seats: The players of the first seats. None: a person on that seat. All other seats have
            bots.
    """

    at: int
    cards: Literal["true", "resample"]
    from_seat: Seat | None = None
    seats: Sequence[NewSeat] | None = None


def open_branch(
    context: Context, principal: OwnerOrSeat, deal: UUID, new: NewBranch, command: Command
) -> TableDone:
    """Open a table that is a branch of a finished deal.

    It is as private as the table of the deal, so it reveals no cards to new viewers.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``, ``deal-on``, ``deal-over`` at that event,
            ``not-consistent`` if no other cards fit, ``invalid``, ``idempotency-key-reused``,
            ``name-taken``, ``scope-missing``, ``not-allowed`` at a table of the house.
    """
    source = see_finished_deal(context, principal, deal)
    if new.at > source.version:
        raise not_found("event")
    terms = _terms(source, table=Id(str(ids.table_id(context.secret, command.id))))
    branch = TableBranched(source.opened.deal, new.at, cards="true", from_seat=None)
    turn = source.game.to_act(_on(context, source, branch, terms))
    seat = _seat(source, new, principal, turn)
    if new.cards == "resample":
        branch = TableBranched(source.opened.deal, new.at, cards="resample", from_seat=seat)
        _on(context, source, branch, terms)
    table = find_table(context, principal, UUID(source.opened.table)).state
    require_not_house(table.opened.owner)
    test = table.opened.test or (isinstance(principal, ApiKey) and principal.test)
    owner = _owner(table, principal, test=test)
    new_table = NewTable(
        game=table.opened.game,
        name=table.opened.name,
        options=table.opened.options,
        seats=_seats(table, seat, new, noted=owner == table.opened.owner),
        visibility=table.opened.visibility,
        spectators=table.opened.spectators,
        views_after=table.opened.views_after,
        watch_delay=table.opened.watch_delay,
        test=test,
    )
    require_table_quota(context, principal, owner, ids.table_id(context.secret, command.id))
    return open_for(context, principal, owner, new_table, command, branch=branch)


def _terms(source: Deal, *, table: Id) -> Terms:
    """The terms of a branch, to check that it is possible; the id of its deal is set later."""
    opened = source.opened
    return Terms(
        deal=table,
        table=table,
        number=1,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seats=opened.seats,
        dealer=opened.dealer,
        leader=opened.leader,
        bots=opened.bots,
    )


def _on(context: Context, source: Deal, branch: TableBranched, terms: Terms) -> Any:
    """The state at which a branch starts."""
    made = begun(context, source, branch, terms)
    if made is None:
        raise Problem(Code.NOT_CONSISTENT, Sentence("no-other-cards"))
    if source.game.outcome(made.state) is not None:
        raise Problem(Code.DEAL_OVER, Sentence("deal-over-at-event"))
    return made.state


def _seat(source: Deal, new: NewBranch, principal: OwnerOrSeat, turn: Seat | None) -> Seat:
    """The seat from whose side it is played."""
    chosen = new.from_seat if new.from_seat is not None else own_seat(principal)
    seat = chosen if chosen is not None else turn
    if seat is None or seat >= source.opened.seats:
        raise not_found("seat")
    return seat


def _seats(table: Table, seat: Seat, new: NewBranch, *, noted: bool) -> Sequence[NewSeat]:
    """The player of each seat; with the owner's `ref`, if both tables have the same owner."""
    count, bot = table.opened.seats, NewSeat(bot=COMPANY)
    if new.seats is None:
        player = table.players[seat]
        assert player is not None, "a deal was played here"
        mine = NewSeat(player.name, kind=player.kind, ref=player.ref if noted else None)
        return [mine if each == seat else bot for each in range(count)]
    if len(new.seats) > count:
        raise not_found("seat")
    require_names(new.seats)
    return [*new.seats, *[bot] * (count - len(new.seats))]


def _owner(table: Table, principal: OwnerOrSeat, *, test: bool) -> Id:
    """The API key that owns the new table: for a seat, the key that took it, or invited to it."""
    if isinstance(principal, ApiKey):
        return principal.owner_at(test=test)
    player = table.players[principal.seat]
    assert player is not None, "the caller sits there"
    return player.holder or table.opened.owner
