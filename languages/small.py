"""Messages of Project Fluent in English, without its library: for the small wheel of the verifier.

It reads what the English catalogues use: texts, values, attributes, references to messages,
selections and functions. `tests/languages/test_small.py` compares it with the library.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

Values: TypeAlias = Mapping[str, Any]
Part: TypeAlias = Callable[[Values], Any]
"""Gives its value, by the values of a message."""

_NAME: Final = re.compile(r"[a-zA-Z][\w-]*", re.ASCII)
_BLANK: Final = re.compile(r"\s*")
_TEXT: Final = re.compile(r"[^{}\n]+")
_NEXT_LINE: Final = re.compile(r"\n(?:[ ]*\n)*([ ]+)(?![ .*\[}\n])")
"""The end of a line whose text goes on, with the indentation of the next one."""
_ATTRIBUTE: Final = re.compile(r"\s*\n[ ]+\.")
_VARIANT: Final = re.compile(r"\s*(\*?)\[\s*([\w-]+)\s*\]")
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_NUMBER: Final = re.compile(r"-?\d+")
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")


class FluentType:
    """A value that says how it is written."""

    def format(self, locale: Any) -> str:
        """The text of the value."""
        raise NotImplementedError


class FluentInt(int):
    """A whole number."""


class FluentResource(NamedTuple):
    """A message, or several, as they stand in a catalogue."""

    text: str


class MessageText(NamedTuple):
    """The parts of the text, one behind the other."""

    parts: Sequence[Part]

    def __call__(self, values: Values) -> Any:
        """The text; of a single value the value."""
        if len(self.parts) == 1:
            return self.parts[0](values)
        return "".join(_written(each(values)) for each in self.parts)


class Message(NamedTuple):
    """A message with its attributes."""

    value: MessageText
    attributes: Mapping[str, MessageText]


class FluentBundle:
    """The messages of English, with the functions that they call."""

    def __init__(
        self, _tags: Sequence[str], *, functions: Mapping[str, Any], use_isolating: bool
    ) -> None:
        if use_isolating:
            raise ValueError("there are no marks around values")
        self.functions = functions
        self._messages: dict[str, Message] = {}

    def add_resource(self, resource: FluentResource) -> None:
        """Add the message of a resource."""
        name, message = _Reader(resource.text, self).message()
        self._messages[name] = message

    def has_message(self, name: str) -> bool:
        """Whether there is such a message."""
        return name in self._messages

    def get_message(self, name: str) -> Message:
        """A message."""
        return self._messages[name]

    def format_pattern(
        self, pattern: MessageText, values: Values
    ) -> tuple[str, Sequence[Exception]]:
        """The text of a pattern, and no errors."""
        return _written(pattern(values)), ()


class _Reader:
    """Reads a message from the beginning of a text."""

    def __init__(self, text: str, bundle: FluentBundle) -> None:
        self._text, self._at, self._bundle = text, 0, bundle

    def message(self) -> tuple[str, Message]:
        name, value = self._named()
        attributes = dict[str, MessageText]()
        while self._take(_ATTRIBUTE):
            attribute, pattern = self._named()
            attributes[attribute] = pattern
        return name, Message(value, attributes)

    def _named(self) -> tuple[str, MessageText]:
        name = self._need(_NAME)[0]
        self._skip("=")
        return name, self._pattern()

    def _pattern(self) -> MessageText:
        pieces = list[str | int | Part]()
        self._take(re.compile(" *"))
        if begun := self._take(_NEXT_LINE):
            pieces.append(len(begun[1]))
        while True:
            if found := self._take(_TEXT):
                pieces.append(found[0])
            elif self._text.startswith("{", self._at):
                pieces.append(self._placeable())
            elif found := self._take(_NEXT_LINE):
                pieces += ["\n" * found[0].count("\n"), len(found[1])]
            else:
                return MessageText([*_joined(pieces)])

    def _placeable(self) -> Part:
        self._skip("{")
        value = self._inline()
        if self._is_next("->"):
            self._skip("->")
            value = self._selection(value)
        self._skip("}")
        return value

    def _selection(self, value: Part) -> Part:
        variants, default = dict[str, MessageText](), ""
        while found := self._take(_VARIANT):
            variants[found[2]] = self._pattern()
            default = found[2] if found[1] else default

        def selected(values: Values) -> Any:
            keys = _keys(value(values))
            return variants[next((each for each in keys if each in variants), default)](values)

        return selected

    def _inline(self) -> Part:
        self._take(_BLANK)
        if found := self._take(_STRING) or self._take(_NUMBER):
            said = found[0] if found.re is _NUMBER else _ESCAPE.sub(_unescaped, found[1])
            literal = FluentInt(said) if found.re is _NUMBER else said
            return lambda _: literal
        if self._is_next("$"):
            self._skip("$")
            name = self._need(_NAME)[0]
            return lambda values: values.get(name, f"{{${name}}}")
        name = self._need(_NAME)[0]
        if self._text.startswith("(", self._at):
            return self._call(name)
        attribute = self._need(_NAME)[0] if self._take(re.compile(r"\.")) else None

        def referred(values: Values) -> Any:
            message = self._bundle.get_message(name)
            return (message.value if attribute is None else message.attributes[attribute])(values)

        return referred

    def _call(self, name: str) -> Part:
        given, named = list[Part](), dict[str, Part]()
        self._skip("(")
        while not self._is_next(")"):
            if found := self._take(re.compile(r"\s*([a-z]+):")):
                named[found[1]] = self._inline()
            else:
                given.append(self._inline())
            self._take(re.compile(r"\s*,"))
        self._skip(")")
        function = self._bundle.functions[name]

        def called(values: Values) -> Any:
            try:
                return function(
                    *(each(values) for each in given),
                    **{key: each(values) for key, each in named.items()},
                )
            except (AttributeError, LookupError, TypeError, ValueError):
                return f"{{{name}()}}"  # as the library shows values of another kind

        return called

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at)
        self._at = self._at if found is None else found.end()
        return found

    def _need(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = self._take(pattern)
        if found is None:
            raise ValueError(f"no message of Fluent at {self._text[self._at :]!r}")
        return found

    def _is_next(self, sign: str) -> bool:
        self._take(_BLANK)
        return self._text.startswith(sign, self._at)

    def _skip(self, sign: str) -> None:
        self._need(re.compile(rf"\s*{re.escape(sign)}"))


def _joined(pieces: Sequence[str | int | Part]) -> Iterator[Part]:
    """The parts of the text without the indentation that its lines share, and without its end."""
    shared = min((each for each in pieces if isinstance(each, int)), default=0)
    last = len(pieces) - 1
    for at, each in enumerate(pieces):
        if callable(each):
            yield each
            continue
        text = " " * (each - shared) if isinstance(each, int) else each
        text = text.rstrip(" \n") if at == last else text
        yield _always(text)


def _always(text: str) -> Part:
    return lambda _: text


def _keys(value: Any) -> Iterator[str]:
    """The keys of a selection that a value fits, the most exact first."""
    if isinstance(value, int):
        yield from (str(int(value)), "one" if value == 1 else "other")
    else:
        yield _written(value)


def _unescaped(found: re.Match[str]) -> str:
    return chr(int(found[1], 16)) if found[1] else found[2]


def _written(value: Any) -> str:
    if isinstance(value, int):
        return f"{value:,}"
    return value if isinstance(value, str) else str(value.format(None))
