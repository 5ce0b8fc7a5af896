"""What the examples show of keys: API keys, the tokens of watchers, and keys that sign moves."""

from typing import Any

from events.seat_keys import ACT
from tests.api.example_cast import DURAK, Cast, Table, at
from tests.keys import key_of, signature_of

NEUTRAL = "01" + "00" * 31
"""A point under which everybody could sign."""


def play(cast: Cast) -> None:
    """Keys that are made by keys, and seats that sign."""
    _make_keys(cast)
    _sign_moves(cast)


def _make_keys(cast: Cast) -> None:
    asked = cast.asked
    owner = asked.client.key("A tournament")
    wish = {"name": "The scoreboard", "scopes": ["read"]}
    made = asked.show("makeKey", owner, body=wish)
    desk = asked.show("makeKey", owner, body={"name": "The desk"})
    asked.refuse("makeKey", "limit-reached", owner, body=wish)
    asked.show("listKeys", owner)
    asked.show("rotateKey", owner, body={"grace_seconds": 600}, key=made["id"])
    asked.show("revokeKey", owner, key=made["id"])
    hook = _told(cast, desk["key"])
    asked.client.send("DELETE", f"/v1/keys/{desk['id']}", owner)
    body = {"enabled": True}
    asked.refuse("changeWebhook", "webhook-disabled", owner, body=body, webhook=hook)


def _told(cast: Cast, key: str) -> str:
    """A webhook that a key has added."""
    wish = {"url": "https://desk.example/fairdeal"}
    made: Any = cast.asked.client.send("POST", "/v1/webhooks", key, json=wish).json
    return str(made["id"])


def _sign_moves(cast: Cast) -> None:
    asked = cast.asked
    wish = {**DURAK, "seats": [{"name": "Ann", "key": NEUTRAL}]}
    asked.refuse("openTable", "seat-key-refused", cast.owner, body=wish)
    table = cast.open(**DURAK, seats=[{"name": "Ann", "key": key_of(0)}])
    seat, body = at(table=table.id, seat=1), {"name": "Bob", "key": NEUTRAL}
    asked.refuse("takeSeat", "seat-key-refused", cast.owner, body=body, **seat)
    body = {"name": "Bob", "key": key_of(1)}
    taken = asked.show("takeSeat", cast.owner, body=body, **seat)
    tokens, deal = (*table.tokens, taken["token"]), at(deal=table.deal)
    shown = asked.client.get(f"/v1/deals/{table.deal}", cast.owner)
    turn, token = shown["to_act"], tokens[shown["to_act"]]
    move = asked.client.moves(table.deal, token)[0]["move"]
    where = {"position": shown["version"], "head": shown["head"]}
    signature = signature_of(turn, move, stream=table.deal, **where)
    other = signature_of(1 - turn, move, stream=table.deal, **where)
    asked.refuse("makeMove", "signature-needed", token, body={"move": move}, **deal)
    wrong = {"move": move, "signature": other}
    asked.refuse("makeMove", "signature-refused", token, body=wrong, **deal)
    body = {"move": move, "signature": signature}
    asked.show("makeMove", token, body=body, **deal)
    asked.refuse("leaveDeal", "signature-needed", token, body={}, **deal)
    shown = asked.client.get(f"/v1/deals/{table.deal}", cast.owner)
    where = {"position": shown["version"], "head": shown["head"], "tag": ACT}
    signature = signature_of(turn, {"type": "leave"}, stream=table.deal, **where)
    asked.show("leaveDeal", token, body={"signature": signature}, **deal)


def watch(cast: Cast, over: Table) -> None:
    """Who is let in to watch, by the owner and by a seat."""
    asked, place = cast.asked, at(table=over.id)
    wish = {"name": "The press", "expires_in": 86_400}
    given = asked.show("admitWatcher", cast.owner, body=wish, **place)
    friend = {"name": "Ann's sister"}
    asked.show("admitWatcher", over.tokens[0], body=friend, **place)
    asked.refuse("admitWatcher", "limit-reached", cast.owner, body=wish, **place)
    asked.refuse("admitWatcher", "not-allowed", cast.other, body=wish, **place)
    asked.show("getMe", given["token"])
    asked.refuse("dismissWatcher", "not-allowed", over.tokens[1], **place, watcher=1)
    asked.show("dismissWatcher", cast.owner, **place, watcher=1)
    asked.show("listWatchers", cast.owner, **place)
    asked.refuse("listWatchers", "not-allowed", cast.other, **place)
