"""Guests of all kinds: how they are admitted and dismissed, how long, and what each is shown.

`test_authorization_of_tokens` tries every operation with the tokens of all of them.
"""

from dataclasses import replace
from random import Random
from typing import Any, Final, get_args
from uuid import UUID

import pytest

from domain.kernel.event import Id
from domain.kernel.stored import added_to
from domain.table.events import TableDrawn
from domain.table.guests import AUDITOR, WATCHER, GuestScope
from service.access.credentials import (
    Anonymous,
    EntryHolder,
    GuestHolder,
    SeatHolder,
    guest_token,
    read_token,
)
from service.settings import Settings
from service.tables.sight import may_dispute, may_see, owns, takes_part
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_disputes import finished
from tests.simulation.runtime import RUNTIME

KINDS: Final[tuple[GuestScope, ...]] = get_args(GuestScope)
DAY: Final = 86_400
EVE: Final = {"name": "Eve"}
TERMS: Final = ({"visibility": "private"}, {"views_after": "members"})
OPEN: Final[dict[str, Any]] = {"seats": PERSONS[:3]}
"""A table with a free seat: for others nobody is invited."""
every_kind = pytest.mark.parametrize("kind", KINDS)


def timeless(shown: dict[str, Any]) -> dict[str, Any]:
    """Without the time now, and the number of disputes, which is for parties alone."""
    return {**shown, "now": None, "disputes_waiting": None}


def same(client: Client, path: str, who: str, other: str, *, view: str = "") -> None:
    """A guest is shown what the other caller is shown in a view."""
    own = client.get(path, who)
    assert timeless(own) == timeless(client.get(f"{path}?view={view}" if view else path, other))


def status(client: Client, token: str) -> int:
    return client.send("GET", "/v1/me", token).status_code


# --- Every kind -----------------------------------------------------------------------------------


def test_a_credential_of_another_place_has_no_part_in_a_table(client: Client) -> None:
    table = client.open(visibility="private", **OPEN)
    for kind in KINDS:
        client.guest(table, kind)
    drawn = TableDrawn(Id(str(UUID(int=7))), 1, 1)
    state, here, elsewhere = (
        client.table(table).state._replace(drawn=drawn),
        UUID(table.id),
        UUID(int=8),
    )
    own: list[Any] = [SeatHolder(here, 0), *(GuestHolder(here, kind, 1) for kind in KINDS)]
    foreign = [replace(each, table=elsewhere) for each in own]
    own += [EntryHolder(UUID(int=7), 1), client.principal(table.owner)]
    foreign += [EntryHolder(elsewhere, 1), client.principal(client.key()), Anonymous("")]
    assert [may_see(state, each) for each in own] == [True] * len(own)
    for sees in (may_see, takes_part, may_dispute, owns):
        assert [each for each in foreign if sees(state, each)] == [], sees


@every_kind
def test_a_repeated_request_gives_the_token_again(client: Client, kind: str) -> None:
    table = client.open(**OPEN)
    path = f"{table.path}/{kind}s"
    first, again = (
        client.send("POST", path, table.owner, json=EVE, Idempotency_Key="w") for _ in range(2)
    )
    assert (first.status_code, first.is_replayed) == (201, False)
    assert (again.json, again.is_replayed) == (first.json, True)
    other = client.send("POST", path, table.owner, json={"name": "x"}, Idempotency_Key="w")
    assert other.refusal == (422, "idempotency-key-reused")


@every_kind
def test_a_token_ends_at_its_time(client: Client, kind: GuestScope) -> None:
    table = client.open(**OPEN)
    token = client.guest(table, kind, expires_in=60)
    until = client.table(table).state.guests.of(kind)[0].until
    RUNTIME.pass_time((until - RUNTIME.now()) / 1e6 - 1)
    assert status(client, token) == 200
    RUNTIME.pass_time(1)
    assert status(client, token) == 401


@every_kind
def test_how_long_a_token_lasts_is_limited(client: Client, kind: GuestScope) -> None:
    table = client.open(**OPEN)
    path = f"{table.path}/{kind}s"
    for wrong in (59, 1_000_000_000, "60", None):
        body = {**EVE, "expires_in": wrong}
        assert client.send("POST", path, table.owner, json=body).status_code == 422
    assert client.post(path, table.owner, {**EVE, "expires_in": 999_999_999})["until"][-1] == "Z"
    stream = client.table(table)
    lasts = stream.state.guests.of(kind)[0].until - stream.records[-1].at
    assert lasts <= getattr(Settings(), f"{kind}_days") * DAY * 1_000_000


@every_kind
@pytest.mark.parametrize("number", [0, 2, 65_535])
def test_a_number_that_nobody_has_opens_nothing(
    client: Client, kind: GuestScope, number: int
) -> None:
    table = client.open(**OPEN)
    assert read_token(client.guest(table, kind)) is not None
    assert status(client, guest_token(UUID(table.id), kind, number, bytes(32))) == 401


@every_kind
@pytest.mark.parametrize("number", ["0", "7", "x", "99999999999999999999"])
def test_nobody_else_is_dismissed(client: Client, kind: str, number: str) -> None:
    table = client.open(**OPEN)
    token = client.guest(table, kind)
    assert client.send("DELETE", f"{table.path}/{kind}s/{number}", table.owner).status_code == 404
    assert status(client, token) == 200


@every_kind
def test_a_dismissal_may_be_repeated(client: Client, kind: str) -> None:
    table = client.open(**OPEN)
    token = client.guest(table, kind)
    path = f"{table.path}/{kind}s/1"
    for again in (False, True):
        answer = client.send("DELETE", path, table.owner)
        assert (answer.status_code, answer.is_replayed) == (204, again)
    assert status(client, token) == 401


@pytest.mark.parametrize("kind", ["watcher", "reader"])
def test_a_client_without_a_key_signs_nothing(client: Client, kind: str) -> None:
    table = client.open(**OPEN)
    path, signature = f"{table.path}/{kind}s", "90" * 64
    token = client.guest(table, kind)
    added = client.send("POST", path, table.owner, json={**EVE, "signature": signature})
    ended = client.send("DELETE", f"{path}/1?signature={signature}", table.owner)
    for answer in (added, ended):
        assert answer.refusal == (409, "signature-refused")
        assert [each["id"] for each in answer.json["clauses"]] == ["F7"]
    assert len(client.get(path, table.owner)[f"{kind}s"]) == 1
    assert status(client, token) == 200


def test_a_token_of_another_kind_with_the_same_bytes_opens_nothing(client: Client) -> None:
    table = client.open()
    token = client.guest(table, "watcher")
    assert status(client, token.replace("view_", "audit_")) == 401
    assert status(client, token) == 200


def test_a_seat_dismisses_those_that_it_let_in_and_no_others(client: Client, table: Opened) -> None:
    path = f"{table.path}/watchers"
    first, second = (client.guest(table, "watcher", table.tokens[seat]) for seat in (1, 2))
    assert client.send("DELETE", f"{path}/1", table.tokens[2]).status_code == 403
    client.delete(f"{path}/2", table.tokens[2])
    lines = client.get(path, table.tokens[0])["watchers"]
    assert [(each["by"], each["dismissed"]) for each in lines] == [(1, False), (2, True)]
    assert [status(client, each) for each in (first, second)] == [200, 401]
    client.delete(f"{path}/1", table.owner)
    assert status(client, first) == 401


def test_a_table_without_spectators_has_no_watchers(client: Client) -> None:
    table = client.open(spectators=False)
    for who in (table.owner, table.tokens[0]):
        assert client.send("POST", f"{table.path}/watchers", who, json=EVE).status_code == 403


def test_so_many_watchers_are_there_at_a_time(client: Client, table: Opened) -> None:
    path = f"{table.path}/watchers"
    for _ in range(50):
        client.guest(table, "watcher")
    assert client.send("POST", path, table.owner, json=EVE).refusal == (409, "limit-reached")
    client.delete(f"{path}/7", table.owner)
    client.guest(table, "watcher")


# --- Watchers -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hidden(client: Client) -> Opened:
    """A private table with a running deal."""
    table = client.open(visibility="private")
    client.play(table, Random(2), moves=3)
    return table


def test_a_watcher_sees_a_private_table_as_the_public_would(client: Client, hidden: Opened) -> None:
    token, deal = client.guest(hidden, "watcher"), hidden.deal_path
    same(client, deal, token, hidden.owner, view="public")
    same(client, f"{deal}/events", token, hidden.owner, view="public")
    assert client.get(deal, token)["legal_moves"] == []
    assert client.get(hidden.path, token)["disputes_waiting"] is None
    for path in ("", "/series"):
        same(client, f"/v1/tables/{hidden.id}{path}", token, hidden.owner)
    number = len(client.get(f"{hidden.path}/watchers", hidden.owner)["watchers"])
    known = {"kind": "watcher", "table": hidden.id, "watcher": number, "name": "Eve"}
    assert client.get("/v1/me", token) == known


def sees_the_public_view_alone(client: Client, table: Opened, view: str) -> None:
    token = client.guest(table, "watcher")
    for path in ("", "/events"):
        answer = client.send("GET", f"/v1/deals/{table.deal}{path}?view={view}", token)
        assert answer.refusal == (403, "view-not-allowed")
    assert client.get(f"{table.deal_path}?view=public", token)["view"] == "public"


@pytest.mark.parametrize("view", ["seat:0", "seat:9", "full"])
def test_and_no_more_while_the_deal_is_on(client: Client, hidden: Opened, view: str) -> None:
    sees_the_public_view_alone(client, hidden, view)


@pytest.fixture(scope="module")
def members(client: Client) -> Opened:
    """A table whose first deal is over, and whose watchers have the public view for ever."""
    table = client.open(game="durak", seats=PERSONS[:2], views_after="members")
    client.play(table, Random(2))
    return table


@pytest.mark.costly
@pytest.mark.parametrize(("view", "found"), [("seat:0", 200), ("seat:9", 404), ("full", 200)])
def test_and_never_more_where_views_are_for_members(
    client: Client, members: Opened, view: str, found: int
) -> None:
    sees_the_public_view_alone(client, members, view)
    assert client.send("GET", f"{members.deal_path}?view={view}", client.key()).status_code == found


@pytest.mark.parametrize("view", ["seat:0", "full"])
def test_a_watcher_sees_every_view_of_a_deal_that_is_over(
    client: Client, played: Opened, view: str
) -> None:
    token = client.guest(played, "watcher")
    for path in ("", "/events"):
        same(client, f"/v1/deals/{played.deal}{path}?view={view}", token, played.owner)


def test_a_table_of_an_older_release_keeps_its_rule() -> None:
    assert added_to("table.opened", version=4)["views_after"] == "members"


def test_no_card_that_the_public_has_not_seen_is_in_what_it_shows(
    client: Client, hidden: Opened
) -> None:
    path = hidden.deal_path
    seen = client.send("GET", f"{path}/events", client.guest(hidden, WATCHER)).text
    public = str(client.get(f"{path}?view=public", hidden.owner)["state"])
    for seat in range(4):
        hand = client.get(path, hidden.tokens[seat])["state"]["hands"][seat]
        assert not [card for card in hand if card not in public and f'"{card}"' in seen]


# --- Auditors -------------------------------------------------------------------------------------


def test_an_auditor_has_the_evidence_of_what_is_over_and_of_nothing_else(client: Client) -> None:
    table = client.open(visibility="private")
    token, path = client.guest(table, AUDITOR), f"{table.deal_path}/bundle"
    for view in ("", "?view=public", "?view=seat:0", "?view=full"):
        assert client.send("GET", path + view, token).refusal == (409, "deal-on")
    client.play(table, Random(5))
    assert client.send("GET", path, token).data == client.send("GET", path, table.owner).data
    for view in ("public", "seat:0", "full"):
        assert client.get(f"{path}?view={view}", token)["view"] == view
    assert client.send("GET", f"{path}?view=seat:4", token).status_code == 404


@pytest.mark.parametrize("terms", TERMS)
def test_an_auditor_replays_what_is_over_at_their_table(
    client: Client, terms: dict[str, Any]
) -> None:
    table = client.open(**terms)
    token, path = client.guest(table, AUDITOR), f"{table.deal_path}/frames?view="
    assert client.get(table.path, token)["status"] == "playing"
    for view in ("public", "seat:0", "full"):
        assert client.send("GET", path + view, token).refusal == (403, "view-not-allowed")
    client.play(table, Random(5))
    for view in ("public", "seat:0", "full"):
        assert client.get(path + view, token) == client.get(path + view, table.owner)


def test_an_auditor_gets_their_own_identity(client: Client) -> None:
    table = finished(client)
    shown = client.get("/v1/me", client.guest(table, AUDITOR, name="Ombudsman"))
    assert shown == {"kind": "auditor", "table": table.id, "auditor": 1, "name": "Ombudsman"}
