"""Access with a watcher's token, and its creation: every operation with every credential."""

from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.stored import added_to
from domain.table.guests import WATCHER
from service.access.credentials import guest_token, read_token
from tests.api.contracts import contract
from tests.api.playing import PERSONS, Client, Opened
from tests.simulation.runtime import RUNTIME

TABLE, WATCHERS, DEAL = "/v1/tables/{table}", "/v1/tables/{table}/watchers", "/v1/deals/{deal}"
NAMED = {"name": "Screen"}


def watcher(client: Client, table: Opened, who: str | None = None, **fields: Any) -> str:
    answer = client.send(
        "POST", f"/v1/tables/{table.id}/watchers", who or table.owner, json={**NAMED, **fields}
    )
    assert answer.status_code == 201, answer.text
    said: Any = answer.json
    token: str = said["token"]
    return token


@pytest.fixture(scope="module")
def hidden(client: Client) -> Opened:
    """A private table with a running deal."""
    table = client.open(visibility="private")
    client.play(table, Random(2), moves=3)
    return table


# --- Visible data ---------------------------------------------------------------------------------


def test_a_watcher_sees_a_private_table_as_the_public_would(client: Client, hidden: Opened) -> None:
    token = watcher(client, hidden)
    deal = f"/v1/deals/{hidden.deal}"
    shown = client.get(deal, token)
    other = client.get(f"{deal}?view=public", hidden.owner)
    assert {**shown, "now": None} == {**other, "now": None}
    assert shown["legal_moves"] == []
    events = client.get(f"{deal}/events", token)
    other = client.get(f"{deal}/events?view=public", hidden.owner)
    assert {**events, "now": None} == {**other, "now": None}
    for path in (f"/v1/tables/{hidden.id}", f"/v1/tables/{hidden.id}/series"):
        shown, other = client.get(path, token), client.get(path, hidden.owner)
        assert {**shown, "now": None} == {**other, "now": None}
    number = len(client.get(WATCHERS.format(table=hidden.id), hidden.owner)["watchers"])
    known = {"kind": "watcher", "table": hidden.id, "watcher": number, "name": "Screen"}
    assert client.get("/v1/me", token) == known


def test_a_watcher_of_another_table_sees_nothing(client: Client, hidden: Opened) -> None:
    other = client.open(visibility="private")
    watcher(client, hidden)
    token = watcher(client, other)
    for path in (f"/v1/tables/{hidden.id}", f"/v1/deals/{hidden.deal}"):
        assert client.send("GET", path, token).status_code == 404


def refused(client: Client, table: Opened, view: str) -> None:
    token = watcher(client, table)
    for path in ("", "/events"):
        answer = client.send("GET", f"/v1/deals/{table.deal}{path}?view={view}", token)
        said: Any = answer.json
        assert (answer.status_code, said["code"]) == (403, "view-not-allowed")
    assert client.get(f"/v1/deals/{table.deal}?view=public", token)["view"] == "public"


@pytest.mark.parametrize("view", ["seat:0", "seat:9", "full"])
def test_and_no_more_while_the_deal_is_on(client: Client, hidden: Opened, view: str) -> None:
    refused(client, hidden, view)


@pytest.fixture(scope="module")
def members(client: Client) -> Opened:
    """A table whose first deal is over, and whose watchers have the public view for ever."""
    table = client.open(game="durak", seats=PERSONS[:2], views_after="members")
    client.play(table, Random(2))
    return table


@pytest.mark.parametrize("view", ["seat:0", "seat:9", "full"])
def test_and_never_more_where_views_are_for_members(
    client: Client, members: Opened, view: str
) -> None:
    refused(client, members, view)
    status = 404 if view == "seat:9" else 200
    path = f"/v1/deals/{members.deal}?view={view}"
    assert client.send("GET", path, client.key()).status_code == status


@pytest.mark.parametrize("view", ["seat:0", "full"])
def test_a_watcher_sees_every_view_of_a_deal_that_is_over(
    client: Client, played: Opened, view: str
) -> None:
    token = watcher(client, played)
    for path in ("", "/events"):
        path = f"/v1/deals/{played.deal}{path}?view={view}"  # noqa: PLW2901 - the whole of it
        shown, other = client.get(path, token), client.get(path, played.owner)
        assert {**shown, "now": None} == {**other, "now": None}


def test_a_table_of_an_older_release_keeps_its_rule() -> None:
    assert added_to("table.opened", version=4)["views_after"] == "members"


def test_no_card_that_the_public_has_not_seen_is_in_what_it_shows(
    client: Client, hidden: Opened
) -> None:
    token = watcher(client, hidden)
    seen = client.send("GET", f"/v1/deals/{hidden.deal}/events", token).text
    for seat in range(4):
        hand = client.get(f"/v1/deals/{hidden.deal}", hidden.tokens[seat])["state"]["hands"][seat]
        public = client.get(f"/v1/deals/{hidden.deal}?view=public", hidden.owner)["state"]
        for card in hand:
            if card not in str(public):
                assert f'"{card}"' not in seen


def operations() -> list[tuple[str, str, bool]]:
    """Every operation that requires a credential, and whether the contract admits watchers."""
    return [
        (method.upper(), path, {"watcherToken": []} in operation["security"])
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters" and operation["security"]
    ]


def test_a_watcher_is_let_in_where_the_contract_says_so_and_only_there(
    client: Client, hidden: Opened
) -> None:
    token = watcher(client, hidden)
    before = client.versions(hidden.id, str(hidden.deal))
    let_in = set()
    for method, path, named in operations():
        answer = client.send(method, hidden.address(path), token)
        kept_out = answer.status_code == 403 and "A watcher sees" in answer.text
        assert kept_out is not named, (method, path, answer.text)
        let_in |= {f"{method} {path}"} if named else set()
    assert client.versions(hidden.id, str(hidden.deal)) == before
    assert let_in == {
        "GET /v1/me",
        "GET /v1/tables/{table}",
        "GET /v1/tables/{table}/series",
        "GET /v1/tables/{table}/events",
        "GET /v1/deals/{deal}",
        "GET /v1/deals/{deal}/events",
        "GET /v1/deals/{deal}/frames",
    }


def test_another_table_is_not_there_for_him(client: Client, hidden: Opened) -> None:
    other = client.open()
    token = watcher(client, hidden)
    for path in (f"/v1/tables/{other.id}", f"/v1/tables/{other.id}/series"):
        assert client.send("GET", path, token).status_code == 404
    for path in (f"/v1/deals/{other.deal}", f"/v1/deals/{other.deal}/events?view=full"):
        assert client.send("GET", path, token).status_code == 404


# --- Admission and dismissal ----------------------------------------------------------------------

CALLERS = ("nobody", "junk", "other", "owner", "seat", "foreign", "auditor", "watcher")


@pytest.mark.parametrize(
    ("visibility", "method", "path", "statuses"),
    [
        ("public", "POST", WATCHERS, (401, 401, 403, 201, 201, 404, 403, 403)),
        ("private", "POST", WATCHERS, (401, 401, 404, 201, 201, 404, 403, 403)),
        ("public", "GET", WATCHERS, (401, 401, 403, 200, 200, 404, 403, 403)),
        ("private", "GET", WATCHERS, (401, 401, 404, 200, 200, 404, 403, 403)),
        ("public", "DELETE", f"{WATCHERS}/1", (401, 401, 403, 204, 403, 404, 403, 403)),
        ("private", "DELETE", f"{WATCHERS}/1", (401, 401, 404, 204, 403, 404, 403, 403)),
    ],
)
def test_permissions(
    client: Client, visibility: str, method: str, path: str, statuses: tuple[int, ...]
) -> None:
    table = client.open(visibility=visibility)
    token = watcher(client, table)
    judge: Any = client.send(
        "POST", f"/v1/tables/{table.id}/auditors", table.owner, json=NAMED
    ).json
    known = {
        "nobody": None,
        "junk": "view_" + "A" * 67,
        "other": client.key(),
        "owner": table.owner,
        "seat": table.tokens[2],
        "foreign": client.open().tokens[2],
        "auditor": judge["token"],
        "watcher": token,
    }
    body = NAMED if method == "POST" else None
    for principal, status in sorted(zip(CALLERS, statuses, strict=True), key=lambda each: -each[1]):
        before = client.versions(table.id)
        answer = client.send(method, path.format(table=table.id), known[principal], json=body)
        assert answer.status_code == status, (principal, answer.text)
        if status >= 400:
            assert client.versions(table.id) == before


def test_a_seat_dismisses_those_that_it_let_in_and_no_others(client: Client) -> None:
    table = client.open()
    path = f"/v1/tables/{table.id}/watchers"
    first, second = watcher(client, table, table.tokens[1]), watcher(client, table, table.tokens[2])
    assert client.send("DELETE", f"{path}/1", table.tokens[2]).status_code == 403
    for again in (False, True):
        answer = client.send("DELETE", f"{path}/2", table.tokens[2])
        assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (204, again)
    lines = client.get(path, table.tokens[0])["watchers"]
    assert [(each["by"], each["dismissed"]) for each in lines] == [(1, False), (2, True)]
    assert client.send("GET", "/v1/me", first).status_code == 200
    assert client.send("GET", "/v1/me", second).status_code == 401
    assert client.send("DELETE", f"{path}/1", table.owner).status_code == 204
    assert client.send("GET", "/v1/me", first).status_code == 401


@pytest.mark.parametrize("number", ["0", "7", "x", "99999999999999999999"])
def test_other_auditors_are_not_dismissed(client: Client, number: str) -> None:
    table = client.open()
    watcher(client, table)
    path = f"/v1/tables/{table.id}/watchers/{number}"
    assert client.send("DELETE", path, table.owner).status_code == 404


def test_a_table_without_spectators_has_no_watchers(client: Client) -> None:
    table = client.open(spectators=False)
    for who in (table.owner, table.tokens[0]):
        path = f"/v1/tables/{table.id}/watchers"
        assert client.send("POST", path, who, json=NAMED).status_code == 403


def test_a_repeated_request_gives_the_token_again(client: Client) -> None:
    table = client.open(seats=PERSONS)
    path = f"/v1/tables/{table.id}/watchers"
    first, again = (
        client.send("POST", path, table.owner, json=NAMED, Idempotency_Key="w") for _ in range(2)
    )
    assert first.json == again.json
    assert again.headers["Idempotent-Replayed"] == "true"
    other = client.send("POST", path, table.owner, json={"name": "x"}, Idempotency_Key="w")
    assert other.status_code == 422


# --- Tokens -------------------------------------------------------------------------------------


def test_a_token_ends(client: Client) -> None:
    table = client.open()
    token = watcher(client, table, expires_in=60)
    stream = client.context.streams.table(UUID(table.id))
    assert stream is not None
    until = stream.state.guests.of(WATCHER)[0].until
    RUNTIME.pass_time((until - RUNTIME.now()) / 1e6 - 1)
    assert client.send("GET", "/v1/me", token).status_code == 200
    RUNTIME.pass_time(1)
    assert client.send("GET", "/v1/me", token).status_code == 401


def test_how_long_it_lasts_and_how_many_there_are_is_limited(client: Client) -> None:
    table = client.open()
    watcher(client, table, expires_in=999_999_999)
    stream = client.context.streams.table(UUID(table.id))
    assert stream is not None
    lasts = stream.state.guests.of(WATCHER)[0].until - stream.records[-1].at
    assert lasts <= 30 * 86_400 * 1_000_000
    for _ in range(49):
        watcher(client, table)
    path = f"/v1/tables/{table.id}/watchers"
    full = client.send("POST", path, table.owner, json=NAMED)
    assert (full.status_code, full.json and full.json["code"]) == (409, "limit-reached")
    client.send("DELETE", f"{path}/7", table.owner)
    watcher(client, table)


@pytest.mark.parametrize("number", [0, 2, 65_535])
def test_a_number_that_no_watcher_has_opens_nothing(client: Client, number: int) -> None:
    table = client.open()
    token = watcher(client, table)
    assert read_token(token) is not None
    forged = guest_token(UUID(table.id), WATCHER, number, bytes(32))
    assert client.send("GET", "/v1/me", forged).status_code == 401


@pytest.mark.parametrize("token", ["view_", "view_ä", "view_" + "_" * 67, "view_" + "A" * 66])
def test_an_invalid_token_opens_nothing(client: Client, token: str) -> None:
    sent = token.encode().decode("latin-1")
    assert client.send("GET", "/v1/me", sent).status_code == 401


def test_a_token_of_another_kind_with_the_same_bytes_opens_nothing(client: Client) -> None:
    table = client.open()
    token = watcher(client, table)
    assert client.send("GET", "/v1/me", token.replace("view_", "audit_")).status_code == 401
    assert client.send("GET", "/v1/me", token).status_code == 200


# --- Signatures ---------------------------------------------------------------------------------


def test_a_client_without_a_key_signs_nothing(client: Client, hidden: Opened) -> None:
    signature = {"signature": "90" * 64}
    path = WATCHERS.format(table=hidden.id)
    watcher(client, hidden)
    added = client.send("POST", path, hidden.owner, json={**NAMED, **signature})
    number = client.get(path, hidden.owner)["watchers"]
    ended = client.send("DELETE", f"{path}/1?signature={'90' * 64}", hidden.owner)
    for answer in (added, ended):
        said: Any = answer.json
        assert answer.status_code == 409, said
        assert said["code"] == "signature-refused"
        assert [each["id"] for each in said["clauses"]] == ["F7"]
    assert client.get(path, hidden.owner)["watchers"] == number
