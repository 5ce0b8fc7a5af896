"""Examples of keys: API keys, and keys that sign moves."""

from typing import Any

from events.seat_keys import ACT
from tests.keys import key_of, signature_of
from tools.examples.cast import DURAK, Cast, at

NEUTRAL = "01" + "00" * 31
"""A point under which anyone could sign."""


def play(cast: Cast) -> None:
    """Keys that are made by keys, and seats that sign."""
    _make_keys(cast)
    _sign_moves(cast)


def _make_keys(cast: Cast) -> None:
    owner = cast.client.key("A tournament")
    request = {"name": "The scoreboard", "scopes": ["read"], "default_visibility": "public"}
    made = cast.show("makeKey", owner, body=request)
    desk = cast.show("makeKey", owner, body={"name": "The tests", "test": True})
    cast.refuse("makeKey", "limit-reached", owner, body=request)
    cast.show("listKeys", owner)
    cast.show("rotateKey", owner, body={"grace_seconds": 600}, key=made["id"])
    cast.show("revokeKey", owner, key=made["id"])
    hook = _webhook(cast, desk["key"])
    cast.client.send("DELETE", f"/v1/keys/{desk['id']}", owner)
    body = {"enabled": True}
    cast.refuse("changeWebhook", "webhook-disabled", owner, body=body, webhook=hook)


def _webhook(cast: Cast, key: str) -> str:
    """A webhook added by a key."""
    fields = {"url": "https://desk.example/fairdeal"}
    made: Any = cast.client.send("POST", "/v1/webhooks", key, json=fields).json
    return str(made["id"])


def _sign_moves(cast: Cast) -> None:
    request = {**DURAK, "seats": [{"name": "Ann", "key": NEUTRAL}]}
    cast.refuse("openTable", "seat-key-refused", cast.owner, body=request)
    table = cast.open(**DURAK, seats=[{"name": "Ann", "key": key_of(0)}])
    seat, body = at(table=table.id, seat=1), {"name": "Bob", "key": NEUTRAL}
    cast.refuse("takeSeat", "seat-key-refused", cast.owner, body=body, **seat)
    body = {"name": "Bob", "key": key_of(1)}
    taken = cast.show("takeSeat", cast.owner, body=body, **seat)
    tokens, deal = (*table.tokens, taken["token"]), at(deal=table.deal)
    shown = cast.client.get(f"/v1/deals/{table.deal}", cast.owner)
    turn, token = shown["to_act"], tokens[shown["to_act"]]
    move = cast.client.moves(table.deal, token)[0]["move"]
    where = {"position": shown["version"], "head": shown["head"]}
    signature = signature_of(turn, move, stream=table.deal, **where)
    other = signature_of(1 - turn, move, stream=table.deal, **where)
    cast.refuse("makeMove", "signature-needed", token, body={"move": move}, **deal)
    wrong = {"move": move, "signature": other}
    cast.refuse("makeMove", "signature-refused", token, body=wrong, **deal)
    body = {"move": move, "signature": signature}
    cast.show("makeMove", token, body=body, **deal)
    cast.refuse("leaveDeal", "signature-needed", token, body={}, **deal)
    shown = cast.client.get(f"/v1/deals/{table.deal}", cast.owner)
    where = {"position": shown["version"], "head": shown["head"], "tag": ACT}
    signature = signature_of(turn, {"type": "leave"}, stream=table.deal, **where)
    cast.show("leaveDeal", token, body={"signature": signature}, **deal)
