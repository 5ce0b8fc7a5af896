"""Invitations as tests make and use them."""

from typing import Any, Final

from tests.api.playing import PERSONS, Answer, Client, Opened

LABEL: Final = "Eve, of the Thursday group"
NOTE: Final = "asks for the corner table"
REF: Final = "user-eve-5"
NOTED: Final = {"ref": REF, "metadata": {"note": NOTE}}
TWO: Final[dict[str, Any]] = {"game": "durak", "visibility": "private"}
EVE: Final = {"name": "Eve"}


def begun(client: Client, owner: str | None = None, **fields: Any) -> Opened:
    """A private table for two, where Ann sits."""
    return client.open(owner, seats=[*PERSONS[:1], {}], **{**TWO, **fields})


def invited(client: Client, table: Opened, **fields: Any) -> dict[str, Any]:
    answer = client.post(f"{table.path}/invitations", table.owner, {"name": LABEL, **fields})
    return dict(answer)


def sit(
    client: Client, table: Opened, token: str, seat: int = 1, *, key: str | None = None, **body: Any
) -> Answer:
    headers: dict[str, Any] = {} if key is None else {"Idempotency_Key": key}
    return client.send("PUT", f"{table.path}/seats/{seat}", token, json={**EVE, **body}, **headers)


def running(
    client: Client, owner: str | None = None, invitations: int = 1, **fields: Any
) -> tuple[Opened, list[dict[str, Any]]]:
    """A table with a running deal, and invitations to it from before the last seat was taken."""
    seats = fields.pop("seats", PERSONS)
    table = client.open(owner, seats=[*seats[:-1], {}], **fields)
    made = [invited(client, table) for _ in range(invitations)]
    last = len(seats) - 1
    taken: Any = sit(client, table, table.owner, last, **seats[-1]).json
    deal = taken["table"]["deal"]["id"]
    return Opened(table.id, deal, {**table.tokens, last: taken["token"]}, table.owner), made


def listed(client: Client, table: Opened) -> list[dict[str, Any]]:
    return list(client.get(f"{table.path}/invitations", table.owner)["invitations"])


def withdraw(client: Client, table: Opened, number: int = 1) -> Answer:
    return client.send("DELETE", f"{table.path}/invitations/{number}", table.owner)
