"""One reading of bodies and parameters, at every operation."""

from http import HTTPStatus
from typing import Any

import pytest

from service.api.contract.document import contract
from tests.api.operations import CALLERS, CASES, Case, addressed, on_turn
from tests.api.playing import Client

JSON = "application/json"
EMPTY: tuple[tuple[bytes | None, dict[str, str]], ...] = (
    (None, {}),
    (b"", {"Content_Type": JSON}),
    (b"", {"Content_Type": f"{JSON}; charset=utf-8", "Content_Length": "0"}),
    (b" \r\n\t", {"Content_Type": f'{JSON};charset="UTF-8"'}),
    (b"\n", {}),
    (b"", {"Content_Type": "application/x-www-form-urlencoded"}),
)
"""Empty bodies that clients send; curl names a form."""
CONTRACT = contract()
TAKEN = {
    operation["operationId"]: operation["requestBody"]
    for methods in CONTRACT["paths"].values()
    for operation in methods.values()
    if isinstance(operation, dict) and "requestBody" in operation
}


def read_cases() -> list[Any]:
    """A case of each operation with a body, whose body is read for one of the callers."""
    unread = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN}
    cases = {
        case.operation: (case, principal)
        for case in CASES
        for principal, status in zip(CALLERS, case.statuses, strict=True)
        if case.operation in TAKEN and principal in ("owner", "seat") and status not in unread
    }
    needing_more = {name for name in TAKEN.keys() - cases.keys() if not _needs_body(name)}
    assert not needing_more - {"returnToDeal"}, "these are never read here"
    return [pytest.param(*each, id=name) for name, each in cases.items()]


def _needs_body(operation: str) -> bool:
    return bool(TAKEN[operation].get("required"))


@pytest.mark.parametrize(("case", "principal"), read_cases())
def test_an_empty_body_is_read_in_one_way(case: Case, principal: str, client: Client) -> None:
    answers = set[tuple[int, str | None]]()
    for data, headers in EMPTY:
        table = client.open(**dict(case.fields))
        seat = on_turn(client, table) if table.deal else 1
        path = addressed(client, table, seat, case.path)
        who = table.owner if principal == "owner" else table.tokens[seat]
        answer: Any = client.send(case.method, path, who, data=data, **headers)
        answers.add((answer.status_code, (answer.json or {}).get("code")))
        if _needs_body(case.operation):
            assert all(name in answer.json["detail"] for name in _required(case.operation))
    if _needs_body(case.operation):
        assert answers == {(400, "malformed-json")}
    else:
        [(status, _)] = answers
        assert status == case.statuses[CALLERS.index(principal)]


def _required(operation: str) -> list[str]:
    schema = TAKEN[operation]["content"][JSON]["schema"]
    named = schema.get("$ref", "").rpartition("/")[2]
    known = CONTRACT["components"]["schemas"].get(named, schema)
    return [] if "anyOf" in known or "oneOf" in known else list(known["required"])


FOLLOWED = {
    operation["operationId"]
    for methods in CONTRACT["paths"].values()
    for operation in methods.values()
    if isinstance(operation, dict)
    and {"$ref": "#/components/parameters/LastEventID"} in operation.get("parameters", ())
}
FEEDS = {case.operation: case for case in CASES if case.operation in FOLLOWED and not case.fields}


@pytest.mark.parametrize("case", FEEDS.values(), ids=FEEDS)
def test_a_polyfill_resumes_by_a_parameter(case: Case, client: Client) -> None:
    """An EventSource that cannot set headers reconnects with `lastEventId`."""
    table = client.open()
    path = addressed(client, table, 0, case.path).partition("?")[0]
    client.sequence()
    last = client.get(f"{path}?after=0&limit=1", table.owner)["events"][0]["position"]

    def events(query: str, **headers: str) -> Any:
        return client.get(f"{path}?{query}", table.owner, **headers)["events"]

    resumed = events(f"lastEventId={last}&after=0")
    assert resumed == events(f"after={last}") == events("after=0", Last_Event_ID=str(last))
    assert resumed != events("after=0")
    assert events(f"lastEventId=0&after={last}", Last_Event_ID=str(last)) == resumed


def test_every_feed_takes_that_parameter() -> None:
    assert FEEDS.keys() == FOLLOWED
