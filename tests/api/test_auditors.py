"""Access with an auditor's token, and to auditors' resources, for every kind of credential."""

from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.table.guests import AUDITOR
from service.access.credentials import guest_token, read_token
from tests.api.contracts import contract
from tests.api.playing import Client, Opened
from tests.api.test_disputes import CLAIM, UPHELD, auditor, disputed
from tests.simulation.runtime import RUNTIME

CALLERS = (
    *("nobody", "junk", "other", "owner", "seat", "foreign"),
    *("auditor", "elsewhere", "expired", "revoked", "forged"),
)
"""No credential; a made-up one; another API key, the table's; its seat, another table's; its
auditor, another table's; one whose time is over; one who was dismissed; a token that was forged."""

DEAL, TABLE = "/v1/deals/{deal}", "/v1/tables/{table}"


@dataclass(frozen=True)
class Case:
    """A request, and the status for each caller, in their order."""

    method: str
    path: str
    statuses: tuple[int, ...]
    body: Any = None

    def __str__(self) -> str:
        return f"{self.method}-{self.path}"


NAMED = {"name": "Ombudsman"}
CASES = (
    Case("GET", TABLE, (200, 401, 200, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case("GET", f"{DEAL}/frames", (200, 401, 200, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case("GET", f"{DEAL}/audit", (401, 401, 403, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case("GET", f"{DEAL}/bundle", (200, 401, 200, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case("GET", f"{TABLE}/bundle", (401, 401, 403, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case("GET", f"{DEAL}/disputes", (401, 401, 403, 200, 200, 404, 200, 404, 401, 401, 401)),
    Case(
        "POST",
        f"{DEAL}/disputes",
        (401, 401, 403, 403, 201, 404, 403, 403, 401, 401, 401),
        CLAIM,
    ),
    Case(
        "POST",
        f"{DEAL}/disputes/1/ruling",
        (401, 401, 403, 403, 403, 404, 201, 404, 401, 401, 401),
        UPHELD,
    ),
    Case(
        "POST",
        f"{TABLE}/auditors",
        (401, 401, 403, 201, 403, 403, 403, 403, 401, 401, 401),
        NAMED,
    ),
    Case("GET", f"{TABLE}/auditors", (401, 401, 403, 200, 200, 404, 403, 403, 401, 401, 401)),
    Case("DELETE", f"{TABLE}/auditors/1", (401, 401, 403, 204, 403, 403, 403, 403, 401, 401, 401)),
    Case("GET", "/v1/me", (401, 401, 200, 200, 200, 200, 200, 200, 401, 401, 401)),
)


@pytest.fixture(scope="module")
def elsewhere(client: Client) -> Opened:
    """Another table with a finished deal."""
    return over(client)


def over(client: Client, **fields: Any) -> Opened:
    table = client.open(**fields)
    client.play(table, Random(5))
    return table


@pytest.mark.parametrize("case", CASES, ids=str)
def test_permissions(case: Case, client: Client, elsewhere: Opened) -> None:
    table = over(client)
    auditor(client, table)
    disputed(client, table)
    for principal, status in zip(CALLERS, case.statuses, strict=True):
        who = credential(client, table, elsewhere, principal)
        before = client.versions(table.id)
        with RUNTIME.ahead(lasting(client, table) if principal == "expired" else 0):
            path = case.path.format(table=table.id, deal=table.deal)
            answer = client.send(case.method, path, who, json=case.body)
        assert answer.status_code == status, (principal, answer.text)
        if status >= 400:
            assert client.versions(table.id) == before


def lasting(client: Client, table: Opened) -> float:
    """The seconds for which the last token of a table's auditors is valid."""
    stream = client.context.streams.table(UUID(table.id))
    assert stream is not None
    return (stream.state.guests.of(AUDITOR)[-1].until - RUNTIME.now()) / 1e6


def credential(client: Client, table: Opened, elsewhere: Opened, principal: str) -> str | None:
    makers: dict[str, Any] = {
        "nobody": lambda: None,
        "junk": lambda: "audit_" + "A" * 67,
        "other": lambda: client.key("other"),
        "owner": lambda: table.owner,
        "seat": lambda: table.tokens[0],
        "foreign": lambda: elsewhere.tokens[0],
        "auditor": lambda: auditor(client, table),
        "elsewhere": lambda: one_more(client, elsewhere),
        "expired": lambda: auditor(client, table, expires_in=60),
        "revoked": lambda: revoked(client, table),
        "forged": lambda: guest_token(UUID(table.id), AUDITOR, 1, bytes(32)),
    }
    token: str | None = makers[principal]()
    return token


def one_more(client: Client, table: Opened) -> str:
    """An auditor in place of the earlier ones."""
    path = f"/v1/tables/{table.id}/auditors"
    for each in client.get(path, table.owner)["auditors"]:
        client.send("DELETE", f"{path}/{each['auditor']}", table.owner)
    return auditor(client, table)


def revoked(client: Client, table: Opened) -> str:
    token, path = auditor(client, table), f"/v1/tables/{table.id}/auditors"
    number = client.get(path, table.owner)["auditors"][-1]["auditor"]
    for again in (False, True):
        answer = client.send("DELETE", f"{path}/{number}", table.owner)
        assert answer.status_code == 204
        assert ("Idempotent-Replayed" in answer.headers) is again
    return token


@pytest.mark.parametrize("fields", [{}, {"visibility": "private"}])
def test_a_private_table_is_not_there_for_others(client: Client, fields: dict[str, Any]) -> None:
    table, other = over(client, **fields), client.key("other")
    status = 404 if fields else 403
    for path in (f"{DEAL}/audit", f"{DEAL}/disputes", f"{TABLE}/auditors"):
        where = path.format(table=table.id, deal=table.deal)
        assert client.send("GET", where, other).status_code == status


def operations() -> list[tuple[str, str, bool]]:
    """Every operation that requires a credential, and whether the contract admits auditors."""
    return [
        (method, path, {"auditorToken": []} in operation["security"])
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters" and operation["security"]
    ]


def test_an_auditor_is_let_in_where_the_contract_says_so_and_only_there(
    client: Client, elsewhere: Opened
) -> None:
    token = one_more(client, elsewhere)
    let_in = set()
    for method, path, named in operations():
        answer = client.send(method.upper(), elsewhere.address(path), token)
        kept_out = answer.status_code == 403 and "An auditor reads" in answer.text
        assert kept_out is not named, (method, path, answer.text)
        let_in |= {path} if named else set()
    assert let_in == {
        "/v1/me",
        "/v1/tables/{table}",
        "/v1/deals/{deal}/audit",
        "/v1/deals/{deal}/frames",
        "/v1/deals/{deal}/bundle",
        "/v1/tables/{table}/bundle",
        "/v1/deals/{deal}/disputes",
        "/v1/tables/{table}/disputes",
        "/v1/deals/{deal}/disputes/{dispute}/ruling",
    }


def test_an_auditor_has_the_evidence_of_what_is_over_and_of_nothing_else(client: Client) -> None:
    table = client.open(visibility="private")
    token, path = auditor(client, table), f"/v1/deals/{table.deal}/bundle"
    for view in ("", "?view=public", "?view=seat:0", "?view=full"):
        answer = client.send("GET", path + view, token)
        assert (answer.status_code, answer.json["code"]) == (409, "deal-on")  # type: ignore[index]
    client.play(table, Random(5))
    assert client.send("GET", path, token).data == client.send("GET", path, table.owner).data
    for view in ("public", "seat:0", "full"):
        assert client.get(f"{path}?view={view}", token)["view"] == view
    assert client.send("GET", f"{path}?view=seat:4", token).status_code == 404
    foreign = over(client)
    for where in (f"/v1/deals/{foreign.deal}/bundle", f"/v1/tables/{foreign.id}/bundle"):
        assert client.send("GET", where, token).status_code == 404


@pytest.mark.parametrize("terms", [{"visibility": "private"}, {"views_after": "members"}])
def test_an_auditor_replays_what_is_over_at_their_table(
    client: Client, terms: dict[str, Any]
) -> None:
    table, foreign = client.open(**terms), over(client)
    token, path = auditor(client, table), f"/v1/deals/{table.deal}/frames?view="
    assert client.get(f"/v1/tables/{table.id}", token)["status"] == "playing"
    for view in ("public", "seat:0", "full"):
        answer = client.send("GET", path + view, token)
        assert (answer.status_code, answer.json["code"]) == (403, "view-not-allowed")  # type: ignore[index]
    client.play(table, Random(5))
    for view in ("public", "seat:0", "full"):
        assert client.get(path + view, token) == client.get(path + view, table.owner)
    for where in (f"/v1/deals/{foreign.deal}/frames", f"/v1/tables/{foreign.id}"):
        assert client.send("GET", where, token).status_code == 404


def test_an_auditor_gets_their_own_identity(client: Client, elsewhere: Opened) -> None:
    token = one_more(client, elsewhere)
    shown = client.get("/v1/me", token)
    assert shown.pop("auditor") > 0
    assert shown == {"kind": "auditor", "table": elsewhere.id, "name": "Ombudsman"}


@pytest.mark.parametrize("number", [0, 2, 65_535])
def test_a_number_that_no_auditor_has_opens_nothing(client: Client, number: int) -> None:
    table = client.open()
    assert read_token(auditor(client, table)) is not None
    forged = guest_token(UUID(table.id), AUDITOR, number, bytes(32))
    assert client.send("GET", "/v1/me", forged).status_code == 401


@pytest.mark.parametrize("token", ["audit_", "audit_ä", "audit_" + "_" * 67, "audit_" + "A" * 66])
def test_an_invalid_token_opens_nothing(client: Client, token: str) -> None:
    sent = token.encode().decode("latin-1")
    assert client.send("GET", "/v1/me", sent).status_code == 401


def test_how_long_a_token_lasts_is_limited(client: Client) -> None:
    table = client.open()
    path = f"/v1/tables/{table.id}/auditors"
    for wrong in (59, 1_000_000_000, "60", None):
        body = {"name": "Ombudsman", "expires_in": wrong}
        assert client.send("POST", path, table.owner, json=body).status_code == 422
    longest = {"name": "Ombudsman", "expires_in": 999_999_999}
    answer: Any = client.send("POST", path, table.owner, json=longest).json
    stream = client.context.streams.table(UUID(table.id))
    assert stream is not None
    lasts = stream.state.guests.of(AUDITOR)[0].until - stream.records[-1].at
    assert lasts <= 90 * 86_400 * 1_000_000
    assert answer["until"].endswith("Z")


@pytest.mark.parametrize("number", ["0", "7", "x", "99999999999999999999"])
def test_other_auditors_are_not_dismissed(client: Client, number: str) -> None:
    table = client.open()
    auditor(client, table)
    path = f"/v1/tables/{table.id}/auditors/{number}"
    assert client.send("DELETE", path, table.owner).status_code == 404
