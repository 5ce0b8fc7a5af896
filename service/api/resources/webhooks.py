"""Webhooks: addresses that are told what happens, and the log of what they were told."""

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import flask
import orjson
from flask import g

from service.access.scopes import Scope
from service.api.dependencies import app
from service.api.requests import read_command
from service.api.responses import answer, created, done
from service.api.routes import Offer, Routes
from service.api.schemas.webhooks import (
    CreateWebhookRequest,
    DeliveriesQuery,
    DeliveryListSchema,
    NewWebhookSchema,
    RedeliverySchema,
    UpdateWebhookRequest,
    WebhookListSchema,
    WebhookSchema,
)
from service.api.statuses import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.timestamps import written
from service.webhooks import use_cases
from service.webhooks.addresses import read_networks
from service.webhooks.deliveries import Kept
from service.webhooks.repository import Webhook
from service.webhooks.signatures import signer

ROUTES: Final = Routes(
    "webhooks", description="Addresses that are told what happens at the tables of an API key."
)


@ROUTES.operation(
    "/webhooks",
    "POST",
    "addWebhook",
    Offer(HTTPStatus.CREATED, NewWebhookSchema),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    placed=True,
    seated=False,
)
@ROUTES.takes(CreateWebhookRequest, location="json")
def add_webhook(body: dict[str, Any]) -> flask.Response:
    """Let an address be told what happens at the API key's tables from now on.

    Deliveries follow the Standard Webhooks specification, signed by Ed25519 (`v1a`) and by HMAC
    (`v1`); see `webhooks` of this contract for what is sent. Each comes at least once: the header
    `webhook-id` tells one that comes again. Any 2xx takes it; with anything else it is tried again
    for about a day, but 410 disables the webhook. It lasts as long as the key that added it: when
    that one is revoked, the webhook is told nothing any more.
    """
    settings = app.settings
    added = use_cases.add_webhook(
        app.context,
        g.principal,
        url=body["url"],
        events=list(dict.fromkeys(body["events"])),
        limit=settings.webhooks,
        allowed=read_networks(settings.webhook_networks),
        command=read_command(),
    )
    secret = signer(app.context.secret, added.webhook.id).secret
    shown = {**webhook_json(added.webhook), "secret": secret}
    location = f"/v1/webhooks/{added.webhook.id}"
    return created(shown, location=location, replayed=added.replayed)


@ROUTES.operation(
    "/webhooks",
    "GET",
    "listWebhooks",
    Offer(HTTPStatus.OK, WebhookListSchema),
    refusals=(FORBIDDEN,),
    scope=Scope.WEBHOOKS,
    seated=False,
)
def list_webhooks() -> flask.Response:
    """List the webhooks of the API key."""
    found = use_cases.list_webhooks(app.context, g.principal)
    return answer({"webhooks": [webhook_json(each) for each in found]})


@ROUTES.operation(
    "/webhooks/<uuid:webhook>",
    "GET",
    "getWebhook",
    Offer(
        HTTPStatus.OK,
        WebhookSchema,
        said="The webhook: its address, what it is told, and whether it is told anything.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND),
    scope=Scope.WEBHOOKS,
    seated=False,
)
def get_webhook(webhook: UUID) -> flask.Response:
    """Read a webhook."""
    return answer(webhook_json(use_cases.find_webhook(app.context, g.principal, webhook)))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>",
    "PATCH",
    "changeWebhook",
    Offer(HTTPStatus.OK, WebhookSchema, said="The webhook after the change."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    scope=Scope.WEBHOOKS,
    seated=False,
)
@ROUTES.takes(UpdateWebhookRequest, location="json")
def change_webhook(body: dict[str, Any], webhook: UUID) -> flask.Response:
    """Choose what a webhook is told; disable it, or enable it again.

    What happened while it was disabled is not told. One whose key was revoked can not be enabled:
    add it anew.
    """
    events = body.get("events")
    changed = use_cases.change_webhook(
        app.context,
        g.principal,
        webhook,
        events=None if events is None else list(dict.fromkeys(events)),
        enabled=body.get("enabled"),
    )
    return answer(webhook_json(changed))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>",
    "DELETE",
    "deleteWebhook",
    Offer(HTTPStatus.NO_CONTENT, said="The webhook is deleted, and is told nothing any more."),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    seated=False,
)
def delete_webhook(webhook: UUID) -> flask.Response:
    """Delete a webhook, with the log of its deliveries."""
    read_command()
    return done(replayed=use_cases.delete_webhook(app.context, g.principal, webhook))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>/deliveries",
    "GET",
    "listDeliveries",
    Offer(HTTPStatus.OK, DeliveryListSchema),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    scope=Scope.WEBHOOKS,
    seated=False,
)
@ROUTES.takes(DeliveriesQuery, location="query")
def list_deliveries(query: dict[str, Any], webhook: UUID) -> flask.Response:
    """List what a webhook was told, the newest first, and what came of each try."""
    most = app.settings.page_size
    page = use_cases.list_deliveries(
        app.context,
        g.principal,
        webhook,
        status=query.get("status"),
        cursor=query.get("cursor"),
        limit=min(query.get("limit", most), most),
    )
    return answer(
        {"deliveries": [delivery_json(each) for each in page.deliveries], "next": page.next}
    )


@ROUTES.operation(
    "/webhooks/<uuid:webhook>/deliveries/<uuid:delivery>/redelivery",
    "POST",
    "redeliver",
    Offer(
        HTTPStatus.CREATED,
        RedeliverySchema,
        said="Which delivery is made once more, under the id that it had.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    seated=False,
)
def redeliver(webhook: UUID, delivery: UUID) -> flask.Response:
    """Deliver something once more, now, whatever came of it before.

    It has the same `webhook-id`, and all the tries of a new delivery.
    """
    known = use_cases.redeliver(app.context, g.principal, webhook, delivery, command=read_command())
    return created({"webhook": str(webhook), "delivery": str(delivery)}, replayed=known)


def webhook_json(webhook: Webhook) -> dict[str, Any]:
    """A webhook."""
    return {
        "id": str(webhook.id),
        "url": webhook.url,
        "events": webhook.events,
        "enabled": webhook.disabled_at is None,
        "reason": webhook.reason,
        "failing_since": webhook.failing_since and written(webhook.failing_since),
        "created_at": written(webhook.created_at),
        "made_by": str(webhook.maker),
        "public_key": signer(app.context.secret, webhook.id).public_key,
    }


def delivery_json(kept: Kept) -> dict[str, Any]:
    """A delivery in the log."""
    return {
        "id": str(kept.id),
        "type": kept.type,
        "position": kept.position,
        "status": kept.status,
        "created_at": written(kept.noted_at),
        "next_at": written(kept.next_at) if kept.status == "waiting" else None,
        "payload": orjson.loads(kept.payload),
        "tries": kept.tries,
    }
