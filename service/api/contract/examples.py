"""Examples of the contract: requests and answers as they were recorded, never written by hand.

`make examples` plays the script of `tools/examples/script.py` against the application, with the
same ids, seeds and clock every time, and writes `examples.json`; a test plays it and compares.
Each operation has one example for its body and one for each status; the statuses of refusals have
one for all operations.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any, Final

import orjson

from service.api.contract.plain_yaml import tight

FILE: Final = "examples.json"
_JSON: Final = "application/json"
_PROBLEM: Final = "application/problem+json"

Schema = dict[str, Any]


@cache
def recorded() -> Mapping[str, Any]:
    """The recorded examples: ``operations`` by name, and ``problems`` by status and code."""
    found = files("service.api.contract").joinpath(FILE)
    return orjson.loads(found.read_bytes()) if found.is_file() else {}


def problem_example(code: str) -> Mapping[str, Any]:
    """A recorded answer with this problem type; empty if there is none."""
    answers = (problems.get(code) for problems in recorded().get("problems", {}).values())
    return next(filter(None, answers), {})


def illustrate(document: Schema) -> None:
    """Add the recorded examples to a contract."""
    known = recorded().get("operations", {})
    for shared, operation in _operations(document):
        _of_operation(operation, shared, known.get(operation["operationId"], {}))
    _of_problems(document)
    _of_headers(document)


def _operations(document: Schema) -> Iterator[tuple[list[Schema], Schema]]:
    """Every operation and webhook, with the parameters of its path."""
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        shared = methods.get("parameters", [])
        yield from ((shared, said) for method, said in methods.items() if method != "parameters")


def _of_operation(operation: Schema, shared: list[Schema], found: Schema) -> None:
    said = found.get("parameters", {})
    for parameter in (*shared, *operation.get("parameters", [])):
        if parameter["name"] in said:
            parameter.setdefault("example", _in_type(parameter, said[parameter["name"]]))
    if "request" in found:
        operation["requestBody"]["content"][_JSON]["example"] = tight(found["request"])
    responses = operation["responses"]
    for status, answers in found.get("answers", {}).items():
        media_type, answer = next(iter(answers.items()))
        responses[status]["content"][media_type]["example"] = tight(answer)
    for status, codes in found.get("problems", {}).items():
        if status in responses and frozenset(codes) != usual_codes(status):
            responses[status]["description"] = _listed(codes)


@cache
def usual_codes(status: str) -> frozenset[str]:
    """The problems that most operations have under a status. Others list theirs."""
    known = recorded()["operations"].values()
    found = Counter(frozenset(each.get("problems", {}).get(status, ())) for each in known)
    del found[frozenset()]
    (codes, _), *_ = found.most_common(1)
    return codes


def _of_problems(document: Schema) -> None:
    """Give every refusal its codes and an example. `/problems` has one for each code."""
    known = document["components"]["responses"]
    for status, problems in recorded().get("problems", {}).items():
        name = response_name(HTTPStatus(int(status)))
        if name in known:
            usual = [code for code in problems if code in usual_codes(status)]
            example = tight(problems[usual[0]])
            content = {_PROBLEM: {**known[name]["content"][_PROBLEM], "example": example}}
            said = _described(status, usual)
            known[name] = {**known[name], "description": said, "content": content}


def _described(status: str, codes: Iterable[str]) -> str:
    return f"{HTTPStatus(int(status)).phrase}: {_listed(codes)}"


def _listed(codes: Iterable[str]) -> str:
    return f"{', '.join(f'`{code}`' for code in codes)}."


def response_name(status: HTTPStatus) -> str:
    """The component of a response that is the same everywhere."""
    words = "".join(word.capitalize() for word in status.name.split("_"))
    return _SHORT_NAMES.get(status.value, words)


_SHORT_NAMES: Final = {413: "TooLarge", 415: "NotJson", 422: "Invalid", 429: "TooMany"}


def share_examples(document: Schema) -> None:
    """Show identical examples of several operations once, in the component they share."""
    contents = [
        content
        for _, operation in _operations(document)
        for response in operation["responses"].values()
        for content in response.get("content", {}).values()
        if "example" in content and "$ref" in content["schema"]
    ]
    times = Counter(content["schema"]["$ref"] for content in contents)
    shared: Schema = {}
    for content in contents:
        if times[reference := content["schema"]["$ref"]] > 1:
            name = reference.rpartition("/")[2]
            shared.setdefault(name, {"value": content.pop("example")})
            content.pop("example", None)
            content["examples"] = {"recorded": {"$ref": f"#/components/examples/{name}"}}
    document["components"]["examples"] = shared


def _of_headers(document: Schema) -> None:
    """Give every response header an example: any recorded one."""
    seen: Schema = {}
    for found in recorded().get("operations", {}).values():
        seen |= found.get("headers", {})
    headers = document["components"]["headers"]
    headers |= {name: _with_example(header, seen.get(name)) for name, header in headers.items()}


def _with_example(header: Schema, text: str | None) -> Schema:
    if text is None:
        return header
    return {**header, "example": _in_type(header, text)}


def _in_type(described: Schema, text: Any) -> Any:
    """The value of a header or a parameter, in the type of its schema."""
    match described["schema"].get("type"):
        case "integer":
            return int(text)
        case "boolean":
            return text == "true"
        case _:
            return text
