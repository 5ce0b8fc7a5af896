"""Make a contract small: repeated parts become components, and generators need few types.

A schema is shared under the name of its type, or of the field that it describes; a parameter under
its own name. If a name would have several meanings, the most frequent one gets it. A field with the
name of a type becomes `…Field`.

Keep the types few that generators of clients make of a contract. A generator makes a type, often
with a file, of each enumeration and each object in a schema. So what several places have in common
becomes one component, whatever each place says about it.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

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
            _share_type(known, found)
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


def _share_type(known: dict[str, Schema], found: list[SchemaPlace]) -> None:
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


NAMED: Final = "x-component"
"""In a schema: the name of the component that it becomes if it occurs in several places."""
MEANS: Final = "x-means"
"""In a schema: the component's description. None: the description in its first place."""
LONG: Final = 70
"""A field's schema shorter than this stays inline: a reference would not be shorter."""
OFTEN: Final = 2
"""The number of places in which a field must occur for its schema to be shared."""


Json = Any
_EXTRA: Final = {NAMED, MEANS}
_BESIDE: Final = {"description", "default"}
"""Keywords that stay beside a reference: they describe the place, not the type."""


class Shared(NamedTuple):
    """The component that a schema can become."""

    name: str
    schema: Schema
    beside: Schema
    """The part of a schema that stays in its place beside the reference."""

    @property
    def text(self) -> str:
        """The common part of two schemas that become the same component."""
        return _text({name: each for name, each in self.schema.items() if name not in self.beside})


Sharing = Callable[[str | None, Schema], Shared | None]
"""How schemas are shared: by the field that they describe, if any, and by what they are."""


def compact(document: Schema) -> None:
    """Share the schemas and the parameters of a contract. Existing components stay."""
    _share_parameters(document)
    _share(document, _by_type, often=2)
    _share(document, _by_field, often=OFTEN)
    _name_maps(document)


def _name_maps(document: Schema) -> None:
    """Make components of the maps in schemas on which others build.

    Generators copy the fields of a base into each schema that builds on it. Without a name of its
    own a map becomes several types of one name.
    """
    known = document["components"]["schemas"]
    bases = {each["$ref"] for schema in known.values() for each in schema.get("allOf", ())}
    for base in sorted(name for name in known if _REFERENCE + name in bases):
        for field, schema in known[base].get("properties", {}).items():
            if "additionalProperties" in schema:
                known[base]["properties"][field] = _named_map(known, base, field, schema)
    document["components"]["schemas"] = dict(sorted(known.items()))


def _named_map(known: dict[str, Schema], base: str, field: str, schema: Schema) -> Schema:
    """A reference to the component that a map becomes; where it may be null, so it stays."""
    name = base + component_name(field)
    assert name not in known, name
    known[name] = {**schema, "type": "object"}
    reference = {"$ref": _REFERENCE + name}
    if schema["type"] == "object":
        return reference
    said = {"description": schema["description"]} if "description" in schema else {}
    return {"anyOf": [reference, {"type": "null"}], **said}


def unnamed(value: Json) -> Json:
    """A schema without component names, for readers of this schema alone."""
    if isinstance(value, dict):
        return {name: unnamed(each) for name, each in value.items() if name not in _EXTRA}
    return [unnamed(each) for each in value] if isinstance(value, list) else value


def _by_type(_field: str | None, schema: Schema) -> Shared | None:
    if NAMED not in schema:
        return None
    beside = {name: each for name, each in schema.items() if name in _BESIDE}
    return Shared(schema[NAMED], unnamed(schema), beside)


def _by_field(field: str | None, schema: Schema) -> Shared | None:
    if field is None or "properties" in schema or len(_text(schema)) < LONG:
        return None
    # its description and default are the same, too
    return Shared(component_name(field), schema, {})


def component_name(field: str) -> str:
    """The component under which a field or a parameter is shared."""
    words = field.replace("-", "_").split("_")
    return "".join(word[:1].upper() + word[1:] for word in words)


def _share(document: Schema, by: Sharing, *, often: int) -> None:
    known = document["components"]["schemas"]
    found = Counter(
        (shared.name, shared.text)
        for field, each in _schemas(document, None)
        if (shared := by(field, each)) is not None
    )
    texts: dict[str, str] = {}
    for (name, text), times in found.most_common():
        if times >= often:
            texts.setdefault(f"{name}Field" if name in known else name, text)
    sharing = _Share(known, by, {text: name for name, text in texts.items()})
    for part in ("paths", "webhooks"):
        document[part] = sharing.apply(document[part])
    for component in list(known):
        known[component] = sharing.apply(known[component])
    document["components"]["schemas"] = dict(sorted(known.items()))


class _Share(NamedTuple):
    """Replaces shared schemas by references, and creates their components."""

    known: Schema
    by: Sharing
    names: Mapping[str, str]
    """The component of each text that is shared."""

    def apply(self, value: Json, field: str | None = None) -> Json:
        """A part of a document; where it describes a field, with the field."""
        if isinstance(value, list):
            return [self.apply(each) for each in value]
        if not isinstance(value, dict) or isinstance(value, Example):
            return value
        new = {key: self._inside(key, each) for key, each in value.items() if key not in _EXTRA}
        shared = self.by(field, value)
        if shared is None or (name := self.names.get(shared.text)) is None:
            return new
        if name not in self.known:
            said = value.get(MEANS, shared.beside.get("description"))
            own = {key: each for key, each in new.items() if key not in shared.beside}
            self.known[name] = {**({} if said is None else {"description": said}), **own}
        said = self.known[name].get("description")
        beside = {key: each for key, each in shared.beside.items() if each != said}
        return {"$ref": _REFERENCE + name, **beside}

    def _inside(self, part: str, value: Json) -> Json:
        if part == "properties" and isinstance(value, dict):
            return {field: self.apply(each, field) for field, each in value.items()}
        return self.apply(value)


def _schemas(value: Json, field: str | None) -> Iterator[tuple[str | None, Schema]]:
    """Every object of a document, with the field that it describes."""
    if isinstance(value, list):
        for each in value:
            yield from _schemas(each, None)
    elif isinstance(value, dict) and not isinstance(value, Example):
        yield field, value
        for part, each in value.items():
            if part == "properties" and isinstance(each, dict):
                for name, inner in each.items():
                    yield from _schemas(inner, name)
            else:
                yield from _schemas(each, None)


def _text(schema: Schema) -> str:
    return json.dumps(schema, default=str)


# --- Parameters ---------------------------------------------------------------------------------

_SUFFIXES: Final = {"header": "Header"}
"""A header may have the name of a parameter in a query, but for case and hyphens."""


def _share_parameters(document: Schema) -> None:
    """Share the parameters of several operations. The first example is used for all."""
    parameters = [*_parameters(document)]
    found = Counter(_parameter_text(each) for place in parameters for each in place)
    several = {text for text, times in found.items() if times > 1}
    names = Counter(json.loads(text)["name"] for text in several)
    shared = document["components"].setdefault("parameters", {})
    for place in parameters:
        for at, each in enumerate(place):
            if _parameter_text(each) in several and names[each["name"]] == 1:
                name = component_name(each["name"]) + _SUFFIXES.get(each["in"], "")
                shared[name] = {**each, **shared.get(name, {})}
                place[at] = {"$ref": f"#/components/parameters/{name}"}
    document["components"]["parameters"] = dict(sorted(shared.items()))


def _parameters(document: Schema) -> Iterator[list[Schema]]:
    for methods in (*document["paths"].values(), *document["webhooks"].values()):
        yield methods.get("parameters", [])
        for method, operation in methods.items():
            if method != "parameters":
                yield operation.get("parameters", [])


def _parameter_text(parameter: Schema) -> str:
    return _text({name: each for name, each in parameter.items() if name != "example"})
