"""YAML as it is read by people: nothing is an alias, texts of lines stand as lines."""

from typing import Any

import yaml


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
    return yaml.dump(document, Dumper=_Plain, sort_keys=False, allow_unicode=True, width=100)


class _Plain(yaml.SafeDumper):
    """Writes what stands twice twice: readers of contracts know no aliases."""

    def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002
        return True


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    style = "|" if "\n" in text else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _object(dumper: yaml.SafeDumper, value: Example) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", value.items(), flow_style=True)


def _array(dumper: yaml.SafeDumper, value: Examples) -> yaml.SequenceNode:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=True)


_Plain.add_representer(str, _text)
_Plain.add_representer(Example, _object)
_Plain.add_representer(Examples, _array)
