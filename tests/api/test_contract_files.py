"""Every form of the contract has each operation, and is served and linked; its types are few."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from service.api.contract.compact import all_schemas, component_name
from service.api.contract.files import FILES, LINKS, llms_txt, openapi_json, postman_json
from tests.api.playing import Client
from tests.cli.commands import fairdeal
from tests.serving import ROOT

CONTRACT = yaml.load((ROOT / "openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
OPERATIONS = {
    (method.upper(), path): about
    for path, methods in CONTRACT["paths"].items()
    for method, about in methods.items()
    if method != "parameters"
}
EXAMPLES = CONTRACT["components"].get("examples", {})


def test_the_json_is_the_yaml() -> None:
    assert json.loads(openapi_json()) == json.loads(json.dumps(CONTRACT, default=str))


def requests() -> Iterator[tuple[tuple[str, str], Any]]:
    """The requests of the collection, each with its place in the contract."""
    for folder in json.loads(postman_json())["item"]:
        for item in folder["item"]:
            request = item["request"]
            path = "/" + "/".join(request["url"]["path"])
            assert request["url"]["raw"] == "{{url}}" + path
            yield (request["method"], re.sub(r":(\w+)", r"{\1}", path)), request


def test_the_collection_has_each_operation_once() -> None:
    assert Counter(place for place, _ in requests()) == Counter(OPERATIONS.keys())


def test_the_requests_of_the_collection_can_be_sent() -> None:
    """Their paths have values, and their bodies are recorded ones."""
    for place, request in requests():
        variables = {each["key"]: each["value"] for each in request["url"]["variable"]}
        assert variables.keys() == {*re.findall(r"{(\w+)}", place[1])}
        assert all(variables.values()), place
        body = OPERATIONS[place].get("requestBody")
        assert ("body" in request) == (body is not None), place
        if body is not None:
            given = json.loads(request["body"]["raw"])
            assert given in recorded(body["content"]["application/json"]), place


def recorded(holder: dict[str, Any]) -> list[Any]:
    several = holder.get("examples", {}).values()
    known = [
        EXAMPLES[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in several
    ]
    plain = json.loads(json.dumps([each["value"] for each in known], default=str))
    return [*plain, holder.get("example")]


def test_the_text_for_models_names_each_operation_and_document(client: Client) -> None:
    text = llms_txt()
    named = re.findall(r"^- `(\w+) (\S+) \((\w+)\)`: .", text, re.MULTILINE)
    assert {(method, path): name for method, path, name in named} == {
        place: about["operationId"] for place, about in OPERATIONS.items()
    }
    assert text.startswith(f"# {CONTRACT['info']['title']}\n\n> ")
    for path in LINKS:
        assert client.send("GET", path).status_code == 200, path


@pytest.mark.parametrize("name", FILES)
def test_each_form_is_served_printed_and_linked(name: str, client: Client) -> None:
    served = client.send("GET", f"/{name}")
    assert (served.status_code, served.text) == (200, FILES[name]())
    assert fairdeal("openapi", name).out == served.text
    assert f'href="/{name}"' in client.send("GET", "/docs").text
    for page in ("README.md", "docs/api.md"):
        assert f"/{name}`" in (ROOT / page).read_text("utf-8"), page


SCHEMAS = CONTRACT["components"]["schemas"]
LONGEST_NAME = 32


def test_names_are_short() -> None:
    """Of components, and of the types that generators name by a component and its field.

    A generator of Python puts an underscore between the words of a file's name.
    """
    names = {*SCHEMAS} | {
        place.owner + component_name(place.field)
        for place in all_schemas(CONTRACT)
        if place.field and place.schema.get("type") in ("object", "string")
        if place.schema["type"] == "object" or "enum" in place.schema
    }
    files = [re.sub("(?<!^)([A-Z])", r"_\1", name) for name in names]
    assert [name for name in files if len(name) > LONGEST_NAME] == []


def test_names_of_components_differ_in_more_than_case() -> None:
    """A generator writes files of them, also where case does not count."""
    for components in CONTRACT["components"].values():
        assert len({name.casefold() for name in components}) == len(components)


def test_a_component_is_a_type_of_its_own() -> None:
    """It does not only refer to another one, and it is no choice between another one and null."""
    aliases = [name for name, each in SCHEMAS.items() if "$ref" in each]
    nullable = [
        name
        for name, each in SCHEMAS.items()
        if "null" in each.get("type", "") and ("enum" in each or "object" in each["type"])
    ]
    assert aliases + nullable == []


def test_no_schema_has_a_title_that_would_be_its_name() -> None:
    assert [place for place in all_schemas(CONTRACT) if "title" in place.schema] == []


def test_no_enumeration_is_written_twice_and_none_has_one_value() -> None:
    found = Counter(
        json.dumps([place.schema["type"], place.schema["enum"]])
        for place in all_schemas(CONTRACT)
        if "enum" in place.schema and place.schema["type"] == "string"
    )
    assert [values for values, times in found.items() if times > 1] == []
    assert [values for values in found if len(json.loads(values)[1]) == 1] == []


def test_no_map_is_written_twice() -> None:
    maps = Counter(
        json.dumps({name: each for name, each in place.schema.items() if name != "description"})
        for place in all_schemas(CONTRACT)
        if place.schema.get("type") == "object" and "properties" not in place.schema
    )
    assert [each for each, times in maps.items() if times > 1] == []
    assert json.dumps({"type": "object"}) in maps
    assert not [each for each in maps if json.loads(each).get("additionalProperties") in ({}, True)]


def test_a_choice_among_objects_names_the_field_that_tells_them_apart() -> None:
    """Each value of the field leads to the one object that has it."""
    for place in all_schemas(CONTRACT):
        one_of = [each["$ref"] for each in place.schema.get("oneOf", ()) if "$ref" in each]
        if not one_of:
            continue
        discriminator = place.schema["discriminator"]
        assert sorted(discriminator["mapping"].values()) == sorted(one_of), place.owner
        for value, reference in discriminator["mapping"].items():
            schema = SCHEMAS[reference.rpartition("/")[2]]
            assert schema["properties"][discriminator["propertyName"]]["const"] == value
            assert "allOf" in schema or discriminator["propertyName"] in schema["required"]
