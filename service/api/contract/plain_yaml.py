"""YAML as people read it: nothing is an alias, texts of lines stand as lines, short parts on one.

A part that fits on a few lines stands on them; of a longer one every entry has a line of its own.
"""

from typing import Any, Final

import yaml

WIDTH: Final = 120
SHORT: Final = 1_200
"""A part with so many characters stands on a few lines."""


class Example(dict[str, Any]):
    """An object that was recorded; it is written tightly, as it is long."""


class Examples(list[Any]):
    """An array that was recorded, or of what was."""


def tight(value: Any) -> Any:
    """What was recorded, as it is to be written."""
    match value:
        case dict():
            return Example({name: tight(each) for name, each in value.items()})
        case list():
            return Examples(map(tight, value))
        case _:
            return value


def written(document: dict[str, Any]) -> str:
    """A document as YAML."""
    return yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=WIDTH)


class _Plain(yaml.SafeDumper):
    """Writes what stands twice twice: readers of contracts know no aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _object(dumper: yaml.SafeDumper, value: dict[str, Any]) -> yaml.MappingNode:
    flow = isinstance(value, Example) or _size(value) <= SHORT
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=flow)


def _array(dumper: yaml.SafeDumper, value: list[Any]) -> yaml.SequenceNode:
    plain = not any(isinstance(each, dict | list) for each in value)
    flow = isinstance(value, Examples) or plain or _size(value) <= SHORT
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=flow)


def _size(value: Any) -> int:
    """How long a value is on one line; more than is short, where it has texts of lines."""
    match value:
        case dict():
            return 2 + sum(len(name) + 4 + _size(each) for name, each in value.items())
        case list():
            return 2 + sum(2 + _size(each) for each in value)
        case str():
            return SHORT + 1 if "\n" in value else len(value)
        case _:
            return len(str(value))


_Plain.add_representer(str, _text)
for _kind in (dict, Example):
    _Plain.add_representer(_kind, _object)
for _list in (list, Examples):
    _Plain.add_representer(_list, _array)
