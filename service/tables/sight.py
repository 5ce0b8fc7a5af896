"""Sight of tables: who may know of a table, and which of its fields a reader may see."""

from typing import Final
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.table.fields import ALL, PARTIES, FieldAudience
from domain.table.series import Table
from service.access.credentials import (
    Anonymous,
    ApiKey,
    EntryHolder,
    GuestHolder,
    Principal,
    SeatHolder,
    is_auditor,
)
from service.clocks.table_time import as_of
from service.context import Context
from service.problems import not_found
from service.streams import TableStream, uncovered
from service.summaries import is_for_everybody

OTHERS: Final = frozenset({ALL})
MEMBERS: Final = frozenset({ALL, PARTIES})
OWNERS: Final = frozenset(FieldAudience)
"""The part of a table's events that a reader may see: others, players and the owner."""


def find_table(context: Context, principal: Principal, table: UUID) -> TableStream:
    """The table as the caller sees it, if they may know of it; watchers without their delay.

    Raises:
        Problem: ``not-found``.
    """
    return as_seen(_found(context, principal, table), principal)


def _found(context: Context, principal: Principal, table: UUID) -> TableStream:
    stream = context.streams.table(table)
    if stream is None or not may_see(stream.state, principal):
        raise not_found("table")
    return stream


def as_seen(stream: TableStream, principal: Principal) -> TableStream:
    """A table as the caller sees it: its boards are covered for all but its own seats (C26)."""
    return uncovered(stream) if stream.state.boards and not sits(stream, principal) else stream


def sits(stream: TableStream, principal: Principal) -> bool:
    """Whether the caller holds the token of a seat of the table."""
    return isinstance(principal, SeatHolder) and principal.table == stream.id


def watch_table(context: Context, principal: Principal, table: UUID) -> TableStream:
    """The table as the caller sees it: a watcher with its delay.

    Raises:
        Problem: ``not-found``.
    """
    stream = _found(context, principal, table)
    seen = as_of(context, stream, watch_delay(stream, principal))
    assert seen is not None, "what was before the first deal is shown at once"
    return as_seen(seen, principal)


def watch_delay(table: TableStream, principal: Principal) -> int:
    """How far behind a caller sees the table and its deals, in µs; 0 for members and auditors.

    Every operation that reads a deal or a table asks here.
    """
    return 0 if may_dispute(table.state, principal) else table.opened.watch_delay * SECOND


def require_sight(stream: TableStream, principal: Principal) -> None:
    """Check that the caller may know of a table.

    Raises:
        Problem: ``not-found``.
    """
    if not may_see(stream.state, principal):
        raise not_found("table")


def may_see(table: Table, principal: Principal) -> bool:
    """Whether the caller may know of the table.

    A private one is visible to its owner, its players, and guests with a token of this table; with
    an invitation until it is used. All players of a tournament see its tables.
    """
    opened = table.opened
    if isinstance(principal, EntryHolder):
        return table.drawn is not None and table.drawn.tournament == str(principal.tournament)
    if isinstance(principal, GuestHolder):
        guest = table.guests.find(principal.scope, principal.number)
        sees = guest is not None and guest.used is None
        return sees and str(principal.table) == opened.table
    if isinstance(principal, Anonymous):
        return is_for_everybody(visibility=opened.visibility, views_after=opened.views_after)
    public = opened.visibility == "public" and isinstance(principal, ApiKey)
    return public or takes_part(table, principal)


def takes_part(table: Table, principal: Principal) -> bool:
    """Whether the caller is a member of the table: its owner, or a player."""
    if isinstance(principal, GuestHolder | EntryHolder | Anonymous):
        return False
    if isinstance(principal, SeatHolder):
        return str(principal.table) == table.opened.table
    holders = (player.holder for player in table.players if player is not None)
    return principal.acts_for(table.opened.owner, *holders)


def may_dispute(table: Table, principal: Principal) -> bool:
    """Whether the caller is a party to the disputes of a table: a member or an auditor of it."""
    if is_auditor(principal):
        return str(principal.table) == table.opened.table
    return takes_part(table, principal)


def owns(table: Table, principal: Principal) -> bool:
    """Whether the caller is the owner of the table, who sees its notes."""
    return isinstance(principal, ApiKey) and principal.acts_for(table.opened.owner)


def readership(table: Table, principal: Principal) -> frozenset[FieldAudience]:
    """The fields of the table's events that the caller may see."""
    if owns(table, principal):
        return OWNERS
    return MEMBERS if takes_part(table, principal) else OTHERS
