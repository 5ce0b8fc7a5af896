"""The deliveries of an owner's tables, as a resource that the owner follows.

`fairdeal listen` reads it and delivers on the reader's own machine. So the service calls no address
of its own network for a developer.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from uuid import UUID

from domain.kernel.event import Json
from events.listings import PartyEntry
from service.access.credentials import OwnerOrSeat
from service.live.following import Lines
from service.live.notices import BatchCost, FollowedLog, caller_key
from service.responses.webhooks import OwnDeliveryJson
from service.tables.sight import owns
from service.webhooks.follower import delivery_id
from service.webhooks.notices import payload


@dataclass(frozen=True, slots=True)
class FollowedDeliveries(FollowedLog[OwnerOrSeat]):
    """The deliveries that a webhook of the caller for all kinds of news would get."""

    secret: bytes
    """From which the ids of deliveries are derived."""

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return "deliveries", caller_key(self.who)

    def lines_after(self, after: int, limit: int | None) -> Lines:
        """See `FollowedLog`."""
        return self.notices.read(self.who, after, limit, size=self.size, show=self._line)

    def _line(self, entry: PartyEntry, work: BatchCost) -> OwnDeliveryJson | None:
        table = self.notices.table(entry, work)
        if table is None or not owns(table.state, self.who):
            return None
        happened = self.notices.happened(table, entry, work)
        if happened is None:
            return None
        at, news = happened
        place: dict[str, Json] = {
            "table": str(entry.table),
            "version": entry.version,
            "position": entry.position,
            **self.notices.refs(self.who, table, work),
        }
        owner = UUID(table.opened.owner)
        made = delivery_id(self.secret, owner, entry.position, news.kind)
        return {
            "position": entry.position,
            "id": str(made),
            "type": news.kind,
            "payload": payload(news, place, at=at),
        }
