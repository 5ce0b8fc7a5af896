"""Examples of news: events of tables, notices, webhooks and their deliveries."""

from typing import Any, Final
from uuid import UUID

import orjson

from service.webhooks.deliveries import LeasedDelivery
from service.webhooks.dispatcher import SECOND, Dispatcher, rules_of
from service.webhooks.sending import AttemptAnswer, signer
from tests.webhooks.conftest import AtOnce
from tools.examples.cast import STREAMS, THREE, Cast, Table, at, opened

URL: Final = "https://cards.example/fairdeal"
FAILS: Final = "turn.started"
"""The kind of news that the receiver has no time for."""


def listen(cast: Cast) -> str:
    """Webhooks, before anything happens; the id of one that gets all news."""
    request = {"url": URL}
    hook: str = cast.show("addWebhook", cast.owner, body=request)["id"]
    few = {**request, "events": ["turn.started", "deal.finished"]}
    cast.show("addWebhook", cast.owner, body=few)
    cast.refuse("addWebhook", "limit-reached", cast.owner, body=request)
    cast.show("listWebhooks", cast.owner)
    cast.show("getWebhook", cast.owner, webhook=hook)
    return hook


def play(cast: Cast, hook: str) -> None:
    """A series from its beginning to its end, with a dispute, and all webhooks that it causes."""
    table = _series(cast)
    _table(cast, table)
    _notices(cast, table)
    _deliveries(cast, hook)


def _series(cast: Cast) -> Table:
    """Three deals of Skat that all players pass; one is disputed."""
    client = cast.client
    fields = {"game": "skat", "name": "The final", "target": 3, "seats": THREE, "ref": "final-9"}
    client.sequence()
    table = opened(_made(cast, "/v1/tables", cast.owner, fields))
    seat = table.tokens[0]
    deals: list[str] = []
    while (shown := client.get(f"/v1/tables/{table.id}", cast.owner))["status"] == "playing":
        deals.append(deal := shown["deal"]["id"])
        while (turn := client.get(f"/v1/deals/{deal}", seat)["to_act"]) is not None:
            move = {"move": {"type": "pass"}}
            _made(cast, f"/v1/deals/{deal}/moves", table.tokens[turn], move)
        client.record(deal)
        client.sequence()
    disputes = f"/v1/deals/{deals[0]}/disputes"
    _made(cast, disputes, seat, {"at": 5, "claim": "delay", "text": "They take an hour to pass."})
    judge = _made(cast, f"/v1/tables/{table.id}/auditors", cast.owner, {"name": "The elder"})
    ruling = {"ruling": "dismissed", "text": "There is no clock at this table."}
    _made(cast, f"{disputes}/1/ruling", judge["token"], ruling)
    return table


def _made(cast: Cast, path: str, who: str, body: Any) -> Any:
    """Send a request without an example, some time after the last one, and log its result."""
    key = f"unseen-{next(cast.recorder.numbers)}"
    cast.recorder.runtime.pass_time(5)
    answer = cast.client.send("POST", path, who, json=body, Idempotency_Key=key)
    assert answer.status_code == 201, answer.text
    cast.client.sequence()
    return answer.json


def _table(cast: Cast, table: Table) -> None:
    place = at(table=table.id)
    query = {"after": 1, "wait": 0, "limit": 4}
    shown = cast.show("listTableEvents", cast.owner, query=query, **place)
    query = {"after": shown["version"] - 2}
    for form in ("application/json", *STREAMS):
        cast.show("listTableEvents", cast.owner, query=query, accept=form, **place)


def _notices(cast: Cast, table: Table) -> None:
    seat = table.tokens[0]
    found = cast.show("listNotices", seat)["events"]
    query = {"after": found[-3]["position"], "wait": 0, "limit": 10}
    cast.show("listNotices", cast.owner, query=query)
    cast.show("listOwnDeliveries", cast.owner, query=query)
    several = {**query, "limit": 3, "types": "deal.opened,deal.shuffled,skat.dealt"}
    cast.show("listAllEvents", cast.owner, query={**several, "after": 0})
    cast.show("listAllEvents", seat, query=several)
    for form in STREAMS:
        cast.show("listAllEvents", seat, query={"after": query["after"]}, accept=form)
        cast.show("listNotices", seat, query={"after": query["after"]}, accept=form)
        cast.show("listOwnDeliveries", cast.owner, query=query, accept=form)


def _deliveries(cast: Cast, hook: str) -> None:
    place = at(webhook=hook)
    cast.client.read_feed()
    cast.show("testWebhook", cast.owner, **place)
    _deliver(cast)
    for kept in reversed(_kept(cast, hook)):
        keys = signer(cast.client.context.secret, UUID(hook))
        headers = keys.headers(str(kept.id), kept.payload, at=cast.recorder.runtime.now() // SECOND)
        cast.recorder.keep_notice(kept.type, orjson.loads(kept.payload), headers)
    query: dict[str, Any] = {"status": "delivered", "limit": 2}
    page = cast.show("listDeliveries", cast.owner, query=query, **place)
    query = {"cursor": page["next"], "limit": 1}
    cast.show("listDeliveries", cast.owner, query=query, **place)
    failed = {"status": "waiting", "limit": 1}
    found = cast.show("listDeliveries", cast.owner, query=failed, **place)
    cast.show("redeliver", cast.owner, **place, delivery=found["deliveries"][0]["id"])
    body: dict[str, Any] = {"events": ["deal.finished"]}
    cast.show("changeWebhook", cast.owner, body=body, **place)
    cast.show("changeWebhook", cast.owner, body={"enabled": False}, **place)
    delivery = page["deliveries"][0]["id"]
    cast.refuse("testWebhook", "webhook-disabled", cast.owner, **place)
    cast.refuse("redeliver", "webhook-disabled", cast.owner, **place, delivery=delivery)
    cast.show("deleteWebhook", cast.owner, **place)


def _kept(cast: Cast, hook: str) -> list[Any]:
    deliveries = cast.client.context.webhooks.deliveries
    return [*deliveries.page(UUID(hook), status=None, before=None, limit=1_000)]


def _deliver(cast: Cast) -> None:
    """Dispatch deliveries to a receiver that has no time for turns."""
    dispatcher = Dispatcher(
        deliveries=cast.client.context.webhooks.deliveries,
        rules=rules_of(cast.recorder.settings),
        now=cast.recorder.runtime.now,
        attempt=_answered,
        runtime=cast.recorder.runtime,
    )
    while dispatcher.dispatch(AtOnce()):
        pass


def _answered(taken: LeasedDelivery, _at: int) -> AttemptAnswer:
    return AttemptAnswer("failed", 503) if taken.type == FAILS else AttemptAnswer("delivered", 204)
