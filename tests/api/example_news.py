"""What the examples show of news: events of tables, notices, webhooks and their deliveries."""

from random import Random
from typing import Any, Final
from uuid import UUID

import orjson

from service.context import now
from service.webhooks.deliveries import Taken
from service.webhooks.dispatcher import SECOND, Dispatcher, rules_of
from service.webhooks.sending import Answer
from service.webhooks.signatures import signer
from tests.api.example_cast import STREAMS, THREE, Cast, Table, at, opened
from tests.webhooks.conftest import AtOnce

URL: Final = "https://cards.example/fairdeal"
FAILS: Final = "turn.started"
"""The kind of news that the receiver has no time for."""


def listen(cast: Cast) -> str:
    """Webhooks, before anything happens; the id of one that is told all."""
    asked, wish = cast.asked, {"url": URL}
    hook: str = asked.show("addWebhook", cast.owner, body=wish)["id"]
    few = {**wish, "events": ["turn.started", "deal.finished"]}
    asked.show("addWebhook", cast.owner, body=few)
    asked.refuse("addWebhook", "limit-reached", cast.owner, body=wish)
    asked.show("listWebhooks", cast.owner)
    asked.show("getWebhook", cast.owner, webhook=hook)
    return hook


def play(cast: Cast, hook: str) -> None:
    """A series from its beginning to its end, with a dispute, and all that is told of it."""
    table = _series(cast)
    _table(cast, table)
    _notices(cast, table)
    _deliveries(cast, hook)


def _series(cast: Cast) -> Table:
    """Three deals of Skat that nobody wants to play; one is disputed."""
    client = cast.asked.client
    wish = {"game": "skat", "name": "The final", "target": 3, "seats": THREE}
    table = opened(_made(cast, "/v1/tables", cast.owner, wish))
    seat = table.tokens[0]
    deals: list[str] = []
    while (shown := client.get(f"/v1/tables/{table.id}", cast.owner))["status"] == "playing":
        deals.append(deal := shown["deal"]["id"])
        while (turn := client.get(f"/v1/deals/{deal}", seat)["to_act"]) is not None:
            move = {"move": {"type": "pass"}}
            _made(cast, f"/v1/deals/{deal}/moves", table.tokens[turn], move)
        client.record(deal)
        client.log()
    disputes = f"/v1/deals/{deals[0]}/disputes"
    _made(cast, disputes, seat, {"at": 5, "claim": "delay", "text": "He takes an hour to pass."})
    judge = _made(cast, f"/v1/tables/{table.id}/auditors", cast.owner, {"name": "The elder"})
    ruling = {"ruling": "dismissed", "text": "There is no clock at this table."}
    _made(cast, f"{disputes}/1/ruling", judge["token"], ruling)
    return table


def _made(cast: Cast, path: str, who: str, body: Any) -> Any:
    """What is asked for, without an example, a while after what was before; and logged at once."""
    key = f"unseen-{next(cast.asked.numbers)}"
    cast.asked.clock.wait(5)
    answer = cast.asked.client.send("POST", path, who, json=body, Idempotency_Key=key)
    assert answer.status_code == 201, answer.text
    cast.asked.client.log()
    return answer.json


def _table(cast: Cast, table: Table) -> None:
    asked, place = cast.asked, at(table=table.id)
    query = {"after": 1, "wait": 0, "limit": 4}
    shown = asked.show("listTableEvents", cast.owner, query=query, **place)
    query = {"after": shown["version"] - 2}
    for form in ("application/json", *STREAMS):
        asked.show("listTableEvents", cast.owner, query=query, accept=form, **place)


def _notices(cast: Cast, table: Table) -> None:
    asked, seat = cast.asked, table.tokens[0]
    found = asked.show("listNotices", seat)["events"]
    query = {"after": found[-3]["position"], "wait": 0, "limit": 10}
    asked.show("listNotices", cast.owner, query=query)
    for form in STREAMS:
        asked.show("listNotices", seat, query={"after": query["after"]}, accept=form)


def _deliveries(cast: Cast, hook: str) -> None:
    asked, place = cast.asked, at(webhook=hook)
    asked.client.read_feed()
    _deliver(cast)
    for kept in reversed(_kept(cast, hook)):
        keys = signer(asked.client.context.secret, UUID(hook))
        headers = keys.headers(str(kept.id), kept.payload, at=now() // SECOND)
        asked.tell(kept.type, orjson.loads(kept.payload), headers)
    query: dict[str, Any] = {"status": "delivered", "limit": 2}
    page = asked.show("listDeliveries", cast.owner, query=query, **place)
    query = {"cursor": page["next"], "limit": 1}
    asked.show("listDeliveries", cast.owner, query=query, **place)
    failed = {"status": "waiting", "limit": 1}
    found = asked.show("listDeliveries", cast.owner, query=failed, **place)
    asked.show("redeliver", cast.owner, **place, delivery=found["deliveries"][0]["id"])
    body: dict[str, Any] = {"events": ["deal.finished"]}
    asked.show("changeWebhook", cast.owner, body=body, **place)
    asked.show("changeWebhook", cast.owner, body={"enabled": False}, **place)
    delivery = page["deliveries"][0]["id"]
    asked.refuse("redeliver", "webhook-disabled", cast.owner, **place, delivery=delivery)
    asked.show("deleteWebhook", cast.owner, **place)


def _kept(cast: Cast, hook: str) -> list[Any]:
    deliveries = cast.asked.client.context.webhooks.deliveries
    return [*deliveries.page(UUID(hook), status=None, before=None, limit=1_000)]


def _deliver(cast: Cast) -> None:
    """What the courier does, to a receiver that has no time for turns."""
    dispatcher = Dispatcher(
        deliveries=cast.asked.client.context.webhooks.deliveries,
        rules=rules_of(cast.asked.settings),
        now=now,
        attempt=_answered,
        chance=Random(1),
    )
    while dispatcher.step(AtOnce()):
        cast.asked.clock.wait(1)


def _answered(taken: Taken, _at: int) -> Answer:
    return Answer("failed", 503) if taken.type == FAILS else Answer("delivered", 204)
