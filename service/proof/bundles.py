"""Offline evidence: the receipt of a move, the bundle of a record, and all of a tournament.

The evidence of a tournament: its bundle, and those of its tables and their deals, line by line.

    {"format": "fairdeal/1/tournament", "bundle": {…}}

Only tables that are over are in it, so no line has anything of a deal that is on. A record that is
damaged is left out: the verifier says that it is missing, and the others are proved.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, pairwise
from typing import Any, Final
from uuid import UUID

from domain.kernel.event import FULL, PUBLIC, Viewer
from domain.kernel.sentence import Sentence
from domain.table.fields import PARTIES, field_audiences
from domain.tournaments.tournament import TournamentTable
from events.record import ALL_ERASABLE, OWNER, Recorded
from events.translog.receipts import Receipt
from service.access.credentials import EntryHolder, Principal, is_auditor
from service.context import Context
from service.deals.signatures import receipt
from service.deals.visibility import audited_table, see_audited, see_deal, viewer_name
from service.problems import Code, Problem, past_broken
from service.proof.translog import TransparencyLog
from service.streams import Deal, Stream, TableStream, TournamentStream
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
from verifier.exports import TOURNAMENT_LINE


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
