"""Every operation with credentials that are admitted only in some places, or have ended.

`test_authorization` covers the credentials that most operations admit. The admission of guests is
not read from the contract: it is written down here a second time.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import pytest

from tests.api.operations import CALLERS, CASES, SECURED, Case
from tests.api.playing import PERSONS, Client, Opened
from tests.api.test_disputes import disputed
from tests.simulation.runtime import RUNTIME

HOUR: Final = 3_600
NIL: Final = "00000000-0000-8000-8000-000000000000"
AUDITOR: Final = {
    "getAudit": 409,
    "getDealEvidence": 409,
    "getMe": 200,
    "getSeries": 200,
    "getTable": 200,
    "getTableEvidence": 200,
    "listDisputes": 409,
    "listOwnDisputes": 200,
    "ruleDispute": 404,
}
"""The statuses for an auditor of the table while a deal is on; everything else is refused."""
WATCHER: Final = {
    "getMe": 200,
    "getPeople": 200,
    "getSeries": 200,
    "getTable": 200,
    "listTableEvents": 200,
}
READER: Final = {"getMe": 200, "getSeries": 200, "getTable": 200}
INVITATION: Final = {"getMe": 200, "getTable": 200, "takeSeat": 409}
GUESTS: Final = {
    "auditor": AUDITOR,
    "watcher": WATCHER,
    "reader": READER,
    "invitation": INVITATION,
}
OF_CALLER: Final = {"getMe", "listOwnDisputes"}
"""The operations that name no table: a guest of another one is answered about that."""
OVER: Final[dict[str, dict[str, int]]] = {
    "auditor": dict.fromkeys(("getAudit", "getDealEvidence", "listDisputes"), 200)
    | {"ruleDispute": 201},
}
"""The statuses that differ once the deal is over, and disputed."""
READS_DEAL: Final = {
    "watcher": ({"getDeal", "getFrames", "getMove", "getPosition", "listEvents"}, (200, 200)),
    "auditor": ({"getFrames", "getMove", "getPosition"}, (403, 200)),
    "reader": (
        {
            *("getAnalysis", "getDeal", "getDealEvidence", "getFrames", "getMove"),
            *("getPosition", "getTranscript", "listEvents"),
        },
        (403, 200),
    ),
    "invitation": (set[str](), (403, 403)),
}
"""The operations by which a guest reads a deal: their statuses while it is on, and once it is over.
"""
ENDED: Final = (*(f"dismissed {kind}" for kind in GUESTS), "empty seat", "revoked key")
EXPIRED: Final = tuple(f"expired {kind}" for kind in GUESTS)
QUESTIONS: Final = {(case.method, case.path): case for case in CASES}.values()
SCHEMES: Final = {"apiKey": ("other", "owner"), "seatToken": ("seat", "foreign")}
"""The callers of `CASES` who have what the contract calls so."""


@dataclass(frozen=True)
class Known:
    """A table with a deal, and the credentials that belong to it."""

    table: Opened
    tokens: dict[str, str]
    over: bool

    def path(self, path: str, *, size: int) -> str:
        names = {"table": self.table.id, "deal": self.table.deal, "seat": 0, "next": 1}
        nowhere = dict.fromkeys(("webhook", "delivery", "tournament"), NIL)
        return path.format(**names, size=size, **nowhere)


@pytest.fixture(scope="module", params=["public", "private", "over"])
def known(client: Client, request: pytest.FixtureRequest) -> Known:
    over = request.param == "over"
    terms: Any = {"visibility": "private" if over else request.param, "seats": [*PERSONS[:-1], {}]}
    table, elsewhere = client.open(**terms), client.open(**terms)
    tokens = dict[str, str]()
    for kind in GUESTS:
        tokens[kind] = client.guest(table, kind)
        tokens[f"foreign {kind}"] = client.guest(elsewhere, kind)
        tokens[f"expired {kind}"] = client.guest(table, kind, expires_in=60)
        tokens[f"dismissed {kind}"] = client.guest(table, kind)
        client.delete(f"{table.path}/{kind}s/3", table.owner)
    client.sit(table, 3)
    client.play(table, Random(5), moves=4)
    if over:
        client.play(table, Random(5))
        disputed(client, table)
    tokens["empty seat"] = left(client)
    tokens["revoked key"] = revoked(client)
    return Known(table, tokens, over)


def left(client: Client) -> str:
    """The token of a seat that its player has left."""
    table = client.open(seats=PERSONS[:1])
    client.delete(f"{table.path}/seats/0", table.tokens[0])
    return table.tokens[0]


def revoked(client: Client) -> str:
    key = client.key()
    client.context.credentials.revoke(client.principal(key).id)
    return key


def expected(case: Case, who: str, *, over: bool) -> int:
    """The status for a caller that is neither a key nor a seat."""
    if not SECURED[case.operation]:
        return case.known[0]
    if who in (*ENDED, *EXPIRED):
        return 401
    kind = who.removeprefix("foreign ")
    reads, statuses = READS_DEAL[kind]
    if case.operation not in (reads | GUESTS[kind].keys()):
        return 403
    if who == "watcher" and not over and "view=" in case.path and "view=public" not in case.path:
        return 403
    if who != kind and case.operation not in OF_CALLER:
        return 404
    known: Mapping[str, int] = {**GUESTS[kind], **(OVER.get(kind, {}) if over else {})}
    return known.get(case.operation, statuses[over])


@pytest.mark.parametrize("case", QUESTIONS, ids=lambda case: f"{case.operation}-{case.path}")
def test_permissions(case: Case, client: Client, known: Known) -> None:
    assert known.table.deal is not None
    before = client.versions(known.table.id, known.table.deal)
    path = known.path(case.path, size=client.sequence())
    for who, token in known.tokens.items():
        with RUNTIME.ahead(HOUR if who in EXPIRED else 0):
            answer = client.send(case.method, path, token, json=case.body)
        assert answer.status_code == expected(case, who, over=known.over), (who, answer.text)
        if case.method == "GET" or answer.status_code >= 400:
            assert client.versions(known.table.id, known.table.deal) == before
        before = client.versions(known.table.id, known.table.deal)


@pytest.mark.parametrize("operation", SECURED)
def test_the_contract_lists_exactly_the_admitted_callers(operation: str) -> None:
    if not SECURED[operation]:
        return
    named = {name for each in SECURED[operation] for name in each}
    cases = [case for case in CASES if case.operation == operation]
    for scheme, callers in SCHEMES.items():
        got = {case.statuses[CALLERS.index(principal)] for case in cases for principal in callers}
        assert (scheme in named) == (got != {403}), scheme
    for kind, (reads, _) in READS_DEAL.items():
        assert (f"{kind}Token" in named) == (operation in (reads | GUESTS[kind].keys())), kind


def test_nothing_is_asked_of_operations_that_are_gone() -> None:
    reads = set().union(*(operations for operations, _ in READS_DEAL.values()))
    assert reads.union(*GUESTS.values()) <= SECURED.keys()
    assert {case.operation for case in QUESTIONS} == SECURED.keys()
