"""Options of a table: what a game offers, what is refused, and in which words."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from domain.options import BadOption, number, options_of, parse_options


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants:
    side: Literal["left", "right"] = "left"
    strict: bool = False
    target: int = number(12, low=2, high=24)


def test_defaults() -> None:
    assert parse_options(Variants, {}) == Variants()


@pytest.mark.parametrize(
    "raw", [{"side": "right"}, {"strict": True}, {"target": 2}, {"target": 24}, {"side": "left"}]
)
def test_what_is_allowed(raw: dict[str, Any]) -> None:
    assert parse_options(Variants, raw) == Variants(**raw)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"side": "up"}, "side: must be one of left, right"),
        ({"side": None}, "side: must be one of left, right"),
        ({"side": ["left"]}, "side: must be one of left, right"),
        ({"side": {}}, "side: must be one of left, right"),
        ({"strict": 1}, "strict: must be one of false, true"),
        ({"strict": "true"}, "strict: must be one of false, true"),
        ({"target": 1}, "target: must be a whole number from 2 to 24"),
        ({"target": 25}, "target: must be a whole number from 2 to 24"),
        ({"target": 12.0}, "target: must be a whole number from 2 to 24"),
        ({"target": True}, "target: must be a whole number from 2 to 24"),
        ({"target": "12"}, "target: must be a whole number from 2 to 24"),
        ({"colour": "red"}, "colour: no such option; there are side, strict, target"),
    ],
)
def test_what_is_refused(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        parse_options(Variants, raw)
    assert str(refused.value) == words
    assert refused.value.name == next(iter(raw))
    assert words == f"{refused.value.name}: {refused.value.detail}"


def test_options_say_what_they_may_be() -> None:
    side, strict, target = options_of(Variants)
    assert (side.name, side.default, side.values) == ("side", "left", ("left", "right"))
    assert (strict.default, strict.values) == (False, (False, True))
    assert (target.default, target.values, target.low, target.high) == (12, (), 2, 24)
