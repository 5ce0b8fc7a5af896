"""One reading of bodies and parameters, at every operation."""

import re
from collections.abc import Iterator
from http import HTTPStatus
from io import BytesIO
from typing import Any

import pytest
from marshmallow import ValidationError

from domain.kernel.sentence import Sentence
from service.api.schemas.request import Request
from tests.api.contracts import bare_contract, contract
from tests.api.operations import CALLERS, CASES, Case, addressed, on_turn, tournament_id
from tests.api.playing import Client, Opened

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
    return [pytest.param(*each, id=name) for name, each in cases.items() if name not in EITHER]


EITHER = ("joinTournament",)
"""Operations that need one of two fields: an empty body has neither."""


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
        answers.add((answer.status_code, answer.json.get("code")))
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
    and {"$ref": "#/components/parameters/LastEventIDHeader"} in operation.get("parameters", ())
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


# --- Errors that say what would be right ----------------------------------------------------------


def subclasses(kind: type[Request]) -> Iterator[type[Request]]:
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


SCHEMAS = [
    each
    for each in dict.fromkeys(subclasses(Request))
    if each.__module__.startswith("service.") and each().fields
]
MISREAD: tuple[Any, ...] = (1.5, -1, True, None, "", "a\n", {"x": 1}, [[]], "é" * 5_000)
"""Values, of which each field takes a few at most."""


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda each: each.__name__)
def test_every_error_of_a_field_says_what_would_be_right(schema: type[Request]) -> None:
    for name in (each.data_key or name for name, each in schema().fields.items()):
        for value in MISREAD:
            for text in texts(errors_of(schema, {name: value}).get(name, [])):
                assert isinstance(text, Sentence), (name, value, text)


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda each: each.__name__)
def test_a_near_name_is_suggested_for_every_field(schema: type[Request]) -> None:
    names = [each.data_key or name for name, each in schema().fields.items()]
    for name in names:
        first, *others = name.split("_")
        for written in (first + "".join(map(str.title, others)), name.upper(), f"{name}x"):
            if written not in names:
                meant = Sentence("form-near", {"near": name})
                assert errors_of(schema, {written: 1})[written] == [meant]
        (text,) = errors_of(schema, {"zzzz": 1})["zzzz"]
        assert text == Sentence("form-fields", {"names": ", ".join(names)})


def errors_of(schema: type[Request], data: dict[str, Any]) -> Any:
    try:
        schema().load(data)
    except ValidationError as error:
        return error.messages
    return {}


def texts(found: Any) -> Iterator[str]:
    if isinstance(found, dict):
        for inner in found.values():
            yield from texts(inner)
    else:
        yield from found


OPERATIONS = {
    (method, path): operation
    for path, methods in bare_contract()["paths"].items()
    for method, operation in methods.items()
    if method != "parameters"
}
QUERIES = {
    where: [each for each in operation.get("parameters", ()) if each["in"] == "query"]
    for where, operation in OPERATIONS.items()
}


@pytest.fixture(scope="module")
def table(client: Client) -> Opened:
    return client.open()


@pytest.mark.parametrize(("method", "path"), [each for each in QUERIES if QUERIES[each]])
def test_parameters_of_a_query(method: str, path: str, client: Client, table: Opened) -> None:
    address = table.address(path)

    def errors(query: str) -> dict[str, str]:
        shown: Any = client.send(method.upper(), f"{address}?{query}", table.owner).json
        return {each["parameter"]: each["detail"] for each in (shown or {}).get("errors", ())}

    refused = 0
    for parameter in QUERIES[method, path]:
        name = parameter["name"]
        assert errors(f"{name}=1&{name}=2") == {name: "Has several values: give it once."}
        assert "several" not in str(errors(f"{name}=1&{name}=1"))
        empty = errors(f"{name}=").get(name)
        assert empty is None or empty.startswith("Must not be empty.")
        refused += empty is not None
    assert refused
    for moment in ("since", "until") if "since" in str(QUERIES[method, path]) else ():
        assert "%2B" in errors(f"{moment}=2026-11-28T12:00:00+02:00")[moment]
        assert "%2B" not in errors(f"{moment}=2026-11-28 12:00")[moment]
        assert moment not in errors(f"{moment}=2026-11-28T12:00:00%2B02:00")


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_no_operation_takes_an_unknown_parameter(
    method: str, path: str, client: Client, table: Opened
) -> None:
    security = OPERATIONS[method, path]["security"]
    credential = table.owner if not security or "apiKey" in str(security) else table.tokens[0]
    if security == [{"entryToken": []}]:
        entered = f"/v1/tournaments/{tournament_id(client, table)}/players"
        credential = client.post(entered, table.owner, {"name": "Eve"})["token"]
    answer: Any = client.send(method.upper(), f"{table.address(path)}?surprise=1", credential).json
    assert (answer["status"], answer["code"]) == (422, "invalid")
    assert "surprise" in [each["parameter"] for each in answer["errors"]]


# --- Addresses ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("method", "path"), [each for each in QUERIES if "{" not in each[1]])
def test_a_wrong_address_names_the_right_one(method: str, path: str, client: Client) -> None:
    wrong = {f"{path}/", f"{path}//", path.replace("/", "//", 1), path.upper()}
    wrong |= {path.removeprefix("/v1")} if path != path.removeprefix("/v1") else set()
    for address in wrong:
        answer = client.send(method.upper(), address, Accept="application/json")
        if answer.status_code == 404:
            assert (
                answer.json["detail"] == f"There is nothing at this address; {path} may be meant."
            )
            assert answer.json["code"] == "not-found"
        else:
            assert answer.status_code < 400, "a page of its own"


@pytest.mark.parametrize(
    ("method", "path"), [each for each in QUERIES if re.search("{(?!game|code)", each[1])]
)
def test_an_address_with_a_wrong_value_says_what_it_takes(
    method: str, path: str, client: Client, table: Opened
) -> None:
    right = table.address(path)
    for address in (f"{right}/", right.replace("/v1", "")):
        answer: Any = client.send(method.upper(), address).json
        assert answer["detail"] == f"There is nothing at this address; {right} may be meant."
    for name in re.findall("{([a-z]+)}", path):
        wrong = table.address(path.replace(f"{{{name}}}", "10C"))
        answer = client.send(method.upper(), wrong).json
        assert answer["detail"].startswith(f"There is nothing at this address: {name} is a"), wrong
    long: Any = client.send("GET", "/v1/" + "x/" * 1_000).json
    assert long["key"] == "nothing-here"


def test_a_body_that_ends_before_its_length_is_not_acted_on(client: Client) -> None:
    """The client has hung up, or a proxy has."""
    table = client.open()
    refused = client.flask.post(
        f"{table.path}/watchers",
        input_stream=BytesIO(b'{"name": "Ann"}'),
        environ_overrides={"CONTENT_LENGTH": "20"},
        content_type=JSON,
        headers={"Authorization": f"Bearer {table.owner}"},
    )
    assert refused.status_code == HTTPStatus.BAD_REQUEST
