"""What webhooks tell: some of the news that the log has, each as the payload that is sent."""

from typing import Any, Final, NamedTuple
from uuid import UUID

import orjson

from service.live import news
from service.live.news import Kind, News
from service.streams import Deal, TableStream
from service.timestamps import moment

KINDS: Final[tuple[Kind, ...]] = (
    "table.started",
    "turn.started",
    "deal.finished",
    "series.finished",
    "dispute.opened",
    "dispute.ruled",
)
TURN: Final[Kind] = "turn.started"


class Notice(NamedTuple):
    """Something that is told.

    Attributes:
        position: its place in the log, counted from 1, as in ``/v1/me/events``.
        kind: what kind of news it is.
        owner: whose table it is.
        payload: what is sent, exactly.
    """

    position: int
    kind: Kind
    owner: UUID
    payload: str


def of_table(table: TableStream, version: int, *, position: int) -> Notice | None:
    """What the event at a version of a table's stream tells, if anything."""
    told = news.of_table(table.events, version)
    place = {"table": table.opened.table, "version": version, "position": position}
    return _notice(told, place, at=table.records[version - 1].at, owner=UUID(table.opened.owner))


def of_deal(deal: Deal, version: int, *, position: int, owner: UUID) -> Notice | None:
    """What the event at a version of a deal tells, if anything.

    Args:
        deal: The deal as the public sees it.
        version: The version.
        position: Of the entry in the log, counted from 1.
        owner: Whose table it is.
    """
    told = news.of_deal(deal, version)
    place = {"table": deal.opened.table, "version": version, "position": position}
    return _notice(told, place, at=deal.records[version - 1].at, owner=owner)


def _notice(told: News | None, place: dict[str, Any], *, at: int, owner: UUID) -> Notice | None:
    """The payload as the specification has it (standardwebhooks.com)."""
    if told is None or told.kind not in KINDS:
        return None
    said = {"type": told.kind, "timestamp": moment(at), "data": {**place, **told.about}}
    return Notice(place["position"], told.kind, owner, orjson.dumps(said).decode())
