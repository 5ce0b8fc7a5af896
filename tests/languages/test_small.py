"""The small reader of messages gives the same English texts as the library."""

import re
from functools import cached_property
from itertools import product
from typing import Any, Final

import pytest

from languages import small
from languages.catalogue import IN_ENGLISH, Language
from languages.functions import functions

VARIABLE: Final = re.compile(r"\$([a-zA-Z]\w*)")
KEY: Final = re.compile(r"\[\s*(\w+)\s*\]")
CARDS: Final = ["7C", "JD", "TS"]
LISTED: Final = re.compile(r"EACH\(\$(\w+)")
PLURAL: Final = ("one", "other")
WITH_CARD: Final = re.compile(r"CARD\(\$(\w+)")


class SmallEnglish(Language):
    """English by the small reader, which reads all messages at once."""

    @cached_property
    def _unread(self) -> dict[str, str]:
        return {}

    @cached_property
    def _bundle(self) -> Any:
        bundle = small.FluentBundle([self.tag], functions=functions(self), use_isolating=False)
        for text in self._pieces("*").values():
            bundle.add_resource(small.FluentResource(text))
        return bundle


def values_for(text: str) -> list[dict[str, Any]]:
    """Values of every kind for the variables of a message."""
    names = sorted({*VARIABLE.findall(text)})
    keys = [each for each in KEY.findall(text) if not each.isdigit() and each not in PLURAL]
    made = []
    for number, word in product((0, 1, 2, 1234), [*dict.fromkeys(keys), "x y"]):
        by_kind = {name: number if at % 2 else word for at, name in enumerate(names)}
        by_kind |= dict.fromkeys(LISTED.findall(text), CARDS[: number % 4])
        by_kind |= dict.fromkeys(WITH_CARD.findall(text), "QH")
        made += [
            by_kind,
            {**dict.fromkeys(names, number), **dict.fromkeys(LISTED.findall(text), CARDS)},
        ]
    return made


def by_the_library(name: str, place: str | None, values: dict[str, Any]) -> Any:
    pattern: Any = IN_ENGLISH._pattern(name, place)
    said = {each: IN_ENGLISH._argument(value) for each, value in values.items()}
    return IN_ENGLISH._bundle.format_pattern(pattern, said) if pattern else (None, ["no text"])


def test_all_messages_of_english() -> None:
    english = SmallEnglish(IN_ENGLISH.folder, fallback=None)
    texts = english._pieces("*")
    assert len(texts) > 1_000
    others = []
    for name, text in texts.items():
        attributes = [None, *re.findall(r"^ +\.([\w-]+) *=", text, re.MULTILINE)]
        for attribute, values in product(attributes, values_for(text)):
            wanted, errors = by_the_library(name, attribute, values)
            if errors:
                continue  # no values of this message
            said = english.find(name, values, attribute=attribute)
            if said != wanted and "{" not in str(said):  # there an inner message lacks its values
                others.append((name, attribute, values, wanted, said))
    assert others[:5] == []


@pytest.mark.parametrize("text", ["odd", "a = { $", 'a = { "x }'])
def test_what_is_no_message(text: str) -> None:
    bundle = small.FluentBundle(["en"], functions={}, use_isolating=False)
    with pytest.raises(ValueError, match="no message of Fluent"):
        bundle.add_resource(small.FluentResource(text))
