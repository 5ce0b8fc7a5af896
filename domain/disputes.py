"""Disputes of a table: who may judge, what is claimed, and what was ruled.

The events are of the table's own stream. A ruling is one more of them: it adjusts what the sides
have in the ledger, and leaves the points and places as they were played.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from domain.event import Digest, Event, Id, Seat, Text, event

Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
"""What is said to be wrong: the cards or their shuffle; a move, or what followed, against the
rules; what the deal came to; a move that its seat did not make; somebody knew what he could not;
somebody held the play up."""
Ruling: TypeAlias = Literal["upheld", "dismissed"]


@event("table.auditor_admitted")
class AuditorAdmitted(Event):
    """The table's owner lets somebody judge its disputes, until a moment."""

    auditor: int
    """1 for the table's first."""
    name: Text
    token: Digest
    """The hash of the token that opens the evidence to him."""
    until: int
    """In µs since the epoch, UTC."""


@event("table.auditor_dismissed")
class AuditorDismissed(Event):
    """An auditor's token ends before its time."""

    auditor: int


@event("table.dispute_opened")
class DisputeOpened(Event):
    """A seat claims that something in a finished deal was wrong."""

    deal: Id
    dispute: int
    """1 for the deal's first."""
    seat: Seat
    at: int
    """The event that is disputed, by its position in the deal."""
    claim: Claim
    text: Text


@event("table.dispute_ruled")
class DisputeRuled(Event):
    """An auditor rules a dispute, once and for all."""

    deal: Id
    dispute: int
    ruling: Ruling
    adjustment: tuple[int, ...]
    """What each side gets in the ledger, or loses."""
    text: Text
    auditor: int


DisputeEvent: TypeAlias = AuditorAdmitted | AuditorDismissed | DisputeOpened | DisputeRuled


class Appointed(NamedTuple):
    """An auditor: somebody who may judge, or might once."""

    name: Text
    token: Digest
    until: int
    dismissed: bool = False

    def may_judge(self, now: int) -> bool:
        """Whether his token opens anything at a moment, in µs since the epoch."""
        return not self.dismissed and now < self.until


class Dispute(NamedTuple):
    """A dispute, and how it was ruled; None: not yet."""

    opened: DisputeOpened
    ruled: DisputeRuled | None = None


class Docket(NamedTuple):
    """All that was disputed at a table, in the order of the claims, and who may judge it."""

    auditors: tuple[Appointed, ...] = ()
    """Number 1 is the first."""
    disputes: tuple[Dispute, ...] = ()

    def of(self, deal: str) -> tuple[Dispute, ...]:
        """The disputes of a deal; number 1 is the first."""
        return tuple(each for each in self.disputes if each.opened.deal == deal)

    def has(self, auditor: int) -> bool:
        """Whether there is such an auditor, and nobody has dismissed him."""
        there = 0 < auditor <= len(self.auditors)
        return there and not self.auditors[auditor - 1].dismissed

    def adjusted(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """The points of the sides, with what was ruled."""
        for _, ruled in self.disputes:
            if ruled is not None:
                pairs = zip(points, ruled.adjustment, strict=True)
                points = tuple(had + given for had, given in pairs)
        return points


def may_follow(
    docket: Docket,
    event: DisputeEvent,
    *,
    at: int,
    deals: Mapping[str, int],
    seats: int,
    sides: int,
) -> bool:
    """Whether this can have happened next.

    Args:
        docket: What there is already.
        event: What is said to have happened.
        at: When, in µs since the epoch, UTC.
        deals: The deals of the table that are finished, each with its last event.
        seats: How many sit there.
        sides: How many sides they make.
    """
    match event:
        case AuditorAdmitted():
            return event.auditor == len(docket.auditors) + 1
        case AuditorDismissed():
            return docket.has(event.auditor)
        case DisputeOpened():
            is_there = 1 <= event.at <= deals.get(event.deal, 0)
            number = len(docket.of(event.deal)) + 1
            return is_there and event.seat in range(seats) and event.dispute == number
        case _:
            open_ = [each for each in docket.of(event.deal) if each.ruled is None]
            is_open = any(each.opened.dispute == event.dispute for each in open_)
            adjusts = event.ruling == "upheld" or not any(event.adjustment)
            return (
                is_open
                and docket.has(event.auditor)
                and docket.auditors[event.auditor - 1].may_judge(at)
                and adjusts
                and len(event.adjustment) == sides
            )


def judged(docket: Docket, event: DisputeEvent) -> Docket:
    """The docket after an event."""
    auditors, disputes = docket
    match event:
        case AuditorAdmitted(name=name, token=token, until=until):
            return docket._replace(auditors=(*auditors, Appointed(name, token, until)))
        case AuditorDismissed(auditor=number):
            gone = auditors[number - 1]._replace(dismissed=True)
            return docket._replace(auditors=(*auditors[: number - 1], gone, *auditors[number:]))
        case DisputeOpened():
            return docket._replace(disputes=(*disputes, Dispute(event)))
        case _:
            return docket._replace(disputes=tuple(_ruled(each, event) for each in disputes))


def _ruled(dispute: Dispute, event: DisputeRuled) -> Dispute:
    opened = dispute.opened
    mine = (opened.deal, opened.dispute) == (event.deal, event.dispute)
    return dispute._replace(ruled=event) if mine else dispute
