"""Disputes of a table: complaints, answers, the rulings of auditors, and one appeal of each.

The events belong to the table's own stream. A ruling adjusts the ledger of the sides, and leaves
points and places as they were played.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Event, Id, Seat, Text, event
from domain.table.fields import ALL, PARTIES

Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
"""The subject of a complaint, in this order.

The cards or their shuffle. A move or a consequence against the rules. The result of the deal.
A move that its seat did not make. A player with hidden knowledge. A player who delayed the play.
"""
Ruling: TypeAlias = Literal["upheld", "dismissed"]
DisputeStatus: TypeAlias = Literal["open", "withdrawn", "ruled", "appealed"]
WAITING: Final[tuple[DisputeStatus, ...]] = ("open", "appealed")
"""The statuses of a dispute that waits for a ruling."""
MOST: Final = 400
"""The maximum number of disputes of a deal, and of answers to a dispute, in any service."""


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


@event("table.dispute_withdrawn")
class DisputeWithdrawn(Event):
    """The seat that opened a dispute withdraws it before it is ruled."""

    deal: Annotated[Id, PARTIES]
    dispute: Annotated[int, PARTIES]
    seat: Annotated[Seat, PARTIES]


@event("table.dispute_appealed")
class DisputeAppealed(Event):
    """A seat appeals the first ruling on a dispute. Another auditor rules once more."""

    deal: Annotated[Id, PARTIES]
    dispute: Annotated[int, PARTIES]
    seat: Annotated[Seat, PARTIES]
    text: Annotated[Text, PARTIES]


DisputeEvent: TypeAlias = (
    DisputeOpened | DisputeAnswered | DisputeWithdrawn | DisputeRuled | DisputeAppealed
)
OfSeat: TypeAlias = DisputeAnswered | DisputeWithdrawn | DisputeAppealed
"""The acts of a seat in a dispute that there is."""


class Dispute(NamedTuple):
    """A dispute with the answers of seats, and what became of it; None: not yet.

    Each event has its position in the record of the table.
    """

    opened: DisputeOpened
    opened_at: int
    rulings: tuple[DisputeRuled, ...] = ()
    """The first ruling, and the one on the appeal. The last one is in force."""
    ruled_at: tuple[int, ...] = ()
    answers: tuple[DisputeAnswered, ...] = ()
    answered_at: tuple[int, ...] = ()
    withdrawn_at: int | None = None
    appeal: DisputeAppealed | None = None
    appealed_at: int = 0

    @property
    def ruled(self) -> DisputeRuled | None:
        """The ruling in force."""
        return self.rulings[-1] if self.rulings else None

    @property
    def status(self) -> DisputeStatus:
        """How far the dispute has come."""
        if self.withdrawn_at is not None:
            return "withdrawn"
        if not self.rulings:
            return "open"
        return "ruled" if len(self.rulings) > (self.appeal is not None) else "appealed"


class Disputes(NamedTuple):
    """All disputes of a table."""

    by_deal: Mapping[str, tuple[Dispute, ...]] = {}
    """The disputes of each deal that has any; number 1 is the first."""

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputes of all deals, grouped by deal."""
        return tuple(each for disputes in self.by_deal.values() for each in disputes)

    @property
    def waiting(self) -> int:
        """The number of disputes that wait for a ruling."""
        return sum(each.status in WAITING for each in self.disputes)

    def of(self, deal: str) -> tuple[Dispute, ...]:
        """The disputes of a deal; number 1 is the first."""
        return self.by_deal.get(deal, ())

    def find(self, deal: str, number: int) -> Dispute | None:
        """The dispute of this number, where there is one."""
        there = self.of(deal)
        return there[number - 1] if 0 < number <= len(there) else None

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
    last: int,
    seats: int,
    sides: int,
    may_rule: Callable[[int], bool],
    may_appeal: Callable[[Dispute], bool],
) -> bool:
    """Whether this can have happened next.

    Args:
        disputes: The disputes so far.
        event: The event to check.
        last: The last event of the deal that it disputes; 0: it is not finished, or there is none.
        seats: The number of seats.
        sides: The number of sides.
        may_rule: Whether the auditor of a number may rule at the time of the event.
        may_appeal: Whether there can be another auditor to rule the appeal of a dispute.
    """
    if isinstance(event, DisputeOpened):
        number = len(disputes.of(event.deal)) + 1
        is_next = event.dispute == number <= MOST
        return is_next and 1 <= event.at <= last and event.seat in range(seats)
    dispute = disputes.find(event.deal, event.dispute)
    if dispute is None:
        return False
    if isinstance(event, DisputeRuled):
        adjusts = event.ruling == "upheld" or not any(event.adjustment)
        ruled_before = any(each.auditor == event.auditor for each in dispute.rulings)
        fits = adjusts and len(event.adjustment) == sides and not ruled_before
        return dispute.status in WAITING and fits and may_rule(event.auditor)
    return event.seat in range(seats) and _may_act(dispute, event, may_appeal=may_appeal)


def _may_act(dispute: Dispute, event: OfSeat, *, may_appeal: Callable[[Dispute], bool]) -> bool:
    match event:
        case DisputeAnswered():
            return dispute.status in WAITING and len(dispute.answers) < MOST
        case DisputeWithdrawn():
            return dispute.status == "open" and event.seat == dispute.opened.seat
        case DisputeAppealed():
            return dispute.status == "ruled" and dispute.appeal is None and may_appeal(dispute)


def judged(disputes: Disputes, event: DisputeEvent, *, at: int) -> Disputes:
    """The disputes after an event at a position of the record of the table."""
    there = disputes.of(event.deal)
    if isinstance(event, DisputeOpened):
        of_deal = (*there, Dispute(event, at))
    else:
        place = event.dispute - 1
        changed = _changed(there[place], event, at)
        of_deal = (*there[:place], changed, *there[place + 1 :])
    return Disputes({**disputes.by_deal, event.deal: of_deal})


def _changed(dispute: Dispute, event: OfSeat | DisputeRuled, at: int) -> Dispute:
    match event:
        case DisputeAnswered():
            answers, answered_at = (*dispute.answers, event), (*dispute.answered_at, at)
            return dispute._replace(answers=answers, answered_at=answered_at)
        case DisputeRuled():
            rulings, ruled_at = (*dispute.rulings, event), (*dispute.ruled_at, at)
            return dispute._replace(rulings=rulings, ruled_at=ruled_at)
        case DisputeWithdrawn():
            return dispute._replace(withdrawn_at=at)
        case DisputeAppealed():
            return dispute._replace(appeal=event, appealed_at=at)
