"""Hostile requests: valid ones of every operation, changed in one or a few ways.

All randomness comes from the given `Random`, so a run can be repeated by its seed.
"""

from collections.abc import Callable, Mapping
from json import dumps, loads
from random import Random
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from tests.api.operations import CASES, Case

JUNK: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 3, 2**31, 2**63, -(2**64), 10**400, 0.5, 1e308, -0.0),
    *("", " ", "goat", "skat", "7C", "??", "public", "full", "easy", "seat:0", "\0", "\ud800"),
    *("\u202e", "\U0001f0a1", "x" * 5_000, "'; DROP TABLE event; --", "../../etc/passwd"),
    *("00000000-0000-0000-0000-000000000000", "f" * 64, "%00", "1e3", "٣", "\r\nX: y"),
    *([], {}, [[]], [None], {"": None}, {"type": "lead"}, ["7C"] * 100, {"seed": "ab" * 32}),
)
METHODS: Final = (
    *("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY", "X"),
)
QUERY: Final = (
    *("after", "wait", "limit", "view", "at", "cursor", "game", "status", "open", "receipts"),
    *("size", "stream", "version", "from", "to", "format", "x"),
)
HEADERS: Final = (
    *("Accept", "Accept-Encoding", "Accept-Language", "Authorization", "Content-Encoding"),
    *("Content-Type", "Cookie", "Forwarded", "Idempotency-Key", "If-Match", "If-None-Match"),
    *("Last-Event-ID", "Origin", "Access-Control-Request-Method", "Range", "User-Agent"),
    *("X-Forwarded-For", "X-Forwarded-Host", "X-HTTP-Method-Override", "X-Request-Id"),
)
VALUES: Final = (
    *("", " ", "*", "*/*", "0", "-1", "9" * 400, "x" * 9_000, "a" * 20_000, "null", 'W/"x"'),
    *("application/json; charset=utf-16", "text/event-stream", "application/x-ndjson"),
    *("application/json;q=0, */*;q=x", "Bearer", "Bearer seat_", "Basic dTpw", "gzip", "\xe4\xff"),
    *("bytes=0-1,9-", "https://evil.example", "a=b; c", "127.0.0.1, ::1", "k", "1, 2", "\t"),
)
SEGMENTS: Final = (
    *("", ".", "..", "%00", "%2e%2e%2f", "%2F", "%ff%fe", "-1", "0", "9" * 300, "goat", "seat:0"),
    *("00000000-0000-0000-0000-000000000000", "%F0%9F%82%A1", "x" * 3_000, "a%20b", "*", "{table}"),
)
BROKEN: Final = (
    b"", b"{", b"[" * 30_000, b"\xff\xfe", b"\xef\xbb\xbf{}", b"{}{}", b'{"a":1,"a":2}', b"NaN",
    b"1" * 6_000, b'"\\ud800"', b'{"x":' * 300 + b"1" + b"}" * 300, b" " * 70_000, b"null\0",
)  # fmt: skip


class Shot(NamedTuple):
    """A request to send.

    Attributes:
        method: Its method.
        target: Its path and query, as bytes on the wire.
        headers: Its headers, except those that sending requires.
        body: Its body; None: no body.
        manner: ``whole``; ``chunked``; ``cut``: it ends before its body does; ``raw``: the target
            is the whole request, and may be no HTTP.
    """

    method: str
    target: str
    headers: dict[str, str]
    body: bytes | None
    manner: str = "whole"


class World(NamedTuple):
    """The knowledge of an attacker: names for addresses, and credentials, good and bad."""

    names: Mapping[str, str]
    credentials: tuple[str | None, ...]


def shot(world: World, chance: Random) -> Shot:
    """The next request: a valid one with one to three changes, and sometimes with none."""
    made = good(chance.choice(CASES), world, chance)
    for _ in range(chance.choice((0, 1, 1, 1, 2, 3))):
        if made.manner != "raw":
            made = chance.choice(CHANGES)(made, world, chance)
    return made


def good(case: Case, world: World, chance: Random) -> Shot:
    """A request of a case; its credential may or may not be allowed to make it."""
    who = chance.choice(world.credentials)
    headers = {} if who is None else {"Authorization": f"Bearer {who}"}
    body = None if case.body is None else dumps(case.body).encode()
    if body is not None:
        headers["Content-Type"] = "application/json"
    if chance.random() < 0.2:  # few keys, so that they are reused for other requests
        headers["Idempotency-Key"] = f"key-{chance.randrange(50)}"
    return Shot(case.method, case.path.format(**world.names), headers, body)


# --- Changes -------------------------------------------------------------------------------------


def other_path(made: Shot, world: World, chance: Random) -> Shot:
    path, separator, query = made.target.partition("?")
    parts = path.split("/")
    at = chance.randrange(1, len(parts)) if len(parts) > 1 else 0
    parts[at] = chance.choice((*SEGMENTS, *world.names.values()))
    if chance.random() < 0.1:
        parts.insert(at, chance.choice(SEGMENTS))
    return made._replace(target="/".join(parts) + separator + query)


def other_query(made: Shot, world: World, chance: Random) -> Shot:
    value = chance.choice((*map(str, JUNK), *SEGMENTS, *world.names.values()))[:5_000]
    said = value if chance.random() < 0.2 else quote(value.encode("utf-8", "surrogatepass"))
    said = "".join(each for each in said if "!" <= each <= "~")
    separator = "&" if "?" in made.target else "?"
    return made._replace(target=f"{made.target}{separator}{chance.choice(QUERY)}={said}")


def other_header(made: Shot, _: World, chance: Random) -> Shot:
    return made._replace(headers={**made.headers, chance.choice(HEADERS): chance.choice(VALUES)})


def other_method(made: Shot, _: World, chance: Random) -> Shot:
    return made._replace(method=chance.choice(METHODS))


def other_json(made: Shot, _: World, chance: Random) -> Shot:
    """One value of the body is replaced, removed, or added."""
    try:
        value = loads(made.body or b"{}")
    except (ValueError, RecursionError):
        return made
    said = dumps(changed(value, chance))
    return made._replace(
        body=said.encode(), headers={"Content-Type": "application/json", **made.headers}
    )


def changed(value: Any, chance: Random) -> Any:
    """A JSON value with a change somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        name = chance.choice(list(value))
        rest = {each: value[each] for each in value if each != name}
        how = chance.random()
        if how < 0.15:
            return rest
        if how < 0.3:
            return {**value, str(chance.choice(JUNK))[:90]: chance.choice(JUNK)}
        return {**rest, name: changed(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        at = chance.randrange(len(value))
        return [*value[:at], changed(value[at], chance), *value[at + chance.randrange(2) :]]
    return chance.choice(JUNK)


def broken_body(made: Shot, _: World, chance: Random) -> Shot:
    body = made.body or b"{}"
    how = chance.random()
    if how < 0.4:
        body = chance.choice(BROKEN)
    elif how < 0.7:
        body = body[: chance.randrange(len(body) + 1)]
    else:
        at = chance.randrange(len(body) + 1)
        body = body[:at] + chance.randbytes(chance.randint(1, 4)) + body[at + 1 :]
    return made._replace(body=body, headers={"Content-Type": "application/json", **made.headers})


def other_credential(made: Shot, world: World, chance: Random) -> Shot:
    """Another caller's credential, or one with a part replaced."""
    who = chance.choice(world.credentials) or "key_"
    if chance.random() < 0.5:
        at = chance.randrange(len(who))
        who = who[:at] + chance.choice(("", "A", "_", "=", "\xff")) + who[at + 1 :]
    return made._replace(headers={**made.headers, "Authorization": f"Bearer {who}"})


def other_manner(made: Shot, _: World, chance: Random) -> Shot:
    manner = chance.choice(("chunked", "chunked", "cut", "raw"))
    if manner != "raw":
        return made._replace(manner=manner, body=made.body or b'{"x": 1}')
    line = f"{made.method} {made.target} HTTP/{chance.choice(('1.1', '1.0', '3.9', 'x'))}\r\n"
    rest = chance.choice(
        (
            "Host: a\r\nContent-Length: -1\r\n\r\n",
            "Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            "Host: a\r\nHost: b\r\n\r\n",
            "Host a\r\n\r\n",
            "\0: \0\r\n\r\n",
            "Host: a\r\n" + "X: y\r\n" * 500 + "\r\n",
            "Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
            "Host: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
            "\r\n\r\n",
        )
    )
    return made._replace(manner=manner, target=line + rest)


CHANGES: Final[tuple[Callable[[Shot, World, Random], Shot], ...]] = (
    *(other_path, other_query, other_header, other_method, other_credential),
    *(other_json, other_json, other_json, broken_body, other_manner),
)
