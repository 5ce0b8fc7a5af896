"""A deal as its viewer saw it, at one of its events or at several of them in turn."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from domain.kernel.progress import Progress, evolve
from languages.catalogue import Language
from service.clocks.table_time import deal_time
from service.context import Context
from service.deals.representation import Legal, deal_json
from service.deals.seeds import deadline
from service.deals.signatures import opening_receipt
from service.responses.deals import DealJson
from service.streams import Deal


def deal_view(
    context: Context, deal: Deal, was: Progress, *, legal: Legal = "full", language: Language
) -> DealJson:
    """A deal as its viewer saw it after one of its events, in the API.

    Args:
        context: The service.
        deal: The viewer's deal.
        was: The deal after that event.
        legal: The form of the legal moves.
        language: The language of the texts for people.
    """
    is_on = not was.is_played and was.position == deal.version
    now = deal_time(context, deal) if is_on else None
    if was.shuffled is not None or was.is_off or not was.owing:
        return deal_json(deal, was, legal=legal, now=now, language=language)
    table = context.streams.table(UUID(deal.opened.table))
    until = None if table is None else deadline(table, since=deal.records[0].at)
    receipt = opening_receipt(context, deal)
    waits: Any = {"reveal_until": until, "receipt": receipt, "now": now}
    return deal_json(deal, was, legal=legal, **waits, language=language)


def history(deal: Deal, first: int, last: int) -> Iterator[Progress]:
    """The deal after each event from one position to another: each is folded once."""
    was = deal.at(first)
    yield was
    for position in range(first, last):
        was = deal.folded if position + 1 == deal.version else evolve(was, deal.events[position])
        yield was
