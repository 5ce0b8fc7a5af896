"""The projection of the log by party in memory. See migrations 0009, 0011, 0012, 0014, 0019
and 0025."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice
from typing import Any, Final, Literal, cast
from uuid import UUID

import orjson

from events.listings import (
    PUBLIC_PARTY,
    DisputeCursor,
    DisputeEntry,
    Listing,
    Listings,
    PartyEntry,
)
from events.store import Cursor, StreamDescription
from events.translog.store import LogEntry
from tests.memory.database import Memory, operation
from tests.memory.store import StoredEvent, Streams, Translog

NO_END: Final = ("deal.revealed", "deal.move_signed", "deal.act_signed")
"""Events that may follow the end of a deal."""
STATUSES: Final[Mapping[str, str]] = {
    "table.dispute_withdrawn": "withdrawn",
    "table.dispute_ruled": "ruled",
    "table.dispute_appealed": "appealed",
}
"""The status of a dispute after an event: see `dispute_status.sql`."""


@dataclass(slots=True)
class Row:
    """A table or a deal of which the log has an event."""

    stream: UUID
    kind: str
    table: UUID
    status: str
    opened_at: int
    started_at: int | None = None
    finished_at: int | None = None

    @property
    def cursor(self) -> Cursor:
        """Its cursor in a list."""
        return self.opened_at, self.stream


@dataclass(slots=True)
class Projection:
    """The lists.

    The parties of a table are its owner, the holders of its seats, itself, the public and those
    with a ref; the value says whether its entries have positions for them.
    """

    rows: dict[UUID, Row] = field(default_factory=dict[UUID, Row])
    parties: dict[UUID, dict[UUID, bool]] = field(default_factory=dict[UUID, dict[UUID, bool]])
    disputes: dict[tuple[UUID, UUID, int], DisputeEntry] = field(
        default_factory=dict[tuple[UUID, UUID, int], DisputeEntry]
    )


class MemoryListings(Listings):
    """See `Listings`. The batch of the log keeps the projection, in its own transaction."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._streams, self._translog = memory.tables(Streams), memory.tables(Translog)
        self._shown = memory.tables(Projection)
        if not memory.readers:
            memory.readers.append(self._list)

    @operation
    def find(
        self,
        *,
        kind: str,
        parties: Collection[UUID],
        statuses: Collection[str],
        limit: int,
        after: Cursor | None = None,
        since: int = 0,
        until: int | None = None,
    ) -> list[Listing]:
        wanted = {*parties}
        rows = [
            row
            for row in self._shown.rows.values()
            if row.kind == kind
            and row.status in statuses
            and row.opened_at >= since
            and (after is None or row.cursor < after)
            and (until is None or row.opened_at < until)
            and not wanted.isdisjoint(self._shown.parties[row.table])
        ]
        rows.sort(key=lambda row: row.cursor, reverse=True)
        return [self._listing(row) for row in rows[:limit]]

    @operation
    def finished_deals(
        self, *, since: int, until: int, limit: int, after: Cursor | None = None
    ) -> list[Listing]:
        rows = [
            (row.finished_at, row.stream, row)
            for row in self._shown.rows.values()
            if row.kind == "deal"
            and row.finished_at is not None
            and not self._is_covered(row.table)
        ]
        start = after or (since, UUID(int=0))
        fit = [row for row in rows if row[:2] > start and row[0] < until]
        return [self._listing(row) for _, _, row in sorted(fit, key=lambda row: row[:2])[:limit]]

    @operation
    def disputes(
        self,
        *,
        whose: Collection[UUID],
        by: Literal["owner", "table_id"],
        statuses: Collection[str],
        limit: int,
        after: DisputeCursor | None = None,
    ) -> list[DisputeEntry]:
        found = [
            each
            for each in self._shown.disputes.values()
            if (each.owner if by == "owner" else each.table) in whose
            and each.status in statuses
            and (after is None or each.cursor < after)
        ]
        return sorted(found, key=lambda each: each.cursor, reverse=True)[:limit]

    def _is_covered(self, table: UUID) -> bool:
        return bool(self._streams.streams[table].summary.get("covered"))

    @operation
    def size(self) -> int:
        return max(self._translog.checkpoints, default=0)

    @operation
    def position(self, stream: UUID, version: int) -> int | None:
        position = self._translog.positions.get((stream, version))
        return None if position is None else position + 1

    @operation
    def further(self, span: range, count: int) -> int:
        end = min(span.stop, len(self._translog.entries))
        return min(span.start + count, end) if span.start < end else span.stop

    @operation
    def entries(self, span: range) -> list[PartyEntry]:
        return self._entries(span, lambda table: frozenset(self._shown.parties[table]))

    @operation
    def entries_of(self, parties: Collection[UUID], span: range, *, limit: int) -> list[PartyEntry]:
        def own(table: UUID) -> frozenset[UUID]:
            known = self._shown.parties[table]
            return frozenset(party for party in parties if known.get(party))

        found = self._entries(span, own)[:limit]
        return [entry._replace(parties=frozenset()) for entry in found]

    def _entries(self, span: range, parties: Callable[[UUID], frozenset[UUID]]) -> list[PartyEntry]:
        found = islice(enumerate(self._translog.entries, 1), span.start, span.stop)
        return [
            PartyEntry(position, entry.stream, entry.version, row.kind, row.table, those)
            for position, entry in found
            if (row := self._shown.rows.get(entry.stream)) and (those := parties(row.table))
        ]

    def _listing(self, row: Row) -> Listing:
        streams = self._streams.streams
        table, is_deal = streams[row.table], row.kind == "deal"
        events = self._streams.events[row.stream] if is_deal else []
        ends = [each for each in events if each.sealed.type not in NO_END]
        return Listing(
            id=row.stream,
            kind=row.kind,
            table=row.table,
            status=row.status,
            opened_at=row.opened_at,
            started_at=row.started_at,
            finished_at=row.finished_at,
            summary=streams[row.stream].summary,
            of_table=table.summary,
            opening=orjson.loads(events[0].sealed.body) if is_deal else {},
            ending=orjson.loads(ends[-1].sealed.body)
            if is_deal and row.finished_at is not None
            else None,
        )

    # --- Writing ----------------------------------------------------------------------------------

    def _list(self, entries: Sequence[LogEntry]) -> None:
        """List the streams of new entries, and their disputes."""
        rows = [self._streams.streams[stream] for stream in {each.stream for each in entries}]
        for row in rows:
            if row.kind == "table" and isinstance(row.summary.get("seats"), list):
                self._list_table(row)
            elif row.kind == "deal" and _id(row.summary.get("table")) is not None:
                self._list_deal(row)
            elif row.kind == "tournament":
                self._list_tournament(row)
        for entry in entries:
            stream, events = self._streams.streams[entry.stream], self._streams.events[entry.stream]
            if stream.kind == "table" and not self._is_covered(stream.id):
                event = events[entry.version - 1]
                is_last = event.sealed.type == "table.deal_revealed"
                self._list_disputes(stream, events if is_last else [event])

    def _list_table(self, stream: StreamDescription) -> None:
        events, summary = self._streams.events[stream.id], cast("Any", stream.summary)
        self._shown.parties[stream.id] = _parties(stream, events)
        status = "playing" if stream.status in ("committing", "due") else stream.status
        known = self._shown.rows.get(stream.id)
        if known is not None and known.status == status and stream.status != "open":
            return
        started_at = finished_at = None
        if None not in summary["seats"]:
            taken = [each.command.at for each in events if each.sealed.type == "table.seat_taken"]
            started_at = (known and known.started_at) or max(taken, default=None)
        if stream.status in ("over", "closed"):
            is_branch = isinstance(summary.get("branch_of"), dict)
            ends = (
                "table.series_ended",
                "table.closed",
                "table.deal_recorded" if is_branch else "",
            )
            at = (each.command.at for each in events if each.sealed.type in ends)
            finished_at = min(at, default=None)
        row = Row(stream.id, "table", stream.id, status, stream.opened_at, started_at, finished_at)
        self._shown.rows[stream.id] = row

    def _list_deal(self, stream: StreamDescription) -> None:
        events, table = self._streams.events[stream.id], _id(stream.summary["table"])
        assert table is not None
        is_over = stream.status in ("over", "recorded", "covered")
        status = "playing" if stream.status in ("bots", "persons", "timed") else stream.status
        status = "over" if is_over else status
        known = self._shown.rows.get(stream.id)
        if known is not None and (known.finished_at is not None or known.status == status):
            return
        types = {each.sealed.type: each.command.at for each in reversed(events)}
        if is_over:
            ends = (each for each in ("voided", "abandoned") if f"deal.{each}" in types)
            status = next(ends, "over")
        played = [each.command.at for each in events if each.sealed.type != "deal.revealed"]
        started_at, finished_at = types.get("deal.shuffled"), max(played) if is_over else None
        row = Row(stream.id, "deal", table, status, stream.opened_at, started_at, finished_at)
        self._shown.rows[stream.id] = row

    def _list_tournament(self, stream: StreamDescription) -> None:
        self._shown.parties[stream.id] = _parties(stream, self._streams.events[stream.id])
        self._shown.rows[stream.id] = Row(
            *(stream.id, "tournament", stream.id, stream.status, stream.opened_at, None, None)
        )

    def _list_disputes(self, stream: StreamDescription, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.sealed.type.startswith("table.dispute_"):
                self._list_dispute(stream, event)

    def _list_dispute(self, stream: StreamDescription, event: StoredEvent) -> None:
        data, owner = event.data, _id(stream.summary.get("owner"))
        deal, number = _id(data.get("deal")), data.get("dispute")
        if owner is None or deal is None or number is None:
            return
        disputes, key = self._shown.disputes, (stream.id, deal, int(number))
        if event.sealed.type == "table.dispute_opened":
            entry = DisputeEntry(owner, stream.id, deal, int(number), "open", event.command.at)
            disputes.setdefault(key, entry)
        elif (status := STATUSES.get(event.sealed.type)) is not None and key in disputes:
            disputes[key] = disputes[key]._replace(status=status)


def _parties(stream: StreamDescription, events: Sequence[StoredEvent]) -> dict[UUID, bool]:
    """The parties of a table or a tournament, as its events and its summary name them."""
    summary: Mapping[str, Any] = stream.summary
    owner, refs = summary.get("owner"), summary.get("refs") or []
    parties = {stream.id: True}
    if summary.get("covered"):
        return parties
    is_for_parties = summary.get("test") or summary.get("watch_delay")
    if summary.get("visibility") == "public" and not is_for_parties:
        parties[PUBLIC_PARTY] = False
    noted = [("ref", ref) for ref in refs]
    noted += [("table-ref", summary["ref"])] if summary.get("ref") is not None else []
    notes = summary.get("metadata") or {}
    noted += [("note", f"{name}={value}") for name, value in notes.items()]
    parties.update(dict.fromkeys((_noted_party(owner, *each) for each in noted), False))
    holders = dict[int, UUID | None]()
    for each in events:
        if each.sealed.type in ("table.seat_taken", "table.seat_left"):
            data = each.data
            is_taken = each.sealed.type == "table.seat_taken"
            holders[data["seat"]] = _id(data.get("holder")) if is_taken else None
    feeding = {_id(owner), *holders.values()} - {None}
    return parties | dict.fromkeys(cast("set[UUID]", feeding), True)


def _noted_party(owner: Any, kind: str, noted: str) -> UUID:
    digest = sha256(f"fairdeal/1/{kind}:{owner}:{noted}".encode()).digest()
    return UUID(bytes=digest[:16])


def _id(written: Any) -> UUID | None:
    try:
        return UUID(written)
    except (ValueError, AttributeError, TypeError):
        return None
