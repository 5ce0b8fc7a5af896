"""Options of a table: what a game offers, what is refused, and the error texts."""

from dataclasses import dataclass
from typing import Any, Literal

import pytest

from domain.kernel.options import BadOption, number, options_of, parse_options
from languages.catalogue import IN_ENGLISH


@dataclass(frozen=True, slots=True, kw_only=True)
class Variants:
    side: Literal["left", "right"] = "left"
    strict: bool = False
    target: int = number(12, low=2, high=24)


def test_defaults() -> None:
    assert parse_options(Variants, {}, seats=4) == Variants()


@pytest.mark.parametrize(
    "raw", [{"side": "right"}, {"strict": True}, {"target": 2}, {"target": 24}, {"side": "left"}]
)
def test_allowed_moves(raw: dict[str, Any]) -> None:
    assert parse_options(Variants, raw, seats=4) == Variants(**raw)


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
def test_refused_moves(raw: dict[str, Any], words: str) -> None:
    with pytest.raises(BadOption) as refused:
        parse_options(Variants, raw, seats=4)
    assert IN_ENGLISH.text(refused.value.detail) == words
    assert refused.value.name == next(iter(raw))


def test_options_say_what_they_may_be() -> None:
    side, strict, target = options_of(Variants)
    assert (side.name, side.default, side.values) == ("side", "left", ("left", "right"))
    assert (strict.default, strict.values) == (False, (False, True))
    assert (target.default, target.values, target.low, target.high) == (12, (), 2, 24)
    assert not target.per_seat
    assert target.at(3) == target


# --- For each seat ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    deals: int = number(12, low=1, high=40, per_seat=True)
    side: Literal["left", "right"] = "left"


@pytest.mark.parametrize(("seats", "deals"), [(1, 12), (3, 36), (4, 48)])
def test_a_default_for_each_seat(seats: int, deals: int) -> None:
    assert parse_options(Shared, {}, seats=seats) == Shared(deals=deals)
    assert parse_options(Shared, {"side": "right"}, seats=seats).deals == deals


@pytest.mark.parametrize("deals", [3, 6, 36, 120])
def test_a_multiple_of_the_seats_is_allowed(deals: int) -> None:
    assert parse_options(Shared, {"deals": deals}, seats=3).deals == deals


@pytest.mark.parametrize("deals", [0, -3, 2, 10, 121, 123, 36.0, True, "36"])
def test_anything_else_is_refused(deals: Any) -> None:
    with pytest.raises(BadOption) as refused:
        parse_options(Shared, {"deals": deals}, seats=3)
    assert IN_ENGLISH.text(refused.value.detail) == "deals: must be a multiple of 3 from 3 to 120"


def test_an_option_for_each_seat_says_so() -> None:
    deals, side = options_of(Shared)
    assert (deals.default, deals.low, deals.high) == (12, 1, 40)
    assert (deals.per_seat, deals.step) == (True, 1)
    at = deals.at(3)
    assert (at.default, at.low, at.high) == (36, 3, 120)
    assert (at.per_seat, at.step) == (False, 3)
    assert side.at(3) == side
