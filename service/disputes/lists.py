"""Lists of disputes at all tables of an owner, or at one table, from the projection by party."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from typing import Final, NamedTuple, get_args
from uuid import UUID

from domain.table.disputes import DisputeStatus
from events.listings import MOST_NUMBER, DisputeCursor, DisputeEntry
from service import ids
from service.access.credentials import ApiKey, GuestHolder, Principal, SeatHolder
from service.context import Context
from service.disputes.representation import disputes_json
from service.lists.queries import LATEST
from service.responses.disputes import ListedDisputeJson
from service.tables.sight import as_seen, may_dispute

_NUMBER: Final = 6
"""Bytes of a number in a cursor, so that its text needs no padding."""


class DisputePage(NamedTuple):
    """A page of disputes as JSON, and the cursor of the next one."""

    disputes: list[ListedDisputeJson]
    next: str | None


def find_disputes(
    context: Context,
    who: ApiKey | SeatHolder | GuestHolder,
    *,
    status: DisputeStatus | None,
    table: UUID | None,
    cursor: str | None,
    limit: int,
) -> DisputePage:
    """The disputes at the tables of the caller, the newest first.

    Args:
        context: The service.
        who: The caller; of a seat or an auditor it is their own table alone.
        status: Only disputes with this status; None: all.
        table: Only disputes of this table; None: of all.
        cursor: `next` of the page before.
        limit: The most disputes on the page.
    """
    own = who.owners if isinstance(who, ApiKey) else (who.table,)
    whose = own if table is None else (table,)
    of_tables = table is not None or not isinstance(who, ApiKey)
    if of_tables and not all(_may_read(context, who, each) for each in whose):
        return DisputePage([], None)
    rows = context.listings.disputes(
        whose=whose,
        by="table_id" if of_tables else "owner",
        statuses=get_args(DisputeStatus) if status is None else (status,),
        limit=limit + 1,
        after=None if cursor is None else _read(context.secret, cursor),
    )
    page = rows[:limit]
    lines = _lines(context, who, page)
    if status is not None:  # a dispute may have come further than the log
        lines = [line for line in lines if line["status"] == status]
    return DisputePage(lines, _written(context.secret, page[-1].cursor) if rows[limit:] else None)


def _may_read(context: Context, who: Principal, table: UUID) -> bool:
    stream = context.streams.table(table)
    return stream is not None and may_dispute(stream.state, who)


def _lines(
    context: Context, who: Principal, rows: Sequence[DisputeEntry]
) -> list[ListedDisputeJson]:
    """The disputes of some rows; each table is read once. The record decides what there is."""
    lines: dict[DisputeEntry, ListedDisputeJson] = {}
    for table in {row.table for row in rows}:
        found = context.streams.table(table)
        assert found is not None, "the log has it"
        stream = as_seen(found, who)
        chosen = [row for row in rows if row.table == table]
        known = stream.state.disputes
        wanted = {row: known.find(str(row.deal), row.number) for row in chosen}
        disputes = {row: dispute for row, dispute in wanted.items() if dispute is not None}
        shown = disputes_json(context, stream, disputes.values())
        for row, line in zip(disputes, shown, strict=True):
            lines[row] = {"table": str(table), **line}
    return [lines[row] for row in rows if row in lines]


def _written(secret: bytes, cursor: DisputeCursor) -> str:
    """A cursor, encrypted like the cursors of other lists."""
    opened_at, deal, number = cursor
    raw = opened_at.to_bytes(8, "big") + deal.bytes + number.to_bytes(_NUMBER, "big")
    return urlsafe_b64encode(ids.veiled(secret, raw)).decode()


def _read(secret: bytes, cursor: str) -> DisputeCursor:
    """The decrypted cursor; any 52 characters give some cursor."""
    raw = ids.unveiled(secret, urlsafe_b64decode(cursor))
    opened_at, number = int.from_bytes(raw[:8], "big"), int.from_bytes(raw[-_NUMBER:], "big")
    return min(opened_at, LATEST), UUID(bytes=raw[8:-_NUMBER]), min(number, MOST_NUMBER)
