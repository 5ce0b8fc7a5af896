"""Offline evidence: the receipt of a move, the bundle of a record, exports of many deals.

The evidence of a tournament has its bundle, and one of each table and deal, line by line.

    {"format": "fairdeal/1/tournament", "bundle": {…}}

Only tables that are over are in it, so no line has anything of a deal that is on. A record that is
damaged is left out: the verifier says that it is missing, and the others are proved.

An export has many deals in one file, a line of JSON for each, with their evidence. It is made for a
caller, with the names that the caller may see. An archive is made for everybody: it has the
finished deals of public tables, with pseudonyms.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, Final
from uuid import UUID

import orjson

from domain.kernel.event import FULL, PUBLIC, Json, Viewer, to_json
from domain.kernel.sentence import Sentence
from domain.kernel.stored import from_data
from domain.table.fields import PARTIES, field_audiences
from domain.tournaments.tournament import TournamentTable
from events.listings import Listing, Listings
from events.record import ALL_ERASABLE, OWNER, Recorded
from events.store import Cursor
from events.translog.receipts import Receipt
from languages.catalogue import IN_ENGLISH, Language
from service.access.credentials import ApiKey, EntryHolder, Principal, is_auditor
from service.context import Context
from service.deals.signatures import receipt
from service.deals.visibility import audited_table, see_audited, see_deal, viewer_name
from service.lists.lines import deal_line, header, sheet_lines
from service.lists.queries import Wanted, cursor_of, find_deals, owns_row
from service.problems import Code, Problem, past_broken
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.responses.deals import DealSeatJson, DealSummaryJson
from service.streams import Deal, Stream, TableStream, TournamentStream
from service.summaries import is_listed_for_everybody
from service.tables.sight import find_table, takes_part
from service.tournaments.events import directs, find_tournament, participates
from verifier.bundle import (
    DEAL,
    LONGEST,
    TABLE,
    TOURNAMENT,
    Bundle,
    BundleEvent,
    BundleOpening,
    LogPlace,
    write,
)
from verifier.exports import EXPORT, TOURNAMENT_LINE


def bundle_deal(
    context: Context,
    who: Principal,
    deal: UUID,
    *,
    wanted: Viewer | None,
    receipts: bool,
    size: int | None,
) -> Bundle:
    """The evidence of a deal for a viewer, if the caller may have that view.

    Args:
        context: The service.
        who: The caller. An auditor of the table gets finished deals only.
        deal: The deal.
        wanted: The viewer. None: the full view once the deal is over; before that the caller's own,
            or the public.
        receipts: Whether to include the receipts of all moves.
        size: The log size for its proof; None: the current size.

    Raises:
        Problem: ``not-found``, ``view-not-allowed``; for an auditor ``deal-on``.
    """
    if is_auditor(who):
        seen = see_audited(context, who, deal, wanted=FULL if wanted is None else wanted)
    else:
        seen = see_deal(context, who, deal, wanted=wanted)
        if wanted is None and seen.over:
            seen = see_deal(context, who, deal, wanted=FULL)
    return bundle(context.translog, seen, kind=DEAL, receipts=receipts, size=size)


def bundle_table(
    context: Context, who: Principal, table: UUID, *, receipts: bool, size: int | None
) -> Bundle:
    """The evidence of a series, for those who take part in it, and for its auditors.

    The bytes of the record contain the ids of the players' API keys and the hashes of the seat
    tokens. Neither gives access, but they are private to the table.

    Raises:
        Problem: ``not-found``, ``not-allowed``.
    """
    if is_auditor(who):
        stream = audited_table(context, who, table)
    else:
        stream = find_table(context, who, table)
        if not takes_part(stream.state, who):
            raise Problem(Code.NOT_ALLOWED, Sentence("participants-only"))
    return bundle(context.translog, stream, kind=TABLE, receipts=receipts, size=size)


def bundle(
    translog: TransparencyLog,
    read: Deal | TableStream | TournamentStream,
    *,
    kind: str,
    receipts: bool = False,
    size: int | None = None,
) -> Bundle:
    """The evidence of a record as its viewer was shown it, who is authorized."""
    opened: Any = read.opened
    return Bundle(
        kind=kind,
        stream=read.id,
        view=viewer_name(read.viewer) if kind == DEAL else PUBLIC,
        game=opened.game,
        rules=opened.rules,
        events=tuple(_entry(each, kind) for each in read.records),
        head=read.head,
        receipts=tuple(_receipts(translog, read.records)) if receipts else (),
        log=_place(translog, read, size),
        key=str(translog.verifier),
    )


def _entry(record: Recorded, kind: str) -> BundleEvent:
    """An event, with the openings of commitments that its viewer got from the store.

    Of a table and of a tournament these are the names: never the notes of the owner, nor the seeds
    of the operator.
    """
    openings = (
        BundleOpening(each.slot, each.salt, each.payload)
        for each in record.openings
        if (kind == DEAL and each.audience != OWNER) or each.audience == ALL_ERASABLE
    )
    return BundleEvent(record.body, record.hash, tuple(sorted(openings)))


def _receipts(translog: TransparencyLog, records: Sequence[Recorded]) -> list[Receipt]:
    """One receipt for each command by any party, including the server's opening of a deal (F3)."""
    followed = pairwise((*records, None))
    return [
        receipt(translog.key, record, first=records[0])
        for record, after in followed
        if record is not None and (after is None or after.command_id != record.command_id)
    ]


def _place(translog: TransparencyLog, read: Stream[Any], size: int | None) -> LogPlace | None:
    """The proof of the record in the log, as far as it is logged; None if none of it is yet."""
    reads = translog.reads()
    signed = reads.checkpoint() if size is None else translog.checkpoint(size)
    if signed is None:
        return None

    def is_later(version: int) -> bool:
        position = reads.position(read.id, version)
        return position is None or position >= signed.size

    last = read.version
    if is_later(last):  # the logged part of a stream is its beginning
        last = bisect_left(range(1, last), x=True, key=is_later)
    if last == 0:
        return None
    proved = translog.prove_inclusion(read.id, last, size=signed.size)
    return LogPlace(last, proved.position, proved.path, signed.note)


_LINE: Final = b'{"format":"%b","bundle":%b}\n'


def tournament_evidence(
    context: Context,
    identify: Callable[[], Principal],
    tournament: UUID,
    *,
    deals: bool,
    receipts: bool,
    size: int | None,
) -> Iterator[bytes]:
    """The lines of the evidence of a tournament, for its director and its players.

    A player is not given the tables of others whose record has something for its parties alone,
    such as a dispute.

    Args:
        context: The service.
        identify: Identifies the caller, again for each table.
        tournament: The tournament.
        deals: Whether the bundles of the deals are in it.
        receipts: Whether to include the receipts of all commands.
        size: The log size for all proofs; None: the current size.

    Raises:
        Problem: ``not-found``; ``not-allowed``; ``limit-reached``: the record is longer than any
            bundle.
    """
    stream = _taking_part(context, identify(), tournament)
    if size is None:
        signed = context.translog.reads().checkpoint()
        size = None if signed is None else signed.size

    def bundled(read: TournamentStream | TableStream, kind: str) -> Bundle:
        return bundle(context.translog, read, kind=kind, receipts=receipts, size=size)

    first = write(bundled(stream, TOURNAMENT))
    if len(first) > LONGEST:
        most = Sentence("tournament-too-long", {"most": LONGEST})
        raise Problem(Code.LIMIT_REACHED, most, more={"limit": LONGEST})

    def others() -> Iterator[bytes]:
        for each in (table for drawn in stream.state.rounds for table in drawn.tables):
            table = None
            with past_broken():
                table = _table(context, identify(), stream, each)
            if table is None:
                continue
            yield _line(write(bundled(table, TABLE)))
            for line in table.state.deals if deals else ():
                deal = None
                with past_broken():
                    deal = context.streams.deal(UUID(line.deal), viewer=FULL)
                if deal is not None and deal.over:
                    given = bundle(context.translog, deal, kind=DEAL, receipts=receipts, size=size)
                    yield _line(write(given))

    return chain((_line(first),), others())


def _line(written: bytes) -> bytes:
    return _LINE % (TOURNAMENT_LINE.encode(), written)


def _taking_part(context: Context, who: Principal, tournament: UUID) -> TournamentStream:
    stream = find_tournament(context, who, tournament)
    if not participates(stream, who):
        raise Problem(Code.NOT_ALLOWED, Sentence("tournament-participants-only"))
    return stream


def _table(
    context: Context, who: Principal, stream: TournamentStream, place: TournamentTable
) -> TableStream | None:
    """A table that is over and has no covered board, if the caller may have its record."""
    table = None if place.table is None else context.streams.table(UUID(place.table))
    if table is None or not table.state.is_finished or table.state.is_covered:
        return None
    if directs(stream, who):
        return table
    sat_there = isinstance(who, EntryHolder) and who.player in place.players
    return table if sat_there or not _is_for_parties(table) else None


def _is_for_parties(table: TableStream) -> bool:
    """Whether a record has something that others may not read."""
    return any(PARTIES in field_audiences(type(each)).values() for each in table.events)


PAGE = 20
"""Deals that are read at a time."""


def export(
    context: Context,
    identify: Callable[[], ApiKey],
    wanted: Wanted,
    *,
    cursor: str | None,
    limit: int | None,
    language: Language,
) -> Iterator[bytes]:
    """The lines of an export, the newest deal first.

    Args:
        context: The service.
        identify: Identifies the caller, again for each page.
        wanted: Which deals.
        cursor: The cursor of the line before the first one.
        limit: The most lines.
        language: The language of the texts for people.

    Raises:
        Problem: the caller is no longer authorized.
    """
    for who, row in rows_of(context, identify, wanted, cursor=cursor, limit=limit):
        proof = _seen(context, who, row)
        more = {"cursor": cursor_of(context.secret, row), "table_name": row.of_table["name"]}
        deal = deal_line(row, owns=owns_row(row, who), language=language)
        yield _line_of_deal(row, proof, deal, **more)


def sheet(
    context: Context,
    identify: Callable[[], ApiKey],
    wanted: Wanted,
    *,
    cursor: str | None,
    limit: int | None,
) -> Iterator[bytes]:
    """The same deals as lines of a sheet, without evidence.

    Raises:
        Problem: the caller is no longer authorized.
    """
    yield header()
    for who, row in rows_of(context, identify, wanted, cursor=cursor, limit=limit):
        yield sheet_lines(row, wanted, owns=owns_row(row, who))


def rows_of(
    context: Context,
    identify: Callable[[], ApiKey],
    wanted: Wanted,
    *,
    cursor: str | None,
    limit: int | None,
) -> Iterator[tuple[ApiKey, Listing]]:
    """The deals that are wanted, the newest first, each with its caller."""
    left = limit
    while left is None or left > 0:
        who = identify()
        size = PAGE if left is None else min(PAGE, left)
        page = find_deals(context, who, wanted, cursor=cursor, limit=size)
        yield from ((who, row) for row in page.rows)
        left = None if left is None else left - len(page.rows)
        cursor = page.next
        if cursor is None:
            return


def archive(
    listings: Listings,
    streams: StreamRepository,
    translog: TransparencyLog,
    span: range,
) -> Iterator[tuple[Listing, bytes]]:
    """The lines of an archive, each with its deal, in the order in which the deals ended.

    Args:
        listings: The lists.
        streams: The streams; they have the events of all these deals.
        translog: The log.
        span: The time within which the deals ended, in µs since the epoch.
    """
    size = translog.checkpoint().size
    for row in finished(listings, span):
        deal = streams.deal(row.id, viewer=FULL)
        assert deal is not None, "it is listed"
        proof = bundle(translog, deal, kind=DEAL, size=size)
        line = deal_line(row, owns=False, language=IN_ENGLISH)
        yield row, _line_of_deal(row, proof, _pseudonymous(line))


def finished(listings: Listings, span: range) -> Iterator[Listing]:
    """The deals of public tables that ended within a time, in that order."""
    after: Cursor | None = None
    while rows := listings.finished_deals(
        since=span.start, until=span.stop, limit=PAGE, after=after
    ):
        yield from (row for row in rows if _is_for_everybody(row.of_table))
        assert rows[-1].finished_at is not None, "they are finished"
        after = rows[-1].finished_at, rows[-1].id


def _is_for_everybody(table: Mapping[str, Any]) -> bool:
    """Whether the terms of a table let everybody see its finished deals in full.

    Branches and tests are left out: they count nowhere.
    """
    is_rated = not (table.get("branch_of") or table.get("test"))
    return is_rated and is_listed_for_everybody(table)


def _pseudonymous(line: DealSummaryJson) -> DealSummaryJson:
    """The line without names of people."""
    shown: list[DealSeatJson] = [
        {**seat, "name": seat["bot"] or f"Player {seat['seat'] + 1}"} for seat in line["seats"]
    ]
    return {**line, "seats": shown}


def _seen(context: Context, who: ApiKey, row: Listing) -> Bundle | None:
    """The evidence of a finished deal, if the caller may have it."""
    if row.finished_at is None:
        return None
    try:
        return bundle_deal(context, who, row.id, wanted=None, receipts=False, size=None)
    except Problem:
        return None


def _line_of_deal(
    row: Listing, proof: Bundle | None, deal: Mapping[str, Json], **more: Json
) -> bytes:
    """A line. The evidence stays as it is written for a file of its own."""
    head = {"format": EXPORT, **more, "deal": deal, "result": _result(row)}
    written = b"null" if proof is None else write(proof)
    return b'%b,"bundle":%b}\n' % (orjson.dumps(head)[:-1], written)


def _result(row: Listing) -> dict[str, Json] | None:
    """The event that settled a deal; None where no side scores."""
    if row.ending is None or row.status != "over":
        return None
    end = row.ending
    shown: dict[str, Json] = to_json(from_data(end["type"], end["schema"], end["data"]))
    return shown
