"""Exports: many deals in one file, a line of JSON for each, with their evidence.

An export is made for a caller, with the names that the caller may see. An archive is made for
everybody: it has the finished deals of public tables, with pseudonyms.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import orjson

from domain.kernel.event import FULL, Json, to_json
from domain.kernel.stored import from_data
from events.listings import Listing, Listings
from events.store import Cursor
from languages.catalogue import IN_ENGLISH, Language
from service.access.credentials import ApiKey
from service.context import Context
from service.lists.lines import deal_line, header, sheet_lines
from service.lists.queries import Wanted, cursor_of, find_deals, owns_row
from service.problems import Problem
from service.proof.bundles import bundle, bundle_deal
from service.proof.translog import TransparencyLog
from service.repository import StreamRepository
from service.responses.deals import DealSeatJson, DealSummaryJson
from service.summaries import is_listed_for_everybody
from verifier.bundle import DEAL, Bundle, write
from verifier.exports import EXPORT

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
        yield _line(row, proof, deal, **more)


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
        yield row, _line(row, proof, _pseudonymous(line))


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


def _line(row: Listing, proof: Bundle | None, deal: Mapping[str, Json], **more: Json) -> bytes:
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
