"""Examples of the contract: requests and answers as they were recorded, never written by hand.

`make examples` plays the script of `tests/api/example_script.py` against the application, with the
same ids, seeds and clock every time, and writes `examples.json`; a test plays it and compares.
Here they are put into the contract: to operations, and to the fields that were seen in them.

What no operation's examples show (the moves, events and states of every game, in all their phases)
the script plays besides; what it was asked and answered then is in `values.json`, in so far as a
field takes its example from there.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import orjson

from service.api.contract.plain_yaml import Examples, tight

FILE: Final = "examples.json"
VALUES: Final = "values.json"
_REFERENCE: Final = "#/components/schemas/"
_JSON: Final = "application/json"
_PROBLEM: Final = "application/problem+json"
SHORT: Final = 120
"""As many bytes an example of a field may have; of what is longer the parts have theirs."""
_PARTS: Final = {"properties", "items", "anyOf", "oneOf", "allOf"}
_SAID: Final = {"const", "$ref", "example", "examples"}
_EVERYWHERE: Final = {"too-many-requests"}
"""What is refused everywhere in the same way, so that it is shown once."""
_UNIONS: Final = ("oneOf", "anyOf")

Schema = dict[str, Any]
Values = Mapping[str, list[Any]]
"""Values of schemas, by the names of these."""


@cache
def recorded() -> Mapping[str, Any]:
    """What was recorded, by operation; empty where nothing was yet."""
    return _read(FILE)


@cache
def played() -> Values:
    """What was recorded besides, by the component that describes it; empty where nothing was."""
    return _read(VALUES)


def _read(name: str) -> Mapping[str, Any]:
    found = files("service.api.contract").joinpath(name)
    return orjson.loads(found.read_bytes()) if found.is_file() else {}


def problem_example(code: str) -> Mapping[str, Any]:
    """An answer of this kind of problem; empty where none was recorded."""
    answers = (
        found
        for operation in recorded().values()
        for problems in operation.get("problems", {}).values()
        for found in problems.values()
    )
    return next((found for found in answers if found["code"] == code), {})


def illustrate(document: Schema, besides: Values) -> Values:
    """Put what was recorded into a contract.

    Args:
        document: The contract.
        besides: Values of its components, for fields that no operation's examples show.

    Returns:
        Those of these from which a field took its example.
    """
    known = document["components"]["schemas"]
    for shared, operation in _operations(document):
        found = recorded().get(operation["operationId"], {})
        _of_operation(operation, shared, found, document)
    _of_headers(document)
    shown = [*_values(document)]
    used: dict[str, list[Any]] = {}
    for empty in (False, True):  # what is empty shows little, but more than nothing
        for schema, value in shown:
            _of_fields(schema, value, known, empty=empty)
        for name, values in sorted(besides.items()):
            used.setdefault(name, []).extend(
                each for each in values if _of_fields(known[name], each, known, empty=empty)
            )
    return {
        name: [each for each in besides[name] if each in found]
        for name, found in used.items()
        if found
    }


def _operations(document: Schema) -> Iterator[tuple[list[Schema], Schema]]:
    """Every operation, and what is sent to webhooks, with what its address has in parameters."""
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        shared = methods.get("parameters", [])
        yield from ((shared, said) for method, said in methods.items() if method != "parameters")


def _of_operation(operation: Schema, shared: list[Schema], found: Schema, document: Schema) -> None:
    said = found.get("parameters", {})
    for parameter in (*shared, *operation.get("parameters", [])):
        if parameter["name"] in said:
            parameter.setdefault("example", said[parameter["name"]])
    if "requests" in found:
        operation["requestBody"]["content"][_JSON]["examples"] = _titled(found["requests"])
    responses = operation["responses"]
    for status, answers in found.get("answers", {}).items():
        for media_type, titled in answers.items():
            responses[status]["content"][media_type]["examples"] = _titled(titled)
    for status, problems in found.get("problems", {}).items():
        if status in responses:
            refusal = _refusal(responses[status], problems, document)
            if {*problems} == _EVERYWHERE:
                name = responses[status]["$ref"].rpartition("/")[2]
                document["components"]["responses"][name] = refusal
            else:
                responses[status] = refusal


def _of_headers(document: Schema) -> None:
    """Give every header of an answer an example: any that was seen."""
    seen: Schema = {}
    for found in recorded().values():
        seen |= found.get("headers", {})
    headers = document["components"]["headers"]
    headers |= {name: _with_example(header, seen.get(name)) for name, header in headers.items()}


def _with_example(header: Schema, text: str | None) -> Schema:
    if text is None:
        return header
    return {**header, "example": int(text) if header["schema"]["type"] == "integer" else text}


def _titled(found: Schema) -> Schema:
    return {title: {"value": tight(value)} for title, value in found.items()}


def _refusal(response: Schema, problems: Schema, document: Schema) -> Schema:
    """A refusal as an operation answers it: by name, with the problems that it has."""
    components = document["components"]["responses"]
    shared = components[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
    codes = ", ".join(f"`{code}`" for code in problems)
    return {
        **shared,
        "description": f"{shared['description'].partition(':')[0]}: {codes}.",
        "content": {
            _PROBLEM: {
                **shared["content"][_PROBLEM],
                "examples": _titled(problems),
            }
        },
    }


# --- Of fields ----------------------------------------------------------------------------------


def _values(document: Schema) -> Iterator[tuple[Schema, Any]]:
    """Every example of a contract with its schema."""
    shared = document["components"]["responses"].values()
    bodies = [*shared]
    for _, operation in _operations(document):
        bodies += [operation.get("requestBody", {}), *operation["responses"].values()]
    for content in (each for body in bodies for each in body.get("content", {}).values()):
        for each in content.get("examples", {}).values():
            yield content["schema"], each["value"]


def _of_fields(schema: Schema, value: Any, known: Mapping[str, Schema], *, empty: bool) -> bool:
    """Give every field of a schema that a value has, and that has no example, the value's.

    Returns:
        Whether there was one.
    """
    given = False
    for each in chosen(schema, value, known):
        for part, inner in _parts(each, value):
            if empty or inner not in (None, [], {}):
                given |= _of_field(part, inner)
            given |= _of_fields(part, inner, known, empty=empty)
    return given


def _parts(schema: Schema, value: Any) -> Iterator[tuple[Schema, Any]]:
    """The parts of a value with the schemas that a schema has for them."""
    if isinstance(value, list):
        yield from ((schema["items"], inner) for inner in value if "items" in schema)
    elif isinstance(value, dict):
        fields, more = schema.get("properties", {}), schema.get("additionalProperties")
        yield from ((fields[name], value[name]) for name in fields if name in value)
        if isinstance(more, dict):
            yield from ((more, value[name]) for name in value if name not in fields)


def _of_field(field: Schema, value: Any) -> bool:
    short = not isinstance(value, dict | list) or len(orjson.dumps(value)) <= SHORT
    fits = not _SAID & field.keys() and (short or not _PARTS & field.keys())
    if fits:
        field["examples"] = Examples([tight(value)])
    return fits


def chosen(schema: Schema, value: Any, known: Mapping[str, Schema]) -> Iterator[Schema]:
    """The schemas without references or unions that describe a value."""
    if "$ref" in schema:
        yield from chosen(known[schema["$ref"].removeprefix(_REFERENCE)], value, known)
        return
    yield schema
    for each in schema.get("allOf", ()):
        yield from chosen(each, value, known)
    for union in _UNIONS:
        for each in schema.get(union, ()):
            if _fits(each, value, known):
                yield from chosen(each, value, known)


def _fits(schema: Schema, value: Any, known: Mapping[str, Schema]) -> bool:
    """Whether an object has the fields that a schema asks for, and no others; and long enough."""
    if "$ref" in schema:
        return _fits(known[schema["$ref"].removeprefix(_REFERENCE)], value, known)
    fields: Schema = schema.get("properties", {})
    if not isinstance(value, dict) or not fields:
        return any(_fits(each, value, known) for union in _UNIONS for each in schema.get(union, ()))
    constants = {name: each["const"] for name, each in fields.items() if "const" in each}
    return (
        {*schema.get("required", ())} <= value.keys() <= fields.keys()
        and all(value.get(name, said) == said for name, said in constants.items())
        and all(_has_room(fields[name], inner) for name, inner in value.items())
    )  # fmt: skip


def _has_room(field: Schema, value: Any) -> bool:
    """Whether an array has as many items as its schema allows: tables differ by their seats."""
    if not isinstance(value, list):
        return True
    return bool(field.get("minItems", 0) <= len(value) <= field.get("maxItems", len(value)))
