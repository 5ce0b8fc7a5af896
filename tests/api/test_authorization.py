"""Who may do what: every operation, with every kind of credential."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import pytest

from service.api.contract import contract
from service.credentials import read_seat_token, seat_token
from tests.api.playing import GOAT, PERSONS, Client, Opened

CALLERS = ("nobody", "junk", "other", "owner", "seat", "foreign")
"""No credential, a made-up one, another API key, the table's, its seat on turn, another's seat."""

MOVE = {"move": {"type": "discard", "cards": ["7C"]}}
NAMED = {"name": "Ombudsman"}
CLAIM = {"at": 3, "claim": "deal", "text": "He had them all."}
UPHELD = {"ruling": "upheld", "text": "So he had."}
BRANCH = {"at": 3, "deal": "true"}
AUDITORS, RULING = "/v1/tables/{table}/auditors", "/v1/deals/{deal}/disputes/1/ruling"
SEED = {"seed": "ab" * 32}
COMMITMENT = {"deal": "0197f2c0-aa00-7000-8000-00000000beef", "commitment": "cd" * 32}
TABLE, SEAT, DEAL = "/v1/tables/{table}", "/v1/tables/{table}/seats/{seat}", "/v1/deals/{deal}"
PROOF = "/v1/log/inclusion?version=1&stream="


@dataclass(frozen=True)
class Case:
    """A request, and the statuses that the callers get, in their order."""

    operation: str
    method: str
    path: str
    statuses: tuple[int, ...]
    body: Any = None
    wish: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.operation}-{self.path.rpartition('?')[2]}-{dict(self.wish)}"


ALL = (200, 200, 200, 200, 200, 200)
SEEN = (401, 401, 200, 200, 200, 404)
OPEN = (("seats", (PERSONS[0],)),)
PRIVATE = (("visibility", "private"),)
UNWATCHED = (("spectators", False),)

CASES = (
    Case("listGames", "GET", "/v1/games", ALL),
    Case("getGame", "GET", "/v1/games/goat", ALL),
    Case("listTables", "GET", "/v1/tables", (401, 401, 200, 200, 403, 403)),
    Case("openTable", "POST", "/v1/tables", (401, 401, 201, 201, 403, 403), GOAT),
    Case("getTable", "GET", TABLE, SEEN),
    Case("getTable", "GET", TABLE, (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("closeTable", "DELETE", TABLE, (401, 401, 403, 409, 403, 404)),
    Case("closeTable", "DELETE", TABLE, (401, 401, 403, 204, 403, 404), wish=OPEN),
    Case("closeTable", "DELETE", TABLE, (401, 401, 404, 204, 403, 404), wish=OPEN + PRIVATE),
    Case("takeSeat", "PUT", SEAT, (401, 401, 409, 409, 403, 403), PERSONS[1]),
    Case("takeSeat", "PUT", SEAT, (401, 401, 201, 201, 403, 403), PERSONS[1], OPEN),
    Case("takeSeat", "PUT", SEAT, (401, 401, 404, 201, 403, 403), PERSONS[1], OPEN + PRIVATE),
    Case("leaveSeat", "DELETE", SEAT, (401, 401, 403, 409, 409, 404)),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/0", (401, 401, 403, 204, 204, 404), wish=OPEN),
    Case("leaveSeat", "DELETE", f"{TABLE}/seats/1", (401, 401, 403, 204, 403, 404), wish=OPEN),
    Case("getSeries", "GET", f"{TABLE}/series", SEEN),
    Case("getSeries", "GET", f"{TABLE}/series", (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("getDeal", "GET", DEAL, SEEN),
    Case("getDeal", "GET", DEAL, (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("getDeal", "GET", DEAL, (401, 401, 403, 200, 200, 404), wish=UNWATCHED),
    Case("getDeal", "GET", f"{DEAL}?view=public", SEEN),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{seat}}", (401, 401, 403, 403, 200, 404)),
    Case("getDeal", "GET", f"{DEAL}?view=seat:{{next}}", (401, 401, 403, 403, 403, 404)),
    Case("getDeal", "GET", f"{DEAL}?view=full", (401, 401, 403, 403, 403, 404)),
    Case("makeMove", "POST", f"{DEAL}/moves", (401, 401, 403, 403, 409, 404), MOVE),
    Case("makeMove", "POST", f"{DEAL}/moves", (401, 401, 404, 403, 409, 404), MOVE, PRIVATE),
    Case("listEvents", "GET", f"{DEAL}/events", SEEN),
    Case("listEvents", "GET", f"{DEAL}/events", (401, 401, 403, 200, 200, 404), wish=UNWATCHED),
    Case("listEvents", "GET", f"{DEAL}/events?view=seat:{{next}}", (401, 401, 403, 403, 403, 404)),
    Case("getTranscript", "GET", f"{DEAL}/transcript", (401, 401, 409, 409, 409, 404)),
    Case(
        "getTranscript", "GET", f"{DEAL}/transcript", (401, 401, 404, 409, 409, 404), wish=PRIVATE
    ),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle", SEEN),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle", (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("getDealEvidence", "GET", f"{DEAL}/bundle?view=full", (401, 401, 403, 403, 403, 404)),
    Case("getTableEvidence", "GET", f"{TABLE}/bundle", (401, 401, 403, 200, 200, 404)),
    Case(
        "getTableEvidence", "GET", f"{TABLE}/bundle", (401, 401, 404, 200, 200, 404), wish=PRIVATE
    ),
    Case("admitAuditor", "POST", AUDITORS, (401, 401, 403, 201, 403, 404), NAMED),
    Case("admitAuditor", "POST", AUDITORS, (401, 401, 404, 201, 403, 404), NAMED, PRIVATE),
    Case("listAuditors", "GET", AUDITORS, (401, 401, 403, 200, 200, 404)),
    Case("listAuditors", "GET", AUDITORS, (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("dismissAuditor", "DELETE", f"{AUDITORS}/1", (401, 401, 403, 404, 403, 404)),
    Case("getAudit", "GET", f"{DEAL}/audit", (401, 401, 403, 409, 409, 404)),
    Case("getAudit", "GET", f"{DEAL}/audit", (401, 401, 404, 409, 409, 404), wish=PRIVATE),
    Case("listDisputes", "GET", f"{DEAL}/disputes", (401, 401, 403, 409, 409, 404)),
    Case("openDispute", "POST", f"{DEAL}/disputes", (401, 401, 403, 403, 409, 404), CLAIM),
    Case("ruleDispute", "POST", RULING, (401, 401, 403, 409, 409, 404), UPHELD),
    Case("openBranch", "POST", f"{DEAL}/branches", (401, 401, 409, 409, 409, 404), BRANCH),
    Case("openBranch", "POST", f"{DEAL}/branches", (401, 401, 404, 409, 409, 404), BRANCH, PRIVATE),
    Case("getCheckpoint", "GET", "/v1/log/checkpoint", ALL),
    Case("getLogKey", "GET", "/v1/log/key", ALL),
    Case("listLeaves", "GET", "/v1/log/entries", ALL),
    Case("proveConsistency", "GET", "/v1/log/consistency?from={size}&to={size}", ALL),
    Case("proveInclusion", "GET", f"{PROOF}{{deal}}", SEEN),
    Case("proveInclusion", "GET", f"{PROOF}{{deal}}", (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case(
        "proveInclusion", "GET", f"{PROOF}{{deal}}", (401, 401, 403, 200, 200, 404), wish=UNWATCHED
    ),
    Case("proveInclusion", "GET", f"{PROOF}{{table}}", SEEN),
    Case(
        "proveInclusion", "GET", f"{PROOF}{{table}}", (401, 401, 404, 200, 200, 404), wish=PRIVATE
    ),
    Case("commitSeed", "PUT", f"{SEAT}/commitment", (401, 401, 403, 403, 403, 404), COMMITMENT),
    Case(
        "commitSeed",
        "PUT",
        f"{TABLE}/seats/0/commitment",
        (401, 401, 404, 403, 403, 404),
        COMMITMENT,
        PRIVATE,
    ),
    Case("showSeed", "POST", f"{DEAL}/seed", (401, 401, 403, 403, 409, 404), SEED),
    Case("showSeed", "POST", f"{DEAL}/seed", (401, 401, 404, 403, 409, 404), SEED, PRIVATE),
    Case("listOpenings", "GET", f"{DEAL}/openings", SEEN),
    Case("listOpenings", "GET", f"{DEAL}/openings", (401, 401, 404, 200, 200, 404), wish=PRIVATE),
    Case("listOpenings", "GET", f"{DEAL}/openings?view=full", (401, 401, 403, 403, 403, 404)),
    Case(
        "listOpenings",
        "GET",
        f"{DEAL}/openings?view=seat:{{next}}",
        (401, 401, 403, 403, 403, 404),
    ),
    Case("getMe", "GET", "/v1/me", (401, 401, 200, 200, 200, 200)),
    Case("getHealth", "GET", "/healthz", ALL),
    Case("getReadiness", "GET", "/readyz", ALL),
    Case("getMetrics", "GET", "/metrics", ALL),
    Case("getContract", "GET", "/openapi.yaml", ALL),
)


def test_no_operation_is_missing_here() -> None:
    known = {
        operation["operationId"]
        for methods in contract()["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    }
    assert {case.operation for case in CASES} == known


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_who_may(case: Case, caller: str, client: Client) -> None:
    wish: dict[str, Any] = dict(case.wish)
    table = client.open(**wish)
    seat = on_turn(client, table) if table.deal else 1
    path = case.path.format(
        table=table.id, deal=table.deal, seat=seat, next=(seat + 1) % 4, size=client.log()
    )
    before = client.versions(table.id, *([table.deal] if table.deal else []))

    answer = client.send(case.method, path, credential(client, table, caller, seat), json=case.body)

    assert answer.status_code == case.statuses[CALLERS.index(caller)], answer.text
    if answer.status_code >= 400:
        assert answer.mimetype == "application/problem+json"
        assert client.versions(*map(str, before)) == before
    if answer.status_code == 401:
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def on_turn(client: Client, table: Opened) -> int:
    seat: int = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    return seat


def credential(client: Client, table: Opened, caller: str, seat: int) -> str | None:
    makers: dict[str, Callable[[], str | None]] = {
        "nobody": lambda: None,
        "junk": lambda: "key_" + "A" * 43,
        "other": lambda: client.key("other"),
        "owner": lambda: table.owner,
        "seat": lambda: table.tokens.get(seat, table.tokens[0]),
        "foreign": lambda: client.open().tokens[seat],
    }
    return makers[caller]()


def test_once_the_deal_is_over_every_view_is_for_all_who_may_see_the_table(
    client: Client, played: Opened
) -> None:
    for who in (played.owner, client.key("other"), played.tokens[2]):
        for view in ("seat:0", "seat:3", "public", "full"):
            assert client.get(f"/v1/deals/{played.deal}?view={view}", who)["view"] == view
        assert client.get(f"/v1/deals/{played.deal}/transcript", who)["expect"]["over"] is True
    foreign = client.open().tokens[0]
    assert client.send("GET", f"/v1/deals/{played.deal}?view=full", foreign).status_code == 404


@pytest.mark.parametrize(
    "credential_",
    [
        "key_",
        "seat_",
        "key_ä",
        "seat_ä",
        "seat_" + "A" * 66,
        "seat_" + "_" * 66,
        "view_" + "A" * 43,
        "A" * 8000,
    ],
)
def test_what_is_no_credential_opens_nothing(credential_: str, client: Client) -> None:
    answer = client.send("GET", "/v1/me", credential_.encode().decode("latin-1"))
    assert answer.status_code == 401
    assert answer.json is not None
    assert answer.json["code"] == "unauthenticated"


@pytest.mark.parametrize("header", ["Basic dTpw", "Bearer", "bearer ", "Bearer a b", ""])
def test_other_schemes_open_nothing(header: str, client: Client) -> None:
    assert client.send("GET", "/v1/me", Authorization=header).status_code == 401


def test_a_revoked_key_opens_nothing(client: Client) -> None:
    key = client.key()
    made = client.house.credentials.key(key)
    assert made is not None
    client.house.credentials.revoke(made.id)
    assert client.send("GET", "/v1/me", key).status_code == 401


def test_a_token_ends_when_its_player_leaves(client: Client) -> None:
    table = client.open(seats=PERSONS[:1])
    assert (
        client.send("DELETE", f"/v1/tables/{table.id}/seats/0", table.tokens[0]).status_code == 204
    )
    assert client.send("GET", f"/v1/tables/{table.id}", table.tokens[0]).status_code == 401
    again = client.send("PUT", f"/v1/tables/{table.id}/seats/0", table.owner, json=PERSONS[1])
    assert again.status_code == 201
    assert client.send("GET", f"/v1/tables/{table.id}", table.tokens[0]).status_code == 401


def test_a_token_for_a_seat_or_a_stream_that_is_none_opens_nothing(client: Client) -> None:
    table = client.open()
    held = read_seat_token(table.tokens[0])
    assert held is not None
    for stream, seat in ((held.table, 200), (table.deal, 0)):
        token = forged(str(stream), seat)
        assert client.send("GET", "/v1/me", token).status_code == 401


def forged(stream: str, seat: int) -> str:
    return seat_token(UUID(stream), seat, b"\0" * 32)
