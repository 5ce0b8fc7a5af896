"""Acts of seats with keys over the API: signed again and repeated, they take effect once (F7)."""

from typing import Any

import pytest

from domain.games import GAMES
from events.seat_keys import ACT
from tests.api.playing import Answer, Client, Opened
from tests.api.test_signed_moves import Signing
from tests.keys import key_of, signature_of

SEAT = 0
OTHER = 1
"""A seat without a key."""


@pytest.fixture
def signing(client: Client) -> Signing:
    return Signing(client.flask, client.context)


@pytest.fixture
def table(signing: Signing) -> Opened:
    return signing.sat(GAMES["durak"])


def in_deal(signing: Signing, table: Opened, said: str) -> str:
    seen = signing.get(table.deal_path, table.tokens[SEAT])
    where = {"position": seen["version"], "head": seen["head"], "tag": ACT}
    return signature_of(SEAT, {"type": said}, stream=str(table.deal), **where)


def leave(signing: Signing, table: Opened, signature: str, key: str = "gone") -> Answer:
    path, token = f"{table.deal_path}/leaving", table.tokens[SEAT]
    return signing.send("POST", path, token, json={"signature": signature}, Idempotency_Key=key)


def test_an_act_is_the_same_under_another_signature(signing: Signing, table: Opened) -> None:
    first = leave(signing, table, in_deal(signing, table, "leave"))
    assert first.status_code == 201, first.text
    signature = in_deal(signing, table, "leave")
    again = leave(signing, table, signature)
    assert (again.status_code, again.json) == (201, first.json)
    assert again.is_replayed
    events = signing.get(f"{table.deal_path}/events", table.owner)["events"]
    assert [each["type"] for each in events].count("deal.act_signed") == 1


def test_an_act_that_was_overtaken_is_signed_again(signing: Signing, table: Opened) -> None:
    late = in_deal(signing, table, "leave")
    path = f"{table.deal_path}/leaving"
    assert signing.send("POST", path, table.tokens[OTHER]).status_code == 201
    assert leave(signing, table, late).refusal == (409, "signature-refused")
    assert leave(signing, table, in_deal(signing, table, "leave")).status_code == 201


def test_another_act_is_another_request(signing: Signing, table: Opened) -> None:
    path, token = f"{table.path}/watchers", table.tokens[SEAT]

    def add_watcher(name: str) -> Answer:
        said: dict[str, Any] = {"type": "admit_watcher", "name": name}
        body = {"name": name, "signature": signing.act(table, SEAT, said)}
        return signing.send("POST", path, token, json=body, Idempotency_Key="eve")

    first = add_watcher("Eve")
    assert first.status_code == 201
    assert add_watcher("Eve").json == first.json
    assert add_watcher("Adam").refusal == (422, "idempotency-key-reused")


def test_a_seat_without_a_key_signs_no_act(signing: Signing, table: Opened) -> None:
    path, body = f"{table.deal_path}/leaving", {"signature": "ab" * 64}
    answer = signing.send("POST", path, table.tokens[OTHER], json=body)
    assert answer.refusal == (409, "signature-refused")
    assert answer.pointers[0] == "/signature"


def test_a_signature_that_is_not_used_is_refused(signing: Signing, table: Opened) -> None:
    """Leaving a second time records nothing, so there is nothing to sign."""
    first = leave(signing, table, in_deal(signing, table, "leave"))
    signed = leave(signing, table, in_deal(signing, table, "leave"), key="again")
    assert signed.refusal == (409, "signature-refused")
    assert signed.pointers[0] == "/signature"
    path, token = f"{table.deal_path}/leaving", table.tokens[SEAT]
    unsigned = signing.send("POST", path, token, Idempotency_Key="again")
    assert (unsigned.status_code, unsigned.json) == (201, first.json)


def test_a_commitment_that_is_there_is_not_signed_again(signing: Signing) -> None:
    seats = [
        {"name": "Ann", "commits": True, "key": key_of(SEAT)},
        {"name": "Bob", "commits": True},
    ]
    table = signing.open(game="durak", seats=seats)
    due = signing.get(table.path, table.owner)["next_deal"]["id"]
    path, token = f"{table.path}/seats/{SEAT}/commitment", table.tokens[SEAT]
    said = {"deal": due, "commitment": "ab" * 32}
    body = {**said, "signature": signing.act(table, SEAT, {"type": "commit", **said})}
    assert signing.send("PUT", path, token, json=body, Idempotency_Key="mine").status_code == 200
    assert signing.send("PUT", path, token, json=body, Idempotency_Key="mine").status_code == 200
    assert signing.send("PUT", path, token, json=body).refusal == (409, "signature-refused")
    assert signing.send("PUT", path, token, json=said).status_code == 200
