"""Disputes as JSON, with what a reader must know of those who wrote them."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Id, Seat
from domain.table.disputes import (
    Dispute,
    DisputeAnswered,
    DisputeAppealed,
    DisputeRuled,
    DisputeWithdrawn,
)
from domain.table.events import SeatTaken, SeatTokenIssued
from domain.table.guests import AUDITOR, AuditorAdmitted
from service.access.credentials import tests_of
from service.context import Context
from service.responses.disputes import (
    AppealJson,
    DisputeAnswerJson,
    DisputeJson,
    RulingJson,
    WithdrawalJson,
)
from service.streams import TableStream
from service.timestamps import timestamp

_KEY: Final = "key:"


class Parties(NamedTuple):
    """The owner's power over the seats of a table, and the keys that appointed its auditors.

    Attributes:
        held: Persons' seats that an API key of the table's owner took.
        issued: The position from which the owner may act for another seat: the owner issued its
            token again. Nobody but the owner and the holder of a seat can do that.
        appointed_by: The API key that appointed each auditor.
        numbers: The number of each deal in the series.
    """

    held: frozenset[Seat]
    issued: Mapping[Seat, int]
    appointed_by: Mapping[int, str]
    numbers: Mapping[str, int]

    def owner_seats(self, until: int | None = None) -> frozenset[Seat]:
        """The seats for which the owner may act, after the event at a position or today."""
        later = (seat for seat, at in self.issued.items() if until is None or at <= until)
        return self.held.union(later)


def parties_of(context: Context, stream: TableStream) -> Parties:
    """The owner's power over the seats of a table, and the keys that appointed its auditors."""
    issued, appointed_by = dict[Seat, int](), dict[int, str]()
    holders = dict[Seat, Id | None]()
    for record, event in zip(stream.records, stream.events, strict=True):
        match event:
            case SeatTaken(seat=seat):
                holders[seat] = event.holder
                issued.pop(seat, None)
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
    return Parties(
        held, issued, appointed_by, {each.deal: each.number for each in stream.state.deals}
    )


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
