"""Disputes as JSON, one by one and in lists, with what a reader must know of their authors."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from operator import add
from typing import Final, NamedTuple, get_args
from uuid import UUID

from domain.kernel.event import Id, Seat
from domain.table.disputes import (
    Dispute,
    DisputeAnswered,
    DisputeAppealed,
    DisputeRuled,
    DisputeStatus,
    DisputeWithdrawn,
)
from domain.table.events import DealRecorded, SeatTaken, SeatTokenIssued, TableRematched
from domain.table.guests import AUDITOR, AuditorAdmitted
from domain.table.players import kept_seat
from events.listings import MOST_NUMBER, DisputeCursor, DisputeEntry
from events.record import Recorded
from service import ids
from service.access.credentials import SEAT, ApiKey, GuestHolder, Principal, SeatHolder, tests_of
from service.context import Context
from service.lists.queries import LATEST
from service.responses.disputes import (
    AppealJson,
    DisputeAnswerJson,
    DisputeJson,
    ListedDisputeJson,
    RulingJson,
    WithdrawalJson,
)
from service.streams import TableStream
from service.tables.sight import as_seen, may_dispute
from service.timestamps import timestamp

_KEY: Final = "key:"
_MOST_REMATCHES: Final = 12


class Parties(NamedTuple):
    """The owner's power over the seats of a table, and the keys that appointed its auditors.

    Attributes:
        held: Persons' seats that an API key of the table's owner took.
        issued: The position from which the owner may act for another seat: the owner issued its
            token again, here or at a table before a rematch, which that token leads to. Only the
            owner and the holder of a seat can issue it.
        appointed_by: The API key that appointed each auditor.
        numbers: The number of each deal in the series.
        ledgers: The ledger after each ruling, by its position.
    """

    held: frozenset[Seat]
    issued: Mapping[Seat, int]
    appointed_by: Mapping[int, str]
    numbers: Mapping[str, int]
    ledgers: Mapping[int, tuple[int, ...]]

    def owner_seats(self, until: int | None = None) -> frozenset[Seat]:
        """The seats for which the owner may act, after the event at a position or today."""
        later = (seat for seat, at in self.issued.items() if until is None or at <= until)
        return self.held.union(later)


def parties_of(context: Context, stream: TableStream, *, back: int = _MOST_REMATCHES) -> Parties:
    """The owner's power over the seats of a table, and the keys that appointed its auditors.

    Tokens are followed through so many rematches.
    """
    issued, appointed_by = dict[Seat, int](), dict[int, str]()
    holders = dict[Seat, Id | None]()
    carried: Mapping[Seat, _Carried] = {}
    for record, event in zip(stream.records, stream.events, strict=True):
        match event:
            case TableRematched() if back:
                carried = _carried(context, event, seats=stream.opened.seats, back=back - 1)
            case SeatTaken(seat=seat):
                holders[seat] = event.holder
                issued.pop(seat, None)
                if seat in carried and carried[seat].leads_to(event, record):
                    issued[seat] = record.version
            case SeatTokenIssued(seat=seat) if seat not in issued:
                if not _is_key_of(context, record.actor, holders[seat]):
                    issued[seat] = record.version
            case AuditorAdmitted(auditor=number):
                appointed_by[number] = record.actor.removeprefix(_KEY)
            case _:
                pass
    persons = ((seat, each) for seat, each in enumerate(stream.state.players) if each is not None)
    owner = stream.opened.owner
    held = frozenset(seat for seat, each in persons if each.bot is None and each.holder == owner)
    numbers: dict[str, int] = {each.deal: each.number for each in stream.state.deals}
    return Parties(held, issued, appointed_by, numbers, _ledgers(stream))


def _ledgers(stream: TableStream) -> dict[int, tuple[int, ...]]:
    """The ledger after each ruling, by its position."""
    scores = {each.number: each.points for each in stream.state.deals}
    points = ruled = nothing = (0,) * len(stream.state.score.points)
    in_force = dict[tuple[Id, int], tuple[int, ...]]()
    ledgers = dict[int, tuple[int, ...]]()
    for record, event in zip(stream.records, stream.events, strict=True):
        if isinstance(event, DealRecorded):
            points = scores[event.number]
        elif isinstance(event, DisputeRuled):
            dispute, given = (event.deal, event.dispute), event.adjustment
            changes = zip(ruled, given, in_force.get(dispute, nothing), strict=True)
            ruled = tuple(had + new - former for had, new, former in changes)
            in_force[dispute] = given
            ledgers[record.version] = tuple(map(add, points, ruled))
    return ledgers


class _Carried(NamedTuple):
    """A seat before a rematch whose token the owner had issued again, and when."""

    holder: Id | None
    issued_at: int

    def leads_to(self, taken: SeatTaken, record: Recorded) -> bool:
        """Whether that token gives the token of the same player's seat in the rematch."""
        is_same = record.actor.startswith(f"{SEAT}:") or None is not taken.holder == self.holder
        return is_same and self.issued_at <= record.at


def _carried(
    context: Context, rematched: TableRematched, *, seats: int, back: int
) -> dict[Seat, _Carried]:
    """Such seats of the table before, by the seats that their players have in the rematch."""
    before = context.streams.table(UUID(rematched.of))
    if before is None:
        return {}
    parties, players = parties_of(context, before, back=back), before.state.players
    return {
        kept_seat(seat, seats, moved=rematched.moved): _Carried(
            player.holder, before.records[at - 1].at
        )
        for seat, at in parties.issued.items()
        if (player := players[seat]) is not None
    }


def _is_key_of(context: Context, actor: str, holder: Id | None) -> bool:
    """Whether an actor is an API key of the holder of a seat; with an invitation there is none."""
    if holder is None:
        return False
    roots = (UUID(holder), tests_of(UUID(holder)))
    return any(each.actor == actor for root in roots for each in context.credentials.line(root))


def disputes_json(
    context: Context, stream: TableStream, disputes: Iterable[Dispute]
) -> list[DisputeJson]:
    """Disputes of a table, with all that became of them."""
    parties = parties_of(context, stream)
    return [_dispute_json(stream, parties, each) for each in disputes]


def _dispute_json(stream: TableStream, parties: Parties, dispute: Dispute) -> DisputeJson:
    opened, withdrawn, appeal = dispute.opened, dispute.withdrawn_at, dispute.appeal
    answers = zip(dispute.answers, dispute.answered_at, strict=True)
    given = zip(dispute.rulings, dispute.ruled_at, strict=True)
    rulings = [ruling_json(stream, *each, parties=parties) for each in given]
    return {
        "deal": opened.deal,
        "number": parties.numbers[opened.deal],
        "dispute": opened.dispute,
        "status": dispute.status,
        "seat": opened.seat,
        "owner_may_act": opened.seat in parties.owner_seats(dispute.opened_at),
        "at": opened.at,
        "claim": opened.claim,
        "text": opened.text,
        "opened_at": _time(stream, dispute.opened_at),
        "answers": [answer_json(stream, *each, parties=parties) for each in answers],
        "withdrawn_at": None if withdrawn is None else _time(stream, withdrawn),
        "ruling": rulings[-1] if rulings else None,
        "appeal": None
        if appeal is None
        else appeal_json(stream, appeal, dispute.appealed_at, parties=parties),
        "overturned": rulings[0] if rulings[1:] else None,
    }


def answer_json(
    stream: TableStream, answered: DisputeAnswered, at: int, *, parties: Parties
) -> DisputeAnswerJson:
    """A seat's answer to a dispute, by its position at the table."""
    return {
        "seat": answered.seat,
        "owner_may_act": answered.seat in parties.owner_seats(at),
        "text": answered.text,
        "answered_at": _time(stream, at),
    }


def withdrawal_json(stream: TableStream, withdrawn: DisputeWithdrawn, at: int) -> WithdrawalJson:
    """The withdrawal of a dispute, by its position at the table."""
    return {"seat": withdrawn.seat, "withdrawn_at": _time(stream, at)}


def appeal_json(
    stream: TableStream, appealed: DisputeAppealed, at: int, *, parties: Parties
) -> AppealJson:
    """The appeal of a ruling, by its position at the table."""
    return {
        "seat": appealed.seat,
        "owner_may_act": appealed.seat in parties.owner_seats(at),
        "text": appealed.text,
        "appealed_at": _time(stream, at),
    }


def ruling_json(
    stream: TableStream, ruled: DisputeRuled, at: int, *, parties: Parties
) -> RulingJson:
    """A ruling on a dispute, by its position at the table."""
    auditor = ruled.auditor
    guest = stream.state.guests.find(AUDITOR, auditor)
    assert guest is not None, "the judge has found them"
    return {
        "ruling": ruled.ruling,
        "adjustment": list(ruled.adjustment),
        "ledger": list(parties.ledgers[at]),
        "text": ruled.text,
        "auditor": auditor,
        "name": guest.name or "",
        "appointed_by": parties.appointed_by[auditor],
        "of_party": bool(parties.owner_seats(at)),
        "ruled_at": _time(stream, at),
    }


def _time(stream: TableStream, at: int) -> str:
    """The time of the event at a position."""
    return timestamp(stream.records[at - 1].at)


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
