"""The projection that lists are read from, and the parties by which an owner finds tables.

`differences` reads every stream. It is for operators and tests, and not for requests.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, NamedTuple, get_args
from uuid import UUID

from domain.table.disputes import DisputeStatus
from domain.tournaments.tournament import TournamentStatus
from events.listings import PUBLIC_PARTY, DisputeCursor, DisputeEntry, Listing, Listings, PartyEntry
from events.store import Cursor, EventStore
from events.translog.store import TranslogStore
from service.repository import StreamRepository
from service.streams import DEALS, TABLES, TOURNAMENTS, Deal, TableStream, TournamentStream
from service.summaries import table_summary, tournament_summary
from service.tables.representation import shown_status


def noted_parties(summary: Mapping[str, Any]) -> Iterator[UUID]:
    """The parties of a table or a tournament by what its summary has of its owner's notes."""
    owner = UUID(summary["owner"])
    yield from (ref_party(owner, ref) for ref in summary["refs"])
    if summary["ref"] is not None:
        yield own_ref_party(owner, summary["ref"])
    yield from (note_party(owner, *note) for note in (summary["metadata"] or {}).items())


def ref_party(owner: UUID, ref: str) -> UUID:
    """The party of what an owner has opened where a person has a reference."""
    return _noted_party("ref", owner, ref)


def own_ref_party(owner: UUID, ref: str) -> UUID:
    """The party of what an owner has opened under a reference."""
    return _noted_party("table-ref", owner, ref)


def note_party(owner: UUID, name: str, value: str) -> UUID:
    """The party of what an owner has opened with a name and value in its metadata."""
    return _noted_party("note", owner, f"{name}={value}")


def _noted_party(kind: str, owner: UUID, noted: str) -> UUID:
    return UUID(bytes=sha256(f"fairdeal/1/{kind}:{owner}:{noted}".encode()).digest()[:16])


BATCH: Final = 500
"""Tables that are read at a time."""
TABLE_STATUSES: Final = ("open", "committing", "due", "playing", "over", "closed")
"""The statuses of a table in the store."""
TABLE_LISTED: Final = ("open", "playing", "over", "closed")
"""The statuses of a table in lists."""
DEAL_LISTED: Final = ("seeds", "playing", "over", "voided", "abandoned")
"""The statuses of a deal in lists."""
STATUSES_LISTED: Final = {
    TABLES.kind: TABLE_LISTED,
    DEALS.kind: DEAL_LISTED,
    TOURNAMENTS.kind: get_args(TournamentStatus),
}


class StoredStreams(NamedTuple):
    """The streams of a database, their log, and its projection, which are compared."""

    store: EventStore
    streams: StreamRepository
    translog: TranslogStore
    listings: Listings


class Listed(NamedTuple):
    """The line of a table, a deal or a tournament in a list."""

    kind: str
    table: UUID
    status: str
    opened_at: int
    started_at: int | None
    finished_at: int | None


def parties(stream: TableStream | TournamentStream) -> Iterator[tuple[UUID, bool]]:
    """The parties for whom a table or a tournament is listed, and whether they get its notices."""
    yield stream.id, True
    if isinstance(stream, TournamentStream):
        (_, about), holders = tournament_summary(stream.state), set[str]()
    elif stream.state.is_covered:
        return
    else:
        _, about = table_summary(stream.state)
        holders = {each.holder for each in stream.state.players if each and each.holder}
    yield from ((UUID(each), True) for each in {stream.opened.owner, *holders})
    yield from ((each, False) for each in noted_parties(about))
    if about["visibility"] == "public" and not (about["test"] or about.get("watch_delay")):
        yield PUBLIC_PARTY, False


def deal_status(deal: Deal) -> str:
    """The status of a deal in lists."""
    progress = deal.progress
    if progress.voided is not None:
        return "voided"
    if progress.abandoned is not None:
        return "abandoned"
    if progress.is_played:
        return "over"
    return "seeds" if progress.shuffled is None else "playing"


def listed(stream: TableStream | Deal | TournamentStream) -> Listed:
    """The line of a table, a deal or a tournament by its fold."""
    if isinstance(stream, TournamentStream):
        return Listed(
            TOURNAMENTS.kind, stream.id, stream.state.status, stream.opened_at, None, None
        )
    if isinstance(stream, Deal):
        kind, table, status = DEALS.kind, UUID(stream.opened.table), deal_status(stream)
        times = (stream.started_at, stream.finished_at)
    else:
        kind, table, status = TABLES.kind, stream.id, shown_status(stream.state.status)
        times = (stream.state.started_at, stream.state.finished_at)
    return Listed(kind, table, status, stream.opened_at, *times)


def differences(at: StoredStreams) -> Iterator[str]:
    """The differences between the projection and the folds of all streams, one line each.

    It is meant for a service at rest, whose events are all logged. Of archived deals there is no
    fold to compare with.
    """
    for table in _tables(at):
        yield from _stream_differences(at, table, *_deals(at, table))
        yield from _dispute_differences(at, table)
    for tournament in _tournaments(at):
        yield from _stream_differences(at, tournament)


def _stream_differences(
    at: StoredStreams, whole: TableStream | TournamentStream, *deals: Deal
) -> Iterator[str]:
    """The differences for a table with its deals, or for a tournament."""
    first, streams = whole.id, [whole, *deals]
    rows = {row.id: row for row in _rows(at, first)}
    archived = {each for each, row in rows.items() if row.is_archived}
    found = {each: row for each, row in rows.items() if each not in archived}
    for stream in streams:
        row, due = found.pop(stream.id, None), listed(stream)
        if row is None or _said(row) != due:
            yield f"{stream.id}: listed as {row and _said(row)}, and not as {due}"
    yield from (f"{each}: listed, and not of {first}" for each in found)
    yield from _party_differences(at, streams, dict(parties(whole)), archived)


def _said(row: Listing) -> Listed:
    """The line of a table, a deal or a tournament by the projection."""
    times = (row.opened_at, row.started_at, row.finished_at)
    return Listed(row.kind, row.table, row.status, *times)


def _rows(at: StoredStreams, party: UUID) -> Iterator[Listing]:
    """All that is listed for a party."""
    for kind, statuses in STATUSES_LISTED.items():
        after: Cursor | None = None
        while rows := at.listings.find(
            kind=kind, parties=[party], statuses=statuses, limit=BATCH, after=after
        ):
            yield from rows
            after = rows[-1].cursor


def _party_differences(
    at: StoredStreams,
    streams: Sequence[TableStream | Deal | TournamentStream],
    due: Mapping[UUID, bool],
    archived: Collection[UUID],
) -> Iterator[str]:
    first, size = streams[0].id, at.listings.size()
    positions = {
        (_position(at, stream.id, record.version), stream.id, record.version)
        for stream in streams
        for record in stream.records
    }
    for party, is_notified in due.items():
        found = {
            (each.position, each.stream, each.version)
            for each in _entries_of(at, party, size)
            if each.table == first and each.stream not in archived
        }
        if found != (positions if is_notified else set()):
            yield f"{first}: {len(found)} positions for {party}, and not {len(positions)}"
        missing = {stream.id for stream in streams} - {row.id for row in _rows(at, party)}
        yield from (f"{each}: not listed for {party}" for each in missing)
    opened = _position(at, first, 1)
    for entry in at.listings.entries(range(opened - 1, opened)):
        if entry.parties != frozenset(due):
            yield f"{first}: the parties are {entry.parties}, and not {frozenset(due)}"


def _dispute_differences(at: StoredStreams, table: TableStream) -> Iterator[str]:
    owner = UUID(table.state.opened.owner)
    due = {
        DisputeEntry(
            owner,
            table.id,
            UUID(each.opened.deal),
            each.opened.dispute,
            "open" if each.ruled is None else "ruled",
            table.records[each.opened_at - 1].at,
        )
        for each in table.state.disputes.disputes
    }
    found = set(_disputes(at, table.id))
    yield from (f"{each}: not listed so" for each in due - found)
    yield from (f"{each}: listed, and not so at the table" for each in found - due)


def _disputes(at: StoredStreams, table: UUID) -> Iterator[DisputeEntry]:
    after: DisputeCursor | None = None
    while rows := at.listings.disputes(
        whose=(table,), by="table_id", statuses=get_args(DisputeStatus), limit=BATCH, after=after
    ):
        yield from rows
        after = rows[-1].cursor


def _position(at: StoredStreams, stream: UUID, version: int) -> int:
    """The place of an event in the log, from 1; 0 if it is not logged."""
    return at.listings.position(stream, version) or 0


def _entries_of(at: StoredStreams, party: UUID, size: int) -> Iterator[PartyEntry]:
    after = 0
    while rows := at.listings.entries_of((party,), range(after, size), limit=BATCH):
        yield from rows
        after = rows[-1].position


def _tables(at: StoredStreams) -> Iterator[TableStream]:
    after: Cursor | None = None
    while rows := at.store.find(
        kind=TABLES.kind, statuses=TABLE_STATUSES, limit=BATCH, after=after
    ):
        for row in rows:
            table = at.streams.table(row.id)
            assert table is not None, "it is in the store"
            yield table
        after = rows[-1].cursor


def _tournaments(at: StoredStreams) -> Iterator[TournamentStream]:
    after: Cursor | None = None
    while rows := at.store.find(
        kind=TOURNAMENTS.kind, statuses=STATUSES_LISTED[TOURNAMENTS.kind], limit=BATCH, after=after
    ):
        for row in rows:
            tournament = at.streams.tournament(row.id)
            assert tournament is not None, "it is in the store"
            yield tournament
        after = rows[-1].cursor


def _deals(at: StoredStreams, table: TableStream) -> Iterator[Deal]:
    for line in table.state.deals:
        deal = at.streams.deal(UUID(line.deal), viewer=DEALS.viewer)
        if deal is not None:  # one that was voided for a missing commitment has no stream
            yield deal
