"""Disputes of a table: complaints, answers, and the rulings of auditors.

The events belong to the table's own stream. A ruling adjusts the ledger of the sides, and leaves
points and places as they were played.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from domain.kernel.event import Event, Id, Seat, Text, event
from domain.table.fields import ALL, PARTIES

Claim: TypeAlias = Literal["deal", "legality", "score", "authorship", "knowledge", "delay"]
"""The subject of a complaint, in this order.

The cards or their shuffle. A move or a consequence against the rules. The result of the deal.
A move that its seat did not make. A player with hidden knowledge. A player who delayed the play.
"""
Ruling: TypeAlias = Literal["upheld", "dismissed"]
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


DisputeEvent: TypeAlias = DisputeOpened | DisputeAnswered | DisputeRuled


class Dispute(NamedTuple):
    """A dispute, the answers of seats, and its ruling; None: not yet.

    Each event has its position in the record of the table.
    """

    opened: DisputeOpened
    opened_at: int
    ruled: DisputeRuled | None = None
    ruled_at: int = 0
    answers: tuple[DisputeAnswered, ...] = ()
    answered_at: tuple[int, ...] = ()


class Disputes(NamedTuple):
    """All disputes of a table."""

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
    may_rule: bool,
) -> bool:
    """Whether this can have happened next.

    Args:
        disputes: The disputes so far.
        event: The event to check.
        last: The last event of the deal that it disputes; 0: it is not finished, or there is none.
        seats: The number of seats.
        sides: The number of sides.
        may_rule: Whether the token of the auditor who rules is valid at the time of the ruling.
    """
    match event:
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
                and may_rule
                and adjusts
                and len(event.adjustment) == sides
            )


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


def _changed(dispute: Dispute, event: DisputeAnswered | DisputeRuled, at: int) -> Dispute:
    if isinstance(event, DisputeAnswered):
        return dispute._replace(
            answers=(*dispute.answers, event), answered_at=(*dispute.answered_at, at)
        )
    return dispute._replace(ruled=event, ruled_at=at)
