"""The contract in other forms: JSON, a collection of requests for API tools, and `llms.txt`.

Each is one file, made from the same document as `openapi.yaml`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from service.api.contract.document import TITLE, contract, contract_yaml

JsonObject = dict[str, Any]

SUMMARY: Final = "A REST API for card games whose hands can be proved."
COLLECTION: Final = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
"""The format of Postman, version 2.1, which Insomnia, Bruno, Hoppscotch and others import."""
VARIABLES: Final = {
    "url": ("http://127.0.0.1:8080", "The address of the service."),
    "key": ("", "An API key, or another credential."),
}
LINKS: Final = {
    "/openapi.json": "the whole contract, OpenAPI 3.1 (also `/openapi.yaml`)",
    "/postman.json": "the same requests as a collection for API tools",
    "/rules": "the rules of the games, clause by clause",
    "/problems": "every code of a refusal",
}


class Operation(NamedTuple):
    """An operation of the contract, with its address."""

    method: str
    path: str
    about: JsonObject
    """As the contract describes it; references are resolved in its parameters alone."""
    parameters: list[JsonObject]

    def of(self, location: str) -> list[JsonObject]:
        """Its parameters in a part of the request: ``path``, ``query`` or ``header``."""
        return [each for each in self.parameters if each["in"] == location]


@cache
def _document() -> JsonObject:
    """The contract, which takes long to make."""
    return contract()


def _by_tag(document: JsonObject) -> Iterator[tuple[JsonObject, list[Operation]]]:
    """The tags of the contract with their operations."""
    known = [
        Operation(method.upper(), path, about, _parameters(document, methods, about))
        for path, methods in document["paths"].items()
        for method, about in methods.items()
        if method != "parameters"
    ]
    for tag in document["tags"]:
        if found := [each for each in known if tag["name"] in each.about["tags"]]:
            yield tag, found


def _parameters(document: JsonObject, *holders: JsonObject) -> list[JsonObject]:
    found = (each for holder in holders for each in holder.get("parameters", ()))
    return [_resolved(document, each) for each in found]


def _resolved(document: JsonObject, value: JsonObject) -> JsonObject:
    """The value that a reference within the document names; another value as it is."""
    found: Any = value
    while "$ref" in found:
        names = found["$ref"].removeprefix("#/").split("/")
        found = document
        for name in names:
            found = found[name]
    return dict(found)


# --- JSON ---------------------------------------------------------------------------------------


@cache
def openapi_json() -> str:
    """The contract as JSON."""
    return json.dumps(_document(), ensure_ascii=False, separators=(",", ":"))


# --- A collection -------------------------------------------------------------------------------


@cache
def postman_json() -> str:
    """A collection with a request for each operation; its first example is the body."""
    document = _document()
    collection = {
        "info": {"name": TITLE, "description": SUMMARY, "schema": COLLECTION},
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{key}}"}]},
        "variable": [
            {"key": name, "value": value, "description": said}
            for name, (value, said) in VARIABLES.items()
        ],
        "item": [
            {
                "name": tag["name"],
                "description": tag["description"],
                "item": [_item(document, each) for each in operations],
            }
            for tag, operations in _by_tag(document)
        ],
    }
    return json.dumps(collection, ensure_ascii=False, indent=1)


def _item(document: JsonObject, operation: Operation) -> JsonObject:
    about = operation.about
    request: JsonObject = {
        "method": operation.method,
        "header": [_field(document, each) for each in operation.of("header")],
        "url": _url(document, operation),
        "description": about.get("description", about["summary"]),
    }
    if not about["security"]:
        request["auth"] = {"type": "noauth"}
    body = about.get("requestBody")
    if body is not None:
        raw = json.dumps(_example(document, body["content"]["application/json"]), indent=1)
        request["header"].append({"key": "Content-Type", "value": "application/json"})
        request["body"] = {"mode": "raw", "raw": raw, "options": {"raw": {"language": "json"}}}
    return {"name": f"{about['operationId']}: {about['summary']}", "request": request}


def _url(document: JsonObject, operation: Operation) -> JsonObject:
    path = operation.path.replace("{", ":").replace("}", "")
    return {
        "raw": "{{url}}" + path,
        "host": ["{{url}}"],
        "path": path.strip("/").split("/"),
        "variable": [_given(document, each) for each in operation.of("path")],
        "query": [_field(document, each) for each in operation.of("query")],
    }


def _field(document: JsonObject, parameter: JsonObject) -> JsonObject:
    """A query parameter or header, which is not sent unless it is switched on."""
    return {**_given(document, parameter), "disabled": not parameter.get("required", False)}


def _given(document: JsonObject, parameter: JsonObject) -> JsonObject:
    example = _example(document, parameter)
    value = "" if example is None else str(example)
    return {"key": parameter["name"], "value": value, "description": parameter["description"]}


def _example(document: JsonObject, holder: JsonObject) -> Any:
    """The first example of a parameter or a body, if it has one."""
    several = holder.get("examples", {})
    first = next((_resolved(document, each) for each in several.values()), None)
    return holder.get("example") if first is None else first["value"]


# --- For language models ------------------------------------------------------------------------


@cache
def llms_txt() -> str:
    """The guide for language models (llmstxt.org): how the API works, every operation."""
    document = _document()
    lines = [f"# {TITLE}", "", f"> {SUMMARY}", "", document["info"]["description"].strip(), ""]
    lines += ["## Documents", ""]
    lines += [f"- [{path}]({path}): {said}" for path, said in LINKS.items()]
    for tag, operations in _by_tag(document):
        lines += ["", f"## {tag['name'].capitalize()}", "", tag["description"], ""]
        for each in operations:
            named = f"{each.method} {each.path} ({each.about['operationId']})"
            lines.append(f"- `{named}`: {each.about['summary']}")
    return "\n".join([*lines, ""])


FILES: Final[Mapping[str, Callable[[], str]]] = {
    "openapi.yaml": contract_yaml,
    "openapi.json": openapi_json,
    "postman.json": postman_json,
    "llms.txt": llms_txt,
}
"""The files of the contract, by their names under the address of the service."""
