"""Metrics of the play in this process, for Prometheus: never an id, never a card."""

from collections.abc import Sequence
from typing import Final

from prometheus_client import Counter

from domain.kernel.deal import Voided
from domain.kernel.event import Event
from domain.kernel.leaving import Abandoned

DEALS: Final = Counter(
    "fairdeal_deals_total",
    "Deals that have ended with what this process appended: scored, voided or abandoned.",
    ("end",),
    registry=None,
)


def deal_ended(events: Sequence[Event]) -> None:
    """Count a deal that has ended with these events."""
    DEALS.labels(_end(events)).inc()


def deal_missed() -> None:
    """Count a deal voided before it was opened, because a commitment was missing (F4)."""
    DEALS.labels("voided").inc()


def _end(events: Sequence[Event]) -> str:
    if any(isinstance(each, Voided) for each in events):
        return "voided"
    return "abandoned" if any(isinstance(each, Abandoned) for each in events) else "scored"
