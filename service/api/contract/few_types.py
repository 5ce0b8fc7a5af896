"""Keep the types few that generators of clients make of a contract.

A generator makes a type, often with a file, of each enumeration and each object in a schema. So
what several places have in common becomes one component, whatever each place says about it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from service.api.contract.compact import component_name
from service.api.contract.plain_yaml import Example

Schema = dict[str, Any]

FREE: Final = "JsonObject"
"""The component of an object of any form."""
_REFERENCE: Final = "#/components/schemas/"
_SAID: Final = {"description", "default", "example"}
"""The words of a place itself, beside the reference."""
_MAPS: Final[Mapping[str, Schema]] = {
    FREE: {"type": "object", "description": "An object of any form."},
    "TextByName": {
        "type": "object",
        "additionalProperties": {"type": "string"},
        "description": "Texts by name.",
    },
}
"""The components of maps without a name of their own."""
_ANY: Final[tuple[Any, ...]] = ({}, True)
"""The values of an object of any form."""


class SchemaPlace(NamedTuple):
    """A schema in a document: where it is, and the field that it describes, if any."""

    owner: str
    field: str
    schema: Schema


def keep_types_few(document: Schema) -> None:
    """Share the enumerations of a contract, and its maps."""
    known = document["components"]["schemas"]
    _drop(document, _may_be_null)
    for place in [*all_schemas(document)]:
        _part_null(place.schema)
    _share_maps(document)
    enumerations = defaultdict[str, list[SchemaPlace]](list)
    for place in all_schemas(document):
        if len(place.schema.get("enum", ())) == 1:
            (place.schema["const"],) = place.schema.pop("enum")
        elif "enum" in place.schema and place.schema["type"] == "string":
            enumerations[json.dumps([place.schema["type"], place.schema["enum"]])].append(place)
    for found in enumerations.values():
        if len(found) > 1:
            _share(known, found)
    _drop(document, _is_alias)
    document["components"]["schemas"] = dict(sorted(known.items()))


def _share_maps(document: Schema) -> None:
    """Let each map that is also a component refer to it."""
    known = document["components"]["schemas"]
    known |= deepcopy(_MAPS)
    maps = [(each, name) for name, each in known.items() if name == FREE or _is_map(each)]
    for place in all_schemas(document):
        own = _own(place.schema)
        if own.get("additionalProperties") in _ANY:
            del own["additionalProperties"]
        for component, name in maps:
            if own == _own(component) and place.schema is not component:
                _refer(place.schema, name)


def _may_be_null(schema: Schema) -> bool:
    """Whether it is an enumeration or an object, or null: generators make several types of it."""
    kinds = schema.get("type")
    if not isinstance(kinds, list) or "null" not in kinds:
        return False
    return "enum" in schema or kinds[0] == "object"


def _part_null(schema: Schema) -> None:
    """Write a type that may be null as a choice."""
    if not _may_be_null(schema):
        return
    other = {name: each for name, each in schema.items() if name not in _SAID}
    other["type"] = schema["type"][0]
    if "enum" in other:
        other["enum"] = [value for value in other["enum"] if value is not None]
    said = {name: each for name, each in schema.items() if name in _SAID}
    schema.clear()
    schema.update(said | {"anyOf": [other, {"type": "null"}]})


def _share(known: dict[str, Schema], found: list[SchemaPlace]) -> None:
    """Make a component of an enumeration, or use the component that it is, in all its places."""
    components = {id(schema): name for name, schema in known.items()}
    name = next(
        (components[id(each.schema)] for each in found if id(each.schema) in components), ""
    )
    if not name:
        field, _ = Counter(each.field for each in found).most_common(1)[0]
        name = component_name(field)
        if name in known or not field:
            name = min((each.owner + component_name(each.field) for each in found), key=len)
        assert name not in known, name
        known[name] = {"type": found[0].schema["type"], "enum": found[0].schema["enum"]}
        said = (each.schema.get("description") for each in found)
        known[name]["description"] = next(filter(None, said), f"A value of `{field}`.")
    for each in found:
        if each.schema is not known[name]:
            _refer(each.schema, name)


def _is_map(schema: Schema) -> bool:
    return "additionalProperties" in schema and "properties" not in schema


def _is_alias(schema: Schema) -> bool:
    return "$ref" in schema


def _drop(document: Schema, chosen: Callable[[Schema], bool]) -> None:
    """Write components that are no types of their own where they are referred to."""
    known = document["components"]["schemas"]
    dropped = {name: known.pop(name) for name, each in [*known.items()] if chosen(each)}
    for place in all_schemas(document):
        found = dropped.get(place.schema.get("$ref", "").removeprefix(_REFERENCE))
        if found is not None:
            del place.schema["$ref"]
            place.schema.update({**deepcopy(found), **place.schema})


def _refer(schema: Schema, name: str) -> None:
    said = {key: each for key, each in schema.items() if key in _SAID}
    schema.clear()
    schema.update({"$ref": _REFERENCE + name} | said)


def _own(schema: Schema) -> Schema:
    return {name: each for name, each in schema.items() if name not in _SAID}


def all_schemas(document: Schema) -> Iterator[SchemaPlace]:
    """Every schema of a document."""
    for name, schema in document["components"]["schemas"].items():
        yield from _within(schema, name, "")
    for parameter in document["components"].get("parameters", {}).values():
        yield from _within(parameter["schema"], "", parameter["name"])
    for part in ("paths", "webhooks"):
        for methods in document[part].values():
            for method, operation in methods.items():
                if method != "parameters":
                    owner = component_name(operation["operationId"])
                    yield from _of_operation(operation, owner)


def _of_operation(operation: Schema, owner: str) -> Iterator[SchemaPlace]:
    for parameter in operation.get("parameters", ()):
        if "schema" in parameter:
            yield from _within(parameter["schema"], owner, parameter["name"])
    bodies = [operation.get("requestBody", {}), *operation["responses"].values()]
    for body in bodies:
        for content in body.get("content", {}).values():
            yield from _within(content["schema"], owner, "")


def _within(schema: Any, owner: str, field: str) -> Iterator[SchemaPlace]:
    """A schema and those within it."""
    if not isinstance(schema, dict) or isinstance(schema, Example):
        return
    yield SchemaPlace(owner, field, schema)
    for name, each in schema.get("properties", {}).items():
        yield from _within(each, owner, name)
    for name in ("items", "additionalProperties"):
        yield from _within(schema.get(name), owner, field)
    for name in ("anyOf", "oneOf", "allOf"):
        for each in schema.get(name, ()):
            yield from _within(each, owner, field)
