"""Write the types of the Python client, `fairdeal_client/shapes.py`, from the contract.

Each schema of a request or an answer becomes a `TypedDict`. The moves, states, events and scores
of games stay plain dictionaries.
"""

import keyword
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

FILE: Final = ROOT / "clients" / "python" / "fairdeal_client" / "shapes.py"
WIDTH: Final = 90
"""Of the texts: they stand four columns to the right, with three quotation marks."""
GAMES: Final = {"Event": "dict[str, Any]", "Move": "dict[str, Any]", "State": "Any", "Score": "Any"}
"""The schemas that differ from game to game, and their types in the client."""
ALIASES: Final = {"Claim": ("Dispute", "claim"), "Status": ("Table", "status")}
"""Names for the values of a field."""
PLAIN: Final = {
    "array": "list[Any]",
    "boolean": "bool",
    "integer": "int",
    "null": "None",
    "number": "float",
    "object": "dict[str, Any]",
    "string": "str",
}
_HEAD: Final = '''\
"""The requests and answers of the contract, as types. They are plain dictionaries.

Answers may have more fields than these one day. Written by `make shapes` from the contract.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

Json: TypeAlias = Any
'''

Schema = Mapping[str, Any]


def shapes(contract: Schema) -> str:
    """The module, from a contract.

    Args:
        contract: The contract, with every schema where it belongs.
    """
    known = contract["components"]["schemas"]
    used = _used(contract)
    games = [
        f'{name}: TypeAlias = {kind}\n"""{known[name]["description"]}"""\n'
        for name, kind in GAMES.items()
        if name in used
    ]
    parts = [_HEAD, *games]
    parts += [_shape(name, known) for name in _in_order(used - GAMES.keys(), known)]
    parts += [
        f"{alias}: TypeAlias = {_type(_fields(known[owner], known)[field])}\n"
        for alias, (owner, field) in ALIASES.items()
        if owner in used
    ]
    return _formatted("\n\n".join(parts))


def _used(contract: Schema) -> set[str]:
    """The components of which requests and answers are made."""
    known, found = contract["components"]["schemas"], set[str]()
    answers = contract["components"]["responses"]
    waiting = [*_named([contract["paths"], answers], known)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += () if name in GAMES else _named(known[name], known)
    return found


def _named(value: Any, known: Schema) -> Iterator[str]:
    """The components that a part of a contract names."""
    if isinstance(value, list):
        for each in value:
            yield from _named(each, known)
    elif isinstance(value, dict):
        name = _referred(value)
        if name in known:
            yield str(name)
        for each in value.values():
            yield from _named(each, known)


def _in_order(names: set[str], known: Schema) -> list[str]:
    """Components by name, each after those that it names."""
    ordered: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in ordered and name in names:
            for each in sorted({*_named(known[name], known)}):
                add(each)
            ordered[name] = None

    for name in sorted(names):
        add(name)
    return [*ordered]


def _referred(schema: Schema) -> str | None:
    reference = schema.get("$ref")
    return reference.rpartition("/")[2] if isinstance(reference, str) else None


def _shape(name: str, known: Schema) -> str:
    """The type of a component."""
    schema = known[name]
    said = " ".join(str(schema.get("description", schema.get("title", name))).split())
    said = said if said.endswith(".") else f"{said}."
    if not _fields(schema, known):
        return f"{name}: TypeAlias = {_type(schema)}\n{_text(said, '')}"
    base = _base(schema, known)
    fields = schema.get("properties", {}) if base else _fields(schema, known)
    required = {*_required(schema, known)}
    lines = {
        field: _type(each) if field in required else f"NotRequired[{_type(each)}]"
        for field, each in fields.items()
    }
    if any(keyword.iskeyword(field) or not field.isidentifier() for field in lines):
        inner = ", ".join(f'"{field}": {kind}' for field, kind in lines.items())
        return f'{name} = TypedDict("{name}", {{{inner}}})\n{_text(said, "")}'
    body = [_summary(said, "    ")]
    for field, kind in lines.items():
        body.append(f"    {field}: {kind}\n")
        if text := fields[field].get("description"):
            body.append(_text(" ".join(text.split()), "    "))
    return f"class {name}({base or 'TypedDict'}):\n{''.join(body)}"


def _base(schema: Schema, known: Schema) -> str | None:
    """The type that a type builds on; None where it says of a field something else than that."""
    bases = [_referred(each) for each in schema.get("allOf", ())]
    if len(bases) != 1 or bases[0] is None:
        return None
    before = _fields(known[bases[0]], known)
    return None if before.keys() & schema.get("properties", {}).keys() else bases[0]


def _fields(schema: Schema, known: Schema) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in schema.get("allOf", ()):
        name = _referred(each)
        found |= _fields(each if name is None else known[name], known)
    found |= schema.get("properties", {})
    return found


def _required(schema: Schema, known: Schema) -> Iterator[str]:
    for each in schema.get("allOf", ()):
        name = _referred(each)
        yield from _required(each if name is None else known[name], known)
    yield from schema.get("required", ())


def _type(schema: Schema) -> str:  # noqa: PLR0911 - one case a form of schema
    """The type of a value, as it is written."""
    match schema:
        case {"$ref": str()}:
            return str(_referred(schema))
        case {"const": value}:
            return f"Literal[{value!r}]"
        case {"enum": [*values, None]}:
            return f"{_type({'enum': values})} | None"
        case {"enum": list(values)}:
            return f"Literal[{', '.join(map(repr, values))}]"
        case {"anyOf": list(every)} | {"oneOf": list(every)}:
            return " | ".join(dict.fromkeys(map(_type, every)))
        case {"type": list(kinds), **more}:
            return " | ".join(_type({**more, "type": kind}) for kind in kinds)
        case {"type": "array", "items": items}:
            return f"list[{_type(items)}]"
        case {"type": "object", "additionalProperties": dict(items)} if items:
            return f"dict[str, {_type(items)}]"
        case {"type": str(kind)}:
            return PLAIN[kind]
        case _:
            return "Any"


def _summary(text: str, indent: str) -> str:
    """The text of a class: the first sentence stands alone."""
    first, full_stop, rest = text.partition(". ")
    if not rest:
        return _text(text, indent)
    lines = textwrap.wrap(rest, WIDTH)
    inner = "".join(f"{indent}{line}\n" for line in lines)
    return f'{indent}"""{first}{full_stop.strip()}\n\n{inner}{indent}"""\n'


def _text(text: str, indent: str) -> str:
    """A text under what it is of."""
    lines = textwrap.wrap(text.replace("\\", "\\\\"), WIDTH)
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n'
    inner = "".join(f"\n{indent}{line}" for line in lines[1:])
    return f'{indent}"""{lines[0]}{inner}\n{indent}"""\n'


def _formatted(code: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", FILE.name, "-"]
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


def main() -> None:
    """Write the module."""
    from service.api.contract.document import bare_contract  # noqa: PLC0415 - found only now

    FILE.write_text(shapes(bare_contract()), "utf-8")


if __name__ == "__main__":
    main()
