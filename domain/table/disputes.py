"""Disputes of a table: auditors, complaints, and rulings.

The events belong to the table's own stream. A ruling adjusts the ledger of the sides, and leaves
points and places as they were played.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Digest, Event, Id, Seat, Text, event
from domain.table.fields import ALL, PARTIES

Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
"""The subject of a complaint, in this order.

The cards or their shuffle. A move or a consequence against the rules. The result of the deal.
A move that its seat did not make. A player with hidden knowledge. A player who delayed the play.
"""
Ruling: TypeAlias = Literal["upheld", "dismissed"]
MOST: Final = 400
"""The maximum number of disputes of a deal, and of answers to a dispute, in any service."""


@event("table.auditor_admitted")
class AuditorAdmitted(Event):
    """The table's owner admits an auditor to judge its disputes, until a moment."""

    auditor: Annotated[int, PARTIES]
    """1 for the table's first."""
    name: Annotated[Text, PARTIES]
    token: Digest
    """The hash of the token that opens the evidence to the auditor."""
    until: Annotated[int, PARTIES]
    """In µs since the epoch, UTC."""


@event("table.auditor_dismissed")
class AuditorDismissed(Event):
    """An auditor's token ends before its time."""

    auditor: Annotated[int, PARTIES]


@event("table.dispute_opened")
class DisputeOpened(Event):
    """A seat claims that something in a finished deal was wrong."""

    deal: Annotated[Id, PARTIES]
    dispute: Annotated[int, PARTIES]
    """1 for the deal's first."""
    seat: Annotated[Seat, PARTIES]
    at: Annotated[int, PARTIES]
    """The event that is disputed, by its position in the deal."""
    claim: Annotated[Claim, PARTIES]
    text: Annotated[Text, PARTIES]


@event("table.dispute_answered")
class DisputeAnswered(Event):
    """A seat answers a dispute that is not ruled yet."""

    deal: Annotated[Id, PARTIES]
    dispute: Annotated[int, PARTIES]
    seat: Annotated[Seat, PARTIES]
    text: Annotated[Text, PARTIES]


@event("table.dispute_ruled")
class DisputeRuled(Event):
    """An auditor rules a dispute, once and for all."""

    deal: Annotated[Id, ALL]
    dispute: Annotated[int, ALL]
    ruling: Annotated[Ruling, PARTIES]
    adjustment: Annotated[tuple[int, ...], ALL]
    """Each side's gain or loss in the ledger."""
    text: Annotated[Text, PARTIES]
    auditor: Annotated[int, PARTIES]


DisputeEvent: TypeAlias = (
    AuditorAdmitted | AuditorDismissed | DisputeOpened | DisputeAnswered | DisputeRuled
)


class Appointed(NamedTuple):
    """An auditor, current or former."""

    name: Text
    token: Digest
    until: int
    dismissed: bool = False

    def may_judge(self, now: int) -> bool:
        """Whether the auditor's token is valid at a moment, in µs since the epoch."""
        return not self.dismissed and now < self.until


class Dispute(NamedTuple):
    """A dispute, the answers of seats, and its ruling; None: not yet."""

    opened: DisputeOpened
    ruled: DisputeRuled | None = None
    answers: tuple[DisputeAnswered, ...] = ()


class Disputes(NamedTuple):
    """All disputes of a table, and its auditors."""

    auditors: tuple[Appointed, ...] = ()
    """Number 1 is the first."""
    by_deal: Mapping[str, tuple[Dispute, ...]] = {}
    """The disputes of each deal that has any; number 1 is the first."""

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputes of all deals, grouped by deal."""
        return tuple(each for disputes in self.by_deal.values() for each in disputes)

    def of(self, deal: str) -> tuple[Dispute, ...]:
        """The disputes of a deal; number 1 is the first."""
        return self.by_deal.get(deal, ())

    def open(self, deal: str, number: int) -> Dispute | None:
        """The dispute of this number, where there is one and it is not ruled yet."""
        there = self.of(deal)
        if not 0 < number <= len(there) or there[number - 1].ruled is not None:
            return None
        return there[number - 1]

    def has(self, auditor: int) -> bool:
        """Whether this auditor exists and has not been dismissed."""
        there = 0 < auditor <= len(self.auditors)
        return there and not self.auditors[auditor - 1].dismissed

    def without_dismissal_of(self, auditor: int) -> "Disputes":
        """The same as if an auditor had not been dismissed, where there is such an auditor."""
        if not 0 < auditor <= len(self.auditors):
            return self
        before, after = self.auditors[: auditor - 1], self.auditors[auditor:]
        there = self.auditors[auditor - 1]._replace(dismissed=False)
        return self._replace(auditors=(*before, there, *after))

    def adjusted(self, points: tuple[int, ...]) -> tuple[int, ...]:
        """The points of the sides, with what was ruled."""
        for each in self.disputes:
            if each.ruled is not None:
                pairs = zip(points, each.ruled.adjustment, strict=True)
                points = tuple(had + given for had, given in pairs)
        return points


def may_follow(
    disputes: Disputes,
    event: DisputeEvent,
    *,
    at: int,
    last: int,
    seats: int,
    sides: int,
) -> bool:
    """Whether this can have happened next.

    Args:
        disputes: The disputes so far.
        event: The event to check.
        at: Its time, in µs since the epoch, UTC.
        last: The last event of the deal that it disputes; 0: it is not finished, or there is none.
        seats: The number of seats.
        sides: The number of sides.
    """
    match event:
        case AuditorAdmitted():
            return event.auditor == len(disputes.auditors) + 1
        case AuditorDismissed():
            return disputes.has(event.auditor)
        case DisputeOpened():
            number = len(disputes.of(event.deal)) + 1
            is_next = event.dispute == number <= MOST
            return is_next and 1 <= event.at <= last and event.seat in range(seats)
        case DisputeAnswered():
            dispute = disputes.open(event.deal, event.dispute)
            may_be_answered = dispute is not None and len(dispute.answers) < MOST
            return may_be_answered and event.seat in range(seats)
        case _:
            adjusts = event.ruling == "upheld" or not any(event.adjustment)
            return (
                disputes.open(event.deal, event.dispute) is not None
                and disputes.has(event.auditor)
                and disputes.auditors[event.auditor - 1].may_judge(at)
                and adjusts
                and len(event.adjustment) == sides
            )


def judged(disputes: Disputes, event: DisputeEvent) -> Disputes:
    """The docket after an event."""
    auditors = disputes.auditors
    match event:
        case AuditorAdmitted(name=name, token=token, until=until):
            return disputes._replace(auditors=(*auditors, Appointed(name, token, until)))
        case AuditorDismissed(auditor=number):
            gone = auditors[number - 1]._replace(dismissed=True)
            return disputes._replace(auditors=(*auditors[: number - 1], gone, *auditors[number:]))
        case DisputeOpened():
            of_deal = (*disputes.of(event.deal), Dispute(event))
        case _:
            at, there = event.dispute - 1, disputes.of(event.deal)
            of_deal = (*there[:at], _changed(there[at], event), *there[at + 1 :])
    return disputes._replace(by_deal={**disputes.by_deal, event.deal: of_deal})


def _changed(dispute: Dispute, event: DisputeAnswered | DisputeRuled) -> Dispute:
    if isinstance(event, DisputeAnswered):
        return dispute._replace(answers=(*dispute.answers, event))
    return dispute._replace(ruled=event)
