"""The limits of restricted credentials: every operation of the contract, at tables of others.

Nothing here is written down for an operation: requests are the contract's examples, and who is
refused follows from its security requirements. So a new operation is tried without a line.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import pytest

from tests.api.contracts import contract
from tests.api.operations import EVENING, HOOK
from tests.api.playing import PERSONS, Client
from tests.api.test_rematches import given_up

GUESTS: Final = ("auditor", "watcher", "reader", "invitation")
QUERY: Final = {"after": 1, "version": 1, "limit": 9}
"""The query parameters of an operation that has them, besides `stream`."""
SECRET: Final = "A table that nobody else knows"


class Operation(NamedTuple):
    """An operation that asks for a credential, with a good request."""

    name: str
    method: str
    path: str
    body: Any
    security: list[dict[str, list[str]]]
    query: frozenset[str]

    @property
    def is_placed(self) -> bool:
        """Whether it is about something that has an owner."""
        return "{" in self.path or "stream" in self.query

    def ask(self, client: Client, ids: Mapping[str, Any], who: str) -> Any:
        known = {**QUERY, "stream": ids["deal"]}
        query = "&".join(f"{name}={known[name]}" for name in sorted(self.query & known.keys()))
        address = f"{self.path.format_map(defaultdict(lambda: 1, ids))}?{query}"
        return client.send(self.method, address, who, json=self.body)


def operations() -> list[Operation]:
    shared, found = contract()["components"]["parameters"], list[Operation]()
    for path, methods in contract()["paths"].items():
        for method, said in methods.items():
            if method == "parameters" or not said["security"]:
                continue
            named = (each.get("$ref", "").rpartition("/")[2] for each in said.get("parameters", ()))
            given = [*said.get("parameters", ()), *(shared[each] for each in named if each)]
            query = frozenset(each["name"] for each in given if each.get("in") == "query")
            body = said.get("requestBody", {}).get("content", {}).get("application/json", {})
            example = body.get("example")
            name, security = said["operationId"], said["security"]
            found.append(Operation(name, method.upper(), path, example, security, query))
    return found


OPERATIONS: Final = operations()
REF: Final = next(each.body["ref"] for each in OPERATIONS if each.name == "erasePeople")
EACH: Final = pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.name)


class World(NamedTuple):
    """What an owner has that is no test, and the credentials of others.

    Attributes:
        owner: The owner's key.
        ids: The ids of a private table, a public one, one with a free seat and one that is over,
            each with those of all else that a path can name.
        stranger: The key of another owner.
        tests: A test key of the owner, and one that it has made.
        foreign: Tokens of another table.
        ended: Credentials that were valid.
    """

    owner: str
    ids: dict[str, dict[str, Any]]
    stranger: str
    tests: tuple[str, str]
    foreign: dict[str, str]
    ended: dict[str, str]

    def all(self, client: Client) -> list[Any]:
        named = (each[name] for each in self.ids.values() for name in ("table", "deal"))
        versions = client.versions(*(each for each in named if each))
        ids = self.ids["private"]
        keys = client.get("/v1/keys", self.owner)["keys"]
        hook = client.get(f"/v1/webhooks/{ids['webhook']}", self.owner)
        return [versions, [each for each in keys if each["id"] == ids["key"]], hook]


@pytest.fixture(scope="module")
def world(client: Client) -> World:
    owner, stranger = client.key("owner"), client.key("stranger")
    seats = [{**PERSONS[0], "ref": REF}, *PERSONS[1:]]
    playing: dict[str, Any] = {"seats": seats, "visibility": "public"}
    private = client.open(owner, **{**playing, "visibility": "private"}, name=SECRET)
    tables = {
        "private": private,
        "public": client.open(owner, **playing),
        "open": client.open(owner, **{**playing, "seats": seats[:1]}),
        "over": given_up(client, owner=owner),
    }
    test = made(client, "/v1/keys", owner, test=True)["key"]
    child = made(client, "/v1/keys", owner)
    hook = made(client, "/v1/webhooks", owner, **HOOK)
    client.sequence()
    client.read_feed()
    page = client.get(f"/v1/webhooks/{hook['id']}/deliveries", owner)["deliveries"]
    ids = {"key": child["id"], "webhook": hook["id"], "seat": 0, "dispute": 1}
    ids |= {"delivery": page[0]["id"] if page else hook["id"], **dict.fromkeys(GUESTS, 1)}
    evening = client.post("/v1/tournaments", owner, {**EVENING, "visibility": "private"})
    ids |= {"phrase": 1, "player": 1, "tournament": evening["id"]}
    for table in tables.values():
        for kind in GUESTS:
            client.send("POST", f"{table.path}/{kind}s", owner, json={"name": "Eve"})
    revoked = made(client, "/v1/keys", stranger)
    client.send("DELETE", f"/v1/keys/{revoked['id']}", stranger)
    elsewhere = client.open(stranger, seats=PERSONS[:2])
    foreign = {kind: client.guest(elsewhere, kind) for kind in GUESTS}
    ended = {kind: client.guest(tables["open"], kind) for kind in GUESTS}
    for kind in GUESTS:
        client.send("DELETE", f"/v1/tables/{tables['open'].id}/{kind}s/2", owner)
    return World(
        owner,
        {
            name: {**ids, "table": each.id, "deal": each.deal or private.deal}
            for name, each in tables.items()
        },
        stranger,
        (test, made(client, "/v1/keys", test, test=False)["key"]),
        {**foreign, "seat": elsewhere.tokens[0]},
        {**ended, "key": revoked["key"]},
    )


def made(client: Client, path: str, who: str, **fields: Any) -> Any:
    return client.post(path, who, fields if path == "/v1/webhooks" else {"name": "It", **fields})


def refusal_of(answer: Any) -> tuple[int, str | None]:
    return answer.status_code, answer.json.get("code") if answer.status_code >= 400 else None


@EACH
def test_a_test_key_is_a_stranger_where_no_test_is(
    operation: Operation, client: Client, world: World
) -> None:
    before = world.all(client)
    private = world.ids["private"]
    hidden = [SECRET, *(private[name] for name in ("table", "deal", "webhook", "key"))]
    for key in world.tests:
        answer = operation.ask(client, private, key)
        if operation.is_placed:
            stranger = refusal_of(operation.ask(client, private, world.stranger))
            by_key = any("apiKey" in each for each in operation.security)
            assert stranger[0] == (404 if by_key else 403), "the example is no good request"
            assert refusal_of(answer) == stranger
            for ids in world.ids.values():
                operation.ask(client, ids, key)
        else:
            assert not [each for each in hidden if each in answer.text], answer.text
    assert world.all(client) == before


@EACH
def test_tokens_of_other_tables_and_ended_ones_open_nothing(
    operation: Operation, client: Client, world: World
) -> None:
    before = world.all(client)
    for kind, token in world.foreign.items() if operation.is_placed else ():
        may = any(f"{kind}Token" in each for each in operation.security)
        for name in ("private", "open"):
            answer = operation.ask(client, world.ids[name], token)
            assert answer.status_code == (404 if may else 403), (kind, name, answer.text)
    for kind, credential in world.ended.items():
        answer = operation.ask(client, world.ids["private"], credential)
        assert refusal_of(answer) == (401, "unauthenticated"), kind
    assert world.all(client) == before


@EACH
def test_at_its_owners_tests_a_test_key_sees_what_the_owner_sees(
    operation: Operation, client: Client, world: World
) -> None:
    if operation.method != "GET" or "{table}" not in operation.path:
        return
    for opener in (world.owner, world.tests[0]):
        table = client.open(opener, test=True, visibility="private")
        ids = {**world.ids["private"], "table": table.id, "deal": table.deal}
        owner, *others = (operation.ask(client, ids, who) for who in (world.owner, *world.tests))
        assert owner.status_code in (200, 404)
        assert [refusal_of(each) for each in others] == [refusal_of(owner)] * 2
        assert refusal_of(operation.ask(client, ids, world.stranger))[0] in (403, 404)
