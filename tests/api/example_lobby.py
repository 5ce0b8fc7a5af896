"""Examples of the lobby that is followed, and of the pause between two deals."""

from tests.api.example_cast import STREAMS, THREE, Cast, Table, at


def play(cast: Cast) -> None:
    """A table comes and fills; its players pause after the first deal."""
    recorder = cast.recorder
    recorder.client.sequence()
    query = {"game": "skat", "free": "true"}
    before = recorder.show("listTables", cast.other, query={**query, "limit": 1})["position"]
    free = {"game": "skat", "name": "Come in", "seats": THREE[:2], "visibility": "public"}
    recorder.client.open(cast.owner, **free)
    filling = recorder.client.open(cast.owner, **free)
    recorder.client.sequence()
    seat, who = {"name": "Cid"}, cast.owner
    key = f"besides-{next(recorder.numbers)}"
    path = f"/v1/tables/{filling.id}/seats/2"
    recorder.client.send("PUT", path, who, json=seat, Idempotency_Key=key)
    recorder.client.sequence()
    follow = {**query, "after": before}
    whole = {**follow, "wait": 0, "limit": 5, "owner": "me", "status": "open", "ref": "user-17"}
    recorder.show("listLobbyChanges", cast.other, query=follow)
    recorder.show("listLobbyChanges", cast.owner, query=whole)
    for form in STREAMS:
        recorder.show("listLobbyChanges", cast.other, query=follow, accept=form)
    _pause(cast)


def _pause(cast: Cast) -> None:
    recorder = cast.recorder
    table = cast.open(
        game="skat",
        name="Tea breaks",
        target=3,
        seats=THREE,
        pause_seconds=300,
        visibility="public",
    )
    first, place = table.tokens[0], at(table=table.id, seat=0)
    recorder.refuse("sayReady", "not-the-next-deal", first, body={"number": 2}, **place)
    _pass(cast, table)
    recorder.show("getTable", cast.owner, table=table.id)
    recorder.refuse("sayReady", "not-allowed", table.tokens[1], body={"number": 2}, **place)
    missing = at(table=table.id, seat=9)
    recorder.refuse("sayReady", "not-found", cast.owner, body={"number": 2}, **missing)
    recorder.show("sayReady", first, body={"number": 2}, **place)
    recorder.show("sayReady", first, body={"number": 2}, **place)
    for seat in (1, 2):
        ready = at(table=table.id, seat=seat)
        recorder.show("sayReady", table.tokens[seat], body={"number": 2}, **ready)


def _pass(cast: Cast, table: Table) -> None:
    """Play a deal in which everybody passes."""
    client, path = cast.recorder.client, f"/v1/deals/{table.deal}"
    while (turn := client.get(path, table.tokens[0])["to_act"]) is not None:
        key = f"besides-{next(cast.recorder.numbers)}"
        move = {"move": {"type": "pass"}}
        client.send("POST", f"{path}/moves", table.tokens[turn], json=move, Idempotency_Key=key)
    client.record(table.deal)
