"""The types that generators of clients make of the contract: few, with short names."""

import json
from collections import Counter

import yaml

from service.api.contract.compact import component_name
from service.api.contract.few_types import FREE, all_schemas
from tests.serving import ROOT

CONTRACT = yaml.load((ROOT / "openapi.yaml").read_text("utf-8"), yaml.CSafeLoader)
SCHEMAS = CONTRACT["components"]["schemas"]
LONGEST_NAME = 32


def test_names_are_short() -> None:
    """Of components, and of the types that generators name by a component and its field."""
    names = {*SCHEMAS} | {
        place.owner + component_name(place.field)
        for place in all_schemas(CONTRACT)
        if place.field and ("enum" in place.schema or place.schema.get("type") == "object")
    }
    assert [name for name in names if len(name) > LONGEST_NAME] == []


def test_no_schema_has_a_title_that_would_be_its_name() -> None:
    assert [place for place in all_schemas(CONTRACT) if "title" in place.schema] == []


def test_no_enumeration_is_written_twice_and_none_has_one_value() -> None:
    found = Counter(
        json.dumps([place.schema["type"], place.schema["enum"]])
        for place in all_schemas(CONTRACT)
        if "enum" in place.schema and place.schema["type"] == "string"
        if "const" not in place.schema
    )
    assert [values for values, times in found.items() if times > 1] == []
    assert [values for values in found if len(json.loads(values)[1]) == 1] == []


def test_an_object_of_any_form_is_one_type() -> None:
    free = [
        (place.owner, place.field)
        for place in all_schemas(CONTRACT)
        if place.schema.keys() <= {"type", "description"} and place.schema.get("type") == "object"
    ]
    assert free == [(FREE, "")]


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
