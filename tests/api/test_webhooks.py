"""Webhooks over the API: added once, listed, changed, deleted; the log and redelivery."""

from typing import Any
from uuid import uuid4

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from run.processes.metrics import look
from service.api import metrics
from service.runtime import SYSTEM
from service.webhooks.addresses import read_networks
from service.webhooks.deliveries import MOST_REDELIVERIES
from service.webhooks.dispatcher import Dispatcher, Rules, sender
from service.webhooks.notices import KINDS
from tests.api.playing import Client
from tests.contexts import known_of
from tests.simulation.runtime import RUNTIME
from tests.webhooks.conftest import AtOnce
from tests.webhooks.receiving import LOOPBACK, Received, Receiver, check_signature, receiving

HOOKS = "/v1/webhooks"
URL = "https://cards.example/hook"


def add(client: Client, key: str, **fields: Any) -> Any:
    return client.post(HOOKS, key, {"url": URL, **fields})


def note(client: Client, key: str, tables: int = 1) -> None:
    """Open so many tables with the key, and create the deliveries that they cause."""
    for _ in range(tables):
        client.open(key)
    client.sequence()
    client.read_feed()


def test_a_webhook_is_added_and_read(client: Client) -> None:
    key = client.key()
    made = add(client, key)
    secret = made.pop("secret")
    assert made["events"] == list(KINDS)
    assert (made["url"], made["enabled"], made["reason"]) == (URL, True, None)
    assert made["failing_since"] is None
    assert made["made_by"] == client.get("/v1/keys", key)["keys"][0]["id"]
    assert secret.startswith("whsec_")
    assert made["public_key"].startswith("whpk_")
    assert client.get(f"{HOOKS}/{made['id']}", key) == made
    assert client.get(HOOKS, key) == {"webhooks": [made]}
    assert client.get(HOOKS, client.key()) == {"webhooks": []}


def test_a_repeated_request_gets_the_first_answer_for_ever(client: Client) -> None:
    key, again = client.key(), uuid4().hex
    fields = {"url": URL, "events": ["turn.started"]}
    first = client.send("POST", HOOKS, key, json=fields, Idempotency_Key=again)
    hook = f"{HOOKS}/{first.json['id']}"
    assert first.headers["Location"] == hook
    for change in (None, "PATCH", "DELETE"):
        if change is not None:
            body = {"enabled": False, "events": ["deal.finished"]} if change == "PATCH" else None
            assert client.send(change, hook, key, json=body).status_code in {200, 204}
        repeated = client.send("POST", HOOKS, key, json=fields, Idempotency_Key=again)
        assert (repeated.status_code, repeated.json) == (201, first.json)
        assert repeated.is_replayed
    other = client.send("POST", HOOKS, key, json={"url": f"{URL}2"}, Idempotency_Key=again)
    assert other.refusal == (422, "idempotency-key-reused")
    assert client.get(HOOKS, key) == {"webhooks": []}


def test_an_owner_follows_what_a_webhook_gets(client: Client) -> None:
    """Of all kinds of news that a table can have, each once; nobody else follows it."""
    key, player = client.key(), client.key()
    hook = f"{HOOKS}/{add(client, key)['id']}"
    seats = [{"name": "Ann", "ref": "user-1"}, {"name": "Bob"}, {"name": "Cid"}]
    table = client.open(key, ref="yard-1", seats=seats)
    client.post(f"{table.path}/seats/3", player, {"name": "Eve"}, method="PUT")
    client.send("POST", "/v1/erasures", key, json={"ref": "user-1"})
    client.send("DELETE", table.path, key)
    client.sequence()
    client.read_feed()
    sent = client.get(f"{hook}/deliveries", key)["deliveries"]
    assert {"turn.started", "person.erased", "table.closed"} <= {each["type"] for each in sent}
    followed = client.get("/v1/me/deliveries?after=0", key)["events"]
    shown = ("type", "position", "payload")
    assert [{name: each[name] for name in shown} for each in followed] == [
        {name: each[name] for name in shown} for each in reversed(sent)
    ]
    assert len({each["id"] for each in followed}) == len(followed)
    assert client.get("/v1/me/deliveries?after=0", key)["events"] == followed
    assert client.get("/v1/me/events?after=0", player)["events"]
    assert client.get("/v1/me/deliveries?after=0", player)["events"] == []


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/url"),
        ({"url": 7}, "/url"),
        ({"url": "http://cards.example/"}, "/url"),
        ({"url": "https://127.0.0.1/"}, "/url"),
        ({"url": "https://user:password@cards.example/"}, "/url"),
        ({"url": "https://cards.example/" + "a" * 2_000}, "/url"),
        ({"url": URL, "events": []}, "/events"),
        ({"url": URL, "events": ["table.started", "card.dealt"]}, "/events/1"),
        ({"url": URL, "secret": "mine"}, "/secret"),
    ],
)
def test_mismatched_values_are_refused(client: Client, body: Any, pointer: str) -> None:
    answer = client.send("POST", HOOKS, client.key(), json=body)
    assert answer.status_code == 422
    assert answer.pointers == [pointer]


def test_a_key_has_only_so_many(client: Client) -> None:
    key = client.key()
    hooks = [add(client, key)["id"] for _ in range(10)]
    assert client.send("POST", HOOKS, key, json={"url": URL}).refusal == (409, "limit-reached")
    add(client, client.key())
    client.delete(f"{HOOKS}/{hooks[0]}", key)
    add(client, key)


def test_a_deleted_webhook_is_gone(client: Client) -> None:
    key = client.key()
    hook = f"{HOOKS}/{add(client, key)['id']}"
    note(client, key)
    client.delete(hook, key)
    again = client.send("DELETE", hook, key)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (204, "true")
    for method, path, body in (
        ("GET", hook, None),
        ("PATCH", hook, {"enabled": True}),
        ("GET", f"{hook}/deliveries", None),
    ):
        assert client.send(method, path, key, json=body).status_code == 404
    assert client.send("DELETE", hook, client.key()).status_code == 404


def test_a_webhook_of_another_key_keeps_its_deliveries(client: Client) -> None:
    key = client.key()
    hook = f"{HOOKS}/{add(client, key)['id']}"
    note(client, key)
    known = client.get(f"{hook}/deliveries", key)
    assert known["deliveries"]
    assert client.send("DELETE", hook, client.key()).status_code == 404
    assert client.get(f"{hook}/deliveries", key) == known


def test_it_gets_the_requested_events_and_the_log_shows_them(client: Client) -> None:
    key = client.key()
    hook = add(client, key, events=["table.started"])["id"]
    note(client, key, tables=5)
    client.open()
    note(client, client.key())
    path = f"{HOOKS}/{hook}/deliveries"
    whole = client.get(path, key)
    assert len(whole["deliveries"]) == 5
    assert whole["next"] is None
    page: Any = {"next": "", "deliveries": []}
    pages: list[Any] = []
    while page["next"] is not None:
        here = f"&cursor={page['next']}" if pages else ""
        page = client.get(f"{path}?limit=2{here}", key)
        pages += page["deliveries"]
    assert pages == whole["deliveries"]
    first = pages[0]
    assert (first["type"], first["status"], first["tries"]) == ("table.started", "waiting", [])
    assert first["payload"]["data"]["position"] == first["position"]
    assert client.get(f"{path}?status=dead", key)["deliveries"] == []
    assert client.send("GET", f"{path}?cursor={'A' * 24}", key).status_code == 200
    assert client.send("GET", f"{path}?status=lost", key).status_code == 422


def test_a_disabled_webhook_gets_nothing_and_redelivers_nothing(client: Client) -> None:
    key = client.key()
    hook = f"{HOOKS}/{add(client, key, events=['turn.started'])['id']}"
    note(client, key)
    delivery = client.get(f"{hook}/deliveries", key)["deliveries"][0]["id"]
    changed: Any = client.send("PATCH", hook, key, json={"enabled": False}).json
    assert (changed["enabled"], changed["reason"]) == (False, "by_owner")
    note(client, key)
    kept = client.get(f"{hook}/deliveries", key)["deliveries"]
    assert {each["status"] for each in kept} == {"dead"}
    again = f"{hook}/deliveries/{delivery}/redelivery"
    assert client.send("POST", again, key).refusal == (409, "webhook-disabled")
    changed = client.send(
        "PATCH", hook, key, json={"enabled": True, "events": ["turn.started"]}
    ).json
    assert (changed["enabled"], changed["reason"]) == (True, None)
    assert changed["events"] == ["turn.started"]
    assert client.send("POST", again, key).status_code == 201


def test_a_webhook_ends_with_the_key_that_added_it(client: Client) -> None:
    """Its owner sees which key that was, and can only add it again."""
    key = client.key()
    thief = made_key(client, key, {"name": "a thief", "scopes": ["webhooks"]})
    hook = add(client, thief["key"])["id"]
    assert client.get(f"{HOOKS}/{hook}", key)["made_by"] == thief["id"]
    note(client, key)
    client.delete(f"/v1/keys/{thief['id']}", key)
    seen = client.get(f"{HOOKS}/{hook}", key)
    assert (seen["enabled"], seen["reason"]) == (False, "key_revoked")
    kept = client.get(f"{HOOKS}/{hook}/deliveries", key)["deliveries"]
    assert {(each["status"], each["next_at"]) for each in kept} == {("dead", None)}
    note(client, key)
    assert client.get(f"{HOOKS}/{hook}/deliveries", key)["deliveries"] == kept
    enabled: Any = client.send("PATCH", f"{HOOKS}/{hook}", key, json={"enabled": True})
    again: Any = client.send("POST", f"{HOOKS}/{hook}/deliveries/{kept[0]['id']}/redelivery", key)
    for refused in (enabled, again):
        assert refused.refusal == (409, "webhook-disabled")
        assert "was revoked" in refused.json["detail"]
    assert client.get(f"{HOOKS}/{hook}", key)["reason"] == "key_revoked"
    client.delete(f"{HOOKS}/{hook}", key)


def test_a_secret_that_is_replaced_adds_none(client: Client) -> None:
    """Otherwise a thief would keep getting news after its expiry; but a repeated request is
    answered.
    """
    old = client.key()
    first = client.send("POST", HOOKS, old, json={"url": URL}, Idempotency_Key="a")
    me = client.get("/v1/keys", old)["keys"][0]["id"]
    new: Any = client.send("POST", f"/v1/keys/{me}/rotation", old, json={}).json
    assert client.send("POST", HOOKS, old, json={"url": URL}).refusal == (403, "not-allowed")
    repeated: Any = client.send("POST", HOOKS, old, json={"url": URL}, Idempotency_Key="a")
    assert (repeated.status_code, repeated.json) == (201, first.json)
    assert [each["id"] for each in client.get(HOOKS, old)["webhooks"]] == [repeated.json["id"]]
    assert add(client, new["key"])["made_by"] == me


def test_while_it_fails_a_webhook_says_so(client: Client) -> None:
    key = client.key()
    hook = f"{HOOKS}/{add(client, key, events=['table.started'])['id']}"
    note(client, key)
    with receiving() as receiver:
        receiver.answering = lambda _: 500
        deliver(client, receiver)
    failed = client.get(hook, key)
    tried = client.get(f"{hook}/deliveries", key)["deliveries"][0]["tries"][0]
    assert failed["enabled"] is True
    assert failed["failing_since"] >= tried["at"]


def made_key(client: Client, key: str, fields: Any) -> Any:
    return client.post("/v1/keys", key, fields)


def test_redelivery_is_repeated_safely_and_not_for_ever(client: Client) -> None:
    key = client.key()
    hook = f"{HOOKS}/{add(client, key, events=['turn.started'])['id']}"
    note(client, key)
    delivery = client.get(f"{hook}/deliveries", key)["deliveries"][0]["id"]
    again = f"{hook}/deliveries/{delivery}/redelivery"
    first, repeated = (client.send("POST", again, key, Idempotency_Key="a") for _ in range(2))
    assert first.json == repeated.json == {"webhook": hook[-36:], "delivery": delivery}
    assert repeated.is_replayed
    for _ in range(MOST_REDELIVERIES - 1):
        assert client.send("POST", again, key).status_code == 201
    assert client.send("POST", again, key).json["code"] == "limit-reached"
    unknown = f"{hook}/deliveries/{uuid4()}/redelivery"
    assert client.send("POST", unknown, key).status_code == 404


def test_a_receiver_gets_what_it_can_check(client: Client) -> None:
    """From a table through the feed to an HTTP request, as the receiver's library sees it."""
    key = client.key()
    made = add(client, key, events=["turn.started"])
    note(client, key)
    with receiving() as receiver:
        deliver(client, receiver)
        [came] = [each for each in receiver.came if verifies(made, each)]
    assert came.news["type"] == "turn.started"
    shown = client.get(f"{HOOKS}/{made['id']}/deliveries", key)["deliveries"][0]
    assert (shown["id"], shown["status"], shown["payload"]) == (came.id, "delivered", came.news)
    assert shown["tries"][0]["status"] == 200
    context = client.context
    look(known_of(context), at=RUNTIME.now())
    numbers = metrics.page().decode()
    assert 'fairdeal_webhook_tries{outcome="delivered"}' in numbers
    assert 'fairdeal_webhooks{what="overdue_seconds"}' in numbers


def test_a_test_comes_once_without_any_event_and_is_signed(client: Client) -> None:
    key = client.key()
    made = add(client, key, events=["turn.started"])
    hook = f"{HOOKS}/{made['id']}"
    first, again = (client.send("POST", f"{hook}/test", key, Idempotency_Key="a") for _ in "ab")
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert again.is_replayed
    with receiving() as receiver:
        deliver(client, receiver)
        [came] = [each for each in receiver.came if verifies(made, each)]
    assert (came.news["type"], came.news["data"]) == ("webhook.test", {"webhook": made["id"]})
    [shown] = client.get(f"{hook}/deliveries", key)["deliveries"]
    assert (shown["status"], shown["position"]) == ("delivered", 0)
    assert client.send("POST", f"{hook}/test", key).json != first.json, "another request, another"
    client.send("PATCH", hook, key, json={"enabled": False})
    assert client.send("POST", f"{hook}/test", key).json["code"] == "webhook-disabled"
    assert client.send("POST", f"{hook}/test", client.key()).status_code == 404


def verifies(made: Any, came: Received) -> bool:
    """Whether a request belongs to this webhook; both its signatures must then be valid."""
    try:
        Webhook(made["secret"]).verify(came.body, came.headers)
    except WebhookVerificationError:
        return False
    check_signature(made["public_key"], came.headers, came.body)
    return True


def deliver(client: Client, receiver: Receiver) -> None:
    """Send all due deliveries to the receiver, whatever their URL; its library knows the time."""
    allowed = read_networks(LOOPBACK)
    rules = Rules(seconds=5, allowed=allowed, retries=(5,), patience=10**12, slots=50, share=50)
    send = sender(client.context.secret, rules, SYSTEM)
    dispatcher = Dispatcher(
        deliveries=client.context.webhooks.deliveries,
        rules=rules,
        now=RUNTIME.now,
        attempt=lambda taken, _: send(taken._replace(url=receiver.url), SYSTEM.now()),
        runtime=RUNTIME,
    )
    while dispatcher.dispatch(AtOnce()):
        pass
