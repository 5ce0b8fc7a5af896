"""The longest hostile values that a request can have, at every place of the contract."""

from collections.abc import Iterator
from dataclasses import replace
from http import HTTPStatus
from json import dumps
from typing import Any, Final, NamedTuple

from service.api.requests import MOST_BRACKETS, ONE_HEADER
from service.settings import Settings
from tests.api.contracts import bare_contract
from tests.api.operations import CALLERS, CASES, Case

LARGEST_VALUE: Final = Settings().body_bytes - 600
"""The size left for one value in a body of the greatest size, beside a valid request."""
ADDRESS: Final = Settings().address_bytes - 400
HEADERS: Final = (ONE_HEADER - 10, Settings().header_bytes - 1_200)
COMPONENT: Final = "#/components/schemas/"
DEEPEST: Final = 5


class Shot(NamedTuple):
    """A request with one hostile value, sent by the owner of a table or by one of its seats."""

    what: str
    seated: bool
    method: str
    path: str
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()


def texts(size: int) -> Iterator[tuple[str, str]]:
    """Texts that fill the size limit and fail, if at all, at their last character."""
    for name, piece in (
        ("letters", "a"),
        ("capitals", "A"),
        ("digits", "0"),
        ("spaces", " "),
        ("spaced", "a "),
        ("dots", "a."),
        ("hyphens", "a-"),
        ("slashes", "/"),
        ("commas", "a,"),
        ("quotes", '"'),
        ("cards", "7C"),
    ):
        for last in ("", "\x7f"):
            yield f"{name}{last!r}", piece * ((size - 6) // len(piece)) + last


def values() -> Iterator[tuple[str, str]]:
    """JSON that fills a body."""
    for name, text in texts(LARGEST_VALUE - 30):
        yield name, dumps(text[: len(text) // 2] if '"' in text else text)
    yield "wide", '"' + "я" * (LARGEST_VALUE // 2 - 4) + '"'
    yield "marks", '"a' + "\u0301" * (LARGEST_VALUE // 2 - 4) + '"'
    yield "escaped", '"' + "\\u0061" * (LARGEST_VALUE // 6 - 1) + '"'
    yield "surrogates", '"' + "\\ud800" * (LARGEST_VALUE // 6 - 1) + '"'
    yield "digits of a number", "1" * 4_000
    yield "digits of a fraction", "0." + "1" * (LARGEST_VALUE - 4)
    for name, item in (
        *(("numbers", "1"), ("lists", "[]"), ("objects", "{}"), ("nulls", "null")),
        *(("empty texts", '""'), ("cards", '"7C"'), ("surrogates", '"\\ud800"')),
        *(("persons", '{"name":"a"}'), ("moves", '{"type":"lead","cards":["7C"]}')),
        *(("words", '"read"'), ("deep lists", "[[[[1]]]]"), ("great numbers", "9" * 4_000)),
    ):
        yield f"a list of {name}", "[" + ",".join([item] * (LARGEST_VALUE // (len(item) + 1))) + "]"
    for name, item in (("lists", "[]"), ("objects", "{}")):
        yield f"as many {name} as allowed", "[" + ",".join([item] * (MOST_BRACKETS - 9)) + "]"
    names = ",".join(f'"{each:x}":1' for each in range(LARGEST_VALUE // 9))
    yield "names", f"{{{names}}}"
    yield "a name twice", f'{{{names},"0":1}}'
    yield "slashes in a name", '{"' + "~/" * (LARGEST_VALUE // 2 - 4) + '":1}'
    yield "a long name", '{"' + "a" * (LARGEST_VALUE - 8) + '":1}'
    yield "long lists of a move", '{"type":"lead","cards":[' + ",".join(['"7C"'] * 13_000) + "]}"
    yield (
        "many lists by name",
        "{" + ",".join(f'"{n:x}":[]' for n in range(LARGEST_VALUE // 10)) + "}",
    )


def operations() -> Iterator[tuple[dict[str, Any], Case]]:
    """Each operation, with a valid request."""
    found = bare_contract()
    cases = {case.operation: case for case in CASES}
    for methods in found["paths"].values():
        for method, operation in methods.items():
            if method != "parameters":
                case = cases[operation["operationId"]]
                yield operation, replace(case, path=case.path.partition("?")[0])


def _shot(case: Case, what: str, path: str, body: bytes | None, *headers: tuple[str, str]) -> Shot:
    seated = case.statuses[CALLERS.index("owner")] == HTTPStatus.FORBIDDEN
    return Shot(f"{case.operation} {what}", seated, case.method, path, body, headers)


def bodies() -> Iterator[Shot]:
    """Each place of each body, with each value; and bodies that consist only of the value."""
    components = bare_contract()["components"]["schemas"]
    for operation, case in operations():
        if "requestBody" not in operation:
            continue
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        for place in dict.fromkeys(((), *_field_paths(schema, components, ()))):
            for name, value in values():
                what = f"/{'/'.join(map(str, place))}: {name}"
                body = _put(case.body or {}, place, value).encode()
                assert len(body) <= Settings().body_bytes, what
                yield _shot(case, what, case.path, body)


def _field_paths(
    schema: dict[str, Any], components: dict[str, Any], at: tuple[str | int, ...]
) -> Iterator[tuple[str | int, ...]]:
    """Every field of a schema, through references, lists and alternatives."""
    if len(at) > DEEPEST:
        return
    if "$ref" in schema:
        schema = components[schema["$ref"].removeprefix(COMPONENT)]
    for each in (*schema.get("oneOf", ()), *schema.get("anyOf", ()), *schema.get("allOf", ())):
        yield from _field_paths(each, components, at)
    for name, inner in schema.get("properties", {}).items():
        yield (*at, name)
        yield from _field_paths(inner, components, (*at, name))
    if "items" in schema:
        yield (*at, 0)
        yield from _field_paths(schema["items"], components, (*at, 0))


HERE: Final = "@here@"


def _put(good: Any, place: tuple[str | int, ...], value: str) -> str:
    """The JSON of a valid body with a value at a place."""
    if not place:
        return value
    return dumps(_with(good, place)).replace(dumps(HERE), value)


def _with(good: Any, place: tuple[str | int, ...]) -> Any:
    if not place:
        return HERE
    step, *rest = place
    if isinstance(step, int):
        return [_with({}, tuple(rest))]
    known = good if isinstance(good, dict) else {}
    return {**known, step: _with(known.get(step), tuple(rest))}


def queries() -> Iterator[Shot]:
    """Each parameter of each query: with long values, repeated often, and many unknown ones."""
    for operation, case in operations():
        path, body = case.path, case.body and dumps(case.body).encode()
        for parameter in operation.get("parameters", ()):
            if parameter.get("in") != "query":
                continue
            for piece in ("a", "0", "%20", "a,", "[]", "%ff", "seat:"):
                said = f"{parameter['name']}={piece * (ADDRESS // len(piece))}"
                yield _shot(case, f"?{parameter['name']}: {piece}", f"{path}?{said}", body)
            often = "&".join([f"{parameter['name']}=1"] * (ADDRESS // (len(parameter["name"]) + 3)))
            yield _shot(case, f"?{parameter['name']} often", f"{path}?{often}", body)
        unknown = "&".join(f"{each:x}" for each in range(ADDRESS // 4))
        yield _shot(case, "? of unknown names", f"{path}?{unknown}", body)


def paths() -> Iterator[Shot]:
    """Each part of each address, with a long text."""
    for _, case in operations():
        steps = case.path.split("/")
        for at in range(1, len(steps)):
            for piece in ("a", "0", "-", "%20", "%ff", "0-"):
                path = "/".join((*steps[:at], piece * (ADDRESS // len(piece)), *steps[at + 1 :]))
                yield _shot(case, f"part {at}: {piece}", path, case.body and b"{}")


def headers() -> Iterator[Shot]:
    """Each header that the service or a library reads, with long values."""
    names = (
        *("Accept", "Authorization", "Content-Type", "If-None-Match", "Idempotency-Key"),
        *("Last-Event-ID", "X-Request-Id", "Origin", "Cookie", "Range", "Cache-Control", "Host"),
        *(
            "X-Forwarded-For",
            "Access-Control-Request-Method",
            "If-Modified-Since",
            "Accept-Charset",
        ),
    )
    chosen = {"getTable", "listEvents", "getTranscript", "takeSeat", "listGames", "getProblemKind"}
    for _, case in operations():
        if case.operation not in chosen:
            continue
        body = case.body and dumps(case.body).encode()
        for header in names:
            for name, text in (each for size in HEADERS for each in texts(size)):
                if text.isascii() and "\x7f" not in text:
                    yield _shot(case, f"{header}: {name}", case.path, body, (header, f"a{text}a"))
