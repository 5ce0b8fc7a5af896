"""The evidence of a tournament: its bundle, and those of its tables and their deals, line by line.

    {"format": "fairdeal/1/tournament", "bundle": {…}}

Only tables that are over are in it, so no line has anything of a deal that is on. A record that is
damaged is left out: the verifier says that it is missing, and the others are proved.
"""

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final
from uuid import UUID

from domain.kernel.event import FULL
from domain.kernel.sentence import Sentence
from domain.table.fields import PARTIES, field_audiences
from domain.tournaments.tournament import TournamentTable
from service.access.credentials import EntryHolder, Principal
from service.context import Context
from service.problems import Code, Problem, past_broken
from service.proof.bundles import bundle
from service.streams import TableStream, TournamentStream
from service.tournaments.events import directs, find_tournament, participates
from verifier.bundle import DEAL, LONGEST, TABLE, TOURNAMENT, Bundle, write
from verifier.exports import TOURNAMENT_LINE

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
