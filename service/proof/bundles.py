"""Offline evidence: the receipt of a move, the bundle of a record."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import Any
from uuid import UUID

from domain.kernel.event import FULL, PUBLIC, Viewer
from domain.kernel.sentence import Sentence
from events.record import ALL_ERASABLE, OWNER, Recorded
from events.translog.receipts import Receipt
from service.access.credentials import Principal, is_auditor
from service.context import Context
from service.deals.signatures import receipt
from service.deals.visibility import audited_table, see_audited, see_deal, viewer_name
from service.problems import Code, Problem
from service.proof.translog import TransparencyLog
from service.streams import Deal, Stream, TableStream, TournamentStream
from service.tables.sight import find_table, takes_part
from verifier.bundle import DEAL, TABLE, Bundle, BundleEvent, BundleOpening, LogPlace


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
