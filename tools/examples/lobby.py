"""Examples of the lobby that is followed, and of the pause between two deals."""

from typing import Any

from events.seat_keys import ACT, MOVE
from tests.keys import key_of, signature_of
from tools.examples.cast import STREAMS, THREE, Cast, Table, at, besides


def play(cast: Cast) -> None:
    """A table comes and fills; its players pause after the first deal."""
    cast.client.sequence()
    query = {"game": "skat", "free": "true"}
    before = cast.show("listTables", cast.other, query={**query, "limit": 1})["position"]
    free = {"game": "skat", "name": "Come in", "seats": THREE[:2], "visibility": "public"}
    besides(cast, "POST", "/v1/tables", cast.owner, free)
    cast.client.sequence()
    filling = besides(cast, "POST", "/v1/tables", cast.owner, free)["table"]["id"]
    cast.client.sequence()
    besides(cast, "PUT", f"/v1/tables/{filling}/seats/2", cast.owner, {"name": "Cid"})
    cast.client.sequence()
    follow = {**query, "after": before}
    whole = {**follow, "wait": 0, "limit": 5, "owner": "me", "status": "open", "ref": "user-17"}
    whole |= {"table_ref": "match-204", "metadata": "round=3"}
    cast.show("listLobbyChanges", cast.other, query=follow)
    cast.show("listLobbyChanges", cast.owner, query=whole)
    for form in STREAMS:
        cast.show("listLobbyChanges", cast.other, query=follow, accept=form)
    _pause(cast)


def _pause(cast: Cast) -> None:
    """Ann has a key: she signs her moves, and that she is ready."""
    seats = [{"name": "Ann", "key": key_of(0)}, *THREE[1:]]
    fields = {"game": "skat", "name": "Tea breaks", "target": 3, "seats": seats}
    table = cast.open(**fields, pause_seconds=300, visibility="public")
    first, place = table.tokens[0], at(table=table.id, seat=0)
    cast.refuse("sayReady", "not-the-next-deal", first, body={"number": 2}, **place)
    _pass(cast, table)
    cast.show("getTable", cast.owner, table=table.id)
    cast.refuse("sayReady", "not-allowed", table.tokens[1], body={"number": 2}, **place)
    missing = at(table=table.id, seat=9)
    cast.refuse("sayReady", "not-found", cast.owner, body={"number": 2}, **missing)
    shown = cast.client.get(f"/v1/tables/{table.id}", first)
    signature = _signed(shown, {"type": "ready", "number": 2}, tag=ACT)
    cast.show("sayReady", first, body={"number": 2, "signature": signature}, **place)
    for seat in (1, 2):
        ready = at(table=table.id, seat=seat)
        cast.show("sayReady", table.tokens[seat], body={"number": 2}, **ready)


def _signed(shown: Any, said: dict[str, Any], *, tag: bytes) -> str:
    """Ann's signature, over the current record of a deal or table."""
    where = {"position": shown["version"], "head": shown["head"], "tag": tag}
    return signature_of(0, said, stream=shown["id"], **where)


def _pass(cast: Cast, table: Table) -> None:
    """Play a deal in which everybody passes."""
    client, path = cast.client, f"/v1/deals/{table.deal}"
    while (turn := (shown := client.get(path, table.tokens[0]))["to_act"]) is not None:
        body: dict[str, Any] = {"move": {"type": "pass"}}
        if turn == 0:
            body["signature"] = _signed(shown, body["move"], tag=MOVE)
        besides(cast, "POST", f"{path}/moves", table.tokens[turn], body)
    client.record(table.deal)
