"""Who follows a resource is asked again who they are: credentials end, and views change."""

from dataclasses import replace
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest

from domain.kernel.event import PUBLIC
from service.api import live
from service.live.channels import NDJSON, Subscription
from service.live.following import FollowedDeal
from service.problems import Code, Problem
from tests.api.playing import PERSONS, Client


@pytest.fixture(autouse=True)
def subscriptions(monkeypatch: pytest.MonkeyPatch) -> list[Subscription]:
    """The streams that were opened, which no connection takes."""
    opened = list[Subscription]()
    monkeypatch.setattr(live, "can_stream", lambda: True)
    monkeypatch.setattr(live, "take_slot", lambda _: None)
    monkeypatch.setattr(live, "hand_over", opened.append)
    return opened


def revoke(client: Client, key: str) -> None:
    known = client.context.credentials.key(key)
    assert known is not None
    client.context.credentials.revoke(known.id)


def refused(opened: list[Subscription]) -> Code:
    with pytest.raises(Problem) as problem:
        opened[-1].renew()
    return problem.value.code


def test_a_stream_ends_with_its_credential(
    client: Client, subscriptions: list[Subscription]
) -> None:
    key, table = client.key(), client.open()
    client.send("GET", f"/v1/tables/{table.id}/events", key, Accept=NDJSON.media_type)
    subscriptions[-1].renew()
    revoke(client, key)
    assert refused(subscriptions) == Code.UNAUTHENTICATED


def test_a_stream_ends_when_its_reader_would_be_shown_something_else(
    client: Client, subscriptions: list[Subscription]
) -> None:
    guest, table = client.key("guest"), client.open(seats=PERSONS[:2])
    seat = f"/v1/tables/{table.id}/seats/2"
    token = client.send("PUT", seat, guest, json=PERSONS[2]).get_json()["token"]
    client.send("GET", f"/v1/tables/{table.id}/events", guest, Accept=NDJSON.media_type)
    subscriptions[-1].renew()
    assert client.send("DELETE", seat, token).status_code == 204
    assert refused(subscriptions) == Code.NOT_ALLOWED


def test_a_long_poll_ends_with_its_credential(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, table = client.key(), client.open()

    def wait(*_: Any) -> bool:
        revoke(client, key)
        return True

    monkeypatch.setattr(live, "_wait", wait)
    answer = client.send("GET", f"/v1/tables/{table.id}/events?after=1000&wait=20", key)
    assert answer.status_code == 401


def test_a_look_at_the_headers_waits_for_nothing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_wait", Mock(side_effect=AssertionError("it waited")))
    path = f"/v1/tables/{client.open().id}/events?after=1000&wait=20"
    assert client.send("HEAD", path, client.key()).status_code == 200


def test_a_deal_that_is_archived_meanwhile_is_followed_as_it_was(client: Client) -> None:
    context = client.context
    seen = context.streams.deal(UUID(str(client.open().deal)), viewer=PUBLIC)
    assert seen is not None
    nothing: Any = Mock(deal=lambda *_, **__: None)
    followed = FollowedDeal(replace(context, streams=nothing), seen)
    assert followed.again() == followed
