"""Integrators manage their own webhooks with their API keys, and follow their deliveries.

The deliveries of an owner's tables and tournaments, as a resource that the owner follows. `fairdeal
listen` reads it and delivers on the reader's own machine. So the service calls no address of its
own network for a developer.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from hmac import compare_digest
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Json
from domain.kernel.sentence import Sentence
from events.listings import PartyEntry
from service import ids
from service.access.credentials import ApiKey, OwnerOrSeat
from service.commands import Command
from service.context import Context
from service.live.following import Lines
from service.live.news import of_tournament
from service.live.notices import BatchCost, FollowedLog, caller_key
from service.problems import Code, Problem, key_reused, not_found
from service.responses.webhooks import DeliveryStatus, OwnDeliveryJson
from service.streams import TOURNAMENTS
from service.tables.sight import owns
from service.timestamps import when
from service.tournaments.events import directs
from service.webhooks.addresses import BadUrl, Network, read_url
from service.webhooks.deliveries import Kept, TooOften
from service.webhooks.follower import delivery_id
from service.webhooks.notices import payload, test_payload, tournament_payload
from service.webhooks.repository import KEY_REVOKED, TooMany, Webhook

_ID: Final = "webhook-id"
_TEST_ID: Final = "webhook-test"
_WIDTH: Final = 9
"""Bytes of a position in a cursor."""
_LAST: Final = 2**63 - 1


class Added(NamedTuple):
    """A webhook, and whether it had been added before."""

    webhook: Webhook
    replayed: bool


class DeliveriesPage(NamedTuple):
    """A page of deliveries, and the cursor of the next page."""

    deliveries: tuple[Kept, ...]
    next: str | None


def add_webhook(
    context: Context,
    principal: ApiKey,
    *,
    url: str,
    events: Sequence[str],
    limit: int,
    allowed: Sequence[Network],
    command: Command,
) -> Added:
    """Add a webhook for news of the caller's tables, from now on.

    Args:
        context: The service.
        principal: The caller.
        url: The address.
        events: The kinds of news.
        limit: The most webhooks of an API key.
        allowed: Networks besides the internet.
        command: The command; the same again gives the first result.

    Raises:
        Problem: ``invalid``, ``limit-reached``, ``idempotency-key-reused``, ``not-allowed``.
    """
    try:
        read_url(url, allowed=allowed)
    except BadUrl as bad:
        raise Problem(Code.INVALID, bad.detail, pointer="/url") from None
    made = ids.command_id(context.secret, _ID, str(command.id))
    if principal.ending and not context.webhooks.repository.was_of(principal, made):
        # As with keys: an old secret must not create anything that outlives it, such as a webhook.
        raise Problem(Code.NOT_ALLOWED, Sentence("secret-replaced-webhooks"))
    added = Webhook(
        made,
        principal.root,
        principal.id,
        url,
        list(events),
        command.fingerprint,
        when(context.runtime.now()),
        test=principal.test,
    )
    try:
        found, replayed = context.webhooks.repository.add(added, limit=limit)
    except TooMany:
        full = Sentence("too-many-webhooks", {"limit": limit})
        raise Problem(Code.LIMIT_REACHED, full) from None
    if not compare_digest(found.fingerprint or b"", command.fingerprint or b""):
        raise key_reused()
    return Added(added._replace(maker=found.maker, created_at=found.created_at), replayed)


def list_webhooks(context: Context, principal: ApiKey) -> list[Webhook]:
    """The caller's webhooks, the oldest first."""
    return context.webhooks.repository.of(principal)


def find_webhook(context: Context, principal: ApiKey, webhook: UUID) -> Webhook:
    """A webhook of the caller's.

    Raises:
        Problem: ``not-found``.
    """
    found = context.webhooks.repository.find(principal, webhook)
    if found is None:
        raise not_found("webhook")
    return found


def change_webhook(
    context: Context,
    principal: ApiKey,
    webhook: UUID,
    *,
    events: Sequence[str] | None,
    enabled: bool | None,
) -> Webhook:
    """Change the events of a webhook, disable it, or enable it for news from now on.

    Raises:
        Problem: ``not-found``, ``webhook-disabled`` if the key that added it was revoked.
    """
    found = find_webhook(context, principal, webhook)
    if enabled and found.reason == KEY_REVOKED:
        raise Problem(Code.WEBHOOK_DISABLED, Sentence("webhook-stays-disabled"))
    context.webhooks.repository.change(
        webhook, events=events, enabled=enabled, at=context.runtime.now()
    )
    return find_webhook(context, principal, webhook)


def delete_webhook(context: Context, principal: ApiKey, webhook: UUID) -> bool:
    """Delete a webhook with its log. Returns whether it had been deleted before.

    Raises:
        Problem: ``not-found``.
    """
    if not context.webhooks.repository.was_of(principal, webhook):
        raise not_found("webhook")
    return not context.webhooks.repository.delete(webhook, at=context.runtime.now())


def list_deliveries(
    context: Context,
    principal: ApiKey,
    webhook: UUID,
    *,
    status: DeliveryStatus | None,
    cursor: str | None,
    limit: int,
) -> DeliveriesPage:
    """The log of a webhook's deliveries, the newest first.

    Raises:
        Problem: ``not-found``.
    """
    find_webhook(context, principal, webhook)
    before = None if cursor is None else _read(context.secret, cursor)
    found = context.webhooks.deliveries.page(webhook, status=status, before=before, limit=limit + 1)
    more = _written(context.secret, found[limit - 1].position) if len(found) > limit else None
    return DeliveriesPage(tuple(found[:limit]), more)


def redeliver(
    context: Context, principal: ApiKey, webhook: UUID, delivery: UUID, *, command: Command
) -> bool:
    """Deliver again, with all attempts of a new delivery. Returns whether the command was known.

    Raises:
        Problem: ``not-found``, ``webhook-disabled``, ``limit-reached``.
    """
    _require_enabled(find_webhook(context, principal, webhook))
    try:
        known = context.webhooks.deliveries.redeliver(
            webhook, delivery, command=command.id, at=context.runtime.now()
        )
    except TooOften:
        raise Problem(Code.LIMIT_REACHED, Sentence("too-many-redeliveries")) from None
    if known is None:
        raise not_found("delivery")
    return known


class Tested(NamedTuple):
    """A test delivery, and whether it had been requested before."""

    delivery: UUID
    replayed: bool


def send_test(context: Context, principal: ApiKey, webhook: UUID, command: Command) -> Tested:
    """Send a delivery that belongs to no event, with all attempts of a delivery.

    Raises:
        Problem: ``not-found``, ``webhook-disabled``.
    """
    _require_enabled(find_webhook(context, principal, webhook))
    at = context.runtime.now()
    made = ids.command_id(context.secret, _TEST_ID, str(webhook), str(command.id))
    payload = test_payload(webhook, at=at)
    new = context.webhooks.deliveries.add_test(webhook, made, payload=payload, at=at)
    return Tested(made, replayed=not new)


def _require_enabled(webhook: Webhook) -> None:
    if webhook.reason is not None:
        disabled = Sentence("webhook-is-disabled", {"reason": webhook.reason})
        raise Problem(Code.WEBHOOK_DISABLED, disabled)


def _written(secret: bytes, position: int) -> str:
    return urlsafe_b64encode(ids.veiled(secret, position.to_bytes(_WIDTH, "big"))).decode()


def _read(secret: bytes, cursor: str) -> int:
    """Parse a cursor in the log; any 24 characters are one."""
    return min(int.from_bytes(ids.unveiled(secret, urlsafe_b64decode(cursor)), "big"), _LAST)


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
