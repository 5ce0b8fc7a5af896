"""Deals whose records do not hold, as the comparison with the log has found them."""

from collections.abc import Mapping
from uuid import UUID

from domain.kernel.sentence import Sentence
from domain.table.series import Table
from service.context import PlayContext
from service.repository import fault_sentence


def deal_faults(context: PlayContext, table: Table) -> Mapping[str, Sentence]:
    """Why the records of deals of a table do not hold, by deals; in order."""
    deals = [UUID(line.deal) for line in table.deals]
    faults = context.scrubber.scrubs.faults(deals) if deals else []
    return {str(each.stream): fault_sentence(each.fault) for each in faults}
