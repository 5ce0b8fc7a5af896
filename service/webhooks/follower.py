"""Read the feed: create deliveries for webhooks, exactly once, even if processes die.

The sequencer gives every event its position. The follower goes through them with its own cursor.
In one transaction it takes the turn, reads on from the cursor, inserts deliveries and moves the
cursor. So each entry is processed exactly once, by whichever process. Events that are logged again,
because the log was begun anew, are no news.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import Final, NamedTuple
from uuid import UUID

import structlog

from domain.kernel.event import PUBLIC
from service import ids
from service.problems import Problem
from service.repository import StreamRepository
from service.streams import DEALS, TOURNAMENTS, Deal, TableStream, TournamentStream
from service.webhooks import notices
from service.webhooks.feed import Feed, FeedEntry, NewDelivery
from service.webhooks.notices import OF_TOURNAMENTS, TURN, Notice
from service.webhooks.repository import Webhook

LIMIT: Final = 500
"""Entries read in one turn."""
REMEMBERED: Final = 64
"""Deals, and as many tables, that are read once in a turn, however many of their entries it has."""
_MESSAGE: Final = "webhook"

log = structlog.get_logger()


class Read(NamedTuple):
    """The result of a turn.

    Attributes:
        noted: the number of new deliveries.
        more: whether there may be more to read at once.
    """

    noted: int
    more: bool


NOTHING: Final = Read(0, more=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """Creates deliveries from the feed.

    Attributes:
        feed: The feed.
        streams: The stream repository.
        secret: From which the ids of deliveries are derived.
        limit: The most entries of a turn.
    """

    feed: Feed
    streams: StreamRepository
    secret: bytes
    limit: int = LIMIT

    def read_turn(self, *, at: int) -> Read:
        """Process entries, at most one turn; nothing, if another process has the turn.

        Args:
            at: The time, in µs since the epoch, at which new deliveries are due.
        """
        with self.feed.turn() as turn:
            entries = [] if turn is None else turn.entries(self.limit)
            if turn is None or not entries:
                return NOTHING
            webhooks = turn.listening({entry.owner for entry in entries})
            deliveries = [
                NewDelivery(
                    delivery_id(self.secret, webhook.id, notice.position, notice.kind),
                    *(notice.position, notice.kind, notice.payload, at, webhook.id),
                )
                for to in self._notices(entries, webhooks)
                for webhook, notice in to
            ]
            noted = turn.finish(deliveries, last=entries[-1])
        return Read(noted, more=len(entries) == self.limit)

    def _notices(
        self, entries: Sequence[FeedEntry], webhooks: Sequence[Webhook]
    ) -> Iterator[list[tuple[Webhook, Notice]]]:
        """The news among the entries, each with the webhooks that get it."""
        wanted: dict[tuple[UUID, str], list[Webhook]] = {}
        for webhook in webhooks:
            for owner, event in product(webhook.owners, webhook.events):
                wanted.setdefault((owner, event), []).append(webhook)
        owners = {owner for owner, _ in wanted}
        # A stream has all of its entries, as it is read after them.
        deals = lru_cache(REMEMBERED)(partial(self.streams.deal, viewer=PUBLIC))
        tables = lru_cache(REMEMBERED)(self._table)
        tournaments = lru_cache(REMEMBERED)(self._tournament)
        for entry in entries:
            if entry.again or entry.owner not in owners:
                continue
            kinds = {DEALS.kind: (TURN,), TOURNAMENTS.kind: OF_TOURNAMENTS}.get(entry.kind)
            if kinds and all((entry.owner, each) not in wanted for each in kinds):
                continue
            if (notice := _notice(entry, deals, tables, tournaments)) is not None:
                to = wanted.get((entry.owner, notice.kind), ())
                yield [(webhook, notice) for webhook in to]

    def _table(self, table: UUID) -> TableStream:
        found = self.streams.table(table)
        assert found is not None, "it is in the feed"
        return found

    def _tournament(self, tournament: UUID) -> TournamentStream:
        found = self.streams.tournament(tournament)
        assert found is not None, "it is in the feed"
        return found


def _notice(
    entry: FeedEntry,
    deals: Callable[[UUID], Deal | None],
    tables: Callable[[UUID], TableStream],
    tournaments: Callable[[UUID], TournamentStream],
) -> Notice | None:
    """The news in an entry. A corrupted record gives none, and does not block other streams."""
    position = entry.position + 1
    try:
        if entry.kind == DEALS.kind:
            deal = deals(entry.stream)
            if deal is None:  # archived, after its end had been read here: it is no news
                return None
            table = tables(UUID(deal.opened.table))
            return notices.of_deal(
                deal, entry.version, table=table, position=position, owner=entry.owner
            )
        if entry.kind == TOURNAMENTS.kind:
            stream = tournaments(entry.stream)
            return notices.of_tournament(stream, entry.version, position=position)
        return notices.of_table(tables(entry.stream), entry.version, position=position)
    except Problem as problem:
        log.critical("webhook.unread", stream=str(entry.stream), code=problem.code)
        return None


def delivery_id(secret: bytes, webhook: UUID, position: int, kind: str) -> UUID:
    """The id of a delivery, by which a receiver recognises it in every attempt."""
    return ids.command_id(secret, _MESSAGE, str(webhook), str(position), kind)
