"""Invalid requests: each gets the 4xx that says what is wrong, and changes nothing."""

import gzip
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.api.playing import Client, Opened
from tests.sampling import cases

JSON = "application/json"
TABLES, MOVES, SEAT = "/v1/tables", "/v1/deals/{deal}/moves", "/v1/tables/{open}/seats/1"
TAKEN = "/v1/tables/{open}/seats/0"
DEAL, EVENTS = "/v1/deals/{deal}", "/v1/deals/{deal}/events"
INCLUSION, CONSISTENCY, NONE = "/v1/log/inclusion", "/v1/log/consistency", "not-found"
NIL = "00000000-0000-0000-0000-000000000000"
MANY = ", ".join(f'"{each}": 1' for each in range(100))
BIG = "9" * 5000
GREAT = "9" * 3000
"""An address with more is refused as too long."""


@dataclass(frozen=True)
class Wrong:
    """A request, and the expected error: the status, the code, the places or clauses named."""

    what: str
    method: str
    path: str
    body: str | bytes | None
    status: int
    code: str
    named: tuple[str, ...] = ()
    content_type: str | None = JSON
    headers: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.what


def table(what: str, body: str | bytes, *named: str, status: int = 422) -> Wrong:
    code = "invalid" if status == 422 else "malformed-json"
    return Wrong(f"table: {what}", "POST", TABLES, body, status, code, named)


def move(
    what: str, body: str | bytes, *named: str, status: int = 422, code: str = "invalid"
) -> Wrong:
    return Wrong(f"move: {what}", "POST", MOVES, body, status, code, named)


def query(what: str, path: str, *named: str, status: int = 422, code: str = "invalid") -> Wrong:
    return Wrong(f"query: {what}", "GET", path, None, status, code, named, None)


GAME = '"game": "goat", "name": "x"'
LEAD = '"move": {"type": "lead", "cards": ["7C"]}'

CASES = (
    # --- JSON ---------------------------------------------------------------------------------
    table("no JSON", "{", status=400),
    table("nothing", "", status=400),
    table("two values", "{} {}", status=400),
    table("a name twice", '{"game": "goat", "game": "goat", "name": "x"}', status=400),
    table("a name twice, deep", f'{{{GAME}, "options": {{"eggs": 1, "eggs": 1}}}}', status=400),
    table("NaN", f'{{{GAME}, "target": NaN}}', status=400),
    table("Infinity", f'{{{GAME}, "target": -Infinity}}', status=400),
    table("too great a float", f'{{{GAME}, "target": 1e999}}', status=400),
    table("too long an integer", f'{{{GAME}, "target": {BIG}}}', status=400),
    table("nested deep", '{"options": ' * 2000 + "1" + "}" * 2000, status=400),
    table("nested rather deep", '{"options": ' * 30 + "1" + "}" * 30, status=400),
    table("lists nested deep", "[" * 10_000, status=400),
    table("many lists", f'{{{GAME}, "seats": [{"[]," * 10_240}[]]}}', status=400),
    table("not UTF-8", b'{"game": "\xff"}', status=400),
    table("UTF-16", '{"game": "goat"}'.encode("utf-16"), status=400),
    table("a byte order mark", b'\xef\xbb\xbf{"game": "goat"}', status=400),
    table("a control code", '{"name": "a\x00"}', status=400),
    # --- The form of a table ----------------------------------------------------------------------
    table("a list", "[]", ""),
    table("null", "null", ""),
    table("a text", '"goat"', ""),
    table("nothing in it", "{}", "/game", "/name"),
    table("no such game", '{"game": "chess", "name": "x"}', "/game"),
    table("a game that is a list", '{"game": ["goat"], "name": "x"}', "/game"),
    table("an unknown field", f'{{{GAME}, "gmae": 1}}', "/gmae"),
    table("an unknown field of slashes", f'{{{GAME}, "a/b~c": 1}}', "/a~1b~0c"),
    table("many unknown fields", f"{{{GAME}, {MANY}}}", ""),
    table("many names on a seat", f'{{{GAME}, "seats": [{{{MANY}}}]}}', "/seats/0"),
    table("an unknown field, and empty", f'{{{GAME}, "": 1}}', "/"),
    table("NUL in a name", '{"game": "goat", "name": "a\\u0000b"}', "/name"),
    table("half a character", '{"game": "goat", "name": "\\ud800"}', "/name"),
    table("half a character in a field", f'{{{GAME}, "\\udfff": 1}}', ""),
    table("half a character, deep", f'{{{GAME}, "options": {{"a": "\\ud800"}}}}', "/options/a"),
    table("an empty name", '{"game": "goat", "name": ""}', "/name"),
    table("a blank name", '{"game": "goat", "name": " \\u00a0"}', "/name"),
    table("a name of 81", '{"game": "goat", "name": "%s"}' % ("x" * 81), "/name"),
    table("a line break in a name", '{"game": "goat", "name": "a\\n"}', "/name"),
    table("writing turned round", '{"game": "goat", "name": "a\\u202eb"}', "/name"),
    table("a name that is a number", '{"game": "goat", "name": 1}', "/name"),
    table("target below", f'{{{GAME}, "target": 1}}', "/target"),
    table("target above", f'{{{GAME}, "target": 25}}', "/target"),
    table("target of a great number", f'{{{GAME}, "target": {2**64}}}', "/target"),
    table("target of a fraction", f'{{{GAME}, "target": 2.5}}', "/target"),
    table("target true", f'{{{GAME}, "target": true}}', "/target"),
    table("target a text", f'{{{GAME}, "target": "12"}}', "/target"),
    table("target null", f'{{{GAME}, "target": null}}', "/target"),
    table("options a list", f'{{{GAME}, "options": []}}', "/options"),
    table("no such option", f'{{{GAME}, "options": {{"x": 1}}}}', "/options/x"),
    table("no such value", f'{{{GAME}, "options": {{"eggs": "two"}}}}', "/options/eggs"),
    table(
        "a value that is a list", f'{{{GAME}, "options": {{"eggs": ["none"]}}}}', "/options/eggs"
    ),
    table(
        "the target twice",
        f'{{{GAME}, "options": {{"loss_target": 12}}, "target": 12}}',
        "/target",
    ),
    table("seats an object", f'{{{GAME}, "seats": {{}}}}', "/seats"),
    table("seats a text", f'{{{GAME}, "seats": "abcd"}}', "/seats"),
    table("five seats", f'{{{GAME}, "seats": [{{}}, {{}}, {{}}, {{}}, {{}}]}}', "/seats"),
    table("fifty seats", f'{{{GAME}, "seats": [{",".join(["{}"] * 50)}]}}', "/seats"),
    table("a seat that is null", f'{{{GAME}, "seats": [null]}}', "/seats/0"),
    table("a seat of both", f'{{{GAME}, "seats": [{{"name": "a", "bot": "easy"}}]}}', "/seats/0"),
    table("no such bot", f'{{{GAME}, "seats": [{{}}, {{"bot": "god"}}]}}', "/seats/1/bot"),
    table("a bot that is null", f'{{{GAME}, "seats": [{{"bot": null}}]}}', "/seats/0/bot"),
    table("a blank player", f'{{{GAME}, "seats": [{{"name": " "}}]}}', "/seats/0/name"),
    table("visibility", f'{{{GAME}, "visibility": "secret"}}', "/visibility"),
    table("spectators", f'{{{GAME}, "spectators": 1}}', "/spectators"),
    # --- Media types and sizes --------------------------------------------------------------------
    *(
        Wrong(
            f"{path} as {media}",
            "PUT" if path == SEAT else "POST",
            path,
            "{}",
            415,
            "unsupported-media-type",
            content_type=media,
        )
        for path in (TABLES, MOVES, SEAT)
        for media in (None, "text/plain", "application/x-www-form-urlencoded", "json")
    ),
    *(
        Wrong(
            f"a body in {encoding}",
            *("POST", TABLES, body, 415, "unsupported-media-type"),
            headers=(("Content-Encoding", encoding),),
        )
        for encoding, body in (
            ("gzip", gzip.compress(f"{{{GAME}}}".encode())),
            ("br", f"{{{GAME}}}"),
        )
    ),
    Wrong("a huge body", "POST", TABLES, "[" + " " * 70_000 + "]", 413, "request-entity-too-large"),
    # --- keys ---------------------------------------------------------------------------------
    *(
        Wrong(
            f"idempotency key: {what}",
            *("POST", TABLES, f"{{{GAME}}}", 422, "invalid", ("Idempotency-Key",)),
            headers=(("Idempotency-Key", key),),
        )
        for what, key in (("empty", ""), ("long", "x" * 256), ("spaces", "a b"), ("ä", "\xe4"))
    ),
    # --- seats --------------------------------------------------------------------------------
    Wrong("taking: no name", "PUT", SEAT, "{}", 422, "invalid", ("/name",)),
    Wrong("taking: a bot", "PUT", SEAT, '{"name": "a", "bot": "easy"}', 422, "invalid", ("/bot",)),
    Wrong("taking: taken", "PUT", TAKEN, '{"name": "a"}', 409, "seat-taken"),
    Wrong("taking: seat 9", "PUT", "/v1/tables/{open}/seats/9", '{"name": "a"}', 404, "not-found"),
    Wrong(
        "taking: seat -1", "PUT", "/v1/tables/{open}/seats/-1", '{"name": "a"}', 404, "not-found"
    ),
    Wrong(
        "taking: a great seat", "PUT", f"/v1/tables/{{open}}/seats/{GREAT}", "{}", 404, "not-found"
    ),
    Wrong("leaving: seat 9", "DELETE", "/v1/tables/{open}/seats/9", None, 404, "not-found"),
    Wrong("leaving late", "DELETE", "/v1/tables/{table}/seats/0", None, 409, "table-started"),
    # --- moves --------------------------------------------------------------------------------
    move("nothing in it", "{}", "/move"),
    move("null", '{"move": null}', "/move"),
    move("a text", '{"move": "lead"}', "/move"),
    move("no type", '{"move": {"cards": ["7C"]}}', "/move/type"),
    move("no such type", '{"move": {"type": "shout", "cards": ["7C"]}}', "/move/type"),
    move("a type that is a list", '{"move": {"type": ["lead"]}}', "/move/type"),
    move("no cards", '{"move": {"type": "lead"}}', "/move/cards"),
    move("cards a text", '{"move": {"type": "lead", "cards": "7C"}}', "/move/cards"),
    move("a card that is null", '{"move": {"type": "lead", "cards": [null]}}', "/move/cards/0"),
    move(
        "a card that is a number", '{"move": {"type": "lead", "cards": ["7C", 7]}}', "/move/cards/1"
    ),
    move("the unknown card", '{"move": {"type": "lead", "cards": ["??"]}}', "/move/cards/0"),
    move("half a character", '{"move": {"type": "lead", "cards": ["\\ud800"]}}', "/move/cards/0"),
    move("a seat", '{"move": {"type": "lead", "cards": ["7C"], "seat": 0}}', "/move/seat"),
    move("a great number", f'{{"move": {{"type": "lead", "cards": [{2**80}]}}}}', "/move/cards/0"),
    move("an unknown field", f'{{{LEAD}, "seat": 0}}', "/seat"),
    move("version 0", f'{{{LEAD}, "expected_version": 0}}', "/expected_version"),
    move("version true", f'{{{LEAD}, "expected_version": true}}', "/expected_version"),
    move("version a text", f'{{{LEAD}, "expected_version": "3"}}', "/expected_version"),
    move("version null", f'{{{LEAD}, "expected_version": null}}', "/expected_version"),
    move("an old version", f'{{{LEAD}, "expected_version": 1}}', status=409, code="stale-version"),
    move(
        "a later version", f'{{{LEAD}, "expected_version": 99}}', status=409, code="stale-version"
    ),
    move("a card of no pack", '{"move": {"type": "lead", "cards": ["7C", "1X"]}}', "/move/cards/1"),
    move(
        "no card",
        '{"move": {"type": "lead", "cards": []}}',
        *("T5",),
        status=409,
        code="illegal-move",
    ),
    # --- queries ------------------------------------------------------------------------------
    *(
        query(f"NUL in {name}", f"/v1/{path}?{name}=%00", name)
        for path, name in (("ratings", "game"), ("deals", "contract"), ("tables", "game"))
    ),
    query("at 0", f"{DEAL}?at=0", "at"),
    query("at -1", f"{DEAL}?at=-1", "at"),
    query("at a text", f"{DEAL}?at=x", "at"),
    query("at a fraction", f"{DEAL}?at=1.0", "at"),
    query("at with an underscore", f"{DEAL}?at=1_0", "at"),
    query("at in other digits", f"{DEAL}?at=%D9%A1", "at"),
    query("at of a great number", f"{DEAL}?at={GREAT}", "at"),
    query("at beyond the last", f"{DEAL}?at=999999", status=404, code="not-found"),
    query("view without a viewer", f"{DEAL}?view=everything", "view"),
    query("view of seat -1", f"{DEAL}?view=seat:-1", "view"),
    query("view of seat ten", f"{DEAL}?view=seat:10", "view"),
    query("view with a line break", f"{DEAL}?view=public%0A", "view"),
    query("no such parameter", f"{DEAL}?veiw=public", "veiw"),
    query("after -1", f"{EVENTS}?after=-1", "after"),
    query("wait too long", f"{EVENTS}?wait=121", "wait"),
    query("wait a fraction", f"{EVENTS}?wait=0.5", "wait"),
    query("limit 0", f"{EVENTS}?limit=0", "limit"),
    query("limit too great", f"{EVENTS}?limit=1001", "limit"),
    query("inclusion of nothing", INCLUSION, "stream", "version"),
    query("inclusion of a name", f"{INCLUSION}?version=1&stream=goat", "stream"),
    query(
        "inclusion of an unknown stream",
        f"{INCLUSION}?version=1&stream={NIL}",
        status=404,
        code=NONE,
    ),
    query("inclusion of version 0", f"{INCLUSION}?version=0&stream={{deal}}", "version"),
    query("inclusion in size -1", f"{INCLUSION}?version=1&stream={{deal}}&size=-1", "size"),
    query("consistency of nothing", CONSISTENCY, "from", "to"),
    query("consistency from a text", f"{CONSISTENCY}?from=x&to=1", "from"),
    query("consistency to a great number", f"{CONSISTENCY}?from=1&to={GREAT}", "to"),
    query("consistency of no checkpoint", f"{CONSISTENCY}?from=1&to=2", status=404, code=NONE),
    query("entries from -1", "/v1/log/entries?from=-1", "from"),
    query("too many entries", "/v1/log/entries?limit=1001", "limit"),
    query("limit of tables", f"{TABLES}?limit=0", "limit"),
    query("cursor", f"{TABLES}?cursor=x", "cursor"),
    query("cursor of signs", f"{TABLES}?cursor={'%00' * 32}", "cursor"),
    query("status", f"{TABLES}?status=due", "status"),
    query("open", f"{TABLES}?open=yes", "open"),
    # --- addresses ----------------------------------------------------------------------------
    query("no such address", "/v1/nothing", status=404, code="not-found"),
    query("no such version", "/v2/tables", status=404, code="not-found"),
    query("no such table", f"/v1/tables/{NIL}", status=404, code="not-found"),
    query("no such deal", f"/v1/deals/{NIL}", status=404, code="not-found"),
    query("a table that is a deal", "/v1/tables/{deal}", status=404, code="not-found"),
    query("a deal that is a table", "/v1/deals/{table}", status=404, code="not-found"),
    query("no id", "/v1/tables/1", status=404, code="not-found"),
    query("no such game", "/v1/games/%00", status=404, code="not-found"),
    query("dots", "/v1/games/../../etc", status=404, code="not-found"),
    query("slashes", "/v1//games", status=404, code="not-found"),
    query("slashes before a name", "/v1/games//goat", status=404, code="not-found"),
)


@pytest.fixture(scope="module")
def on(client: Client) -> Opened:
    """A table with a running deal, after a move."""
    return client.open()


@pytest.fixture(scope="module")
def waiting(client: Client, on: Opened) -> Opened:
    """A table of the same owner that waits for players."""
    return client.open(on.owner, seats=[{"name": "Ann"}])


@pytest.mark.parametrize("wrong", CASES, ids=str)
def test_errors_are_named_and_change_nothing(
    wrong: Wrong, client: Client, on: Opened, waiting: Opened
) -> None:
    assert on.deal is not None
    seat = client.get(on.deal_path, on.owner)["to_act"]
    who = on.tokens[seat] if wrong.path == MOVES else on.owner
    before = client.versions(on.id, on.deal, waiting.id)
    tables = count_tables(client)
    path = wrong.path.format(table=on.id, deal=on.deal, open=waiting.id)
    body = wrong.body.encode() if isinstance(wrong.body, str) else wrong.body
    headers = dict(wrong.headers) | (
        {"Content-Type": wrong.content_type} if wrong.content_type else {}
    )

    answer = client.send(wrong.method, path, who, data=body, **headers)

    assert answer.refusal == (wrong.status, wrong.code), answer.text
    assert answer.mimetype == "application/problem+json"
    assert answer.json["status"] == wrong.status
    assert answer.json["detail"].endswith(".")
    assert named(answer.json) == set(wrong.named)
    assert client.versions(on.id, on.deal, waiting.id) == before
    assert count_tables(client) == tables


def named(said: dict[str, Any]) -> set[str]:
    fields = {
        each[part]
        for each in said.get("errors", ())
        for part in ("pointer", "parameter", "header")
        if part in each
    }
    clauses = {each["id"] for each in said.get("clauses", ()) if each["text"]}
    return (clauses or fields) if said["status"] == 409 else fields


def count_tables(client: Client) -> int:
    rows = client.context.store.find(
        kind="table", statuses=["open", "due", "playing", "over", "closed"], limit=10_000
    )
    return len(rows)


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PATCH", "/v1/tables", {"GET", "HEAD", "POST", "OPTIONS"}),
        ("POST", "/v1/tables/{table}", {"GET", "HEAD", "DELETE", "OPTIONS"}),
        ("GET", "/v1/tables/{table}/seats/0", {"PUT", "DELETE", "OPTIONS"}),
        ("GET", "/v1/deals/{deal}/moves", {"POST", "OPTIONS"}),
        ("DELETE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_a_method_that_is_not_there_gets_those_that_are(
    method: str, path: str, allowed: set[str], client: Client, on: Opened
) -> None:
    answer = client.send(method, path.format(table=on.id, deal=on.deal), on.owner)
    assert answer.status_code == 405
    assert answer.mimetype == "application/problem+json"
    assert set(answer.headers["Allow"].split(", ")) == allowed
    *others, last = sorted(allowed)
    assert answer.json["detail"].endswith(f"; it has {', '.join(others)} and {last}.")


def test_stale_versions_say_where_to_read_on(client: Client, on: Opened) -> None:
    seat = client.get(on.deal_path, on.owner)["to_act"]
    body = {"move": {"type": "lead", "cards": ["7C"]}, "expected_version": 1}
    answer: Any = client.send("POST", f"{on.deal_path}/moves", on.tokens[seat], json=body).json
    version = client.get(on.deal_path, on.owner)["version"]
    assert answer["version"] == version
    missed = client.get(answer["missed"], on.tokens[seat])
    assert [each["position"] for each in missed["events"]] == list(range(2, version + 1))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["goat", "lead", "7C", "TH", "public", "easy"]),
    lambda inner: (
        st.lists(inner, max_size=5)
        | st.dictionaries(
            st.sampled_from(["move", "type", "cards", "game", "name", "seats", "bot", "options"])
            | st.text(max_size=4),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)


@settings(
    max_examples=cases(sample=50, full=150),
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(body=JUNK, path=st.sampled_from([TABLES, MOVES, TAKEN]))
def test_junk_is_refused(body: Any, path: str, client: Client, on: Opened, waiting: Opened) -> None:
    assert on.deal is not None
    before = client.versions(on.id, on.deal, waiting.id)
    answer = client.send(
        "PUT" if path == TAKEN else "POST",
        path.format(deal=on.deal, open=waiting.id),
        on.tokens[0] if path == MOVES else on.owner,
        json=body,
    )
    assert 400 <= answer.status_code < 500, answer.text
    assert client.versions(on.id, on.deal, waiting.id) == before
