"""The disputes in a table's record: their texts and rulings, and whether the deals hold."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Final, NamedTuple

from domain.games import UnknownRules
from domain.kernel.event import Id, Seat
from domain.kernel.progress import explain_move, progress_at
from domain.kernel.sentence import Sentence
from domain.table.disputes import (
    DisputeAnswered,
    DisputeAppealed,
    DisputeOpened,
    DisputeRuled,
    DisputeWithdrawn,
)
from domain.table.events import DealOpened, SeatTaken, SeatTokenIssued
from domain.table.guests import AuditorAdmitted
from languages.catalogue import IN_ENGLISH
from verifier.bundle import TABLE
from verifier.case import Case
from verifier.verdicts import FAILS, HAND, HOLDS, NONE, OPEN, NotYet, Status, Verdict

_SAYS: Final = {HOLDS: "holds", FAILS: "fails", OPEN: "open", HAND: "by-hand"}
_WORST_FIRST: Final[tuple[Status, ...]] = (FAILS, OPEN, HAND, HOLDS, NONE)


class DisputedDeal(NamedTuple):
    """A disputed deal of a table.

    Attributes:
        lines: its disputes, answers and rulings, one sentence each, in the order of the record;
            then why each disputed move was allowed, if the full record of the deal is given.
        verdict: whether its own record holds.
    """

    lines: tuple[str, ...]
    verdict: Verdict


def disputed_deals(case: Case, verdicts: Mapping[Id, Sequence[Verdict]]) -> Iterator[DisputedDeal]:
    """The disputed deals of a table whose record can be read; none for the bundle of a deal.

    Args:
        case: The bundle of the table.
        verdicts: All verdicts on each deal whose bundle was given.

    Raises:
        NotYet: an event has the wrong form, or is not known to this release.
    """
    if case.bundle.kind != TABLE:
        return
    numbers = {each.deal: each.number for each in case.events if isinstance(each, DealOpened)}
    said = sorted(_statements(case), key=lambda each: numbers.get(each[0], 0))
    for deal, statements in groupby(said, key=lambda each: each[0]):
        number = numbers.get(deal, 0)
        sentences = (*(text for _, text in statements), *_explanations(case, deal))
        lines = tuple(f"deal {number}, {text}" for text in sentences)
        yield DisputedDeal(lines, _verdict(verdicts.get(deal, ()), number))


def _explanations(case: Case, deal: Id) -> Iterator[str]:
    """Why the moves were allowed that are disputed, by the full record of a deal that is given."""
    opened = (each for each in case.events if isinstance(each, DisputeOpened) and each.deal == deal)
    records = (each for each in case.others if str(each.bundle.stream) == deal)
    for record in (each for each in records if each.is_full):
        with suppress(NotYet, UnknownRules):
            if record.finding is None:
                yield from filter(None, (_explanation(record, each) for each in opened))
        return


def _explanation(record: Case, opened: DisputeOpened) -> str | None:
    """Why the move at a disputed event, or the last one before it, was allowed; None: none was."""
    events = record.events[: opened.at]
    place = max((at for at, each in enumerate(events) if each.MOVE is not None), default=None)
    if place is None:
        return None
    said = IN_ENGLISH.text(explain_move(progress_at(record.game, events[:place]), events[place]))
    return f"dispute {opened.dispute}: the move at event {place + 1}: {said}"


def _statements(case: Case) -> Iterator[tuple[Id, str]]:
    """The deal of each dispute, answer and ruling, and a sentence about it."""
    auditors = dict[int, AuditorAdmitted]()
    appointed_by, held = dict[int, str](), dict[int, str]()
    for decoded in case.decoded:
        match decoded.event:
            case AuditorAdmitted(auditor=number) as admitted:
                auditors[number], appointed_by[number] = admitted, decoded.actor
            case SeatTaken(seat=seat, bot=None) | SeatTokenIssued(seat=seat):
                held[seat] = decoded.actor
            case DisputeOpened() as opened:
                where = f"dispute {opened.dispute}: seat {opened.seat} claims {opened.claim}"
                yield opened.deal, f'{where} at event {opened.at}: "{opened.text}"'
            case DisputeAnswered() as answer:
                yield answer.deal, f'dispute {answer.dispute}: seat {answer.seat}: "{answer.text}"'
            case DisputeWithdrawn() as withdrawn:
                said = f"dispute {withdrawn.dispute}: seat {withdrawn.seat} withdraws it"
                yield withdrawn.deal, said
            case DisputeAppealed() as appeal:
                said = f'dispute {appeal.dispute}: seat {appeal.seat} appeals: "{appeal.text}"'
                yield appeal.deal, said
            case DisputeRuled() as ruled:
                by = appointed_by.get(ruled.auditor, "")
                seats = [seat for seat, actor in sorted(held.items()) if actor == by]
                who = _judge(auditors.get(ruled.auditor), ruled.auditor, by, seats)
                points = ", ".join(f"{each:+d}" for each in ruled.adjustment)
                ledger = f" (ledger {points})" if any(ruled.adjustment) else ""
                said = f'{who} rules: {ruled.ruling}{ledger}: "{ruled.text}"'
                yield ruled.deal, f"dispute {ruled.dispute}: {said}"
            case _:
                pass


def _judge(admitted: AuditorAdmitted | None, number: int, by: str, seats: Sequence[Seat]) -> str:
    """An auditor, and the key that appointed them: a party, if it took seats or renewed them."""
    if admitted is None:
        return f"auditor {number}"
    party = f", which took or renewed seats: {', '.join(map(str, seats))}" if seats else ""
    return f'auditor {number} ("{admitted.name}", appointed by {by}{party})'


def _verdict(verdicts: Sequence[Verdict], number: int) -> Verdict:
    """Whether every check of the deal's own bundle holds."""
    if not verdicts:
        return _said(OPEN, number, Sentence("finding-not-given"))
    worst = min(verdicts, key=_severity)
    status: Status = HOLDS if worst.status == NONE else worst.status
    return _said(status, number, worst.sentence)


def _said(status: Status, number: int, why: Sentence) -> Verdict:
    values = {"number": number, "why": why}
    return Verdict("disputed", status, Sentence(f"finding-disputed-{_SAYS[status]}", values))


def _severity(verdict: Verdict) -> int:
    """The place of a verdict among all, the worst first."""
    return _WORST_FIRST.index(verdict.status)
