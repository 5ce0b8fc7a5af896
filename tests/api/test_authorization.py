"""Authorization: every operation, with every kind of credential."""

from collections.abc import Callable
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from service.access.credentials import GUEST_KINDS, SeatHolder, read_token, seat_token
from service.api.dependencies import Application
from service.ids import hashed
from tests.api.operations import (
    ALL,
    CALLERS,
    CASES,
    CLAIM,
    DEAL,
    OVER,
    RULING,
    SECURED,
    TABLE,
    UPHELD,
    Case,
    addressed,
    on_turn,
)
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_disputes import disputed, finished


def test_no_operation_is_missing_here() -> None:
    assert {case.operation for case in CASES} == SECURED.keys()


AFTER = (
    Case("getFrames", "GET", f"{DEAL}/frames", ALL, fields=OVER),
    Case("getAudit", "GET", f"{DEAL}/audit", (403, 200, 200), fields=OVER),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle", ALL, fields=OVER),
    Case("listDisputes", "GET", f"{DEAL}/disputes", (403, 200, 200), fields=OVER),
    Case("openDispute", "POST", f"{DEAL}/disputes", (403, 403, 201), CLAIM, OVER),
    Case("ruleDispute", "POST", RULING, (403, 403, 403), UPHELD, OVER),
    *(
        Case(f"dismiss{kind.title()}", "DELETE", f"{TABLE}/{kind}s/1", (403, 204, 403), fields=OVER)
        for kind in ("auditor", "watcher", "reader")
    ),
)
"""At a table with guests whose deal is over and disputed."""


@pytest.mark.parametrize("case", [*CASES, *AFTER], ids=str)
def test_permissions(case: Case, client: Client) -> None:
    """All callers that change nothing ask at one table."""
    place: Place | None = None
    for principal, status in zip(CALLERS, case.statuses, strict=True):
        table, seat, path = place = place or placed(client, case)
        before = client.versions(table.id, *([table.deal] if table.deal else []))

        answer = client.send(
            case.method, path, credential(client, table, principal, seat), json=case.body
        )

        assert answer.status_code == status, (principal, answer.text)
        if status >= 400:
            assert answer.mimetype == "application/problem+json", principal
            assert client.versions(*map(str, before)) == before, principal
        elif case.method != "GET":
            place = None
        if status == 401:
            assert answer.headers["WWW-Authenticate"] == "Bearer", principal


class Place(NamedTuple):
    """A table, a seat there, and the address of a case for its holder."""

    table: Opened
    seat: int
    path: str


def placed(client: Client, case: Case) -> Place:
    fields: dict[str, Any] = dict(case.fields)
    if fields.pop("over", False):
        table, seat = finished(client), 0
        disputed(client, table)
        for kind in ("auditor", "watcher", "reader"):
            client.guest(table, kind)
    else:
        table = client.open(**fields)
        seat = on_turn(client, table) if table.deal else 1
    return Place(table, seat, addressed(client, table, seat, case.path))


def credential(client: Client, table: Opened, principal: str, seat: int) -> str | None:
    makers: dict[str, Callable[[], str | None]] = {
        "nobody": lambda: None,
        "junk": lambda: "key_" + "A" * 43,
        "other": lambda: client.key("other"),
        "owner": lambda: table.owner,
        "seat": lambda: table.tokens.get(seat, table.tokens[0]),
        "foreign": lambda: client.open().tokens[seat],
    }
    return makers[principal]()


def test_after_the_deal_every_view_is_visible_to_viewers_of_the_table(
    client: Client, played: Opened
) -> None:
    for who in (played.owner, client.key("other"), played.tokens[2]):
        for view in ("seat:0", "seat:3", "public", "full"):
            assert client.get(f"{played.deal_path}?view={view}", who)["view"] == view
        assert client.get(f"{played.deal_path}/transcript", who)["expect"]["over"] is True
    foreign = client.open().tokens[0]
    assert client.send("GET", f"{played.deal_path}?view=full", foreign).status_code == 404


@pytest.mark.parametrize(
    "credential_",
    [
        *(
            f"{kind}_{rest}"
            for kind in ("key", "seat", *GUEST_KINDS.values())
            for rest in ("", "ä")
        ),
        *(f"seat_{letter * 66}" for letter in "A_"),
        *(f"{kind}_{rest}" for kind in GUEST_KINDS.values() for rest in ("_" * 67, "A" * 66)),
        "view_" + "A" * 43,
        "A" * 8000,
    ],
)
def test_an_invalid_credential_opens_nothing(credential_: str, client: Client) -> None:
    answer = client.send("GET", "/v1/me", credential_.encode().decode("latin-1"))
    assert answer.status_code == 401
    assert answer.json["code"] == "unauthenticated"


@pytest.mark.parametrize("header", ["Basic dTpw", "Bearer", "bearer ", "Bearer a b", ""])
def test_other_schemes_open_nothing(header: str, client: Client) -> None:
    assert client.send("GET", "/v1/me", Authorization=header).status_code == 401


def test_a_revoked_key_opens_nothing(client: Client, key: str) -> None:
    client.context.credentials.revoke(client.principal(key).id)
    assert client.send("GET", "/v1/me", key).status_code == 401


def test_a_token_ends_when_its_player_leaves(client: Client) -> None:
    table = client.open(seats=PERSONS[:1])
    assert client.send("DELETE", f"{table.path}/seats/0", table.tokens[0]).status_code == 204
    assert client.send("GET", table.path, table.tokens[0]).status_code == 401
    client.post(f"{table.path}/seats/0", table.owner, PERSONS[1], method="PUT")
    assert client.send("GET", table.path, table.tokens[0]).status_code == 401


def test_only_tokens_of_seats_of_started_tables_are_remembered(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = client.flask.application
    assert isinstance(app, Application)
    started, waiting = client.open(), client.open(seats=PERSONS[:2])
    app.identities.clear()
    for token in (started.tokens[0], started.owner, waiting.tokens[0], waiting.owner):
        assert client.send("GET", "/v1/me", token).status_code == 200
    assert [*app.identities] == [hashed(started.tokens[0])]
    monkeypatch.setattr("service.api.authentication.REMEMBERED", 2)
    for token in (*started.tokens.values(), *started.tokens.values()):
        assert client.send("GET", "/v1/me", token).status_code == 200
        assert len(app.identities) <= 2


def test_a_token_for_a_seat_or_a_stream_that_is_none_opens_nothing(client: Client) -> None:
    table = client.open()
    held = read_token(table.tokens[0])
    assert isinstance(held, SeatHolder)
    for stream, seat in ((held.table, 200), (table.deal, 0)):
        token = forged(str(stream), seat)
        assert client.send("GET", "/v1/me", token).status_code == 401


def forged(stream: str, seat: int) -> str:
    return seat_token(UUID(stream), seat, b"\0" * 32)
