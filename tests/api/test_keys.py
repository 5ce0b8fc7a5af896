"""Keys made by keys: their permissions, rotation and revocation; no seat without `play`."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid4

import pytest

from service.access.keyring import Fresh
from service.access.keys import rotate_by_hand
from service.access.scopes import MEANING, Scope
from service.problems import Code, Problem
from tests.api.contracts import contract
from tests.api.playing import GOAT, PERSONS, Client, Opened
from tests.api.test_rematches import given_up
from tests.memory.context import memory_of
from tests.memory.keyring import Keys

pytestmark = pytest.mark.threads

KEYS = "/v1/keys"
ALL = [scope.value for scope in Scope]


def make(client: Client, key: str, *scopes: str, name: str = "bot", **headers: Any) -> Any:
    fields = {"name": name, **({"scopes": list(scopes)} if scopes else {})}
    return client.post(KEYS, key, fields, **headers)


def code(client: Client, method: str, path: str, key: str, json: Any = None) -> tuple[int, Any]:
    answer = client.send(method, path, key, json=json)
    said: Any = answer.json or {}
    return answer.status_code, said.get("code")


def me(client: Client, key: str) -> Any:
    return client.get("/v1/me", key)


def opens(client: Client, key: str) -> bool:
    return client.send("GET", "/v1/me", key).status_code == 200


# --- Making -------------------------------------------------------------------------------------


def test_a_key_of_the_command_line_may_do_all(client: Client) -> None:
    assert me(client, client.key())["scopes"] == ALL


def test_a_key_makes_a_narrower_one(client: Client) -> None:
    own = client.key()
    made = make(client, own, "play", "read")
    assert made["scopes"] == ["read", "play"]
    assert made["made_by"] == me(client, own)["id"]
    assert me(client, made["key"]) == {
        "kind": "key",
        "id": made["id"],
        "name": "bot",
        "created_at": made["created_at"],
        "scopes": ["read", "play"],
        "test": False,
    }
    assert make(client, own)["scopes"] == ALL
    narrower = make(client, own, "keys", "read")
    assert make(client, narrower["key"])["scopes"] == ["read", "keys"]


@pytest.mark.parametrize("scopes", [["tables"], ["keys", "play"], ALL])
def test_a_wider_scope_is_refused(client: Client, scopes: list[str]) -> None:
    narrow = make(client, client.key(), "keys", "read")["key"]
    answer = client.send("POST", KEYS, narrow, json={"name": "x", "scopes": scopes})
    assert answer.refusal == (403, "scope-missing")
    assert answer.json["scope"] in set(scopes) - {"keys", "read"}
    assert answer.pointers[0] == "/scopes"


@pytest.mark.parametrize("scopes", [[], ["all"], ["read", 1], "read", None, ["read"] * 9])
def test_scopes_that_are_none_are_refused(client: Client, scopes: Any) -> None:
    fields = {"name": "x", "scopes": scopes}
    assert code(client, "POST", KEYS, client.key(), fields) == (422, "invalid")


def test_the_secret_is_given_again_to_the_same_request_alone(client: Client) -> None:
    own, other = client.key(), client.key()
    first = make(client, own, "read", Idempotency_Key="k")
    again = client.send(
        "POST", KEYS, own, json={"name": "bot", "scopes": ["read"]}, Idempotency_Key="k"
    )
    assert again.json == first
    assert again.is_replayed
    assert again.headers["Cache-Control"] == "no-store"
    changed = client.send("POST", KEYS, own, json={"name": "bot"}, Idempotency_Key="k")
    assert changed.refusal == (
        422,
        "idempotency-key-reused",
    )
    assert make(client, other, "read", Idempotency_Key="k")["id"] != first["id"]
    assert make(client, own)["key"] != make(client, own)["key"]
    assert len(client.get(KEYS, own)["keys"]) == 4


def test_a_request_at_the_same_moment_makes_one_key(client: Client) -> None:
    own = client.key()

    def ask(_: int) -> Any:
        app = client.flask.application.test_client()
        headers = {"Authorization": f"Bearer {own}", "Idempotency-Key": "k"}
        return app.post(KEYS, json={"name": "x"}, headers=headers).json

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(ask, range(6)))
    assert all(each == answers[0] for each in answers)
    assert len(client.get(KEYS, own)["keys"]) == 2


def test_the_limit_of_keys_holds_under_concurrency(client: Client) -> None:
    own = client.key()
    limit = 3

    def ask(_: int) -> int:
        keyring, principal = client.context.credentials, client.context.credentials.key(own)
        assert principal is not None
        try:
            make_directly(keyring, principal, limit=limit)
        except Problem as problem:
            return int(problem.code is not Code.LIMIT_REACHED)
        return 1

    with ThreadPoolExecutor(6) as threads:
        assert sum(threads.map(ask, range(6))) == limit - 1
    assert len(client.get(KEYS, own)["keys"]) == limit
    revoked = client.get(KEYS, own)["keys"][1]["id"]
    client.delete(f"{KEYS}/{revoked}", own)
    assert ask(0) == 1, "revoked ones do not count"


def make_directly(keyring: Any, maker: Any, *, limit: int) -> None:
    keyring.make(
        maker,
        Fresh(f"key_{uuid4().hex}", uuid4()),
        id=uuid4(),
        name="x",
        scopes=maker.scopes,
        limit=limit,
    )


# --- One owner ----------------------------------------------------------------------------------


def test_keys_of_an_owner_share_what_is_opened(client: Client) -> None:
    own = client.key()
    opener = make(client, own, "tables", "play")["key"]
    reading = make(client, own, "read")["key"]
    table = client.open(opener, visibility="private", seats=PERSONS[:1])
    path = table.path
    assert client.get(path, reading)["name"] == "The yard"
    client.sequence()
    assert client.get("/v1/tables", reading)["tables"][0]["id"] == table.id
    assert client.send("GET", path, client.key()).status_code == 404
    assert code(client, "GET", path, opener) == (403, "scope-missing")
    assert code(client, "DELETE", path, reading) == (403, "scope-missing")
    maker = client.get(KEYS, own)["keys"][0]["id"]
    client.send("DELETE", f"{KEYS}/{client.get(KEYS, own)['keys'][1]['id']}", own)
    assert client.get(path, own)["status"] == "open", "the table outlives the key"
    assert maker == me(client, own)["id"]
    client.delete(path, own)


# --- Scopes of operations -----------------------------------------------------------------------


def scoped() -> list[tuple[str, str, str, str]]:
    """Every operation that asks for a key's scope: its name, method, address and the scope."""
    return [
        (operation["operationId"], method.upper(), path, operation["security"][0]["apiKey"][0])
        for path, methods in contract()["paths"].items()
        for method, operation in methods.items()
        if method != "parameters" and any(each.get("apiKey") for each in operation["security"])
    ]


@pytest.fixture(scope="module")
def narrow(client: Client) -> dict[frozenset[str], str]:
    """Keys with one scope, and keys with all but one."""
    own = client.key()
    wanted = [*({scope} for scope in ALL), *(set(ALL) - {scope} for scope in ALL)]
    return {frozenset(scopes): make(client, own, *scopes)["key"] for scopes in wanted}


@pytest.mark.parametrize("operation", scoped(), ids=lambda each: each[0])
def test_an_operation_asks_for_its_scope_and_no_other(
    operation: tuple[str, str, str, str],
    client: Client,
    narrow: dict[frozenset[str], str],
    played: Opened,
) -> None:
    _, method, path, scope = operation
    where = played.address(path)
    without = client.send(method, where, narrow[frozenset(ALL) - {scope}])
    assert (without.status_code, without.json["code"], without.json["scope"]) == (
        403,
        "scope-missing",
        scope,
    )
    assert MEANING[Scope(scope)] in without.json["detail"]
    alone = client.send(method, where, narrow[frozenset({scope})])
    assert "scope-missing" not in alone.text


def test_writing_operations_need_more_than_the_scope_read() -> None:
    assert {scope for _, method, _, scope in scoped() if method == "GET"} >= {"read", "keys"}
    assert "read" not in {scope for _, method, _, scope in scoped() if method != "GET"}


# --- Rotation -----------------------------------------------------------------------------------


def rotate(client: Client, who: str, key: str, grace: int | None = None, **headers: Any) -> Any:
    fields = {} if grace is None else {"grace_seconds": grace}
    return client.post(f"{KEYS}/{key}/rotation", who, fields, **headers)


def test_a_rotated_key_has_two_secrets_for_a_while(client: Client) -> None:
    own = client.key()
    id_ = me(client, own)["id"]
    fresh = rotate(client, own, id_)
    assert fresh["id"] == id_
    assert me(client, fresh["key"]) == me(client, own)
    assert fresh["former_until"] > fresh["created_at"]
    last = rotate(client, fresh["key"], id_, 0)["key"]
    assert [opens(client, each) for each in (own, fresh["key"], last)] == [False, False, True]


def test_a_grace_is_never_made_longer(client: Client) -> None:
    own = client.key()
    id_ = me(client, own)["id"]
    second = rotate(client, own, id_, 100)["key"]
    rotate(client, second, id_, 1_000)
    secrets = memory_of(client.context).tables(Keys).secrets.values()
    ends = sorted(each.ends_at for each in secrets if each.key == UUID(id_) and each.ends_at)
    assert [timedelta(seconds=800) < later - earlier for earlier, later in pairwise(ends)] == [True]


def test_the_service_says_how_long_it_may_be(client: Client) -> None:
    own = client.key()
    assert rotate(client, own, me(client, own)["id"], 31_536_000)["former_until"] < "2999"
    path = f"{KEYS}/{me(client, own)['id']}/rotation"
    for wrong in (-1, 31_536_001, "1", None):
        assert code(client, "POST", path, own, {"grace_seconds": wrong}) == (422, "invalid")


def test_an_answer_that_was_lost_can_be_had_with_the_old_secret(client: Client) -> None:
    own = client.key()
    id_ = me(client, own)["id"]
    first = rotate(client, own, id_, 60, Idempotency_Key="k")
    assert rotate(client, own, id_, 60, Idempotency_Key="k") == first
    assert rotate(client, first["key"], id_, 60, Idempotency_Key="k") == first
    other = client.send(
        "POST", f"{KEYS}/{id_}/rotation", own, json={"grace_seconds": 1}, Idempotency_Key="k"
    )
    assert other.status_code == 422


def test_an_old_secret_cannot_rotate_the_key(client: Client) -> None:
    own = client.key()
    id_ = me(client, own)["id"]
    child = make(client, own, Idempotency_Key="c")
    fresh = rotate(client, own, id_, 60)["key"]
    assert code(client, "POST", f"{KEYS}/{id_}/rotation", own, {}) == (403, "not-allowed")
    assert code(client, "POST", KEYS, own, {"name": "mine"}) == (403, "not-allowed")
    for key in (id_, child["id"]):
        assert code(client, "DELETE", f"{KEYS}/{key}", own) == (403, "not-allowed")
    assert make(client, own, Idempotency_Key="c") == child, "the first result is returned again"
    assert len(client.get(KEYS, own)["keys"]) == 2
    client.delete(f"{KEYS}/{child['id']}", fresh)


# --- Revoking -----------------------------------------------------------------------------------


def test_with_a_key_all_that_it_has_made_ends(client: Client) -> None:
    own = client.key()
    child = make(client, own)
    grandchild = make(client, child["key"])
    sibling = make(client, own)
    answer = client.send("DELETE", f"{KEYS}/{child['id']}", own)
    assert (answer.status_code, answer.is_replayed) == (204, False)
    again = client.send("DELETE", f"{KEYS}/{child['id']}", own)
    assert (again.status_code, again.is_replayed) == (204, True)
    assert [opens(client, each["key"]) for each in (child, grandchild, sibling)] == [
        False,
        False,
        True,
    ]
    assert [each["id"] for each in client.get(KEYS, own)["keys"][1:]] == [sibling["id"]]
    assert code(client, "POST", f"{KEYS}/{child['id']}/rotation", own, {}) == (404, "not-found")


def test_a_key_may_end_itself(client: Client) -> None:
    own = client.key()
    child = make(client, own)
    client.delete(f"{KEYS}/{child['id']}", child["key"])
    assert not opens(client, child["key"])
    assert opens(client, own)


def test_nothing_is_made_under_a_key_while_it_is_revoked(client: Client) -> None:
    """Whichever request comes first, no key that descends from the revoked one is left."""
    for _ in range(5):
        child = make(client, own := client.key())
        app = client.flask.application

        def asks(number: int, child: Any = child, own: str = own, app: Any = app) -> None:
            sender = app.test_client()
            if number == 3:
                bearer = {"Authorization": f"Bearer {own}"}
                sender.delete(f"{KEYS}/{child['id']}", headers=bearer)
            else:
                bearer = {"Authorization": f"Bearer {child['key']}"}
                sender.post(KEYS, json={"name": "late"}, headers=bearer)

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(asks, range(6)))
        assert len(client.get(KEYS, own)["keys"]) == 1


# --- Whose --------------------------------------------------------------------------------------

GUESTS = ("auditor", "watcher", "reader")
TOKENS = ("nobody", "junk", "other", "parent", "sibling", "child", "seat", *GUESTS)
STATUSES = (401, 401, 404, 404, 404, 404, 403, 403, 403, 403)


@pytest.mark.parametrize(("method", "suffix"), [("DELETE", ""), ("POST", "/rotation")])
@pytest.mark.parametrize(("token", "status"), [*zip(TOKENS, STATUSES, strict=True)])
def test_permissions_to_manage_a_key(
    client: Client, token: str, status: int, method: str, suffix: str
) -> None:
    """Itself and its ancestors may; a key that it has made may not, and no token may."""
    own = client.key()
    key = make(client, own)
    named = {
        "parent": me(client, own)["id"],
        "sibling": make(client, own)["id"],
        "other": me(client, client.key())["id"],
    }
    who = credential(client, own, key["key"], token)
    path = f"{KEYS}/{named.get(token, key['id'])}{suffix}"
    body: Any = {} if suffix else None
    assert client.send(method, path, who, json=body).status_code == status
    assert opens(client, own)
    assert opens(client, key["key"])


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("token", ["nobody", "junk", "seat", *GUESTS])
def test_only_keys_have_keys(client: Client, token: str, method: str) -> None:
    own = client.key()
    who = credential(client, own, own, token)
    body = {"name": "x"} if method == "POST" else None
    status = 401 if token in {"nobody", "junk"} else 403
    assert client.send(method, KEYS, who, json=body).status_code == status


def credential(client: Client, own: str, key: str, token: str) -> str | None:
    makers: dict[str, Callable[[], str | None]] = {
        "nobody": lambda: None,
        "junk": lambda: "key_" + "A" * 43,
        "child": lambda: make(client, key)["key"],
        "seat": lambda: client.open(own).tokens[0],
    }
    if token in GUESTS:
        return client.guest(client.open(own), token)
    return makers.get(token, lambda: key)()


def test_seats_taken_with_a_revoked_key_stay(client: Client) -> None:
    own = client.key()
    child = make(client, own)
    table = client.open(child["key"], **{**GOAT, "seats": PERSONS})
    client.send("DELETE", f"{KEYS}/{child['id']}", own)
    assert client.get(table.deal_path, table.tokens[0])["view"] == "seat:0"


def test_only_the_hash_of_a_secret_is_stored(database_client: Client) -> None:
    client = database_client
    own = client.key()
    made = make(client, own)["key"]
    with client.context.credentials.pool.connection() as connection:
        rows = connection.execute("SELECT s::text, k::text FROM api_secret s, api_key k").fetchall()
    raw = made.removeprefix("key_")
    assert all(raw not in each and raw.encode().hex() not in each for row in rows for each in row)


def test_no_grace_can_be_had_by_hand_for_a_revoked_key(client: Client) -> None:
    own, keyring = client.key(), client.context.credentials
    known = keyring.key(own)
    assert known is not None
    fresh = rotate_by_hand(keyring, known.id, grace=timedelta(seconds=9))
    assert fresh is not None
    assert opens(client, fresh)
    keyring.revoke(known.id)
    assert rotate_by_hand(keyring, known.id, grace=timedelta()) is None
    assert rotate_by_hand(keyring, uuid4(), grace=timedelta()) is None


def without_play(client: Client, own: str) -> str:
    """A key with every scope except `play`."""
    return str(make(client, own, *(scope for scope in ALL if scope != "play"))["key"])


def refused_for_play(answer: Any) -> bool:
    return (answer.status_code, answer.json["code"], answer.json.get("scope")) == (
        403,
        "scope-missing",
        "play",
    )


@pytest.mark.parametrize("kind", ["person", "bot"])
def test_opening_a_table_with_persons_needs_the_scope_play(client: Client, kind: str) -> None:
    key = without_play(client, client.key())
    seats = [{"name": "Ann", "kind": kind}, {"bot": "easy"}]
    assert refused_for_play(client.send("POST", "/v1/tables", key, json={**GOAT, "seats": seats}))
    bare = client.send("POST", "/v1/tables", key, json={**GOAT, "seats": seats[1:]})
    assert (bare.status_code, bare.json["tokens"]) == (201, [])
    path = f"/v1/tables/{bare.json['table']['id']}/seats/1"
    assert refused_for_play(client.send("PUT", path, key, json={"name": "Ann"}))


def test_without_the_scope_play_no_rematch_is_opened_for_the_owners_seats(client: Client) -> None:
    own = client.key()
    table, key = given_up(client, owner=own), without_play(client, own)
    versions = client.versions(table.id)
    path = f"/v1/tables/{table.id}/rematch"
    assert refused_for_play(client.send("POST", path, key, json={}))
    assert client.versions(table.id) == versions, "no table is opened"
    tokens = client.send("POST", path, own, json={}).json["tokens"]
    assert len(tokens) == 4
    assert refused_for_play(client.send("POST", path, key, json={}))


def test_without_the_scope_play_a_branch_has_bots_only(client: Client, played: Opened) -> None:
    key = without_play(client, played.owner)
    path = f"{played.deal_path}/branches"
    for seats in ({}, {"seats": [{"name": "Ann"}]}):
        fields = {"at": 3, "deal": "true", **seats}
        assert refused_for_play(client.send("POST", path, key, json=fields))
    bots = {"at": 3, "deal": "true", "seats": [{"bot": "easy"}]}
    answer: Any = client.send("POST", path, key, json=bots)
    assert (answer.status_code, answer.json["tokens"]) == (201, [])
