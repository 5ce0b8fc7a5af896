"""Webhooks: addresses that get news of tables, and the log of their deliveries."""

from http import HTTPStatus
from typing import Any, Final, cast, get_args
from uuid import UUID

import flask
import orjson
from flask import g

from service.access.scopes import Scope
from service.api.contract.compact import MEANS, NAMED
from service.api.dependencies import app
from service.api.problems import CONFLICT, FORBIDDEN, INVALID, NOT_FOUND, OF_BODIES
from service.api.requests import read_command
from service.api.responses import answer, created, done, listed
from service.api.routes import Routes, Success
from service.api.schemas.fields import Digits, Flag, ListOf, PageCursor, Text, WordOf, about
from service.api.schemas.request import Request
from service.responses.webhooks import (
    DeliveryJson,
    DeliveryKind,
    DeliveryListJson,
    DeliveryStatus,
    NewWebhookJson,
    RedeliveryJson,
    SentKind,
    WebhookJson,
    WebhookListJson,
)
from service.timestamps import written
from service.webhooks import use_cases
from service.webhooks.addresses import INTERNET_PATTERN, LONGEST_URL, read_networks
from service.webhooks.deliveries import Kept
from service.webhooks.notices import KINDS, TEST
from service.webhooks.repository import Webhook
from service.webhooks.sending import signer

ROUTES: Final = Routes(
    "webhooks", description="Addresses that get the news of an API key's tables and tournaments."
)


def _kinds(**options: Any) -> ListOf:
    return ListOf(
        WordOf(KINDS, metadata={NAMED: "NewsKind", MEANS: "The kind of news."}),
        least=1,
        most=len(KINDS),
        metadata=about("The kinds of news that it gets."),
        **options,
    )


class CreateWebhookRequest(Request):
    """An address that gets the news of the API key's tables."""

    url = Text(
        longest=LONGEST_URL,
        required=True,
        metadata=about(
            "https, a name on the internet, port 443 or 8443. It must lead to addresses of the "
            "internet at every delivery. A service may allow networks of its own, and in them "
            "http, addresses and any port.",
            pattern=INTERNET_PATTERN,
        ),
    )
    events = _kinds(load_default=lambda: list(KINDS))


class UpdateWebhookRequest(Request):
    """Changes to a webhook."""

    events = _kinds()
    enabled = Flag(
        metadata=about(
            "`false`: nothing is delivered, and waiting deliveries are given up. `true`: it gets "
            "the news from now on."
        )
    )


class DeliveriesQuery(Request):
    """Which deliveries are listed."""

    cursor = PageCursor(size=24)
    limit = Digits(low=1, high=1000, metadata=about("The most deliveries on the page."))
    status = WordOf(get_args(DeliveryStatus), metadata=about("Only deliveries with this status."))


@ROUTES.operation(
    "/webhooks",
    "POST",
    "addWebhook",
    Success(HTTPStatus.CREATED, NewWebhookJson),
    refusals=(*OF_BODIES, FORBIDDEN, CONFLICT),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    placed=True,
    seated=False,
)
@ROUTES.takes(CreateWebhookRequest, location="json")
def add_webhook(body: dict[str, Any]) -> flask.Response:
    """Add an address that gets the news of the API key's tables from now on.

    Deliveries follow the Standard Webhooks specification, signed by Ed25519 (`v1a`) and by HMAC
    (`v1`); `webhooks` of this contract has their bodies. Each comes at least once: compare the
    header `webhook-id` to recognize a repetition. A 2xx status accepts it, 410 disables the
    webhook, and after any other result it is tried again for about a day. The webhook lasts as long
    as the key that added it: when the key is revoked, the webhook gets no more news.
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
    shown: NewWebhookJson = {**webhook_json(added.webhook), "secret": secret}
    location = f"/v1/webhooks/{added.webhook.id}"
    return created(shown, location=location, replayed=added.replayed)


@ROUTES.operation(
    "/webhooks",
    "GET",
    "listWebhooks",
    Success(HTTPStatus.OK, WebhookListJson),
    refusals=(FORBIDDEN,),
    tagged=True,
    scope=Scope.WEBHOOKS,
    seated=False,
)
def list_webhooks() -> flask.Response:
    """List the webhooks of the API key."""
    found = use_cases.list_webhooks(app.context, g.principal)
    return listed(WebhookListJson(webhooks=[webhook_json(each) for each in found]))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>",
    "GET",
    "getWebhook",
    Success(
        HTTPStatus.OK,
        WebhookJson,
        said="The webhook: its address, its kinds of news, and whether it gets them.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND),
    tagged=True,
    scope=Scope.WEBHOOKS,
    seated=False,
)
def get_webhook(webhook: UUID) -> flask.Response:
    """Read a webhook."""
    return listed(webhook_json(use_cases.find_webhook(app.context, g.principal, webhook)))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>",
    "PATCH",
    "changeWebhook",
    Success(HTTPStatus.OK, WebhookJson, said="The webhook after the change."),
    refusals=(*OF_BODIES, FORBIDDEN, NOT_FOUND, CONFLICT),
    scope=Scope.WEBHOOKS,
    seated=False,
)
@ROUTES.takes(UpdateWebhookRequest, location="json")
def change_webhook(body: dict[str, Any], webhook: UUID) -> flask.Response:
    """Choose the news of a webhook; disable it, or enable it again.

    Events from the time when it was disabled are not delivered. A webhook whose key was revoked
    cannot be enabled: add it anew.
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
    Success(HTTPStatus.NO_CONTENT, said="The webhook is deleted, and gets no more news."),
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
    "/webhooks/<uuid:webhook>/test",
    "POST",
    "testWebhook",
    Success(
        HTTPStatus.CREATED,
        RedeliveryJson,
        said="The test delivery: its result is in the list of deliveries.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    seated=False,
)
def test_webhook(webhook: UUID) -> flask.Response:
    """Send a test to a webhook: a delivery of the type `webhook.test`, signed as all others are."""
    tested = use_cases.send_test(app.context, g.principal, webhook, read_command())
    shown: RedeliveryJson = {"webhook": str(webhook), "delivery": str(tested.delivery)}
    return created(shown, replayed=tested.replayed)


@ROUTES.operation(
    "/webhooks/<uuid:webhook>/deliveries",
    "GET",
    "listDeliveries",
    Success(HTTPStatus.OK, DeliveryListJson),
    refusals=(FORBIDDEN, NOT_FOUND, INVALID),
    tagged=True,
    scope=Scope.WEBHOOKS,
    seated=False,
)
@ROUTES.takes(DeliveriesQuery, location="query")
def list_deliveries(query: dict[str, Any], webhook: UUID) -> flask.Response:
    """List the deliveries of a webhook, the newest first, with the result of each try."""
    most = app.settings.page_size
    page = use_cases.list_deliveries(
        app.context,
        g.principal,
        webhook,
        status=query.get("status"),
        cursor=query.get("cursor"),
        limit=min(query.get("limit", most), most),
    )
    lines = [delivery_json(each) for each in page.deliveries]
    return listed(DeliveryListJson(deliveries=lines, next=page.next))


@ROUTES.operation(
    "/webhooks/<uuid:webhook>/deliveries/<uuid:delivery>/redelivery",
    "POST",
    "redeliver",
    Success(
        HTTPStatus.CREATED,
        RedeliveryJson,
        said="The delivery that is made once more, under its old id.",
    ),
    refusals=(FORBIDDEN, NOT_FOUND, CONFLICT, INVALID),
    scope=Scope.WEBHOOKS,
    repeatable=True,
    seated=False,
)
def redeliver(webhook: UUID, delivery: UUID) -> flask.Response:
    """Repeat a delivery now, whatever its earlier result.

    It has the same `webhook-id`, and all the tries of a new delivery.
    """
    known = use_cases.redeliver(app.context, g.principal, webhook, delivery, command=read_command())
    shown: RedeliveryJson = {"webhook": str(webhook), "delivery": str(delivery)}
    return created(shown, replayed=known)


def webhook_json(webhook: Webhook) -> WebhookJson:
    """A webhook."""
    return {
        "id": str(webhook.id),
        "url": webhook.url,
        "events": cast("list[SentKind]", webhook.events),
        "enabled": webhook.disabled_at is None,
        "reason": webhook.reason,
        "failing_since": None if webhook.failing_since is None else written(webhook.failing_since),
        "created_at": written(webhook.created_at),
        "made_by": str(webhook.maker),
        "public_key": signer(app.context.secret, webhook.id).public_key,
    }


def delivery_json(kept: Kept) -> DeliveryJson:
    """A delivery in the log."""
    return {
        "id": str(kept.id),
        "type": cast("DeliveryKind", kept.type),
        "position": 0 if kept.type == TEST else kept.position,
        "status": kept.status,
        "created_at": written(kept.noted_at),
        "next_at": written(kept.next_at) if kept.status == "waiting" else None,
        "payload": orjson.loads(kept.payload),
        "tries": kept.tries,
    }
