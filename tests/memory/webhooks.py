"""Webhooks, their deliveries and their feed in memory."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import md5
from typing import Any, cast
from uuid import UUID

import orjson

from service.access.credentials import ApiKey
from service.context import Webhooks
from service.responses.webhooks import DeliveryAttemptJson, DeliveryStatus, DisabledReason
from service.timestamps import microseconds, when
from service.webhooks.deliveries import (
    MOST_REDELIVERIES,
    MOST_TRIES,
    Deliveries,
    FinishedAttempt,
    Kept,
    Lease,
    LeasedDelivery,
    Limits,
    TooOften,
    describe_attempt,
)
from service.webhooks.follower import Feed, FeedEntry, FeedTurn, NewDelivery
from service.webhooks.notices import TEST
from service.webhooks.repository import (
    BY_OWNER,
    FAILING,
    GONE,
    KEY_REVOKED,
    TooMany,
    Webhook,
    WebhookRepository,
)
from tests.memory.database import Memory, operation, turn_at
from tests.memory.keyring import Keys
from tests.memory.store import Streams, Translog


@dataclass(slots=True)
class WebhookRow:
    """A webhook as it is stored: the key that made it may have been revoked."""

    made: Webhook
    events: list[str]
    disabled_at: datetime | None = None
    reason: DisabledReason | None = None
    failing_since: datetime | None = None
    slow: bool = True
    """Until its receiver is known."""
    rest_until: datetime | None = None
    deleted_at: datetime | None = None

    @property
    def is_unhealthy(self) -> bool:
        """Whether its receiver failed, or took long."""
        return self.failing_since is not None or self.slow


@dataclass(slots=True)
class DeliveryRow:
    """A delivery as it is stored."""

    webhook: UUID
    id: UUID
    position: int
    type: str
    payload: str
    noted_at: datetime
    next_at: datetime
    status: DeliveryStatus = "waiting"
    failures: int = 0
    taken_until: datetime | None = None
    taken_by: str | None = None
    tries: list[DeliveryAttemptJson] = field(default_factory=list[DeliveryAttemptJson])
    redeliveries: list[UUID] = field(default_factory=list[UUID])

    @property
    def line(self) -> str | None:
        table = orjson.loads(self.payload).get("data", {}).get("table")
        return None if table is None else f"{self.webhook}{table}"

    @property
    def waits_in_line(self) -> bool:
        """Whether later ones of its line wait for it."""
        return self.status == "waiting" and not self.redeliveries

    def is_due(self, now: datetime) -> bool:
        """Whether it may be taken, if it is the first of its line."""
        is_free = self.taken_until is None or self.taken_until <= now
        return self.status == "waiting" and self.next_at <= now and is_free


@dataclass(slots=True)
class WebhookTables:
    """The webhooks, their deliveries, the number of attempts, and the cursor in the feed."""

    webhooks: dict[UUID, WebhookRow] = field(default_factory=dict[UUID, WebhookRow])
    deliveries: dict[UUID, DeliveryRow] = field(default_factory=dict[UUID, DeliveryRow])
    tally: dict[str, int] = field(default_factory=dict[str, int])
    position: int = 0
    is_taken: bool = False
    """Whether a process has the turn."""

    def line(self, name: str | None) -> list[DeliveryRow]:
        """The deliveries that wait in a line, in order."""
        rows = [row for row in self.deliveries.values() if row.waits_in_line and row.line == name]
        return sorted(rows, key=lambda row: row.position) if name is not None else []

    def is_first(self, row: DeliveryRow) -> bool:
        """Whether a delivery has no earlier one to wait for."""
        line = [] if row.redeliveries else self.line(row.line)
        return not line or line[0].position >= row.position

    def due(self, webhook: UUID, now: datetime) -> list[DeliveryRow]:
        """The deliveries of a webhook that may be taken."""
        rows = [row for row in self.deliveries.values() if row.webhook == webhook]
        due = [row for row in rows if row.is_due(now) and self.is_first(row)]
        return sorted(due, key=lambda row: row.next_at)

    def disable(self, webhook: UUID, *, reason: DisabledReason, at: int) -> None:
        """Stop deliveries, and give up the pending ones."""
        row = self.webhooks[webhook]
        if row.disabled_at is None:
            row.disabled_at, row.reason = when(at), reason
            self.give_up(webhook)

    def give_up(self, webhook: UUID) -> None:
        """Give up the pending deliveries of a webhook."""
        for row in self.deliveries.values():
            if row.webhook == webhook and row.status == "waiting":
                row.status, row.taken_until = "dead", None


class _InMemory:
    """The common part of the repositories of webhooks."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self._tables = memory.tables(WebhookTables)

    def _gets_news(self, row: WebhookRow) -> bool:
        is_on = row.disabled_at is None and row.deleted_at is None
        return is_on and self.memory.tables(Keys).is_valid(row.made.maker)

    def _shown(self, row: WebhookRow) -> Webhook:
        revoked_at = self.memory.tables(Keys).keys[row.made.maker].revoked_at
        return row.made._replace(
            events=row.events,
            disabled_at=row.disabled_at or revoked_at,
            reason=row.reason if revoked_at is None else KEY_REVOKED,
            failing_since=row.failing_since,
            deleted_at=row.deleted_at,
        )


class MemoryWebhooks(_InMemory, WebhookRepository):
    @operation
    def add(self, webhook: Webhook, *, limit: int) -> tuple[Webhook, bool]:
        known = self._tables.webhooks.get(webhook.id)
        if known:
            return self._shown(known), True
        of_owner = self._of(webhook.owner, test=False)
        if sum(row.made.test == webhook.test for row in of_owner) >= limit:
            raise TooMany
        self._tables.webhooks[webhook.id] = WebhookRow(webhook, webhook.events)
        return webhook, False

    @operation
    def of(self, key: ApiKey) -> list[Webhook]:
        found = [self._shown(row) for row in self._of(key.root, test=key.test)]
        return sorted(found, key=lambda each: (each.created_at, each.id))

    @operation
    def find(self, key: ApiKey, webhook: UUID) -> Webhook | None:
        return next((each for each in self.of(key) if each.id == webhook), None)

    @operation
    def change(
        self, webhook: UUID, *, events: Sequence[str] | None, enabled: bool | None, at: int
    ) -> None:
        row = self._tables.webhooks.get(webhook)
        if row is None:
            return
        if events is not None:
            row.events = list(events)
        if enabled is False:
            self._tables.disable(webhook, reason=BY_OWNER, at=at)
        elif enabled and row.disabled_at is not None:
            row.disabled_at = row.reason = row.failing_since = row.rest_until = None
            row.slow = False
            self._tables.give_up(webhook)

    @operation
    def delete(self, webhook: UUID, *, at: int) -> bool:
        row = self._tables.webhooks.get(webhook)
        if row is None:
            return False
        is_there, row.deleted_at = row.deleted_at is None, row.deleted_at or when(at)
        _remove(self._tables.deliveries, lambda each: each.webhook == webhook)
        return is_there

    @operation
    def was_of(self, key: ApiKey, webhook: UUID) -> bool:
        row = self._tables.webhooks.get(webhook)
        return row is not None and row.made.owner == key.root and row.made.test >= key.test

    def _of(self, owner: UUID, *, test: bool) -> list[WebhookRow]:
        rows = [row for row in self._tables.webhooks.values() if row.deleted_at is None]
        return [row for row in rows if row.made.owner == owner and row.made.test >= test]


class MemoryDeliveries(_InMemory, Deliveries):
    def __init__(self, memory: Memory, *, taker: str | None = None) -> None:
        super().__init__(memory)
        self._taker = taker

    @operation
    def time(self) -> int:
        return microseconds(self.memory.now())

    @operation
    def take(
        self, limits: Limits, *, at: int, until: int, unhealthy: bool, draw: bytes
    ) -> list[LeasedDelivery]:
        now = when(at)
        fit = [
            row
            for row in self._tables.webhooks.values()
            if self._gets_news(row)
            and limits.webhook in (None, row.made.id)
            and (row.rest_until is None or row.rest_until <= now)
            and row.is_unhealthy == unhealthy
        ]
        ready = [row for row in fit if self._tables.due(row.made.id, now)]
        ready.sort(key=lambda row: _drawn(row.made.id, draw))
        ready = self._shared(ready, limits, lambda row: row.made.owner)
        due = [row for webhook in ready for row in self._of(webhook, limits.each, now)]
        due.sort(key=lambda row: row.next_at)
        hooks = self._tables.webhooks
        chosen = self._shared(due, limits, lambda row: hooks[row.webhook].made.owner)
        for row in chosen:
            row.taken_until, row.taken_by = when(until), self._taker
        return [_taken(row, hooks[row.webhook]) for row in chosen]

    def _of(self, webhook: WebhookRow, most: int, now: datetime) -> list[DeliveryRow]:
        """The deliveries of a webhook that may be taken, up to its limit."""
        rows = [row for row in self._tables.deliveries.values() if row.webhook == webhook.made.id]
        running = [
            row
            for row in rows
            if row.status == "waiting" and row.taken_until and row.taken_until > now
        ]
        left = (most if webhook.failing_since is None else 1) - len(running)
        return self._tables.due(webhook.made.id, now)[: max(0, left)]

    def _shared(
        self, rows: Sequence[Any], limits: Limits, owner: Callable[[Any], UUID]
    ) -> list[Any]:
        """The rows for which there are slots; owners take turns."""
        turns = dict[UUID, int]()
        fit = list[tuple[int, Any]]()
        for row in rows:
            turn = turns[owner(row)] = turns.get(owner(row), 0) + 1
            if turn <= limits.share - limits.busy.get(owner(row), 0):
                fit.append((turn, row))
        return [row for _, row in sorted(fit, key=lambda each: each[0])][: limits.total]

    @operation
    def give_up(self) -> int:
        lost = [
            row
            for row in self._tables.deliveries.values()
            if row.status == "waiting" and row.taken_until and row.taken_by == self._taker
        ]
        lost = lost if self._taker is not None else []
        for row in lost:
            row.taken_until = row.taken_by = None
        return len(lost)

    @operation
    def pull_in(self, *, at: int, latest: int) -> int:
        now, last = when(at), when(latest)
        rows = [row for row in self._tables.deliveries.values() if row.status == "waiting"]
        ahead = {row.webhook for row in rows if _set_at(row) > now}
        for each in ahead:
            webhook = self._tables.webhooks[each]
            webhook.rest_until = None
            if webhook.failing_since is not None:
                webhook.failing_since = min(webhook.failing_since, now)
        changed = 0
        for row in rows:
            is_late = row.webhook in ahead and row.next_at > now
            if is_late:
                row.next_at = now
            if is_held := row.taken_until is not None and row.taken_until > last:
                row.taken_until = None
            changed += is_late or is_held
        return changed

    @operation
    def renew(self, leases: Sequence[Lease], *, until: int) -> set[Lease]:
        renewed = set[Lease]()
        for lease in leases:
            row = self._tables.deliveries.get(lease[0])
            if row and row.status == "waiting" and row.taken_until == lease[1]:
                row.taken_until = when(until)
                renewed.add(lease)
        return renewed

    @operation
    def finish(self, taken: LeasedDelivery, done: FinishedAttempt) -> None:
        outcome, now = done.answer.outcome, when(done.ended)
        tally = self._tables.tally
        tally[outcome] = tally.get(outcome, 0) + 1
        row = self._tables.deliveries.get(taken.id)
        if row is None or row.status != "waiting" or row.taken_until != taken.until:
            return
        is_delivered, retry_at = outcome == "delivered", done.retry_at
        row.status = "delivered" if is_delivered else "dead" if retry_at is None else "waiting"
        row.failures = 0 if is_delivered else taken.failures + 1
        row.next_at = now if retry_at is None else when(retry_at)
        row.taken_until = row.taken_by = None
        row.tries = [*row.tries[-MOST_TRIES + 1 :], describe_attempt(done)]
        webhook = self._tables.webhooks[row.webhook]
        if is_delivered:
            if webhook.failing_since is not None or webhook.slow != done.slow:
                webhook.failing_since, webhook.rest_until, webhook.slow = None, None, done.slow
            return
        if retry_at is not None and not row.redeliveries:
            for later in self._tables.line(row.line):
                if later.position > row.position:
                    later.next_at = max(later.next_at, when(retry_at))
        webhook.failing_since = webhook.failing_since or now
        if done.rest_until is not None:
            rest_until = when(done.rest_until)
            webhook.rest_until = max(webhook.rest_until or rest_until, rest_until)
        is_hopeless = now - webhook.failing_since > when(done.patience) - when(0)
        reason: DisabledReason | None = (
            GONE if outcome == "gone" else FAILING if is_hopeless else None
        )
        if reason is not None:
            self._tables.disable(row.webhook, reason=reason, at=done.ended)

    @operation
    def page(
        self, webhook: UUID, *, status: DeliveryStatus | None, before: int | None, limit: int
    ) -> list[Kept]:
        kept = [
            Kept(
                *(row.position, row.type, row.id, row.payload, self._status(row)),
                *(row.noted_at, row.next_at, list(row.tries)),
            )
            for row in self._tables.deliveries.values()
            if row.webhook == webhook and (before is None or row.position < before)
        ]
        fit = [each for each in kept if status in (None, each.status)]
        return sorted(fit, key=lambda each: -each.position)[:limit]

    def _status(self, row: DeliveryRow) -> DeliveryStatus:
        """Pending deliveries of a webhook that gets no news count as dead."""
        gets_news = self._gets_news(self._tables.webhooks[row.webhook])
        return row.status if row.status != "waiting" or gets_news else "dead"

    @operation
    def redeliver(self, webhook: UUID, delivery: UUID, *, command: UUID, at: int) -> bool | None:
        row = self._tables.deliveries.get(delivery)
        if row is None or row.webhook != webhook:
            return None
        if command in row.redeliveries:
            return True
        if len(row.redeliveries) >= MOST_REDELIVERIES:
            raise TooOften
        row.status, row.failures, row.taken_until = "waiting", 0, None
        row.next_at = min(when(at), self.memory.now())
        row.redeliveries.append(command)
        for other in self._tables.line(row.line):
            other.next_at = min(other.next_at, row.next_at)
        return False

    @operation
    def add_test(self, webhook: UUID, delivery: UUID, *, payload: str, at: int) -> bool:
        hook = self._tables.webhooks.get(webhook)
        if hook is None or not self._gets_news(hook) or delivery in self._tables.deliveries:
            return False
        due = min(when(at), self.memory.now())
        row = DeliveryRow(webhook, delivery, at, TEST, payload, when(at), due)
        self._tables.deliveries[delivery] = row
        return True

    @operation
    def forget(self, *, before: int, limit: int = 5_000) -> int:
        return _remove(self._tables.deliveries, lambda row: row.noted_at < when(before), limit)

    @operation
    def standing(self, *, at: int) -> tuple[Mapping[str, float], Mapping[str, int]]:
        hooks = self._tables.webhooks
        waiting = [
            row
            for row in self._tables.deliveries.values()
            if row.status == "waiting" and self._gets_news(hooks[row.webhook])
        ]
        overdue = [
            row.next_at
            for row in waiting
            if not hooks[row.webhook].is_unhealthy
            and hooks[row.webhook].rest_until is None
            and row.taken_until is None
        ]
        rows = hooks.values()
        numbers = {
            "waiting": len(waiting),
            "overdue_seconds": (when(at) - min(overdue)).total_seconds() if overdue else 0.0,
            "failing": len([r for r in rows if r.failing_since and self._gets_news(r)]),
            "disabled": len([r for r in rows if r.deleted_at is None and r.disabled_at]),
        }
        return numbers, dict(self._tables.tally)


class MemoryFeed(_InMemory, Feed):
    @contextmanager
    def turn(self) -> Generator[FeedTurn | None]:
        with turn_at(self._tables, self.memory, "MemoryFeed.turn") as is_mine:
            turn = MemoryFeedTurn(self.memory)
            yield turn if is_mine else None
            if is_mine:
                self._commit(turn.deliveries, turn.position)

    @operation
    def _commit(self, deliveries: Sequence[DeliveryRow], position: int) -> None:
        self._tables.position = position
        for row in deliveries:
            line = self._tables.line(row.line)
            row.next_at = max([row.next_at, *(each.next_at for each in line[-1:])])
            self._tables.deliveries[row.id] = row


class MemoryFeedTurn(_InMemory, FeedTurn):
    def __init__(self, memory: Memory) -> None:
        super().__init__(memory)
        self.position = self._tables.position
        self.deliveries: list[DeliveryRow] = []

    @operation
    def entries(self, limit: int) -> list[FeedEntry]:
        streams, start = self.memory.tables(Streams).streams, self.position
        found = self.memory.tables(Translog).entries[start : start + limit]
        entries = list[FeedEntry]()
        for position, entry in enumerate(found, start):
            row = streams[entry.stream]
            table = UUID(cast("str", row.summary["table"])) if row.kind == "deal" else row.id
            owner = UUID(cast("str", streams[table].summary["owner"]))
            kind, again = row.kind, False
            entries.append(FeedEntry(position, entry.stream, entry.version, again, kind, owner))
        return entries

    @operation
    def listening(self, owners: Collection[UUID]) -> list[Webhook]:
        return [
            self._shown(row)
            for row in self._tables.webhooks.values()
            if not row.made.owners.isdisjoint(owners) and self._gets_news(row)
        ]

    @operation
    def finish(self, deliveries: Sequence[NewDelivery], *, last: FeedEntry) -> int:
        self.position = last.position + 1
        self.deliveries = list(self._new(deliveries))
        return len(self.deliveries)

    def _new(self, deliveries: Sequence[NewDelivery]) -> Iterator[DeliveryRow]:
        known = set(self._tables.deliveries)
        for each in deliveries:
            if each.id not in known and self._gets_news(self._tables.webhooks[each.webhook]):
                known.add(each.id)
                due, about = when(each.due), (each.position, each.type, each.payload)
                yield DeliveryRow(each.webhook, each.id, *about, due, due)


def webhooks_in(memory: Memory) -> Webhooks:
    return Webhooks(MemoryWebhooks(memory), MemoryDeliveries(memory), MemoryFeed(memory))


def _drawn(webhook: UUID, draw: bytes) -> bytes:
    """The place of a webhook, as PostgreSQL draws it."""
    return md5(f"{webhook}{draw.hex()}".encode(), usedforsecurity=False).digest()


def _set_at(row: DeliveryRow) -> datetime:
    """When it was last said when the delivery is due."""
    return datetime.fromisoformat(row.tries[-1]["at"]) if row.tries else row.noted_at


def _taken(row: DeliveryRow, webhook: WebhookRow) -> LeasedDelivery:
    assert row.taken_until is not None
    return LeasedDelivery(
        *(row.webhook, row.position, row.type, row.id, row.payload, row.failures),
        *(webhook.made.url, webhook.made.owner, webhook.is_unhealthy, row.taken_until),
    )


def _remove(
    rows: dict[UUID, DeliveryRow], which: Callable[[DeliveryRow], bool], limit: int | None = None
) -> int:
    """Delete deliveries; return how many were deleted."""
    gone = [id_ for id_, row in rows.items() if which(row)][:limit]
    for id_ in gone:
        del rows[id_]
    return len(gone)
