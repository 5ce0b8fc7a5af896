"""Which versions of events a stream may hold: the version of its first event fixes them.

A release that changes an event or adds one raises the version of the first event of that kind of
stream and adds an entry here. It writes new versions only into streams that it opens, so an older
version never excuses a newer record.
"""

from collections.abc import Mapping
from typing import Final

DEAL: Final = "deal.opened"
TABLE: Final = "table.opened"

FIRST_FIXED: Final = 4
"""Streams that begin with an older version of their first event may hold any version that was known
before versions were fixed.
"""

VERSIONS: Final[Mapping[str, Mapping[int, Mapping[str, int]]]] = {
    DEAL: {4: {"deal.clock_set": 2}},
    TABLE: {
        4: {
            "table.seat_taken": 4,
            "table.deal_voided": 2,
            "table.deal_abandoned": 2,
            "table.series_ended": 2,
        }
    },
}
"""By the first event and its version: the version of every other event that is not version 1."""

ADDED: Final[Mapping[str, int]] = {
    "deal.act_signed": 4,
    "table.act_signed": 4,
    "table.dispute_answered": 4,
}
"""Events that older streams do not hold: the version of the first event that allows them."""


def least_deal_version(table_version: int) -> int:
    """The oldest version of `DEAL` for deals of a table that was opened with a version."""
    return FIRST_FIXED if table_version >= FIRST_FIXED else 1


def version_in(first: str, first_version: int, name: str) -> int | None:
    """The version of an event that is written to a stream today; None: the stream cannot hold it.

    Args:
        first: The type of the stream's first event: `DEAL` or `TABLE`.
        first_version: The version of the first event.
        name: The type of the event.
    """
    if ADDED.get(name, 0) > first_version:
        return None
    return VERSIONS[first][max(first_version, FIRST_FIXED)].get(name, 1)


def is_allowed(first: str, first_version: int, name: str, version: int) -> bool:
    """Whether a record that begins with this version of its first event may hold the event."""
    fixed = version_in(first, first_version, name)
    if fixed is None:
        return False
    return version == fixed or (first_version < FIRST_FIXED and version < fixed)
