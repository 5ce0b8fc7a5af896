"""The deliveries of an owner's tables and tournaments, as a resource that the owner follows.

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
from service.live.news import of_tournament
from service.live.notices import BatchCost, FollowedLog, caller_key
from service.responses.webhooks import OwnDeliveryJson
from service.streams import TOURNAMENTS
from service.tables.sight import owns
from service.tournaments.events import directs
from service.webhooks.follower import delivery_id
from service.webhooks.notices import payload, tournament_payload


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
        if entry.kind == TOURNAMENTS.kind:
            return self._of_tournament(entry, work)
        table = self.notices.table(entry, work)
        if table is None or table.state.boards or not owns(table.state, self.who):
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

    def _of_tournament(self, entry: PartyEntry, work: BatchCost) -> OwnDeliveryJson | None:
        stream = self.notices.tournament(entry, work)
        news = of_tournament(stream.events[entry.version - 1])
        if news is None or not directs(stream, self.who):
            return None
        made = delivery_id(self.secret, UUID(stream.opened.owner), entry.position, news.kind)
        return {
            "position": entry.position,
            "id": str(made),
            "type": news.kind,
            "payload": tournament_payload(news, stream, entry.version, position=entry.position),
        }
