"""Readable YAML: no aliases, multi-line texts as blocks, short parts on one line.

A part that fits on a few lines is written compactly. Each entry of a longer one has its own line.
"""

from typing import Any, Final

import yaml

WIDTH: Final = 120
SHORT: Final = 1_200
"""A part with at most this many characters is written on a few lines."""


class Example(dict[str, Any]):
    """A recorded object; it is written compactly because it is long."""


class Examples(list[Any]):
    """A recorded array, or an array within a recorded object."""


def tight(value: Any) -> Any:
    """Mark a recorded value, so that it is written compactly."""
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
    """Repeats values instead of using aliases, which readers of contracts do not expect."""

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
    """The length of a value on one line; too long for one if it has multi-line texts."""
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
