"""All events of a caller's tables and their deals, in the order of the log, as one resource.

A seat token is shown every event as its seat. An API key is shown every event as all players see
it, and besides as each seat that it holds, if it may play. The owner's own ids are in `refs`. So a
program needs one stream for all its players.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple

from domain.kernel.event import Seat
from domain.table.series import Table
from events.listings import PartyEntry
from service.access.credentials import OwnerOrSeat, SeatHolder
from service.access.scopes import Scope
from service.deals.representation import event_json
from service.live.following import Lines
from service.live.notices import READ_AHEAD, BatchCost, FollowedLog, caller_key
from service.responses.base import EventJson
from service.responses.live import EventOfSeatJson, LoggedEventJson, TableEventJson
from service.streams import TABLES, TableStream
from service.tables.representation import table_event_json
from service.tables.sight import MEMBERS, sits, takes_part


class _Shown(NamedTuple):
    """An event as the caller is shown it, the deal that it is of, and the views of seats."""

    event: TableEventJson | EventJson
    deal: str | None
    seats: list[EventOfSeatJson]


@dataclass(frozen=True, slots=True)
class FollowedEvents(FollowedLog[OwnerOrSeat]):
    """The events for a caller."""

    types: frozenset[str] = frozenset()
    """The types of events that are wanted; empty: all."""

    @property
    def key(self) -> Hashable:
        """See `Followed`."""
        return "events", self.types, caller_key(self.who)

    def lines_after(self, after: int, limit: int | None) -> Lines:
        """See `FollowedLog`."""
        ahead = READ_AHEAD if self.types else 1  # almost every entry is shown
        return self.notices.read(
            self.who, after, limit, size=self.size, show=self._line, read_ahead=ahead
        )

    def _line(self, entry: PartyEntry, work: BatchCost) -> LoggedEventJson | None:
        of_table = entry.kind == TABLES.kind
        table = self.notices.table(entry, work, anew=of_table)
        if table is None or not takes_part(table.state, self.who):
            return None
        if table.state.is_covered and not sits(table, self.who):
            return None
        shown = self._of_table(table, entry) if of_table else self._of_deal(table, entry, work)
        if shown is None:
            return None
        event, deal, seats = shown
        return {
            "position": entry.position,
            "table": str(entry.table),
            "type": event["type"],
            "deal": deal,
            "event": event,
            "seats": seats,
            **self.notices.refs(self.who, table, work),
        }

    def _of_table(self, table: TableStream, entry: PartyEntry) -> _Shown | None:
        record, event = table.records[entry.version - 1], table.events[entry.version - 1]
        if self.types and event.TYPE not in self.types:
            return None
        return _Shown(table_event_json(record, event, readership=MEMBERS), None, [])

    def _of_deal(self, table: TableStream, entry: PartyEntry, work: BatchCost) -> _Shown | None:
        public = self.notices.deal(entry, work)
        if public is None:
            return None
        at, own = entry.version - 1, isinstance(self.who, SeatHolder)
        event = public.events[at]
        if self.types and event.TYPE not in self.types:
            return None
        seats = _seats(table.state, self.who) if own or event.HIDDEN else []
        deals = {seat: self.notices.deal(entry, work, viewer=seat) for seat in seats}
        views: list[EventOfSeatJson] = [
            {"seat": seat, "event": event_json(deal.records[at], deal.events[at])}
            for seat, deal in deals.items()
            if deal is not None
        ]
        if len(views) < len(seats):
            return None
        seen = views[0]["event"] if own else event_json(public.records[at], event)
        return _Shown(seen, str(entry.stream), [] if own else views)


def _seats(table: Table, who: OwnerOrSeat) -> list[Seat]:
    """The seats whose views a caller may have during the play."""
    if isinstance(who, SeatHolder):
        return [who.seat]
    if Scope.PLAY not in who.scopes:
        return []
    return [
        seat
        for seat, player in enumerate(table.players)
        if player is not None and player.bot is None and who.acts_for(player.holder)
    ]
