"""The fairness statement of a deal: the basis of its shuffle, and the pending seeds."""

from collections.abc import Sequence
from typing import Final

from domain.kernel.deal import Opened, is_by_hand
from domain.kernel.event import Json, Seat
from domain.kernel.leaving import Abandoned
from domain.kernel.progress import Progress
from domain.table.events import DealAbandoned
from events.translog.receipts import Receipt
from verifier.bundle import receipt_json

_SERVER_ALONE: Final = (
    "No seat adds a seed: the pack follows from the server's seed alone. The server committed to "
    "it before the deal and can no longer change it. But there is no proof that it did not choose "
    "among many seeds."
)
_BY_HAND: Final = (
    "The deck was made by hand, for a branch of another deal: its fairness has no proof."
)
_TOGETHER: Final = (
    "The pack follows from the seeds of the server and of {}. If one of them drew its seed at "
    "random and kept it secret until all had committed, the pack is uniform and no party could "
    "foresee it. A voided deal is on record."
)

_ABANDONED: Final = {
    "time": "Abandoned: the time of {} was over. [L4]",
    "left": "Abandoned: {} left. [L4]",
    "resigned": "Abandoned: {} resigned. [L5]",
    "closed": "Abandoned: the table was closed. [L6]",
}


def fairness_json(deal: Progress, *, receipt: Receipt | None) -> dict[str, Json]:
    """The parties to the shuffle of a deal, the pending ones, and the resulting guarantees.

    Args:
        deal: The deal.
        receipt: For its opening, while seeds are waited for.
    """
    opened = deal.opened
    shown = {each.seat: each.seed for each in deal.shown}
    return {
        "commitment": opened.commitment,
        "seats": [
            {"seat": seat, "commitment": opened.commitments[seat], "seed": shown.get(seat)}
            for seat in opened.adding
        ],
        "waiting": [] if deal.is_off else list(deal.owing),
        "receipt": None if receipt is None else receipt_json(receipt),
        "guarantee": _guarantee(opened),
    }


def _guarantee(opened: Opened) -> str:
    if is_by_hand(opened):
        return _BY_HAND
    return _TOGETHER.format(_names(opened.adding)) if opened.adding else _SERVER_ALONE


def void_words(seats: Sequence[Seat]) -> list[str]:
    """The reason why a deal was voided, in sentences; none if it was not."""
    if not seats:
        return []
    verb = "has" if len(seats) == 1 else "have"
    return [f"Voided: {_names(seats)} {verb} not committed, or not shown the seed, in time. [F4]"]


def abandoned_words(end: Abandoned | DealAbandoned | None) -> list[str]:
    """The reason why a deal was not played out, in a sentence; none if it was."""
    if end is None:
        return []
    return [_ABANDONED[end.reason].format(_names(end.seats) if end.seats else "")]


def _names(seats: Sequence[Seat]) -> str:
    *most, last = map(str, seats)
    return f"seats {', '.join(most)} and {last}" if most else f"seat {last}"
